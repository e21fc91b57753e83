"""The state of a deal: immutable values, split into what everybody sees and what is hidden."""

from enum import StrEnum
from typing import NamedTuple

from .cards import Card, Hand
from .melds import Meld
from .variant import Variant


class Phase(StrEnum):
    """What the seat that must act has to do."""

    TAKE = "take"
    """Draw, take the pile or its top, or stop."""
    LAY = "lay"
    """Lay, ask the partner, or discard."""
    ASKED = "asked"
    """Answer the partner's question (C-17)."""
    GO_OUT = "go_out"
    """The partner said yes: the one lay that goes out."""
    LAST = "last"
    """That lay left one card: discard it."""
    STUCK = "stuck"
    """Nothing was drawn but cards that may not be discarded: lay some, then stop (R-15)."""
    ENDED = "ended"
    """The deal is over."""


class Ending(StrEnum):
    """How a deal ended."""

    OUT = "out"
    STOCK = "stock"
    SEVENS = "sevens"


class Setup(NamedTuple):
    """What is fixed when a deal begins."""

    variant: Variant
    seats: int
    dealer: int
    totals: tuple[int, ...]
    """Scores by side before this deal."""
    house_rules: frozenset[str] = frozenset()
    """Names of the house rules that this table plays with."""

    @property
    def top_takes_pile(self) -> bool:
        """Whether the house rule is on by which the top card takes the pile with it."""
        rule = self.variant.top_takes_pile
        return rule is not None and rule.name in self.house_rules

    @property
    def sides(self) -> int:
        """Number of sides."""
        return self.variant.sides(self.seats)

    def side(self, seat: int) -> int:
        """The side that a seat scores for."""
        return seat % self.sides

    def members(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(range(side, self.seats, self.sides))

    def partner(self, seat: int) -> int | None:
        """The partner's seat, None where each plays for themselves."""
        return (seat + 2) % self.seats if self.sides < self.seats else None

    def after(self, seat: int) -> int:
        """The seat to the left, whose turn is next (C-3)."""
        return (seat + 1) % self.seats


class Public(NamedTuple):
    """All that everybody at the table sees."""

    setup: Setup
    sizes: tuple[int, ...]
    """Cards in each seat's hand."""
    stock: int
    """Cards left in the stock."""
    pile: tuple[Card, ...]
    """The discard pile, its top last."""
    melds: tuple[tuple[Meld, ...], ...]
    """Melds of each side, in the order laid: meld 1 first."""
    red_threes: tuple[tuple[Card, ...], ...]
    """Red threes laid, by side."""
    turn: int
    """The seat whose turn it is."""
    seat: int
    """The seat that must act: that of `turn`, or its partner while asked."""
    phase: Phase = Phase.TAKE
    laid: bool = False
    """This turn has had a lay (what a take melds is none)."""
    melded: bool = False
    """This turn has laid a card, in a lay or a take."""
    melders: frozenset[int] = frozenset()
    """Seats that laid a card in an earlier turn of this deal (K-14)."""
    asked: bool = False
    """The partner has been asked this turn."""
    barred: bool = False
    """The partner said no: no going out this turn."""
    frozen: bool = False
    """The pile is frozen for everybody, by a wild or the up-card (K-7, R-8)."""
    kitties: tuple[int, ...] = ()
    """Cards in each seat's kitty, 0 once it has been taken; empty where the game has none."""
    ended_by: Ending | None = None
    out_seat: int | None = None
    """The seat that went out."""

    @property
    def top(self) -> Card | None:
        """The top of the pile."""
        return self.pile[-1] if self.pile else None


class State(NamedTuple):
    """A deal at one moment. `rules.play` makes the next one."""

    public: Public
    deck: tuple[Card, ...]
    """The whole deck; cards are taken from its end, ``deck[:public.stock]`` are left."""
    hands: tuple[Hand, ...]
    fresh: tuple[Card, ...] = ()
    """Cards that joined the hand of `public.turn` in this turn."""
    kitties: tuple[Hand, ...] = ()
    """The cards of each kitty, as many as `public.kitties` tells."""
