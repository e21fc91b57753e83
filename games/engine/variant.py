"""A game as data: everything in which the games differ, each field with the number of its rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from .cards import Card
from .melds import Canasta, Kind, Meld, MeldRule
from .refusal import Reason, Refusal

BySeats = Mapping[int, int]
"""A number for each table size that the game offers."""


def by_seats(numbers: dict[int, int]) -> BySeats:
    """A number for each table size, which nobody can change."""
    return MappingProxyType(numbers)


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule that a table may switch on; off in the game as it is usually played."""

    name: str
    """Its name in the options of a log."""
    number: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A rank that nobody may discard until every side has a certain canasta (R-12)."""

    rank: str
    until: Canasta


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """The rules of one game, by name and version: ``samba`` ``1``.

    A changed rule is a new version beside the old one; a game is replayed by the version
    that it was begun with. Fields with a default are left out by most games.
    """

    name: str
    rules: str

    # the table and the cards
    seats: tuple[int, ...]
    """Table sizes that the game is played with."""
    partners_at: tuple[int, ...]
    """Table sizes at which partners sit opposite; at the others each seat is a side of its own."""
    packs: BySeats
    """Packs of 52 cards."""
    jokers: BySeats
    """Jokers in all."""

    # the deal and the turn
    hand: BySeats
    """Cards dealt to each seat."""
    kitty: int = 0
    """Cards dealt to each seat besides, unseen, as its kitty (R-13)."""
    draw: BySeats
    """Cards drawn from the stock in a turn."""
    covers_up_card: bool = False
    """A wild or red three turned up is covered until a natural card lies on top (K-3)."""

    # melds
    melds: tuple[MeldRule, ...]
    """The kinds of meld, asked in this order whether new cards are meant for them.

    The last one judges what none of them claims.
    """
    one_open_of_rank: bool = False
    """A side never has two open melds of one rank (K-5, R-5)."""

    # the discard pile
    wilds_freeze: bool = False
    """A wild discarded or turned up, or a red three turned up, freezes the pile (K-7, R-8)."""
    frozen_until_opened: bool = False
    """The pile is frozen for a side that has not opened (K-7)."""
    wild_in_pair: bool = False
    """While the pile is not frozen, one natural and one wild take it too (K-8)."""
    pair_starts_new_set: bool = False
    """A pair that takes the pile always starts a new set (S-9), rather than join an old one."""
    top_only_onto: frozenset[Kind] = frozenset()
    """Kinds of meld that the top card alone may be taken onto (S-10, R-10)."""
    top_takes_pile: HouseRule | None = None
    """Under this rule the top card is taken onto a set of its rank and the pile with it."""
    bar: Bar | None = None
    """The rank that may not be discarded for a time."""

    # going out and the score
    openings: tuple[tuple[int | None, int], ...]
    """(side's score from, least points of the first meld), rising; None is "any lower score"."""
    canastas_to_go_out: BySeats
    """Canastas of any kind that a side needs to go out."""
    kinds_to_go_out: frozenset[Canasta] = frozenset()
    """Kinds of canasta that must be among them."""
    last_is_discarded: bool = False
    """Nobody goes out by laying the last card (R-14)."""
    going_out: int
    """Bonus for going out."""
    going_out_in_one: int
    """Bonus for going out by who had laid no card before that turn (K-14)."""
    bonuses: Mapping[Canasta, int]
    """Bonus of each kind of canasta."""
    red_and_black: bool = False
    """A natural canasta is called red as well, a mixed one black (R-4)."""
    red_three: int
    """Points for each red three: plus, or minus while what they need is not reached."""
    all_red_threes: int | None
    """Points for all red threes of the deck together, instead of `red_three` each."""
    red_threes_need_canastas: int = 0
    """Canastas with which a side's red threes count plus."""
    red_threes_need_opening: bool = False
    """A side's red threes count plus once it has opened (K-12)."""
    black_three_left: int = 5
    """Points against a side for each black three in a hand when somebody has gone out (B-4)."""

    # the game
    target: BySeats
    """Points that end the game, unless the table chose another of `targets`."""
    targets: tuple[int, ...]
    """Targets offered."""
    limit: int | None
    """Deals after which the game ends drawn (C-20)."""
    tie_plays_on: bool = False
    """A tie for the highest total is played on (R-17) instead of ending the game drawn."""

    numbers: Mapping[str, str]
    """Rule number of what a refusal or a page cites, e.g. ``{"openings": "S-11"}``."""

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:
        """The rules that a table may switch on."""
        return (self.top_takes_pile,) if self.top_takes_pile else ()

    def cards(self, seats: int) -> int:
        """Cards in the deck at a table of so many seats."""
        return self.packs[seats] * 52 + self.jokers[seats]

    def red_threes(self, seats: int) -> int:
        """Red threes in the deck at a table of so many seats."""
        return self.packs[seats] * 2

    def sides(self, seats: int) -> int:
        """Number of sides at a table of so many seats."""
        return 2 if seats in self.partners_at else seats

    def minimum(self, total: int) -> int:
        """Least points of a side's first meld, by its score at the start of the deal (C-12)."""
        return next(
            points for start, points in reversed(self.openings) if start is None or total >= start
        )

    def new_meld(self, cards: Sequence[Card]) -> Meld:
        """The meld that these cards make by themselves; `Refusal` where they make none."""
        rule = next((rule for rule in self.melds if rule.claims(cards)), self.melds[-1])
        return rule.meld(cards)

    def grown(self, meld: Meld, number: int, cards: Sequence[Card]) -> Meld:
        """Meld `number` with these cards added; `Refusal` where they do not go there."""
        rule = next(rule for rule in self.melds if rule.kind is meld.kind)
        if meld.kind is Kind.BLACK_THREES:
            raise Refusal(Reason.BLACK_THREES_FIXED, rule.rule)
        if meld.closed:
            raise Refusal(Reason.MELD_CLOSED, rule.rule, meld=number)
        return rule.meld(meld.cards + tuple(cards))
