"""Who is at their page: a sign of life from each socket, which expires by itself."""

from collections.abc import Iterable

from django.core.cache import cache

EXPIRES = 15
"""Seconds after the last sign; pages give one every five."""


def arrive(table_id: int, seats: Iterable[int]) -> bool:
    """Note that these seats' person is here; True where they were not a moment ago."""
    keys = [_key(table_id, seat) for seat in seats]
    if not keys:
        return False
    known = cache.get_many(keys)
    cache.set_many(dict.fromkeys(keys, True), EXPIRES)
    return len(known) < len(keys)


def here(table_id: int, seats: int) -> frozenset[int]:
    """Those of the table's seats whose person is here."""
    keys = {_key(table_id, seat): seat for seat in range(seats)}
    return frozenset(keys[key] for key in cache.get_many(keys))


def _key(table_id: int, seat: int) -> str:
    return f"here.{table_id}.{seat}"
