"""What one seat may see: every judgement of a move is made from this alone."""

from typing import NamedTuple

from .cards import Card, Hand
from .melds import Canasta, Meld
from .state import Public, Setup, State


class View(NamedTuple):
    """The public state and one seat's own hand."""

    public: Public
    seat: int
    hand: Hand
    fresh: tuple[Card, ...] = ()
    """Cards that joined the hand in this turn, if it is this seat's."""
    kitty: Hand | None = None
    """The viewer's kitty, once they may look at it (R-13)."""

    @property
    def setup(self) -> Setup:
        """What was fixed when the deal began."""
        return self.public.setup

    @property
    def side(self) -> int:
        """The viewer's side."""
        return self.public.setup.side(self.seat)

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds of the viewer's side; meld n is ``melds[n - 1]``."""
        return self.public.melds[self.side]


def see(state: State, seat: int) -> View:
    """The state as this seat sees it."""
    public = state.public
    fresh = state.fresh if seat == public.turn else ()
    kitty = state.kitties[seat] if kitty_earned(public, seat) else None
    return View(public, seat, state.hands[seat], fresh, kitty)


def kitty_earned(public: Public, seat: int) -> bool:
    """Whether this seat has an untaken kitty and a canasta, other than mixed, for it (R-13)."""
    if not public.kitties or not public.kitties[seat]:
        return False
    melds = public.melds[public.setup.side(seat)]
    return any(meld.canasta not in (None, Canasta.MIXED) for meld in melds)
