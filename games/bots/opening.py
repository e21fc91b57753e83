"""The first melds of a side: what reaches the minimum, and not much more."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product

from games.engine.cards import VALUE
from games.engine.melds import CANASTA_SIZE

from .draft import HEIGHTS, OF_SUIT, TWO, Draft, Row
from .melding import ACE, LOWEST, OF_HEIGHT

A_TWO = VALUE[OF_HEIGHT[TWO][0]]
"""Points of a two: a joker opens only where that would not do."""
WAYS = 100
"""Ways of choosing sequences that are tried; only the largest hands have more."""
WAYS_OF_A_SUIT = 50
"""The same of one suit."""

EVERYTHING = 10_000
"""More points than any hand has."""

Run = tuple[int, int]
"""The lowest height of a sequence, and how many cards it has."""
More = Callable[[Draft, int, int], list[Row]]
"""Puts down new melds with wilds, worth so many points if it can, and keeps so many cards."""


def open_with(draft: Draft, need: int, keep: int, begun: Sequence[Row] = ()) -> bool:
    """Put down melds worth at least `need` points, no more of them than it takes.

    `begun` are rows already there, such as the pair with which the pile is taken; what they get
    beside those cards counts, and they stay. At least `keep` cards stay in the hand.
    False where it cannot be done.
    """
    need += sum([row.value for row in begun])
    rows: list[Row] = []
    if draft.sequences:
        for suit in range(4):
            while row := draft.new_run(suit, keep):
                rows.append(row)
    if draft.melding.one_open:
        for row in begun:
            _put_naturals(draft, row, keep)
    more = _wild_meld if draft.melding.wilds else pairs
    return _open(draft, need, keep, begun, rows, (more,)) >= need


def open_at_best(draft: Draft, need: int, keep: int) -> tuple[Draft, int]:
    """The draft with melds worth `need` points in all, and its points; else with the most found.

    What is set out already counts; it stays, and may grow. Unlike `open_with` it tries many ways.
    """
    best, most = draft, -1
    orders: tuple[tuple[More, ...], ...] = ((pairs,),)
    if draft.melding.wilds:
        orders = ((_wild_meld, pairs), (_three_wilds, pairs), (pairs,))
    for runs in islice(_ways(draft), WAYS):
        for order in orders:
            trial = draft.copy()
            begun = trial.rows()
            rows = [
                trial.put_run(suit, low, size)
                for suit, of_suit in enumerate(runs)
                for low, size in of_suit
                if trial.left - size >= keep
            ]
            for row in begun:
                _put_naturals(trial, row, keep)
            have = _open(trial, need, keep, begun, rows, order)
            if have >= need:
                return trial, have
            if have > most:
                best, most = trial, have
    return best, most


def _open(
    draft: Draft,
    need: int,
    keep: int,
    begun: Sequence[Row],
    rows: list[Row],
    order: Sequence[More],
) -> int:
    """Go on from these rows with sets and wilds until `need` is reached; the points of all rows.

    New rows that it does not take are dropped again.
    """
    ranks = draft.ranks
    most = draft.melding.most
    for height in HEIGHTS:
        number = min(ranks[height], most[height])
        if number >= 3 and draft.left - number >= keep and draft.may_begin(height):
            rows.append(draft.new_set(height, number))
    for more in order:
        rows += more(draft, need - sum([row.value for row in (*begun, *rows)]), keep)
    have = sum([row.value for row in (*begun, *rows)])
    for row in (*begun, *rows):
        while have < need and draft.wilds and draft.left > keep and _wild_room(draft, row):
            before = row.value
            _put_wild(draft, row, dear=have + A_TWO < need)
            have += row.value - before
    for row in reversed(rows):
        if have - row.value >= need:
            have -= row.value
            draft.drop(row)
    return have


def _put_naturals(draft: Draft, row: Row, keep: int) -> None:
    """All naturals that a row takes."""
    if row.suit >= 0:
        draft.grow_run(row, keep)
    elif row.height != TWO:
        number = min(draft.ranks[row.height], row.most - row.size, draft.left - keep)
        if number > 0:
            draft.put_naturals(row, number)


def _wild_room(draft: Draft, row: Row) -> int:
    """How many wilds more a row may hold."""
    if row.suit >= 0:
        return 0
    return max(row.lack if row.height == TWO else draft.wild_room(row), 0)


def _put_wild(draft: Draft, row: Row, *, dear: bool) -> None:
    if row.height == TWO:
        draft.grow_wilds(row, 1, dear=dear)
    else:
        draft.put_wild(row, dear=dear)


def _wild_meld(draft: Draft, need: int, keep: int) -> list[Row]:
    """A meld of wilds: where there are such, wilds are too good for pairs."""
    rows = _three_wilds(draft, need, keep)
    for row in rows:
        while row.value < need and row.lack > 0 and draft.wilds and draft.left > keep:
            draft.grow_wilds(row, 1, dear=row.value + A_TWO < need)
    return rows


def _three_wilds(draft: Draft, need: int, keep: int) -> list[Row]:
    """The smallest meld of wilds, which leaves the others for pairs."""
    if need <= 0 or draft.wilds < 3 or draft.left - 3 < keep or not draft.may_begin_wilds:
        return []
    return [draft.new_wilds(3)]


def pairs(draft: Draft, need: int, keep: int) -> list[Row]:
    """Pairs with a wild each, dear ones first, until they are worth so much."""
    rows: list[Row] = []
    for height in HEIGHTS:
        if need <= 0:
            break
        if (
            draft.ranks[height] == 2
            and draft.wilds
            and draft.left - 3 >= keep
            and draft.limits[height][2]
            and draft.may_begin(height)
        ):
            row = draft.new_set(height, 2)
            draft.put_wild(row, dear=row.value + A_TWO < need)
            rows.append(row)
            need -= row.value
    return rows


def _ways(draft: Draft) -> Iterator[tuple[tuple[Run, ...], ...]]:
    """The sequences of each suit, chosen in one way after another, long ones first."""
    if not draft.sequences:
        return iter([()])
    held = [
        [draft.counts[faces[h]] if h in faces else 0 for h in range(ACE + 1)] for faces in OF_SUIT
    ]
    suits = [tuple(islice(_runs(counts), WAYS_OF_A_SUIT)) for counts in held]
    return product(*suits)


def _runs(held: list[int], last: Run = (LOWEST, CANASTA_SIZE)) -> Iterator[tuple[Run, ...]]:
    """Sequences of cards held of one suit, by height; each way once."""
    for size in range(last[1], 2, -1):
        for low in range(last[0] if size == last[1] else LOWEST, ACE - size + 2):
            if all(held[low : low + size]):
                rest = [n - (low <= h < low + size) for h, n in enumerate(held)]
                for more in _runs(rest, (low, size)):
                    yield ((low, size), *more)
    yield ()
