"""Samba: three packs, two cards a turn, sequences beside sets."""

from types import MappingProxyType

from ..melds import BlackThreesRule, Canasta, Kind, SequenceRule, SetRule
from ..variant import Variant

SAMBA_1 = Variant(
    name="samba",
    rules="1",
    seats=(2, 3, 4),
    partners_at=(4,),
    packs=3,
    jokers=6,
    hand=15,
    draw=2,
    melds=(
        BlackThreesRule(),
        SetRule("S-4", max_wilds=2, naturals_per_wild=2),
        SequenceRule("S-5"),
    ),
    pair_starts_new_set=True,
    top_only_onto=frozenset({Kind.SEQUENCE}),
    openings=((None, 15), (0, 50), (1_500, 90), (3_000, 120), (7_000, 150)),
    canastas_to_go_out=2,
    going_out=200,
    bonuses=MappingProxyType(
        {Canasta.MIXED: 300, Canasta.NATURAL: 500, Canasta.SAMBA: 1_500}
    ),
    red_three=100,
    all_red_threes=1_000,
    red_threes_need=2,
    target=10_000,
    targets=(2_500, 5_000, 7_500, 10_000),
    limit=60,
    numbers=MappingProxyType(
        {
            "hand": "S-1",
            "draw": "S-2",
            "up_card": "S-3",
            "sets": "S-4",
            "sequences": "S-5",
            "closed": "S-5",
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
