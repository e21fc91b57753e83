"""Positions written in the notation of cards, and the two questions that every test asks.

A position is a state that could come up: it is put together by the constructors of the engine,
and refused here if it names more cards of a face than the deck has.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice

import pytest

from games.engine.cards import ALL_CARDS, Hand, cards
from games.engine.melds import Meld
from games.engine.moves import parse
from games.engine.refusal import Reason, Refusal
from games.engine.rules import begin, check, play
from games.engine.state import Phase, Public, Setup, State
from games.engine.variant import Variant
from games.engine.variants import get
from games.engine.view import see

Told = tuple[Reason, str, dict[str, object]]
"""A refusal: reason, number of the rule, parameters."""


def position(
    game: str | Variant = "samba",
    *,
    seats: int = 4,
    seat: int = 0,
    hand: str = "",
    others: Mapping[int, str] | None = None,
    pile: str = "4D",
    stock: str | None = None,
    melds: Sequence[str] = (),
    against: Sequence[str] = (),
    red_threes: Sequence[str] = (),
    score: int = 0,
    phase: Phase = Phase.LAY,
    frozen: bool = False,
    kitty: str = "",
    house_rules: Iterable[str] = (),
) -> State:
    """A deal in the middle of the turn of `seat`.

    `hand` is held by `seat`, `others` by the seats named there. `pile` has its top last, `stock`
    its next card first. `melds` lie before the side of `seat`, `against` before the next side.
    `red_threes` are told by side. `score` is that of the side of `seat` at the start of the deal;
    the other sides have none. Hands and stock that are not told are a few cards of no interest.
    `frozen` tells whether a wild lies in the pile. `kitty` is that of `seat`; the other seats of a
    game with kitties have taken theirs.
    """
    variant = get(game) if isinstance(game, str) else game
    sides = variant.sides(seats)
    side = seat % sides
    totals = tuple(score if s == side else 0 for s in range(sides))
    laid: list[tuple[Meld, ...]] = [()] * sides
    laid[side] = tuple(variant.new_meld(cards(text)) for text in melds)
    laid[(side + 1) % sides] += tuple(variant.new_meld(cards(text)) for text in against)
    threes = tuple(map(cards, red_threes)) or ((),) * sides

    held = {seat: cards(hand)} | {s: cards(text) for s, text in (others or {}).items()}
    named = Counter(chain(*held.values(), cards(pile), cards(stock or ""), cards(kitty)))
    named.update(c for meld in chain(*laid) for c in meld.cards)
    named.update(chain(*threes))
    for face, count in named.items():
        most = (variant.jokers if face.rank == "X" else variant.packs)[seats]
        assert count <= most, f"{face} is named {count} times"
    assert not any(c.red_three for c in chain(*held.values()))
    assert variant.kitty or not kitty
    owners = range(seats) if variant.kitty else ()
    kitties = [Hand(cards(kitty) if owner == seat else ()) for owner in owners]

    free = (
        c for c in ALL_CARDS if "3" < c.rank <= "9" for _ in range(variant.packs[seats] - named[c])
    )
    hands = [Hand(held[s]) if s in held else Hand(islice(free, 4)) for s in range(seats)]
    deck = (tuple(islice(free, 6)) if stock is None else cards(stock))[::-1]
    public = Public(
        setup=Setup(variant, seats, (seat - 1) % seats, totals, frozenset(house_rules)),
        sizes=tuple(map(len, hands)),
        stock=len(deck),
        pile=cards(pile),
        melds=tuple(laid),
        red_threes=threes,
        turn=seat,
        seat=seat,
        phase=phase,
        frozen=frozen,
        kitties=tuple(map(len, kitties)),
    )
    return State(public, deck, tuple(hands), kitties=tuple(kitties))


def beginning(game: str, first: str, *, seats: int, dealer: int | None = None) -> State:
    """The beginning of a deal in which these cards come first, and black threes after them.

    By default the last seat is the dealer, so that seat 0 is dealt the first card.
    """
    variant = get(game)
    deck = cards(first) + cards("3S") * (variant.cards(seats) - len(cards(first)))
    totals = (0,) * variant.sides(seats)
    return begin(Setup(variant, seats, seats - 1 if dealer is None else dealer, totals), deck[::-1])


def after(state: State, *moves: str) -> State:
    """The state after these moves, each made by the seat that must act."""
    for move in moves:
        state = play(state, parse(move))
    return state


def allowed(state: State, move: str) -> bool:
    """Whether the seat that must act may make this move; a refusal is shown where it fails."""
    refusal = check(see(state, state.public.seat), parse(move))
    assert refusal is None, str(refusal)
    return True


def refused(state: State, move: str, seat: int | None = None) -> Told:
    """Why the move is refused: `check` and `play` say the same, and nothing has changed."""
    actor = state.public.seat if seat is None else seat
    before = repr(state)
    refusal = check(see(state, actor), parse(move))
    assert refusal is not None, f"{move} is allowed"
    with pytest.raises(Refusal) as raised:
        play(state, parse(move), actor)
    assert told(raised.value) == told(refusal)
    assert repr(state) == before
    return told(refusal)


def told(refusal: Refusal) -> Told:
    """What a refusal says, to be compared."""
    return refusal.reason, refusal.rule, dict(refusal.params)


def melds_of(state: State, side: int = 0) -> list[str]:
    """The melds of a side as text, meld 1 first."""
    return [" ".join(map(str, meld.cards)) for meld in state.public.melds[side]]


def hand_of(state: State, seat: int = 0) -> Hand:
    """The hand of a seat."""
    return state.hands[seat]


def held(text: str) -> Hand:
    """A hand written as text, to be compared."""
    return Hand(cards(text))
