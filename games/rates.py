"""How often one visitor may do something, counted in this process alone."""

import time
from collections.abc import Hashable


class Rate:
    """At most `limit` times in each window of `seconds`, for each key by itself.

    Guards against floods, not against patience: counts start anew with every window, and each
    process counts for itself.
    """

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit = limit
        self.seconds = seconds
        self._window = 0
        self._counts: dict[Hashable, int] = {}

    def allows(self, key: Hashable = None) -> bool:
        """Count one more for `key`; False when that is one too many."""
        window = int(time.monotonic() / self.seconds)
        if window != self._window:
            self._window, self._counts = window, {}
        count = self._counts[key] = self._counts.get(key, 0) + 1
        return count <= self.limit
