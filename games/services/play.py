"""Moves: one way for everybody, person or computer player."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction

from games import selectors
from games.denial import Denial, Denied, Stale
from games.engine import rules
from games.engine.moves import Ask, Discard, Lay, Move, Part, Pile, Yes
from games.engine.state import Phase
from games.models import LogEntry, Player, Table
from games.selectors import Loaded
from games.services import drafts, minding
from games.services.change import publish
from games.services.deals import finish_deal


def play_move(
    *,
    key: str,
    player: Player | None,
    seat: int,
    number: int,
    move: Move,
    revision: int | None = None,
) -> int:
    """Make a move for a seat of one's own, from a board at that number; the new number.

    Asking the partner takes the seat's draft as the plan (C-17); their yes plays it at once.
    A `revision` is that of the draft which was seen, as in `drafts`.
    """
    with at_number(key, number) as loaded:
        loaded = _own(loaded, player, seat)
        if isinstance(move, Ask):
            drafts.seen(loaded, seat, revision)
        return play(loaded, seat, move)


def lay_draft(
    *, key: str, player: Player | None, seat: int, number: int, revision: int | None = None
) -> int:
    """Put down the seat's draft; the new number."""
    with at_number(key, number) as loaded:
        loaded = _own(loaded, player, seat)
        drafts.seen(loaded, seat, revision)
        return play(loaded, seat, _planned(loaded, seat))


def take_pile(
    *,
    key: str,
    player: Player | None,
    seat: int,
    number: int,
    first: Part,
    revision: int | None = None,
) -> int:
    """Take the pile with these cards, laying the seat's draft with it; the new number."""
    with at_number(key, number) as loaded:
        loaded = _own(loaded, player, seat)
        return play(loaded, seat, Pile(first, drafts.seen(loaded, seat, revision).parts))


@contextmanager
def at_number(key: str, number: int) -> Iterator[Loaded]:
    """A transaction on the locked table, which is still at this number and being played."""
    try:
        with transaction.atomic():
            loaded = selectors.lock(key)
            if loaded.number != number:
                raise Stale
            if loaded.table.status == Table.Status.ENDED:
                raise Denied(Denial.ENDED)
            if loaded.table.status != Table.Status.PLAYING:
                raise Denied(Denial.NOT_PLAYING)
            if loaded.table.paused_at:
                raise Denied(Denial.PAUSED)
            yield loaded
    except IntegrityError as error:
        # The place in the log was taken: what a lock that the database does not know lets by.
        raise Stale from error


def play(loaded: Loaded, seat: int, move: Move) -> int:
    """Make the move at the locked table, with all that follows from it; the new number."""
    after = selectors.played(loaded, [(seat, move)])
    match move:
        case Ask():
            _must_go_out(loaded, seat)
        case Yes():
            after = _go_out_as_planned(after)
        case Lay() | Pile():
            _drop_laid(after, seat, move)
    _log(loaded, after)
    assert after.state is not None
    public = after.state.public
    if public.phase is Phase.ENDED:
        drafts.clear(after, *range(len(after.seats)))
        return finish_deal(after)
    assert loaded.state is not None
    if public.turn != loaded.state.public.turn:
        drafts.clear(after, loaded.state.public.turn)
    return publish(after)


def _own(loaded: Loaded, player: Player | None, seat: int) -> Loaded:
    """The table with the seat in its person's own hands: who moves is back."""
    if seat not in loaded.seats_of(player):
        raise Denied(Denial.NOT_YOUR_SEAT)
    return minding.give_back(loaded, seat)


def _planned(loaded: Loaded, seat: int) -> Lay:
    parts = selectors.draft(loaded, seat).parts
    if not parts:
        raise Denied(Denial.NO_PLAN)
    return Lay(parts)


def _discard_left(loaded: Loaded, seat: int, lay: Lay) -> Discard | None:
    """The discard that goes out after this lay: of the one card that it leaves."""
    hand = loaded.view(seat).hand - lay.cards
    return Discard(*hand) if len(hand) == 1 else None


def _must_go_out(loaded: Loaded, seat: int) -> None:
    """Judge what the asker has set out, before the partner is asked (C-17)."""
    lay = _planned(loaded, seat)
    discard = _discard_left(loaded, seat, lay)
    refusal = rules.check_plan(loaded.view(seat), lay, discard)
    if refusal:
        raise refusal


def _go_out_as_planned(loaded: Loaded) -> Loaded:
    """After the partner's yes: the asker's lay, and the discard of what it leaves."""
    assert loaded.state is not None
    asker = loaded.state.public.turn
    lay = _planned(loaded, asker)
    discard = _discard_left(loaded, asker, lay)
    return selectors.played(loaded, [(asker, move) for move in (lay, discard) if move])


def _drop_laid(loaded: Loaded, seat: int, move: Lay | Pile) -> None:
    """Take out of the draft what has just been laid, and what thereby is not possible any more."""
    draft = selectors.draft(loaded, seat)
    parts = list(draft.parts)
    for part in move.parts:
        if part in parts:
            parts.remove(part)
    if draft.dropped or parts != list(draft.parts):
        drafts.rewrite(loaded, seat, parts)


def _log(before: Loaded, after: Loaded) -> None:
    first = len(before.moves)
    for number, (seat, move) in enumerate(after.moves[first:], first + 1):
        LogEntry.objects.create(deal=after.deal, number=number, seat=seat, move=str(move))
