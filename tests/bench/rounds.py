"""What `load.py` plays at our own server; imported once Django is set up."""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from .process import Figures, Meter, cpu, free_port, started
from .seated import Seated, plain, steady

MANAGE = Path(__file__).parents[2] / "manage.py"
PREPARED = 32
"""Moves played at a table before it is measured."""
WARM = 8


@contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """The site served from this process's own data: (host and port, process)."""
    port = free_port()
    serve = [sys.executable, MANAGE, "serve", "--port", str(port)]
    with started(serve, port, {}) as server:
        yield f"127.0.0.1:{port}", server.pid


def draw_and_discard(tables: int, moves: int, *, together: bool) -> Figures:
    """So many moves at each of these tables, all tables at once or one after another."""
    seated = [Seated(seed) for seed in range(tables)]
    for table in seated:
        table.prepare(PREPARED)

    async def play(table: Seated, moves: int) -> list[float]:
        return [await table.move(plain(table.state, table.rng)) for _ in range(moves)]

    async def everywhere(moves: int) -> list[float]:
        plays = [play(table, moves) for table in seated]
        rounds = await asyncio.gather(*plays) if together else [await one for one in plays]
        return list(chain(*rounds))

    async def run(host: str, pid: int) -> Figures:
        for table in seated:
            await table.connect(host)
        await everywhere(WARM)
        before = sum(table.received for table in seated)
        meter = Meter(pid)
        times = [seconds * 1000 for seconds in await everywhere(moves)]
        return meter.figures(times, sum(table.received for table in seated) - before)

    with serving() as (host, pid):
        return asyncio.run(run(host, pid))


def long_game(deals: int) -> list[list[float]]:
    """A game of so many deals, played with sense: the server's CPU ms of each move, by deal."""
    # The first moves of a server are slow by themselves: they are made at another table.
    other, table = Seated(1), Seated(2, target=10**9)

    async def run(host: str, pid: int) -> list[list[float]]:
        await other.connect(host)
        for _ in range(PREPARED):
            await other.move(plain(other.state, other.rng))
        other.close()
        await table.connect(host)
        costs: list[list[float]] = []
        while True:
            costs.append([])
            while not table.over:
                before = cpu(pid)
                await table.move(steady(table.state, table.rng))
                costs[-1].append(cpu(pid) - before)
            if len(costs) == deals:
                return costs
            await table.go_on()

    with serving() as (host, pid):
        return asyncio.run(run(host, pid))
