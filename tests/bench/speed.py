"""How fast the engine and the computer players are: ``make bench``.

On one core, medians of five rounds; each round measures everything in turn, so that a noisy
machine is noisy for all. RLCard and OpenSpiel play gin rummy, a smaller game, beside it.
"""

import json
import os
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from games.bots.selfplay import play_game
from games.engine import record, rules, shuffle
from games.engine.cards import Hand
from games.engine.moves import Discard, Lay, Part
from games.engine.state import Phase, Setup
from games.engine.variants import all_variants, get
from games.engine.view import View, see

HERE = Path(__file__).parent
LOGS = sorted((HERE.parent / "golden").glob("**/*.json"))
PEERS_PYTHON = HERE.parents[1] / ".venv-bench" / "bin" / "python"
ROUNDS = 5
DEALS_OF = ("samba", "canasta")


def replay() -> float:
    """Validated replay of the golden logs, in moves a second."""
    games = [record.parse(log.read_bytes()) for log in LOGS]
    moves = sum(len(deal.moves) for game in games for deal in game.deals)
    start = time.perf_counter()
    for game in games:
        for deal in game.deals:
            for _ in record.states(game, deal.number):
                pass
    return moves / (time.perf_counter() - start)


def deals_of(name: str) -> Callable[[], float]:
    """Deals a second of four `steady` players, scores and shuffles included."""
    variant = get(name)

    def deals() -> float:
        played = 0
        start = time.perf_counter()
        for seed in range(3):
            game = play_game(
                variant,
                ["steady"] * 4,
                target=max(variant.targets),
                server_seed=seed.to_bytes(32, "big"),
            )
            played += len(game.deals)
        return played / (time.perf_counter() - start)

    return deals


def big_hand() -> View:
    """A seat with 40 cards that may lay and discard."""
    variant = get("samba")
    deck = shuffle.deck(bytes(32), 1, variant.packs[4], variant.jokers[4])
    state = rules.begin(Setup(variant, 4, 0, (0, 0)), deck)
    view = see(state, state.public.seat)
    hand = Hand([c for c in deck[:60] if not c.red_three][:40])
    return view._replace(hand=hand, public=view.public._replace(phase=Phase.LAY))


def check() -> float:
    """`check` of a lay and of a discard from a hand of 40 cards, in microseconds each."""
    view = big_hand()
    ranks = [rank for rank in "456789TJQKA" if view.hand.rank_count(rank) >= 3][:4]
    sets = [tuple(c for c in view.hand if c.rank == rank)[:3] for rank in ranks]
    moves = [Lay(tuple(Part(None, cards) for cards in sets)), Discard(sets[0][0])]
    times = 2_000
    start = time.perf_counter()
    for _ in range(times):
        for move in moves:
            assert rules.check(view, move) is None
    return (time.perf_counter() - start) / times / len(moves) * 1e6


def peers() -> dict[str, float]:
    """Moves a second of the other engines."""
    done = subprocess.run(
        [PEERS_PYTHON, HERE / "peers.py"], capture_output=True, text=True, check=True
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Measure everything and print a line for each figure."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ours: dict[str, Callable[[], float]] = {"validated replay, moves/s": replay}
    offered = {variant.name for variant in all_variants()}
    for name in DEALS_OF:
        if name in offered:
            ours[f"{name}, four steady players, deals/s"] = deals_of(name)
    ours["check, hand of 40 cards, µs"] = check
    figures: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        for label, measure in ours.items():
            figures.setdefault(label, []).append(measure())
        for name, rate in peers().items():
            figures.setdefault(f"{name} gin rummy, random moves/s", []).append(rate)
    medians = {label: statistics.median(found) for label, found in figures.items()}
    for label, found in figures.items():
        print(f"{label:45} {medians[label]:>10,.0f}  ({min(found):,.0f} to {max(found):,.0f})")
    mine = medians["validated replay, moves/s"]
    for name in ("openspiel", "rlcard"):
        ratio = mine / medians[f"{name} gin rummy, random moves/s"]
        print(f"replay / {name}: {ratio:.1f}")


if __name__ == "__main__":
    main()
