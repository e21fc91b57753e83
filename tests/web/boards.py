"""Tables for the tests of the board: real ones but for the database."""

import random

from games import selectors
from games.board import Board, board, render
from games.engine.cards import Hand
from games.engine.moves import Move, parse
from games.engine.state import State
from games.engine.view import see
from games.models import Deal, Seat, Table
from games.selectors import Draft, Loaded

NAMES = ("Anna", "Nikos", "Ingrid", "<Bo>", "Κώστας", "美玲")


def table(state: State, number: int = 7) -> Loaded:
    """A table whose deal stands so; seat 1 is a computer player's."""
    setup = state.public.setup
    row = Table(key="k", variant=setup.variant.name, rules=setup.variant.rules, number=number)
    seats = tuple(
        Seat(table=row, number=seat, name=NAMES[seat], level="steady" if seat == 1 else "")
        for seat in range(setup.seats)
    )
    return Loaded(row, seats, Deal(table=row, number=4, dealer=setup.dealer), state)


def moved(loaded: Loaded, *moves: str | Move) -> Loaded:
    """The table after these moves, each made by the seat that must act."""
    for move in moves:
        assert loaded.state is not None
        made = parse(move) if isinstance(move, str) else move
        loaded = selectors.played(loaded, [(loaded.state.public.seat, made)])
    return loaded


def drafted(*parts: str, frozen: bool = False) -> Draft:
    """A draft of these parts, each in the notation of the log."""
    lay = parse("lay " + " / ".join(parts))
    return Draft(parts=lay.parts, frozen=frozen)


def permuted(state: State, seat: int | None, rng: random.Random) -> State:
    """The same deal to the eyes of `seat`, with all that is hidden from it dealt otherwise."""
    public = state.public
    hidden = list(state.deck[: public.stock])
    others = [other for other in range(public.setup.seats) if other != seat]
    for other in others:
        hidden += state.hands[other]
    looks = seat is not None and see(state, seat).kitty is not None
    unseen = [owner for owner in range(len(state.kitties)) if owner != seat or not looks]
    for owner in unseen:
        hidden += state.kitties[owner]
    rng.shuffle(hidden)
    hands = list(state.hands)
    for other in others:
        hands[other] = Hand(hidden.pop() for _ in range(public.sizes[other]))
    kitties = list(state.kitties)
    for owner in unseen:
        kitties[owner] = Hand(hidden.pop() for _ in range(public.kitties[owner]))
    deck = (*hidden, *state.deck[public.stock :])
    fresh = state.fresh if seat == public.turn else ()
    return state._replace(hands=tuple(hands), deck=deck, fresh=fresh, kitties=tuple(kitties))


def page(loaded: Loaded, seat: int | None, **how: object) -> str:
    """The whole board as its viewer gets it."""
    return render(shown(loaded, seat, **how))


def shown(loaded: Loaded, seat: int | None, **how: object) -> Board:
    """The board of this viewer."""
    return board(loaded, seat=seat, **how)  # type: ignore[arg-type]


def buttons(shown: Board) -> list[str]:
    """What the offered buttons send."""
    return [offer.do for offer in shown.regions["r-offers"].offers.offers]  # type: ignore[attr-defined]
