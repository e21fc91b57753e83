"""Seats whose person is not there: minded by a computer player, given back, given up, passed on.

The log goes on naming who held a seat when play began.
"""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import Max, Q
from django.utils import timezone

from games import bots, identity, selectors
from games.denial import Denial, Denied
from games.engine.state import Phase
from games.models import Consent, Player, Seat, Table, TableEvent
from games.selectors import Loaded
from games.services import clock, company, drafts
from games.services.change import note, publish

MINDER = bots.OFFERED[0]
"""Level of the computer player that minds seats."""
LONGEST_ABSENCE = 30
"""Days for which an absence can be announced."""
SAME = timedelta(minutes=1)
"""Between two ends of an absence that are one and the same, said twice."""
NEWS = timedelta(minutes=5)
"""How exactly it is known when a person was last seen."""


# ---------------------------------------------------------------- minded and back


def mind(loaded: Loaded, seat: int) -> Loaded:
    """Let a computer player play here until the person is back; within another change."""
    Seat.objects.filter(table=loaded.table, number=seat).update(minded_by=MINDER)
    Consent.objects.filter(table=loaded.table, seat=seat).delete()
    note(loaded, TableEvent.Kind.MINDED, seat)
    return _with_seats(loaded)


def give_back(loaded: Loaded, seat: int) -> Loaded:
    """The person moves here again, if a computer player did; within another change."""
    row = loaded.seats[seat]
    if not row.minded_by and not row.link_salt:
        return loaded
    Seat.objects.filter(pk=row.pk).update(minded_by="", link_salt="", seen_at=timezone.now())
    if row.minded_by:
        note(loaded, TableEvent.Kind.BACK, seat)
    return _with_seats(loaded)


@transaction.atomic
def come_back(*, key: str, player: Player | None, seat: int) -> int:
    """Take one's seat back from the computer player that minds it, from the next move on."""
    loaded = _in_play(key)
    _must_hold(loaded, player, seat)
    back = give_back(loaded, seat)
    return loaded.number if back is loaded else publish(back)


@transaction.atomic
def mind_seat(*, key: str, player: Player | None, seat: int) -> int:
    """Let a computer player mind an abandoned seat; only who opened the table may."""
    loaded = _in_play(key)
    _must_be_abandoned(loaded, player, seat)
    if loaded.seats[seat].minded_by:
        return loaded.number
    return publish(company.settle(mind(loaded, seat)), *company.FIELDS)


@transaction.atomic
def leave_game(*, key: str, player: Player | None, seat: int) -> int:
    """Give one's seat up to a computer player for good. Without any person left the game ends."""
    loaded = _in_play(key)
    _must_hold(loaded, player, seat)
    table = loaded.table
    state = loaded.state
    if not (state and state.public.phase is Phase.ASKED and state.public.turn == seat):
        # What has been asked about is played when the partner says yes, whoever sits here.
        drafts.clear(loaded, seat)
    Seat.objects.filter(table=table, number=seat).update(
        player=None, level=MINDER, minded_by="", away_until=None, standing="", link_salt=""
    )
    Consent.objects.filter(table=table, seat=seat).delete()
    note(loaded, TableEvent.Kind.LEFT, seat)
    loaded = _with_seats(loaded)
    heirs = [row.player_id for row in loaded.seats if row.player_id]
    if not heirs:
        return company.end(loaded, Table.Ending.ABANDONED)
    if table.opener_id not in heirs:
        table.opener_id = heirs[0]
    return publish(company.settle(loaded), "opener", *company.FIELDS)


# ---------------------------------------------------------------- absence


@transaction.atomic
def announce_absence(*, player: Player, days: int) -> datetime:
    """Be away for so many days, at all one's tables that are played over days."""
    if not 1 <= days <= LONGEST_ABSENCE:
        raise Denied(Denial.ABSENCE_LONG, limit=LONGEST_ABSENCE)
    until = timezone.now() + timedelta(days=days)
    for loaded in _slow_tables(player):
        _set_absence(loaded, player, until)
    return until


@transaction.atomic
def end_absence(*, player: Player) -> None:
    """Be here again, earlier than announced."""
    for loaded in _slow_tables(player):
        if any(loaded.seats[seat].away_until for seat in loaded.seats_of(player)):
            _set_absence(loaded, player, None)


def _slow_tables(player: Player) -> list[Loaded]:
    """Those of the person's tables that are played over days, locked in one order."""
    slow = [pace for pace, told in clock.PACES.items() if told and told.slow]
    found = Table.objects.filter(seats__player=player, pace__in=slow)
    found = found.exclude(status=Table.Status.ENDED).distinct().order_by("pk")
    return [selectors.lock(key) for key in found.values_list("key", flat=True)]


def _set_absence(loaded: Loaded, player: Player, until: datetime | None) -> None:
    table = loaded.table
    mine = loaded.seats_of(player)
    known = [loaded.seats[seat].away_until for seat in mine]
    if until and all(told and abs(until - told) < SAME for told in known):
        return  # said twice
    Seat.objects.filter(table=table, number__in=mine).update(away_until=until)
    for seat in mine:
        note(loaded, TableEvent.Kind.AWAY if until else TableEvent.Kind.HERE, seat, until)
    loaded = _with_seats(loaded)
    pace = clock.pace_of(table)
    if pace and table.deadline_at and table.turn in mine:
        since = (table.turn_since if until else None) or timezone.now()
        table.deadline_at = clock.deadline(loaded, pace, since)
    publish(loaded)


# ---------------------------------------------------------------- abandoned seats


def abandoned(loaded: Loaded, seat: int) -> bool:
    """Whether the person of this seat has given no sign for so long that others may act."""
    row = loaded.seats[seat]
    if row.player_id is None:
        return False
    now = timezone.now()
    if row.away_until and row.away_until > now:
        return False
    seen = Seat.objects.values_list("seen_at", flat=True).get(pk=row.pk)
    moved = loaded.deal and loaded.deal.entries.filter(seat=seat).aggregate(at=Max("at"))["at"]
    latest = seen if row.minded_by or not moved else max(seen, moved)
    return bool(row.minded_by) or now - latest >= timedelta(hours=settings.ABANDONED_AFTER)


@transaction.atomic
def link_seat(*, key: str, player: Player | None, seat: int) -> int:
    """Make a new link to an abandoned seat; all at the table are told. Who opened it may.

    The seat stays its person's until somebody takes it by the link, or the person moves.
    """
    loaded = _in_play(key)
    _must_be_abandoned(loaded, player, seat)
    Seat.objects.filter(table=loaded.table, number=seat).update(link_salt=identity.new_salt())
    note(loaded, TableEvent.Kind.LINK, seat)
    return publish(_with_seats(loaded))


@transaction.atomic
def take_over_seat(*, key: str, player: Player, token: str) -> int:
    """Take an abandoned seat by its link, which thereby ends; the seat's number."""
    loaded = _in_play(key)
    seat = linked_seat(loaded, token)
    if seat is None:
        raise Denied(Denial.LINK_ENDED)
    Seat.objects.filter(table=loaded.table, number=seat).update(
        player=player,
        minded_by="",
        link_salt="",
        away_until=None,
        standing="",
        hidden=False,
        seen_at=timezone.now(),
    )
    Consent.objects.filter(table=loaded.table, seat=seat).delete()
    drafts.clear(loaded, seat)
    note(loaded, TableEvent.Kind.TAKEN_OVER, seat)
    publish(company.settle(_with_seats(loaded)), *company.FIELDS)
    return seat


def linked_seat(loaded: Loaded, token: str) -> int | None:
    """The abandoned seat to which this link leads; None where it has ended."""
    return next(
        (
            row.number
            for row in loaded.seats
            if row.link_salt and identity.same_token(identity.seat_token(row), token)
        ),
        None,
    )


# ---------------------------------------------------------------- seen


def seen(*, loaded: Loaded, player: Player | None) -> None:
    """Note that this person looks at the table; no public change.

    No page is refused for the sake of this note: a busy database gets it another time.
    """
    if player is None:
        return
    now = timezone.now()
    day_ago = now - timedelta(days=1)
    with suppress(OperationalError):
        Table.objects.filter(pk=loaded.table.pk, looked_at__lt=day_ago).update(looked_at=now)
        if loaded.seats_of(player):
            mine = Seat.objects.filter(table=loaded.table, player=player)
            mine.filter(seen_at__lt=now - NEWS).update(seen_at=now)


@transaction.atomic
def hide_table(*, key: str, player: Player | None) -> None:
    """Take a finished game out of one's list."""
    loaded = selectors.lock(key)
    if not loaded.seats_of(player):
        raise Denied(Denial.NOT_YOUR_SEAT)
    if loaded.table.status != Table.Status.ENDED:
        raise Denied(Denial.NOT_ENDED)
    Seat.objects.filter(Q(table=loaded.table) & Q(player=player)).update(hidden=True)


# ---------------------------------------------------------------- answers


@transaction.atomic
def stand_answer(*, key: str, player: Player | None, seat: int, answer: str) -> int:
    """Answer every question of the partner so from now on: ``yes``, ``no``, or by oneself."""
    loaded = _in_play(key)
    _must_hold(loaded, player, seat)
    if answer not in ("", "yes", "no"):
        raise Denied(Denial.NOT_OFFERED)
    if loaded.seats[seat].standing == answer:
        return loaded.number
    Seat.objects.filter(table=loaded.table, number=seat).update(standing=answer)
    return publish(_with_seats(loaded))


def _with_seats(loaded: Loaded) -> Loaded:
    return replace(loaded, seats=selectors.seats_at(loaded.table))


def _in_play(key: str) -> Loaded:
    loaded = selectors.lock(key)
    company.must_be_in_play(loaded)
    return loaded


def _must_hold(loaded: Loaded, player: Player | None, seat: int) -> None:
    if seat not in loaded.seats_of(player):
        raise Denied(Denial.NOT_YOUR_SEAT)


def _must_be_abandoned(loaded: Loaded, player: Player | None, seat: int) -> None:
    if not loaded.opened_by(player):
        raise Denied(Denial.NOT_OPENER)
    if not 0 <= seat < len(loaded.seats):
        raise Denied(Denial.NO_SEAT)
    if not abandoned(loaded, seat):
        raise Denied(Denial.NOT_ABANDONED)
