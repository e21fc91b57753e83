"""What the referee sends: notices that have become due, each taken by one sender only.

Push services and mail servers are slow and sometimes gone. Nothing waits for them but the few
threads here; tables go on meanwhile.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections, connections
from django.utils import timezone

from games import broadcast, presence, selectors
from games.letters import Outcome, send
from games.models import Notice
from games.services import notices

logger = logging.getLogger(__name__)

THREADS = 4
AT_ONCE = 40
"""Notices looked up at a time."""
POLL = 5.0
"""Seconds after which notices of other processes are seen."""
LONGEST_SLEEP = 60.0
HERE = 20.0
"""Seconds until somebody who is at the table just now is looked after again."""

T = TypeVar("T")


class Post:
    """One task on the event loop."""

    def __init__(self) -> None:
        self._woken = asyncio.Event()
        self._stopping = False

    async def run(self) -> None:
        """Send what becomes due until `stop`; nothing where the host has set up nothing."""
        if not (settings.PUSH_CONTACT or settings.MAIL):
            return
        ring = partial(asyncio.get_running_loop().call_soon_threadsafe, self._woken.set)
        with broadcast.alarm(ring), ThreadPoolExecutor(THREADS, "post") as threads:
            while not self._stopping:
                self._woken.clear()
                seconds = await self._round(threads)
                await self._sleep(seconds)

    def stop(self) -> None:
        """Take no more; what is on its way is waited for."""
        self._stopping = True
        self._woken.set()

    async def _round(self, threads: ThreadPoolExecutor) -> float:
        """Send all that is due; the seconds until more is."""
        try:
            due = await _in_thread(threads, partial(selectors.due_notices, timezone.now(), AT_ONCE))
            deliveries = (_in_thread(threads, partial(self._deliver, notice)) for notice in due)
            await asyncio.gather(*deliveries)
            return await _in_thread(threads, seconds_to_next)
        except Exception:
            logger.exception("The post could not be looked after")
            return POLL

    def _deliver(self, notice: Notice) -> None:
        if not self._stopping:
            deliver(notice)

    async def _sleep(self, seconds: float) -> None:
        longest = POLL if settings.REDIS_URL else LONGEST_SLEEP
        try:
            async with asyncio.timeout(max(0.1, min(seconds, longest))):
                await self._woken.wait()
        except TimeoutError:
            pass


def deliver(notice: Notice) -> None:
    """Take one notice and send it if it still holds; a failed one is tried again later."""
    if not notices.take(notice=notice):
        return
    if notice.table is not None:
        if not notices.still_holds(notice=notice):
            return
        if presence.looks_at(notice.table.pk, notice.subscription.player_id):
            notices.put_off(notice=notice, seconds=HERE)
            return
    try:
        outcome = send(notice)
    except Exception:
        logger.exception("Notice %d could not be sent", notice.pk)
        outcome = Outcome.FAILED
    if outcome is Outcome.FAILED:
        notices.failed(notice=notice)
    elif outcome is Outcome.GONE:
        notices.unsubscribe(subscription=notice.subscription)


def seconds_to_next() -> float:
    """Until the next notice is due."""
    at = selectors.next_notice()
    return LONGEST_SLEEP if at is None else (at - timezone.now()).total_seconds()


async def _in_thread(threads: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    return await sync_to_async(_alone, thread_sensitive=False, executor=threads)(work)


def _alone(work: Callable[[], T]) -> T:
    """With a database connection of its own: letters are rare, so it is not kept."""
    close_old_connections()
    try:
        return work()
    finally:
        connections.close_all()
