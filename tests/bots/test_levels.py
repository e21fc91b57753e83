"""What is asked of every level: legal moves, an end to every deal, nothing but the view."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from games import bots
from games.engine import rules, shuffle
from games.engine.moves import Ask, Move
from games.engine.state import Phase, Setup, State
from games.engine.variant import Variant
from games.engine.variants import all_variants
from games.engine.view import see

TABLES = [(variant, seats) for variant in all_variants() for seats in variant.seats]
TOTALS = (-100, 0, 1_500, 3_000, 7_000, 15_000)
ROOT = Path(__file__).parents[2]
CARDS = 4_000
"""Cards dealt at each table: fewer deals of the games with many."""
LONGEST = 3_000
"""Moves that no deal needs."""


def begin(variant: Variant, seats: int, number: int) -> State:
    """The first state of a deal that follows from its number."""
    rng = Random(number)
    totals = tuple(rng.choice(TOTALS) for _ in range(variant.sides(seats)))
    packs, jokers = variant.packs[seats], variant.jokers[seats]
    deck = shuffle.deck(number.to_bytes(32, "big"), 1, packs, jokers)
    house_rules = frozenset(rule.name for rule in variant.house_rules if rng.random() < 0.5)
    return rules.begin(Setup(variant, seats, number % seats, totals, house_rules), deck)


def played(state: State, levels: list[str], seed: int) -> list[Move]:
    """The moves to the end of the deal; `rules.play` refuses what is not legal."""
    rng = Random(seed)
    moves: list[Move] = []
    while state.public.phase is not Phase.ENDED:
        assert len(moves) < LONGEST
        seat = state.public.seat
        move = bots.choose(levels[seat], see(state, seat), rng)
        if isinstance(move, Ask):
            lay, discard = bots.plan(levels[seat], see(state, seat))
            assert rules.check_plan(see(state, seat), lay, discard) is None
        state = rules.play(state, move, seat)
        moves.append(move)
    return moves


def test_levels_are_the_files_of_the_folder_and_steady_alone_is_offered() -> None:
    assert bots.LEVELS == ("random", "steady")
    assert bots.OFFERED == ("steady",)


@pytest.mark.parametrize("players", [("steady",), bots.LEVELS], ids="-".join)
@pytest.mark.parametrize(
    ("variant", "seats"), TABLES, ids=[f"{variant.name}-{seats}" for variant, seats in TABLES]
)
def test_every_move_is_legal_and_every_deal_ends(
    variant: Variant, seats: int, players: tuple[str, ...]
) -> None:
    for number in range(CARDS // variant.cards(seats)):
        rng = Random(number)
        levels = [rng.choice(players) for _ in range(seats)]
        played(begin(variant, seats, number), levels, number)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_the_same_view_and_chance_give_the_same_moves_whatever_the_hash_seed(level: str) -> None:
    program = (
        "from tests.bots.test_levels import *\n"
        "for variant, seats in TABLES:\n"
        f"    print(played(begin(variant, seats, 5), [{level!r}] * seats, 5))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_steady_leaves_nothing_to_chance() -> None:
    variant, seats = TABLES[-1]
    state = begin(variant, seats, 9)
    assert played(state, ["steady"] * seats, 1) == played(state, ["steady"] * seats, 2)
