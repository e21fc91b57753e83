"""How long people may take: what `change.publish` writes down about the time at a table.

The time of a seat begins when the seat must act, and not anew with each of its moves. At a
slow pace it is a number of days; at a live one some minutes for each turn, and beyond them a
reserve for the whole deal. Nothing here acts: what falls due is done by `services.due`.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from games import selectors
from games.engine.state import Phase
from games.models import Seat, Table
from games.selectors import Loaded

MINUTE, DAY = 60, 24 * 3600


class Pace(NamedTuple):
    """Seconds for a turn, and beside them for all turns of a deal together."""

    turn: int
    reserve: int = 0

    @property
    def slow(self) -> bool:
        """Whether the game is played over days, and not while all sit at their pages."""
        return self.turn >= DAY


PACES = {
    Table.Pace.NONE: None,
    Table.Pace.DAY: Pace(DAY),
    Table.Pace.THREE_DAYS: Pace(3 * DAY),
    Table.Pace.WEEK: Pace(7 * DAY),
    Table.Pace.MINUTE: Pace(MINUTE, 3 * MINUTE),
    Table.Pace.TWO_MINUTES: Pace(2 * MINUTE, 6 * MINUTE),
    Table.Pace.FIVE_MINUTES: Pace(5 * MINUTE, 15 * MINUTE),
}
ANSWERS = (MINUTE, 3600, 6 * 3600, DAY)
"""Seconds after which a question to the partner may be answered for them."""
FIELDS = ("turn_since", "deadline_at")


def pace_of(table: Table) -> Pace | None:
    """The pace of the table; None where nobody's time runs."""
    return PACES[Table.Pace(table.pace)]


def wind(loaded: Loaded, before: int | None, now: datetime) -> Loaded:
    """Set the clock of the table, at which `before` was the seat that had to act until now."""
    table = loaded.table
    pace = pace_of(table)
    if table.turn != before:
        if before is not None and pace and pace.reserve and table.turn_since:
            loaded = _spend(loaded, before, (now - table.turn_since).total_seconds() - pace.turn)
        table.turn_since = now
        table.deadline_at = None
    if not pace or table.paused_at or not _runs(loaded, pace):
        table.deadline_at = None
    elif table.deadline_at is None:
        table.turn_since = now
        table.deadline_at = deadline(loaded, pace, now)
    return loaded


def deadline(loaded: Loaded, pace: Pace, since: datetime) -> datetime:
    """When time that began to run `since` then is over; an announced absence does not count."""
    if loaded.table.turn is None:
        return since + timedelta(seconds=pace.turn)
    seat = loaded.seats[loaded.table.turn]
    if pace.slow and seat.away_until:
        since = max(since, seat.away_until)
    return since + timedelta(seconds=pace.turn + seat.reserve)


def fill_reserves(loaded: Loaded) -> Loaded:
    """Give every seat its reserve for the deal that begins."""
    pace = pace_of(loaded.table)
    if not pace or not pace.reserve:
        return loaded
    Seat.objects.filter(table=loaded.table).update(reserve=pace.reserve)
    return replace(loaded, seats=selectors.seats_at(loaded.table))


def answer_at(loaded: Loaded, now: datetime) -> datetime | None:
    """When the question that stands is answered for the partner; None without such a time."""
    table, state = loaded.table, loaded.state
    if state is None or state.public.phase is not Phase.ASKED or table.turn is None:
        return None
    if loaded.seats[table.turn].standing:
        return now
    if table.answer_after is None or table.turn_since is None:
        return None
    return table.turn_since + timedelta(seconds=table.answer_after)


def _runs(loaded: Loaded, pace: Pace) -> bool:
    match loaded.table.status:
        case Table.Status.PLAYING:
            turn = loaded.table.turn
            return turn is not None and loaded.seats[turn].present
        case Table.Status.BETWEEN:
            return pace.slow
    return False


def _spend(loaded: Loaded, number: int, seconds: float) -> Loaded:
    """Take what a turn took too long from the reserve of the seat."""
    seat = loaded.seats[number]
    if seconds <= 0 or not seat.reserve:
        return loaded
    Seat.objects.filter(pk=seat.pk).update(reserve=max(0, seat.reserve - int(seconds)))
    return replace(loaded, seats=selectors.seats_at(loaded.table))
