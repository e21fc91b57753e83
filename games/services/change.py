"""What every public change of a table ends with: its number, what falls due, the news."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import broadcast, selectors
from games.models import Table
from games.selectors import Loaded


def publish(loaded: Loaded, *fields: str) -> int:
    """Store these fields of the table with its next number; tell everybody after the commit.

    `loaded` is the table as it is from now on. The answer is the new number.
    """
    table = loaded.table
    table.number += 1
    table.turn = _turn(loaded)
    wait = _wait(loaded)
    table.due_at = None if wait is None else timezone.now() + timedelta(seconds=wait)
    table.save(update_fields=["number", "turn", "due_at", *fields])

    def tell() -> None:
        selectors.remember(loaded)
        if wait is not None:
            broadcast.falls_due()
        broadcast.table_changed(table.pk, table.number)

    # What fails here must not look as if what has been stored had failed.
    transaction.on_commit(tell, robust=True)
    return table.number


def _turn(loaded: Loaded) -> int | None:
    if loaded.table.status != Table.Status.PLAYING or loaded.state is None:
        return None
    return loaded.state.public.seat


def _wait(loaded: Loaded) -> float | None:
    """Seconds until the referee acts if nobody else does; None where it has nothing to do."""
    match loaded.table.status:
        case Table.Status.WAITING if loaded.full:
            return settings.START_AFTER
        case Table.Status.PLAYING if _turn_is_a_computers(loaded):
            return settings.BOT_PACE
        case Table.Status.BETWEEN:
            return settings.GO_ON_AFTER
    return None


def _turn_is_a_computers(loaded: Loaded) -> bool:
    seat = _turn(loaded)
    return seat is not None and bool(loaded.seats[seat].level)
