"""The channel layer of a site that is one process."""

import time
from contextlib import suppress
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

CLEAN_EVERY = 1.0
"""Seconds between two walks over all that waits."""


class MemoryChannelLayer(InMemoryChannelLayer):
    """Channels' own, where telling a group costs no more than the group is large.

    Channels looks for expired messages in all channels whenever anything is sent or received,
    and starts a task for each channel of a group, which on a busy loop takes a while to end.
    """

    _cleaned_at = 0.0

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self._clean_expired()
        # Putting a message into a queue never waits.
        for channel in list(self.groups.get(group, ())):
            with suppress(ChannelFull):
                await self.send(channel, message)

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned_at >= CLEAN_EVERY:
            self._cleaned_at = now
            super()._clean_expired()
