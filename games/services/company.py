"""What people at a table agree on: to pause, to end the game, to play another one.

All who play have to want it; a computer player, and one that minds a seat, wants what they want.
"""

from dataclasses import replace
from typing import Literal

from django.db import transaction
from django.utils import timezone

from games import selectors
from games.denial import Denial, Denied
from games.models import Consent, Player, Seat, Table, TableEvent
from games.selectors import Loaded
from games.services import deals, drafts, seats
from games.services.change import note, publish

FIELDS = ("status", "ended_by", "paused_at")
"""Fields of the table that an agreement changes."""
PROPOSED = {
    Consent.Kind.PAUSE: TableEvent.Kind.PROPOSED_PAUSE,
    Consent.Kind.END: TableEvent.Kind.PROPOSED_END,
}


@transaction.atomic
def agree(*, key: str, player: Player | None, kind: Literal["pause", "end"]) -> int:
    """Propose, or agree to what somebody proposed; once all who play agree it is done."""
    loaded = _of_mine(key, player)
    wanted = Consent.Kind(kind)
    if wanted is Consent.Kind.PAUSE and loaded.table.paused_at:
        raise Denied(Denial.PAUSED)
    mine = loaded.seats_of(player)
    asked = loaded.table.consents.filter(kind=wanted)
    if not asked.exists():
        note(loaded, PROPOSED[wanted], mine[0])
    before = asked.count()
    for seat in mine:
        Consent.objects.get_or_create(table=loaded.table, kind=wanted, seat=seat)
    if asked.count() == before and not _all_want(loaded, wanted):
        return loaded.number
    return publish(settle(loaded), *FIELDS)


@transaction.atomic
def decline(*, key: str, player: Player | None, kind: Literal["pause", "end"]) -> int:
    """Say no to what was proposed, or take one's own proposal back: it is off the table."""
    loaded = _of_mine(key, player)
    gone, _ = loaded.table.consents.filter(kind=kind).delete()
    if not gone:
        return loaded.number
    note(loaded, TableEvent.Kind.DECLINED, loaded.seats_of(player)[0])
    return publish(_with_wishes(loaded))


@transaction.atomic
def resume(*, key: str, player: Player | None) -> int:
    """Go on after a pause; whose turn it is has the whole time of a turn."""
    loaded = _of_mine(key, player)
    if not loaded.table.paused_at:
        return loaded.number
    loaded.table.paused_at = None
    note(loaded, TableEvent.Kind.RESUMED, loaded.seats_of(player)[0])
    return publish(loaded, *FIELDS)


def settle(loaded: Loaded) -> Loaded:
    """Do what all who play want by now; within another change, which stores `FIELDS`."""
    table = loaded.table
    if _all_want(loaded, Consent.Kind.END):
        _ended(loaded, Table.Ending.AGREED)
        note(loaded, TableEvent.Kind.AGREED)
    elif _all_want(loaded, Consent.Kind.PAUSE):
        table.paused_at = timezone.now()
        table.consents.filter(kind=Consent.Kind.PAUSE).delete()
        note(loaded, TableEvent.Kind.PAUSED)
    return _with_wishes(loaded)


def end(loaded: Loaded, how: Table.Ending) -> int:
    """End the game as it is; the table is locked and in play."""
    _ended(loaded, how)
    if how is Table.Ending.ABANDONED:
        note(loaded, TableEvent.Kind.ABANDONED)
    return publish(_with_wishes(loaded), "opener", *FIELDS)


@transaction.atomic
def close_table(*, key: str) -> int:
    """The host ends a game that goes on."""
    loaded = selectors.lock(key)
    must_be_in_play(loaded)
    _ended(loaded, Table.Ending.ABANDONED)
    note(loaded, TableEvent.Kind.CLOSED)
    return publish(_with_wishes(loaded), *FIELDS)


@transaction.atomic
def rematch(*, key: str, player: Player | None, client_seed: str = "") -> Table:
    """Play again with the same seats. The first who wants it opens the table, the others join.

    Play begins when all have joined.
    """
    ended = selectors.lock(key)
    if not ended.seats_of(player):
        raise Denied(Denial.NOT_YOUR_SEAT)
    if ended.table.status != Table.Status.ENDED:
        raise Denied(Denial.NOT_ENDED)
    assert player is not None
    again = Table.objects.filter(rematch_of=ended.table).first()
    if again is None:
        again = seats.again(ended, player)
    loaded = selectors.lock(again.key)
    if loaded.table.status != Table.Status.WAITING:
        return loaded.table
    mine = Seat.objects.filter(table=again, player=player, went_on=False)
    if not mine.update(went_on=True, client_seed=seats.fit_seed(client_seed)):
        return loaded.table
    loaded = replace(loaded, seats=selectors.seats_at(again))
    if loaded.full and all(seat.went_on for seat in loaded.seats if seat.player_id):
        deals.begin_game(loaded)
    else:
        publish(loaded)
    return loaded.table


def must_be_in_play(loaded: Loaded) -> None:
    """Refuse a table at which no game is going on."""
    if loaded.table.status == Table.Status.ENDED:
        raise Denied(Denial.ENDED)
    if loaded.table.status == Table.Status.WAITING:
        raise Denied(Denial.NOT_PLAYING)


def _of_mine(key: str, player: Player | None) -> Loaded:
    loaded = selectors.lock(key)
    if not loaded.seats_of(player):
        raise Denied(Denial.NOT_YOUR_SEAT)
    must_be_in_play(loaded)
    return loaded


def _with_wishes(loaded: Loaded) -> Loaded:
    return replace(loaded, wishes=selectors.wishes(loaded.table))


def _all_want(loaded: Loaded, kind: Consent.Kind) -> bool:
    found = Consent.objects.filter(table=loaded.table, kind=kind)
    wanting = set(found.values_list("seat", flat=True))
    present = {seat.number for seat in loaded.seats if seat.present}
    return bool(wanting) and present <= wanting


def _ended(loaded: Loaded, how: Table.Ending) -> None:
    table = loaded.table
    table.status, table.ended_by, table.paused_at = Table.Status.ENDED, how, None
    table.consents.all().delete()
    drafts.clear(loaded, *range(len(loaded.seats)))
    Seat.objects.filter(table=table).exclude(link_salt="").update(link_salt="")
