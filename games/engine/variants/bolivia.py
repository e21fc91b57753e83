"""Bolivia: as Samba, with melds of wilds and an escalera to go out."""

from dataclasses import replace
from types import MappingProxyType

from ..melds import BlackThreesRule, Canasta, SequenceRule, SetRule, WildsRule
from ..variant import by_seats
from .samba import SAMBA_1

BOLIVIA_1 = replace(
    SAMBA_1,
    name="bolivia",
    rules="1",
    melds=(
        BlackThreesRule(),
        WildsRule("B-1", name=Canasta.BOLIVIA),
        SetRule("S-4", wilds=(0, 0, 1, 1, 2)),
        SequenceRule("S-5", name=Canasta.ESCALERA),
    ),
    kinds_to_go_out=frozenset({Canasta.ESCALERA}),
    bonuses=MappingProxyType(
        {
            Canasta.MIXED: 300,
            Canasta.NATURAL: 500,
            Canasta.ESCALERA: 1_500,
            Canasta.BOLIVIA: 2_500,
        }
    ),
    black_three_left=100,
    target=by_seats({2: 15_000, 3: 15_000, 4: 15_000}),
    targets=(5_000, 7_500, 10_000, 15_000),
    numbers=MappingProxyType(
        {
            **SAMBA_1.numbers,
            "wilds": "B-1",
            "going_out": "B-2",
            "red_threes": "B-3",
            "black_threes_left": "B-4",
            "targets": "B-5",
            "openings": "B-6",
        }
    ),
)

VERSIONS = (BOLIVIA_1,)
