"""Telling every process that something has changed. No card and no page passes through here.

The channel layer delivers at most once and may be gone altogether, which is logged and no
error: boards also ask by themselves now and then. Call these only after the commit.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

SEND_TIMEOUT = 1.0
"""Seconds after which a channel layer that does not answer is given up for this message."""

_alarms: list[Callable[[], object]] = []


def group(table_id: int) -> str:
    """The channel group of all who look at a table."""
    return f"table.{table_id}"


def seat_group(table_id: int, seat: int) -> str:
    """The channel group of the sockets of one seat."""
    return f"table.{table_id}.{seat}"


def table_changed(table_id: int, number: int) -> None:
    """Everybody at the table: it is at this number now."""
    _send(group(table_id), {"type": "table.changed", "number": number})


def draft_changed(table_id: int, seat: int) -> None:
    """The seat's own sockets: its draft is another."""
    _send(seat_group(table_id, seat), {"type": "draft.changed"})


@contextmanager
def alarm(ring: Callable[[], object]) -> Iterator[None]:
    """Within, `ring` is called in this process when a table gets something to fall due."""
    _alarms.append(ring)
    try:
        yield
    finally:
        _alarms.remove(ring)


def falls_due() -> None:
    """Wake the referee of this process, if it has one."""
    for ring in _alarms:
        ring()


def _send(to: str, message: dict[str, Any]) -> None:
    try:
        async_to_sync(_deliver)(to, message)
    except Exception as error:
        logger.warning("%s could not be told: %r", to, error)


async def _deliver(to: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    async with asyncio.timeout(SEND_TIMEOUT):
        await layer.group_send(to, message)
