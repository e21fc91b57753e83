"""Random legal deals of every game, with every invariant held at every move.

``python -m tests.bench.soak --deals 20000 --from 0`` plays the seeds 0 to 19,999 of each game,
shared out over its table sizes; a later run goes on with ``--from 20000``. A broken invariant
is told with game, table size and seed, and makes the exit status 1.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from games import bots
from games.engine.moves import Stop
from games.engine.state import Ending
from games.engine.variant import Variant
from games.engine.variants import all_variants

from .invariants import Broken, RandomDeal, Step, asked, play_through

PROGRESS = 10.0
"""Seconds between two lines of progress."""


def deals(variant: Variant, seeds: range, level: str, seats: int | None) -> Iterator[RandomDeal]:
    """A deal for each seed, the table sizes in turn."""
    sizes = variant.seats if seats is None else (seats,)
    for seed in seeds:
        yield RandomDeal(variant, sizes[seed % len(sizes)], seed, level)


def ending(made: list[Step]) -> str:
    """How a deal ended, in a word or two."""
    public = made[-1].state.public
    if public.ended_by is Ending.STOCK:
        return "stopped" if isinstance(made[-1].move, Stop) else "stock"
    return str(public.ended_by)


def soak(variant: Variant, seeds: range, level: str, seats: int | None) -> int:
    """Play these deals of one game, tell how they ended; the number of broken ones."""
    ends: Counter[tuple[int, str]] = Counter()
    moves = questions = broken = 0
    begun = told = time.monotonic()
    for number, deal in enumerate(deals(variant, seeds, level, seats), 1):
        try:
            made = play_through(deal)
        except Broken as error:
            broken += 1
            print(f"BROKEN {error}", flush=True)
            continue
        ends[deal.seats, ending(made)] += 1
        moves += len(made)
        questions += asked(made)
        if time.monotonic() - told > PROGRESS:
            told = time.monotonic()
            print(f"  {variant.name}: {number} of {len(seeds)} deals", flush=True)
    print(
        f"{variant.name}: {len(seeds)} deals (seeds {seeds.start} to {seeds.stop - 1}), "
        f"{moves} moves, {questions} deals with a question, {broken} broken, "
        f"{time.monotonic() - begun:.0f} s"
    )
    for (size, how), count in sorted(ends.items()):
        print(f"  {size} players, {how}: {count}")
    return broken


def main(arguments: Sequence[str] | None = None) -> int:
    """Run as told on the command line; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    games = {variant.name: variant for variant in all_variants()}
    parser.add_argument("--deals", type=int, default=20_000, help="deals of each game")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first seed")
    parser.add_argument("--variant", choices=games, help="this game only")
    parser.add_argument("--seats", type=int, help="this table size only")
    parser.add_argument("--level", choices=bots.LEVELS, default="random", help="who plays")
    options = parser.parse_args(arguments)
    seeds = range(options.first, options.first + options.deals)
    chosen = [games[options.variant]] if options.variant else list(games.values())
    if options.seats is not None:
        chosen = [variant for variant in chosen if options.seats in variant.seats]
        if not chosen:
            parser.error(f"no game for {options.seats}")
    return 1 if sum(soak(game, seeds, options.level, options.seats) for game in chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
