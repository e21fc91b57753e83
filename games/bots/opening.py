"""The first melds of a side: what reaches the minimum, and not much more."""

from games.engine.cards import VALUE

from .draft import HEIGHTS, TWO, Draft, Row
from .melding import OF_HEIGHT

A_TWO = VALUE[OF_HEIGHT[TWO][0]]
"""Points of a two: a joker opens only where that would not do."""


def open_with(draft: Draft, need: int, keep: int, begun: Row | None = None) -> bool:
    """Put down melds worth at least `need` points, no more of them than it takes.

    `begun` is a row already there, the pair with which the pile is taken; what it gets beside
    those cards counts, and it stays. At least `keep` cards stay in the hand.
    False where it cannot be done.
    """
    rows: list[Row] = []
    if draft.sequences:
        for suit in range(4):
            while row := draft.new_run(suit, keep):
                rows.append(row)
    ranks = draft.ranks
    most = draft.melding.most
    if begun:
        need += begun.value
    if begun and draft.melding.one_open:
        draft.put_naturals(
            begun, min(ranks[begun.height], begun.most - begun.size, draft.left - keep)
        )
    for height in HEIGHTS:
        number = min(ranks[height], most[height])
        if number >= 3 and draft.left - number >= keep and draft.may_begin(height):
            rows.append(draft.new_set(height, number))
    taking = [begun] if begun else []
    have = sum([row.value for row in taking + rows])
    more = _wild_meld if draft.melding.wilds else _pairs
    rows += more(draft, need - have, keep)
    have = sum([row.value for row in taking + rows])
    for row in taking + rows:
        while have < need and draft.wilds and draft.left > keep and _takes_wild(draft, row):
            before = row.value
            draft.put_wild(row, dear=have + A_TWO < need)
            have += row.value - before
    for row in reversed(rows):
        if have - row.value >= need:
            have -= row.value
            draft.drop(row)
    return have >= need


def _wild_meld(draft: Draft, need: int, keep: int) -> list[Row]:
    """A meld of wilds: where there are such, wilds are too good for pairs."""
    if need <= 0 or draft.wilds < 3 or draft.left - 3 < keep or not draft.may_begin_wilds:
        return []
    row = draft.new_wilds(3)
    while row.value < need and row.lack > 0 and draft.wilds and draft.left > keep:
        draft.grow_wilds(row, 1, dear=row.value + A_TWO < need)
    return [row]


def _pairs(draft: Draft, need: int, keep: int) -> list[Row]:
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


def _takes_wild(draft: Draft, row: Row) -> bool:
    return row.suit < 0 and row.height != TWO and draft.wild_room(row) > 0
