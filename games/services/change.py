"""What every public change of a table ends with: its number, what falls due, the news."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import broadcast, selectors
from games.models import Table, TableEvent
from games.selectors import Loaded
from games.services import clock
from games.services.notices import turn_begins


def publish(loaded: Loaded, *fields: str) -> int:
    """Store these fields of the table with its next number; tell everybody after the commit.

    `loaded` is the table as it is from now on. The answer is the new number.
    """
    table = loaded.table
    now = timezone.now()
    before = table.turn
    table.number += 1
    table.turn = _turn(loaded)
    table.changed_at = now
    loaded = clock.wind(loaded, before, now)
    table.due_at = due_at(loaded, now)
    if table.status == Table.Status.ENDED:
        # From here on counts how long nobody looks at it.
        table.looked_at = now
        fields = (*fields, "looked_at")
    stored = {"number", "turn", "due_at", "changed_at", *clock.FIELDS, *fields}
    table.save(update_fields=stored)
    turn_begins(loaded, before)
    announce(loaded)
    return table.number


def announce(loaded: Loaded) -> None:
    """Tell everybody after the commit, as what is stored already has a new number."""
    table = loaded.table

    def tell() -> None:
        selectors.remember(loaded)
        if table.due_at is not None:
            broadcast.falls_due()
        broadcast.table_changed(table.pk, table.number)

    # What fails here must not look as if what has been stored had failed.
    transaction.on_commit(tell, robust=True)


def note(
    loaded: Loaded, kind: TableEvent.Kind, seat: int | None = None, until: datetime | None = None
) -> None:
    """Write down for all at the table what is being done."""
    TableEvent.objects.create(
        table=loaded.table, kind=kind, seat=seat, until=until, at=timezone.now()
    )


def due_at(loaded: Loaded, now: datetime) -> datetime | None:
    """When the referee acts if nobody else does; None where it has nothing to do."""
    table = loaded.table
    if table.paused_at:
        return None
    match table.status:
        case Table.Status.WAITING if loaded.full and _all_ready(loaded):
            return now + timedelta(seconds=settings.START_AFTER)
        case Table.Status.PLAYING if table.turn is not None:
            if loaded.seats[table.turn].moved_by:
                return now + timedelta(seconds=settings.BOT_PACE)
            times = (table.deadline_at, clock.answer_at(loaded, now))
            return min((at for at in times if at), default=None)
        case Table.Status.BETWEEN:
            return table.deadline_at or now + timedelta(seconds=settings.GO_ON_AFTER)
    return None


def _turn(loaded: Loaded) -> int | None:
    if loaded.table.status != Table.Status.PLAYING or loaded.state is None:
        return None
    return loaded.state.public.seat


def _all_ready(loaded: Loaded) -> bool:
    """Whoever sits down is ready; at a table for a rematch people were sat down."""
    return loaded.table.rematch_of_id is None or all(
        seat.went_on for seat in loaded.seats if seat.player_id
    )
