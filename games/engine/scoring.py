"""What a deal is worth, and when the game ends."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from .cards import BLACK_THREES, card
from .melds import Meld
from .state import Ending, Setup, State
from .variant import Variant


class Score(NamedTuple):
    """One side's score of a deal (C-18), in points."""

    melds: int
    """Values of the cards in its melds."""
    bonuses: int
    """Bonuses of its canastas (C-19)."""
    red_threes: int
    """Plus or minus."""
    going_out: int
    in_hand: int
    """Zero or negative: all that is left in the hands of the side."""
    score: int
    """Of this deal."""
    total: int
    """Of the game so far."""


class Verdict(NamedTuple):
    """How a game ended."""

    ended_by: Literal["target", "draw", "limit"]
    winners: tuple[int, ...]
    """Sides; empty for a draw."""


def canastas(melds: Iterable[Meld]) -> int:
    """How many of these melds are canastas of any kind."""
    return sum(1 for meld in melds if meld.canasta)


def red_threes(setup: Setup, melds: Sequence[Meld], laid: int) -> int:
    """What `laid` red threes count for a side that has these melds: plus or minus."""
    variant = setup.variant
    worth = laid * variant.red_three
    if variant.all_red_threes is not None and laid == variant.red_threes(setup.seats):
        worth = variant.all_red_threes
    plus = canastas(melds) >= variant.red_threes_need_canastas
    if variant.red_threes_need_opening:
        plus = plus and bool(melds)
    return worth if plus else -worth


def score(state: State) -> tuple[Score, ...]:
    """The score of each side, as if the deal ended here."""
    return tuple(_score(state, side) for side in range(state.public.setup.sides))


def _score(state: State, side: int) -> Score:
    public = state.public
    setup = public.setup
    variant = setup.variant
    melds = public.melds[side]
    laid = sum(meld.value for meld in melds)
    bonuses = sum(variant.bonuses[meld.canasta] for meld in melds if meld.canasta)
    threes = red_threes(setup, melds, len(public.red_threes[side]))
    going_out = 0
    if public.out_seat is not None and setup.side(public.out_seat) == side:
        in_one = public.out_seat not in public.melders
        going_out = variant.going_out_in_one if in_one else variant.going_out
    in_hand = -sum(_left(state, seat) for seat in setup.members(side))
    total = laid + bonuses + threes + going_out + in_hand
    return Score(laid, bonuses, threes, going_out, in_hand, total, setup.totals[side] + total)


def _left(state: State, seat: int) -> int:
    """What a seat's hand and untaken kitty count against its side."""
    hand = state.hands[seat]
    points = hand.value + (state.kitties[seat].value if state.kitties else 0)
    if state.public.ended_by is Ending.OUT:
        each = state.public.setup.variant.black_three_left - card("3S").value
        points += each * sum(map(hand.count, BLACK_THREES))
    return points


def verdict(variant: Variant, target: int, totals: tuple[int, ...], deals: int) -> Verdict | None:
    """How the game ends with these totals after so many deals (C-20); None while it goes on."""
    best = max(totals)
    if best >= target:
        winners = tuple(side for side, total in enumerate(totals) if total == best)
        if len(winners) == 1:
            return Verdict("target", winners)
        if not variant.tie_plays_on:
            return Verdict("draw", ())
    if variant.limit is not None and deals >= variant.limit:
        return Verdict("limit", ())
    return None
