"""Canasta: the standard game, two packs, sets of one rank only."""

from types import MappingProxyType

from ..melds import BlackThreesRule, Canasta, SetRule
from ..variant import HouseRule, Variant, by_seats

CANASTA_1 = Variant(
    name="canasta",
    rules="1",
    seats=(2, 3, 4),
    partners_at=(4,),
    packs=by_seats({2: 2, 3: 2, 4: 2}),
    jokers=by_seats({2: 4, 3: 4, 4: 4}),
    hand=by_seats({2: 15, 3: 13, 4: 11}),
    draw=by_seats({2: 2, 3: 2, 4: 1}),
    covers_up_card=True,
    melds=(BlackThreesRule(), SetRule("K-4", wilds=(0, 0, 1, 2, 3))),
    one_open_of_rank=True,
    wilds_freeze=True,
    frozen_until_opened=True,
    wild_in_pair=True,
    top_takes_pile=HouseRule("take_onto_meld", "K-10"),
    openings=((None, 15), (0, 50), (1_500, 90), (3_000, 120)),
    canastas_to_go_out=by_seats({2: 2, 3: 1, 4: 1}),
    going_out=100,
    going_out_in_one=200,
    bonuses=MappingProxyType({Canasta.MIXED: 300, Canasta.NATURAL: 500}),
    red_three=100,
    all_red_threes=800,
    red_threes_need_opening=True,
    target=by_seats({2: 5_000, 3: 7_500, 4: 5_000}),
    targets=(2_500, 5_000, 7_500, 10_000),
    limit=60,
    numbers=MappingProxyType(
        {
            "hand": "K-1",
            "draw": "K-2",
            "up_card": "K-3",
            "sets": "K-4",
            "several": "K-5",
            "frozen": "K-7",
            "pile": "K-8",
            "top": "K-8",
            "blocked": "K-9",
            "openings": "K-11",
            "red_threes": "K-12",
            "discard": "K-13",
            "going_out": "K-14",
            "bonuses": "K-15",
            "targets": "K-16",
        }
    ),
)

VERSIONS = (CANASTA_1,)
