"""How `steady` fares against weaker players, by deals played twice with the places changed."""

import pytest

from games.engine.variant import Variant
from tests.bench.invariants import tables
from tests.bench.strength import OPPONENTS, compare

every_table = pytest.mark.parametrize(
    ("variant", "seats"),
    [pytest.param(variant, seats, id=f"{variant.name}-{seats}") for variant, seats in tables()],
)


def deals(variant: Variant, seats: int) -> range:
    """Fewer of the games with many cards, whose deals take long and tell much."""
    return range(5_000 // variant.cards(seats))


@pytest.mark.parametrize("opponent", OPPONENTS)
@every_table
def test_steady_is_far_ahead_of_weaker_players(variant: Variant, seats: int, opponent: str) -> None:
    found = compare(variant, seats, OPPONENTS[opponent], deals(variant, seats))
    assert found.margin > 4 * found.error
    if opponent == "greedy":
        assert found.ends["us"] > found.ends["them"]
