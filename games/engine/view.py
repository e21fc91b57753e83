"""What one seat may see: every judgement of a move is made from this alone."""

from typing import NamedTuple

from .cards import Card, Hand
from .melds import Meld
from .state import Public, Setup, State


class View(NamedTuple):
    """The public state and one seat's own hand."""

    public: Public
    seat: int
    hand: Hand
    fresh: tuple[Card, ...] = ()
    """Cards that joined the hand in this turn, if it is this seat's."""

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
    return View(
        public, seat, state.hands[seat], state.fresh if seat == public.turn else ()
    )
