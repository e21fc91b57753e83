"""The draft: a lay that a seat sets out in private, part by part.

It is no public change: the table's number stays, and only the seat's own sockets hear of it.
Instead it counts its own changes: whoever tells the `revision` that they saw is refused as
`Stale` where it is another by now, so that nothing is done twice.
"""

from typing import Never

from django.db import transaction
from django.db.models import F

from games import bots, broadcast, selectors
from games.denial import Denial, Denied, Stale
from games.engine.cards import CardNotHeld
from games.engine.moves import Lay, Part
from games.engine.refusal import Reason
from games.engine.view import View
from games.models import Player, Seat, Table
from games.selectors import Draft, Loaded


@transaction.atomic
def draft_add(
    *,
    key: str,
    player: Player | None,
    seat: int,
    part: Part,
    into: int | None = None,
    revision: int | None = None,
) -> Draft:
    """Set out more cards: for a meld of the side, for a new one, or `into` a part of the draft.

    The cards must be in the hand beside the draft; what they make is judged when put down.
    """
    loaded = selectors.lock(key)
    draft = _own_draft(loaded, player, seat, revision)
    parts = list(draft.parts)
    view = loaded.view(seat)
    if part.meld is not None:
        if not selectors.has_open_meld(view, part.meld):
            raise Denied(Denial.NO_MELD, meld=part.meld)
        melds = [one.meld for one in parts]
        into = melds.index(part.meld) if part.meld in melds else None
    try:
        view.hand - Lay(draft.parts).cards - part.cards
    except CardNotHeld as missing:
        raise Denied(Denial.CARD_NOT_HELD, card=missing.card) from None
    if into is None:
        parts.append(part)
    elif 0 <= into < len(parts):
        parts[into] = Part(parts[into].meld, parts[into].cards + part.cards)
    else:
        raise Denied(Denial.NO_PART)
    return _store(loaded, seat, draft, parts)


@transaction.atomic
def draft_take_back(
    *,
    key: str,
    player: Player | None,
    seat: int,
    index: int | None = None,
    revision: int | None = None,
) -> Draft:
    """Take back the part of this index, or everything."""
    loaded = selectors.lock(key)
    draft = _own_draft(loaded, player, seat, revision)
    parts = list(draft.parts)
    if index is None:
        parts = []
    elif 0 <= index < len(parts):
        del parts[index]
    else:
        raise Denied(Denial.NO_PART)
    return _store(loaded, seat, draft, parts)


def draft_suggest(
    *, key: str, player: Player | None, seat: int, revision: int | None = None
) -> Draft:
    """Set out, beside what is there, the melds that the hand allows; `Denied` tells why none.

    A `Refusal` is what forbids those that there are. Looking for them takes a while, during
    which nothing is locked: `Stale` where the table has changed meanwhile.
    """
    loaded = selectors.load(key)
    draft = _own_draft(loaded, player, seat, revision)
    view = loaded.view(seat)
    found = bots.suggest(view, draft.parts)
    if found.parts == draft.parts:
        _deny_suggestion(view, found)
    with transaction.atomic():
        now = selectors.lock(key)
        _own_draft(now, player, seat, draft.revision)
        if now.number != loaded.number:
            raise Stale
        return _store(now, seat, draft, list(found.parts))


def _deny_suggestion(view: View, nothing: bots.Suggestion) -> Never:
    """Say why nothing could be set out beside what is there."""
    why, parts = nothing.why, nothing.parts
    if why and parts and bots.suggest(view).parts:
        raise Denied(Denial.IN_THE_WAY)
    if why and why.reason is Reason.OPENING_TOO_LOW:
        raise Denied(Denial.HAND_TOO_LOW, **why.params)
    if why:
        raise why
    if nothing.wilds:
        raise Denied(Denial.ONLY_WILDS)
    if parts:
        raise Denied(Denial.NOTHING_MORE)
    raise Denied(Denial.NOTHING_FITS if view.melds else Denial.NO_MELD_HELD)


def clear(loaded: Loaded, *seats: int) -> None:
    """Forget the drafts of these seats, within another change."""
    # Every turn ends so, mostly with nothing to forget: rows named by key, and "not empty" as a
    # plain comparison, make a query that costs Django and the database least. A row without a
    # draft is left alone, so that its revision goes on counting changes.
    rows = [loaded.seats[seat].pk for seat in seats]
    Seat.objects.filter(pk__in=rows, draft__gt="").update(
        draft="", draft_revision=F("draft_revision") + 1
    )


def rewrite(loaded: Loaded, seat: int, parts: list[Part]) -> None:
    """Make these parts the seat's draft, within another change."""
    Seat.objects.filter(table=loaded.table, number=seat).update(
        draft=str(Lay(tuple(parts))) if parts else "", draft_revision=F("draft_revision") + 1
    )


def seen(loaded: Loaded, seat: int, revision: int | None) -> Draft:
    """The seat's draft, if it is the one that was seen; None is whichever it is."""
    draft = selectors.draft(loaded, seat)
    if revision is not None and revision != draft.revision:
        raise Stale
    return draft


def _own_draft(loaded: Loaded, player: Player | None, seat: int, revision: int | None) -> Draft:
    if seat not in loaded.seats_of(player):
        raise Denied(Denial.NOT_YOUR_SEAT)
    if loaded.table.status == Table.Status.ENDED:
        raise Denied(Denial.ENDED)
    if loaded.table.status != Table.Status.PLAYING:
        raise Denied(Denial.NOT_PLAYING)
    draft = seen(loaded, seat, revision)
    if draft.frozen:
        raise Denied(Denial.DRAFT_FROZEN)
    return draft


def _store(loaded: Loaded, seat: int, draft: Draft, parts: list[Part]) -> Draft:
    rewrite(loaded, seat, parts)
    transaction.on_commit(lambda: broadcast.draft_changed(loaded.table.pk, seat), robust=True)
    return Draft(tuple(parts), revision=draft.revision + 1)
