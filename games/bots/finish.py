"""Going out: can this hand be laid down to the last card?"""

from collections.abc import Iterator

from games.engine.cards import HEIGHT, Card
from games.engine.melds import CANASTA_SIZE, Canasta
from games.engine.moves import Discard, Lay, Part
from games.engine.rules import minimum
from games.engine.view import View

from .draft import BLACKS, HEIGHT_OF, HEIGHTS, Draft, Row
from .melding import LOWEST

LAST_CARDS = 8
"""Cards tried as the last one, where that one must be discarded."""

FAR = 3
"""Cards that remain after the first trial where another last card helps no more."""


def finish(view: View, draft: Draft) -> tuple[Lay, Discard | None] | None:
    """One lay, and a discard where it leaves a card, with which the viewer goes out.

    Only the hand and the melds of the side count, so the answer is the same again after the
    partner's yes. `draft` is one of this view, with what the lay must hold already set out, and
    stays as it is. None where no way is seen.
    """
    if not _may_reach(draft) or not draft.kinds <= _may_make(draft):
        return None
    for start, last in _starts(view, draft):
        fewest = len(view.hand)
        for sets_first, wilds_first in _orders(draft):
            trial = start.copy()
            blacks = _lay_all(trial, sets_first=sets_first, wilds_first=wilds_first)
            fewest = min(fewest, trial.left)
            parts = trial.parts()
            if blacks:
                parts = (*parts, Part(None, blacks))
            if trial.left > 1 or not parts or not trial.enough:
                continue
            lay = Lay(parts)
            if sum([card.value for card in lay.cards]) < minimum(view):
                continue
            card = next(iter(trial.cards_left()), None) if last is None else last
            if card is None:
                return lay, None
            if HEIGHT[card] != _never_last(view):
                return lay, Discard(card)
        if fewest > FAR:
            return None
    return None


def _starts(view: View, draft: Draft) -> Iterator[tuple[Draft, Card | None]]:
    """Drafts to be laid down to the last card, and that card where it is set aside already."""
    if not view.setup.variant.last_is_discarded:
        yield draft, None
        return
    never = _never_last(view)
    counts = draft.counts
    faces = [card for card in view.hand.faces if counts[card] and HEIGHT[card] != never]
    ranks = draft.ranks
    # What no meld takes first, then what its meld can do without.
    faces.sort(key=lambda card: (HEIGHT[card] >= LOWEST, ranks[HEIGHT[card]] % 3 == 0))
    for card in faces[:LAST_CARDS]:
        start = draft.copy()
        start.hold(card)
        yield start, card


def _never_last(view: View) -> int | None:
    """The height that nobody may go out with (R-14)."""
    bar = view.setup.variant.bar
    return HEIGHT_OF[bar.rank] if bar else None


def _orders(draft: Draft) -> tuple[tuple[bool, bool], ...]:
    """(sets before sequences, melds of wilds before wilds in sets), each way that may differ."""
    sets = (False, True) if draft.sequences else (True,)
    wilds = (False, True) if draft.melding.wilds and draft.wilds else (False,)
    return tuple((s, w) for w in wilds for s in sets)


def _may_reach(draft: Draft) -> bool:
    """False where the side cannot have the canastas that it needs after laying this hand."""
    wilds = draft.wilds
    ranks = draft.ranks
    tables = draft.melding
    most = len(draft.made)
    for row in draft.sets:
        most += row.size + ranks[row.height] + wilds >= CANASTA_SIZE
    for row in draft.runs:
        most += row.size + draft.masks[row.suit].bit_count() >= CANASTA_SIZE
    for row in draft.wild_melds:
        most += row.size + wilds >= CANASTA_SIZE
    for height in HEIGHTS:
        most += ranks[height] + wilds >= CANASTA_SIZE and ranks[height] > 2
    for mask in draft.masks:
        most += mask.bit_count() >= CANASTA_SIZE
    if tables.wilds:
        most += wilds // CANASTA_SIZE
    return most >= draft.need


def _may_make(draft: Draft) -> set[Canasta | None]:
    """No fewer kinds of canasta than the side can have after laying this hand."""
    kinds: set[Canasta | None] = set(draft.made)
    if not draft.kinds - kinds:
        return kinds
    wilds = draft.wilds
    ranks = draft.ranks
    tables = draft.melding
    for row in draft.sets:
        size = row.size + ranks[row.height]
        if not row.wilds and size >= CANASTA_SIZE:
            kinds.add(tables.natural[row.height])
        if row.wilds + wilds and size + wilds >= CANASTA_SIZE:
            kinds.add(tables.mixed)
    for height in HEIGHTS:
        if ranks[height] >= CANASTA_SIZE:
            kinds.add(tables.natural[height])
        if wilds and ranks[height] + wilds >= CANASTA_SIZE:
            kinds.add(tables.mixed)
    if wilds + max([row.size for row in draft.wild_melds], default=0) >= CANASTA_SIZE:
        kinds.add(tables.wilds)
    runs = [row.size + draft.masks[row.suit].bit_count() for row in draft.runs]
    if max(runs + [mask.bit_count() for mask in draft.masks]) >= CANASTA_SIZE:
        kinds.add(tables.sequence)
    return kinds


def _lay_all(draft: Draft, *, sets_first: bool, wilds_first: bool) -> tuple[Card, ...]:
    """Put down as many cards as possible; the black threes that may go down with them."""
    lay_naturals(draft, 0, sets_first=sets_first)
    if wilds_first:
        _lay_wild_melds(draft)
    _lay_wilds(draft)
    if draft.melding.wilds:
        _lay_wild_melds(draft)
    blacks = tuple(card for card in BLACKS for _ in range(draft.counts[card]))
    if len(blacks) < 3 or draft.left - len(blacks) > 1:
        return ()
    for card in blacks:
        draft.counts[card] -= 1
    draft.left -= len(blacks)
    return blacks


def _size(row: Row) -> int:
    return row.size


def lay_naturals(draft: Draft, keep: int, *, sets_first: bool = False) -> None:
    """Put down all naturals that make melds or go to some, but `keep` cards at least."""
    if sets_first:
        _lay_sets(draft, keep)
    if draft.sequences:
        for row in sorted(draft.runs, key=_size, reverse=True):
            draft.grow_run(row, keep)
        for suit in range(4):
            while draft.new_run(suit, keep):
                pass
    _lay_sets(draft, keep)


def _lay_sets(draft: Draft, keep: int) -> None:
    """All naturals that go to sets, those first that are no canastas yet."""
    ranks = draft.ranks
    for row in sorted(draft.sets, key=lambda row: row.lack <= 0):
        number = min(ranks[row.height], row.most - row.size, draft.left - keep)
        if number > 0:
            draft.put_naturals(row, number)
    for height in HEIGHTS:
        while ranks[height] >= 3 and draft.left - keep >= 3 and draft.may_begin(height):
            draft.new_set(height, min(ranks[height], draft.melding.most[height], draft.left - keep))


def _lay_wild_melds(draft: Draft) -> None:
    """Melds of wilds take what they can, and new ones are begun."""
    for row in draft.wild_melds:
        draft.grow_wilds(row, min(draft.wilds, row.lack))
    while draft.wilds >= 3 and draft.may_begin_wilds:
        draft.new_wilds(min(draft.wilds, CANASTA_SIZE))


def _lay_wilds(draft: Draft) -> None:
    """Wilds go to pairs, then to sets that they make canastas, then where there is room."""
    for height in HEIGHTS:
        pair = draft.ranks[height] == 2 and draft.limits[height][2]
        if pair and draft.wilds and draft.may_begin(height):
            draft.put_wild(draft.new_set(height, 2), dear=True)
    for row in sorted(draft.sets, key=_size, reverse=True):
        if 0 < row.lack <= min(draft.wild_room(row), draft.wilds):
            while row.lack:
                draft.put_wild(row, dear=True)
    # A natural canasta is the last to be spoilt.
    for row in sorted(draft.sets, key=lambda row: row.lack <= 0 and not row.wilds):
        while draft.wilds and draft.wild_room(row) > 0:
            draft.put_wild(row, dear=True)
