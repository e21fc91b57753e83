"""How `steady` fares against weaker players, by deals played twice with the places changed."""

import pytest

from games.engine.variants import all_variants
from tests.bench.strength import OPPONENTS, compare


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_steady_is_far_ahead_of_weaker_players(opponent: str) -> None:
    for variant in all_variants():
        for seats in variant.seats:
            found = compare(variant, seats, OPPONENTS[opponent], range(30))
            assert found.margin > 4 * found.error, (variant.name, seats)


def test_steady_ends_most_deals_by_going_out() -> None:
    for variant in all_variants():
        for seats in variant.seats:
            ends = compare(variant, seats, OPPONENTS["greedy"], range(30)).ends
            assert ends["us"] > ends["them"] + ends["stock"], (variant.name, seats)
