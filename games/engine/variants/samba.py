"""Samba: three packs, two cards a turn, sequences beside sets."""

from types import MappingProxyType

from ..melds import BlackThreesRule, Canasta, Kind, SequenceRule, SetRule
from ..variant import Variant, by_seats

SAMBA_1 = Variant(
    name="samba",
    rules="1",
    seats=(2, 3, 4),
    partners_at=(4,),
    packs=by_seats({2: 3, 3: 3, 4: 3}),
    jokers=by_seats({2: 6, 3: 6, 4: 6}),
    hand=by_seats({2: 15, 3: 15, 4: 15}),
    draw=by_seats({2: 2, 3: 2, 4: 2}),
    melds=(
        BlackThreesRule(),
        SetRule("S-4", wilds=(0, 0, 1, 1, 2)),
        SequenceRule("S-5"),
    ),
    pair_starts_new_set=True,
    top_only_onto=frozenset({Kind.SEQUENCE}),
    openings=((None, 15), (0, 50), (1_500, 90), (3_000, 120), (7_000, 150)),
    canastas_to_go_out=by_seats({2: 2, 3: 2, 4: 2}),
    going_out=200,
    going_out_in_one=200,
    bonuses=MappingProxyType({Canasta.MIXED: 300, Canasta.NATURAL: 500, Canasta.SAMBA: 1_500}),
    red_three=100,
    all_red_threes=1_000,
    red_threes_need_canastas=2,
    target=by_seats({2: 10_000, 3: 10_000, 4: 10_000}),
    targets=(2_500, 5_000, 7_500, 10_000),
    limit=60,
    numbers=MappingProxyType(
        {
            "hand": "S-1",
            "draw": "S-2",
            "up_card": "S-3",
            "sets": "S-4",
            "sequences": "S-5",
            "several": "S-6",
            "blocked": "S-8",
            "pile": "S-9",
            "top": "S-10",
            "openings": "S-11",
            "red_threes": "S-12",
            "discard": "S-13",
            "going_out": "S-14",
            "bonuses": "S-15",
            "targets": "S-16",
        }
    ),
)

VERSIONS = (SAMBA_1,)
