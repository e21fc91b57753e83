"""Going out: can this hand be laid down to the last card?"""

from games.engine.cards import Card
from games.engine.melds import CANASTA_SIZE
from games.engine.moves import Discard, Lay, Part
from games.engine.rules import minimum
from games.engine.view import View

from .draft import BLACKS, HEIGHTS, Draft, Row


def finish(view: View, draft: Draft) -> tuple[Lay, Discard | None] | None:
    """One lay, and a discard where it leaves a card, with which the viewer goes out.

    Only the hand and the melds of the side count, so the answer is the same again after the
    partner's yes. `draft` is a fresh one of this view, and stays so. None where no way is seen.
    """
    setup = view.setup
    need = setup.variant.canastas_to_go_out[setup.seats]
    if _most_canastas(draft) < need:
        return None
    for sets_first in (False, True):
        trial = draft.copy()
        blacks = _lay_all(trial, sets_first=sets_first)
        parts = trial.parts()
        if blacks:
            parts = (*parts, Part(None, blacks))
        if trial.left > 1 or not parts or trial.canastas() < need:
            continue
        lay = Lay(parts)
        if sum([card.value for card in lay.cards]) >= minimum(view):
            return lay, Discard(trial.cards_left()[0]) if trial.left else None
    return None


def _most_canastas(draft: Draft) -> int:
    """No fewer canastas than the side can have after laying this hand."""
    wilds = draft.wilds
    ranks = draft.ranks
    most = draft.finished
    for row in draft.sets:
        most += row.size + ranks[row.height] + wilds >= CANASTA_SIZE
    for row in draft.runs:
        most += row.size + draft.masks[row.suit].bit_count() >= CANASTA_SIZE
    for height in HEIGHTS:
        most += ranks[height] + wilds >= CANASTA_SIZE and ranks[height] > 2
    for mask in draft.masks:
        most += mask.bit_count() >= CANASTA_SIZE
    return most


def _lay_all(draft: Draft, *, sets_first: bool) -> tuple[Card, ...]:
    """Put down as many cards as possible; the black threes that may go down with them."""
    if sets_first:
        _lay_sets(draft)
    if draft.sequences:
        for row in sorted(draft.runs, key=_size, reverse=True):
            draft.grow_run(row, 0)
        for suit in range(4):
            while draft.new_run(suit, 0):
                pass
    _lay_sets(draft)
    _lay_wilds(draft)
    blacks = tuple(card for card in BLACKS for _ in range(draft.counts[card]))
    if len(blacks) < 3 or draft.left - len(blacks) > 1:
        return ()
    for card in blacks:
        draft.counts[card] -= 1
    draft.left -= len(blacks)
    return blacks


def _size(row: Row) -> int:
    return row.size


def _lay_sets(draft: Draft) -> None:
    """All naturals that go to sets, those first that are no canastas yet."""
    ranks = draft.ranks
    for row in sorted(draft.sets, key=lambda row: row.lack <= 0):
        if ranks[row.height]:
            draft.put_naturals(row, ranks[row.height])
    for height in HEIGHTS:
        if ranks[height] >= 3:
            draft.new_set(height, ranks[height])


def _lay_wilds(draft: Draft) -> None:
    """Wilds go to pairs, then to sets that they make canastas, then where there is room."""
    for height in HEIGHTS:
        if draft.ranks[height] == 2 and draft.wilds:
            draft.put_wild(draft.new_set(height, 2), dear=True)
    for row in sorted(draft.sets, key=_size, reverse=True):
        if 0 < row.lack <= min(draft.wild_room(row), draft.wilds):
            while row.lack:
                draft.put_wild(row, dear=True)
    # A natural canasta is the last to be spoilt.
    for row in sorted(draft.sets, key=lambda row: row.lack <= 0 and not row.wilds):
        while draft.wilds and draft.wild_room(row) > 0:
            draft.put_wild(row, dear=True)
