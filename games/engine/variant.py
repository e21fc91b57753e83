"""A game as data: everything in which the games differ, each field with the number of its rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .cards import Card
from .melds import Canasta, Kind, Meld, MeldRule
from .refusal import Reason, Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The rules of one game, by name and version: ``samba`` ``1``.

    A changed rule is a new version beside the old one; a game is replayed by the version
    that it was begun with.
    """

    name: str
    rules: str

    seats: tuple[int, ...]
    """Table sizes that the game is played with."""
    partners_at: tuple[int, ...]
    """Table sizes at which partners sit opposite; at the others each seat is a side of its own."""
    packs: int
    """Packs of 52 cards."""
    jokers: int
    """Jokers in all."""

    hand: int
    """Cards dealt to each seat."""
    draw: int
    """Cards drawn from the stock in a turn."""

    melds: tuple[MeldRule, ...]
    """The kinds of meld, asked in this order whether new cards are meant for them."""
    pair_starts_new_set: bool
    """A pair that takes the pile always starts a new set, even beside one of that rank."""
    top_only_onto: frozenset[Kind]
    """Kinds of meld that the top card alone may be taken onto."""

    openings: tuple[tuple[int | None, int], ...]
    """(side's score from, least points of the first meld), rising; None is "any lower score"."""

    canastas_to_go_out: int
    """Canastas of any kind that a side needs to go out."""
    going_out: int
    """Bonus for going out."""
    bonuses: Mapping[Canasta, int]
    """Bonus of each kind of canasta."""
    red_three: int
    """Points for each red three: plus, or minus while `red_threes_need` is not reached."""
    all_red_threes: int
    """Points for all red threes of the deck together, instead of `red_three` each."""
    red_threes_need: int
    """Canastas with which a side's red threes count plus."""

    target: int
    """Points that end the game, unless the table chose another of `targets`."""
    targets: tuple[int, ...]
    """Targets offered."""
    limit: int
    """Deals after which the game ends drawn (C-20)."""

    numbers: Mapping[str, str]
    """Rule number of each field that a refusal or a page cites, e.g. ``{"openings": "S-11"}``."""

    @property
    def cards(self) -> int:
        """Cards in the deck."""
        return self.packs * 52 + self.jokers

    @property
    def red_threes(self) -> int:
        """Red threes in the deck."""
        return self.packs * 2

    def sides(self, seats: int) -> int:
        """Number of sides at a table of so many seats."""
        return 2 if seats in self.partners_at else seats

    def minimum(self, total: int) -> int:
        """Least points of a side's first meld, by its score at the start of the deal (C-12)."""
        return next(
            points
            for start, points in reversed(self.openings)
            if start is None or total >= start
        )

    def new_meld(self, cards: Sequence[Card]) -> Meld:
        """The meld that these cards make by themselves; `Refusal` where they make none."""
        for rule in self.melds:
            if rule.claims(cards):
                return rule.meld(cards)
        raise Refusal(Reason.NOT_A_MELD, "C-10", cards=tuple(cards))

    def grown(self, meld: Meld, number: int, cards: Sequence[Card]) -> Meld:
        """Meld `number` with these cards added; `Refusal` where they do not go there."""
        rule = next(rule for rule in self.melds if rule.kind is meld.kind)
        if meld.kind is Kind.BLACK_THREES:
            raise Refusal(Reason.BLACK_THREES_FIXED, "C-16")
        if meld.closed:
            raise Refusal(Reason.MELD_CLOSED, self.numbers["closed"], meld=number)
        return rule.meld(meld.cards + tuple(cards))
