"""How well `steady` plays: deals played twice, the sides changing places.

``python -m tests.bench.strength --seats 4 --deals 200`` plays so many deals of each game against
each opponent and prints the average scores. Both sides get the same cards of a deal once, so
luck weighs little.
"""

import argparse
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean, stdev

from games import bots
from games.bots.draft import HEIGHTS, Draft
from games.bots.opening import open_with
from games.engine import rules, shuffle
from games.engine.cards import HEIGHT, VALUE
from games.engine.moves import Discard, Draw, Lay, Move, Part, Pile, Stop, Yes
from games.engine.scoring import score
from games.engine.state import Phase, Setup
from games.engine.variant import Variant
from games.engine.variants import all_variants
from games.engine.view import View, see

Player = Callable[[View, Random], Move]
TOTALS = (0, 1_500, 3_000)
"""Scores before the deals, in turn: the minimum differs."""


def greedy(view: View, rng: Random) -> Move:
    """Who takes every pile, lays every set at once and discards what counts most."""
    public = view.public
    draft = Draft(view)
    match public.phase:
        case Phase.TAKE:
            top = public.top
            if top and HEIGHT[top] >= 4 and draft.ranks[HEIGHT[top]] >= 2:
                pair = draft.new_set(HEIGHT[top], 2).added
                onto = [None, *(n for n, meld in enumerate(view.melds, 1) if meld.rank == top.rank)]
                for take in [Pile(Part(number, tuple(pair))) for number in onto]:
                    if rules.check(view, take) is None:
                        return take
            return Draw() if public.stock else Stop()
        case Phase.STUCK:
            return Stop()
        case Phase.ASKED:
            return Yes()
        case Phase.LAY if not public.laid:
            need = rules.minimum(view)
            if not need:
                _lay_sets(draft)
            if not need or open_with(draft, need, 2):
                lay = Lay(draft.parts())
                if rules.check(view, lay) is None:
                    return lay
    dear = sorted(view.hand, key=VALUE.__getitem__, reverse=True)
    return next(move for move in map(Discard, dear) if rules.check(view, move) is None)


def _lay_sets(draft: Draft) -> None:
    for row in draft.sets:
        most = min(draft.left - 2, row.most - row.size)
        draft.put_naturals(row, max(min(draft.ranks[row.height], most), 0))
        while draft.wilds and draft.left > 2 and draft.wild_room(row) > 0:
            draft.put_wild(row)
    for height in HEIGHTS:
        if draft.ranks[height] >= 3 and draft.left >= 5 and draft.may_begin(height):
            draft.new_set(height, 3)


OPPONENTS: dict[str, Player] = {
    "random": partial(bots.choose, "random"),
    "greedy": greedy,
}


@dataclass(frozen=True)
class Outcome:
    """Deals between `steady` and an opponent."""

    ours: tuple[float, ...]
    """Score of each deal and side, once in each place."""
    theirs: tuple[float, ...]
    ends: Counter[str]
    """How the deals ended, and how often who went out."""

    @property
    def margin(self) -> float:
        """Points a deal that `steady` is ahead by, a side."""
        return fmean(self.ours) - fmean(self.theirs)

    @property
    def error(self) -> float:
        """Standard error of the margin."""
        gains = [ours - theirs for ours, theirs in zip(self.ours, self.theirs, strict=True)]
        return stdev(gains) / math.sqrt(len(gains))


def compare(variant: Variant, seats: int, opponent: Player, deals: range) -> Outcome:
    """Play these deals, numbered so, twice each: every other seat is `steady`."""
    steady: Player = partial(bots.choose, "steady")
    ours: list[float] = []
    theirs: list[float] = []
    ends: Counter[str] = Counter()
    sides = variant.sides(seats)
    for number in deals:
        deck = shuffle.deck(
            number.to_bytes(32, "big"), 1, variant.packs[seats], variant.jokers[seats]
        )
        total = TOTALS[number % len(TOTALS)]
        for place in (0, 1):
            is_ours = [side % 2 == place for side in range(sides)]
            rng = Random(f"{number} {place}")
            setup = Setup(variant, seats, number % seats, (total,) * sides)
            state = rules.begin(setup, deck)
            while (public := state.public).phase is not Phase.ENDED:
                player = steady if is_ours[setup.side(public.seat)] else opponent
                state = rules.play(state, player(see(state, public.seat), rng))
            scores = [side.score for side in score(state)]
            ours.append(fmean(s for s, our in zip(scores, is_ours, strict=True) if our))
            theirs.append(fmean(s for s, our in zip(scores, is_ours, strict=True) if not our))
            out = public.out_seat
            ends["stock" if out is None else "us" if is_ours[setup.side(out)] else "them"] += 1
    return Outcome(tuple(ours), tuple(theirs), ends)


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seats", type=int, help="one table size alone")
    options = parser.parse_args()
    for variant in all_variants():
        for seats in variant.seats if options.seats is None else (options.seats,):
            for name, opponent in OPPONENTS.items():
                found = compare(variant, seats, opponent, range(options.deals))
                print(
                    f"{variant.name} for {seats}: steady {fmean(found.ours):,.0f}, "
                    f"{name} {fmean(found.theirs):,.0f} a deal and side; "
                    f"ahead by {found.margin:,.0f} ± {found.error:,.0f}; out {dict(found.ends)}"
                )


if __name__ == "__main__":
    main()
