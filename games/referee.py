"""The referee: does what falls due at tables, so that no browser has to.

Computer players move, full tables begin and deals follow each other through the same services
as everything else. Several referees may run: who comes second finds the table moved on.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.db import close_old_connections, connections
from django.utils import timezone

from games import broadcast, selectors, services

logger = logging.getLogger(__name__)

AT_ONCE = 100
"""Tables looked up at a time."""
POLL = 1.0
"""Seconds after which commits of other processes are seen."""
LONGEST_SLEEP = 60.0
"""Seconds of sleep where every commit wakes the referee anyway."""
SECOND_TRY = 15.0
"""Seconds until a table at which something went wrong is tried again."""

T = TypeVar("T")


class Referee:
    """One task on the event loop; its database work is done in a thread of its own."""

    def __init__(self) -> None:
        self._woken = asyncio.Event()
        self._stopping = False

    async def run(self) -> None:
        """Watch all tables until `stop`."""
        ring = partial(asyncio.get_running_loop().call_soon_threadsafe, self._woken.set)
        with broadcast.alarm(ring):
            async with ThreadSensitiveContext():
                while not self._stopping:
                    self._woken.clear()
                    await self._sleep(await self._round())
                await _in_thread(connections.close_all)

    def stop(self) -> None:
        """Take no more tables; what is being done is finished first."""
        self._stopping = True
        self._woken.set()

    async def _round(self) -> float:
        """Do everything that is due; the seconds until the next thing is."""
        try:
            due = await _in_thread(partial(selectors.due, timezone.now(), AT_ONCE))
            for table_id in due:
                if self._stopping:
                    break
                await _in_thread(partial(_act, table_id))
            return await _in_thread(_seconds_to_next)
        except Exception:
            logger.exception("The referee could not look after the tables")
            return POLL

    async def _sleep(self, seconds: float) -> None:
        longest = POLL if settings.REDIS_URL else LONGEST_SLEEP
        try:
            async with asyncio.timeout(max(0.0, min(seconds, longest))):
                await self._woken.wait()
        except TimeoutError:
            pass


def _act(table_id: int) -> None:
    """One table's turn. What goes wrong at one table stays there and is tried again later."""
    try:
        services.act_due(table_id=table_id)
    except Exception:
        logger.exception("The referee failed at table %d", table_id)
        services.postpone(table_id=table_id, seconds=SECOND_TRY)


def _seconds_to_next() -> float:
    at = selectors.next_due()
    return LONGEST_SLEEP if at is None else (at - timezone.now()).total_seconds()


async def _in_thread(work: Callable[[], T]) -> T:
    return await sync_to_async(_with_fresh_connection)(work)


def _with_fresh_connection(work: Callable[[], T]) -> T:
    """As for a request: a connection that broke is replaced."""
    close_old_connections()
    return work()
