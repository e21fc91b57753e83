"""What a move costs the server, from the post to the screens of all others: ``make load``.

Serves the site as `make run` does, from an empty database of its own, and plays by HTTP at
tables of four persons, each with a socket. A move is done when the sockets of the three others
have a board past its number. In the same run boardgame.io plays a game of equal size, with its
state in memory and in files (the fairer comparison, as every move is stored here).

CPU is what the server's process used in all its threads. Machines are noisy: compare the ratios
of one run. ``--long`` instead plays a game of 60 deals and compares its ends.
"""

import argparse
import os
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

import django
from django.core.management import call_command

from . import boardgame
from .process import Figures

ALONE = 5
"""Tables played at one after another, for the latency without load."""
TOGETHER = 25
"""Tables played at all at once."""
MOVES = 40
"""Moves at each table."""
DEALS = 60
ENDS = 10
"""Moves compared at each end of a long game."""


@contextmanager
def site() -> Iterator[None]:
    """A folder of data with an empty database, for this process and the servers it starts."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "ORIGINS"):
            os.environ.pop(name, None)
        os.environ["DATA_DIR"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "samba_site.settings"
        django.setup()
        call_command("migrate", verbosity=0)
        yield


def compare() -> None:
    """Measure this site and boardgame.io, and print them beside each other."""
    found: dict[str, tuple[Figures, Figures]] = {}
    with site():
        from .rounds import draw_and_discard

        found["this site"] = (
            draw_and_discard(ALONE, MOVES, together=False),
            draw_and_discard(TOGETHER, MOVES, together=True),
        )
    missing = boardgame.missing()
    if missing:
        print(f"boardgame.io is left out: {missing}.")
    else:
        for name, store in boardgame.STORES.items():
            found[name] = (
                boardgame.measure(store, 1, ALONE * MOVES),
                boardgame.measure(store, TOGETHER, MOVES),
            )
    print(f"{'':24}{'one table':>24}{f'{TOGETHER} tables at once':>41}")
    print(
        f"{'':24}{'p50 ms':>8}{'p95 ms':>8}{'CPU ms':>8}"
        f"{'moves/s':>10}{'CPU ms':>8}{'kB a move':>11}{'memory MB':>12}"
    )
    rows = {name: _row(alone, many) for name, (alone, many) in found.items()}
    ours = rows["this site"]
    for name, row in rows.items():
        print(f"{name:24}{_cells(row)}")
    for name, row in rows.items():
        if row is not ours:
            ratios = [mine / theirs for mine, theirs in zip(ours, row, strict=True)]
            print(f"{f'ratio to its {name.split()[-1]}':24}{_cells(ratios)}")


def _row(alone: Figures, many: Figures) -> list[float]:
    sent = many.sent / 1024
    return [alone.p50, alone.p95, alone.cpu, many.rate, many.cpu, sent, many.memory]


def _cells(row: Sequence[float]) -> str:
    p50, p95, cpu, rate, busy, sent, memory = row
    return f"{p50:8.2f}{p95:8.2f}{cpu:8.2f}{rate:10.2f}{busy:8.2f}{sent:11.2f}{memory:12.2f}"


def compare_ends() -> None:
    """Play a long game and print what its first and its last moves cost."""
    with site():
        from .rounds import long_game

        deals = long_game(DEALS)
    moves = list(chain(*deals))
    print(f"{len(deals)} deals, {len(moves):,} moves. CPU ms of the server a move, medians:")
    print(f"{'':34}{'first':>8}{'last':>8}{'ratio':>8}")
    _ends(f"{ENDS} moves of the game", moves, ENDS)
    _ends(f"{ENDS} moves of the first deal", deals[0], ENDS)
    _ends(f"{ENDS} moves of the last deal", deals[-1], ENDS)
    tenths = [chain(*deals[start : start + 10]) for start in range(0, DEALS, 10)]
    print("every ten deals:", *(f"{statistics.median(tenth):.2f}" for tenth in tenths))


def _ends(label: str, costs: Sequence[float], moves: int) -> None:
    first, last = (statistics.median(part) for part in (costs[:moves], costs[-moves:]))
    print(f"{label:34}{first:8.2f}{last:8.2f}{last / first:8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="What a move costs the server.")
    parser.add_argument("--long", action="store_true", help="the ends of a game of 60 deals")
    if parser.parse_args().long:
        compare_ends()
    else:
        compare()


if __name__ == "__main__":
    main()
