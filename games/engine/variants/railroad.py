"""Railroad Canasta: a kitty, four kinds of canasta, 106 cards for each player."""

from types import MappingProxyType

from ..melds import BlackThreesRule, Canasta, Kind, SetRule, SevensRule, WildsRule
from ..variant import Bar, HouseRule, Variant, by_seats

_SEATS = (2, 3, 4, 5, 6)

RAILROAD_1 = Variant(
    name="railroad",
    rules="1",
    seats=_SEATS,
    partners_at=(),
    packs=by_seats({seats: 2 * seats for seats in _SEATS}),
    jokers=by_seats({seats: 2 * seats for seats in _SEATS}),
    hand=by_seats(dict.fromkeys(_SEATS, 13)),
    kitty=11,
    draw=by_seats(dict.fromkeys(_SEATS, 2)),
    melds=(
        BlackThreesRule(),
        WildsRule("R-4", name=Canasta.WILDS),
        SevensRule("R-4"),
        SetRule("R-4", wilds=(0, 0, 3), closes=True),
    ),
    one_open_of_rank=True,
    wilds_freeze=True,
    top_only_onto=frozenset({Kind.SET, Kind.SEVENS}),
    top_takes_pile=HouseRule("top_takes_pile", "R-10"),
    bar=Bar("7", until=Canasta.SEVENS),
    openings=((None, 15), (0, 50), (5_000, 90), (10_000, 120), (15_000, 150)),
    canastas_to_go_out=by_seats(dict.fromkeys(_SEATS, 4)),
    kinds_to_go_out=frozenset({Canasta.NATURAL, Canasta.MIXED, Canasta.WILDS, Canasta.SEVENS}),
    last_is_discarded=True,
    going_out=100,
    going_out_in_one=100,
    bonuses=MappingProxyType(
        {
            Canasta.MIXED: 300,
            Canasta.NATURAL: 500,
            Canasta.WILDS: 1_000,
            Canasta.SEVENS: 1_500,
        }
    ),
    red_and_black=True,
    red_three=100,
    all_red_threes=None,
    target=by_seats(dict.fromkeys(_SEATS, 20_000)),
    targets=(5_000, 10_000, 20_000),
    limit=None,
    tie_plays_on=True,
    numbers=MappingProxyType(
        {
            "hand": "R-1",
            "up_card": "R-2",
            "draw": "R-3",
            "sets": "R-4",
            "several": "R-5",
            "black_threes": "R-7",
            "frozen": "R-8",
            "pile": "R-9",
            "blocked": "R-9",
            "top": "R-10",
            "openings": "R-11",
            "discard": "R-12",
            "kitty": "R-13",
            "going_out": "R-14",
            "sevens": "R-15",
            "bonuses": "R-16",
            "red_threes": "R-16",
            "targets": "R-17",
        }
    ),
)

VERSIONS = (RAILROAD_1,)
