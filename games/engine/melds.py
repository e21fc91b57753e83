"""Melds: what may lie on the table, judged afresh at every addition.

Each kind of meld is a `MeldRule`, a value that a variant is put together from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from .cards import BLACK_THREES, HEIGHT, WILD, Card, value
from .refusal import Reason, Refusal


class Kind(StrEnum):
    """What a meld is made of."""

    SET = "set"
    SEQUENCE = "sequence"
    WILDS = "wilds"
    SEVENS = "sevens"
    BLACK_THREES = "black_threes"


class Canasta(StrEnum):
    """What a finished meld counts as."""

    NATURAL = "natural"
    MIXED = "mixed"
    SAMBA = "samba"
    ESCALERA = "escalera"
    BOLIVIA = "bolivia"
    WILDS = "wilds"
    SEVENS = "sevens"


CANASTA_SIZE = 7
"""Cards of a canasta of any kind."""


class Meld(NamedTuple):
    """Cards on the table. Sequences run from low to high; sets have their naturals first."""

    kind: Kind
    cards: tuple[Card, ...]
    canasta: Canasta | None = None
    closed: bool = False
    """No card may be added any more."""

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.cards)

    @property
    def rank(self) -> str | None:
        """The one rank of its naturals; None where ranks differ or all are wild."""
        return None if self.kind in (Kind.SEQUENCE, Kind.WILDS) else self.cards[0].rank

    @property
    def suit(self) -> str | None:
        """The one suit of a sequence; None for other melds."""
        return self.cards[0].suit if self.kind is Kind.SEQUENCE else None

    @property
    def wilds(self) -> int:
        """Number of wild cards."""
        return sum(map(WILD.__getitem__, self.cards))

    @property
    def value(self) -> int:
        """Points of the cards, without any bonus."""
        return value(self.cards)


class MeldRule(Protocol):
    """One kind of meld of a game."""

    @property
    def rule(self) -> str:
        """Number of the rule."""

    @property
    def kind(self) -> Kind:
        """The kind of the melds it makes."""

    def claims(self, cards: Sequence[Card]) -> bool:
        """Whether these cards can only be meant as a meld of this kind, right or wrong."""

    def meld(self, cards: Sequence[Card]) -> Meld:
        """The meld that all these cards make; `Refusal` where they make none."""


def _at_least_three(cards: Sequence[Card], rule: str) -> None:
    if len(cards) < 3:
        raise Refusal(Reason.TOO_FEW_CARDS, rule, size=len(cards), need=3)


def _at_most_seven(cards: Sequence[Card], rule: str) -> None:
    if len(cards) > CANASTA_SIZE:
        raise Refusal(Reason.TOO_MANY_CARDS, rule, size=len(cards), most=CANASTA_SIZE)


@dataclass(frozen=True, slots=True)
class SetRule:
    """Cards of one rank from 4 to ace, with some wilds."""

    rule: str
    """Number of the rule."""
    wilds: tuple[int, ...]
    """Most wilds with 0, 1, 2 … naturals; the last stands for all larger numbers."""
    closes: bool = False
    """At seven it is finished; otherwise it may grow past seven."""
    kind: Kind = Kind.SET

    def claims(self, cards: Sequence[Card]) -> bool:
        return len({c.rank for c in cards if not WILD[c]}) <= 1

    def meld(self, cards: Sequence[Card]) -> Meld:
        naturals = tuple(c for c in cards if not WILD[c])
        wilds = len(cards) - len(naturals)
        if not naturals:
            raise Refusal(Reason.NOT_A_MELD, self.rule, cards=tuple(cards))
        height = HEIGHT[naturals[0]]
        if any(HEIGHT[c] != height for c in naturals):
            raise Refusal(Reason.RANKS_DIFFER, self.rule)
        if height < 4:
            raise Refusal(Reason.RANK_NOT_MELDED, self.rule, card=naturals[0])
        _at_least_three(cards, self.rule)
        most = self.wilds[min(len(naturals), len(self.wilds) - 1)]
        if wilds > most:
            raise Refusal(Reason.TOO_MANY_WILDS, self.rule, wilds=wilds, most=most)
        canasta = None
        if len(cards) >= CANASTA_SIZE:
            canasta = Canasta.MIXED if wilds else Canasta.NATURAL
            if self.closes:
                _at_most_seven(cards, self.rule)
        if wilds:
            naturals += tuple(c for c in cards if WILD[c])
        return Meld(self.kind, naturals, canasta, closed=self.closes and canasta is not None)


@dataclass(frozen=True, slots=True)
class WildsRule:
    """Three to seven wilds, jokers and twos in any mixture."""

    rule: str
    """Number of the rule."""
    name: Canasta
    """What seven of them are."""
    kind: Kind = Kind.WILDS

    def claims(self, cards: Sequence[Card]) -> bool:
        return all(WILD[c] for c in cards)

    def meld(self, cards: Sequence[Card]) -> Meld:
        if not self.claims(cards):
            raise Refusal(Reason.RANKS_DIFFER, self.rule)
        return _short_meld(self, tuple(cards))


@dataclass(frozen=True, slots=True)
class SevensRule:
    """Three to seven sevens, never with wilds."""

    rule: str
    """Number of the rule."""
    name: Canasta = Canasta.SEVENS
    """What seven of them are."""
    kind: Kind = Kind.SEVENS

    def claims(self, cards: Sequence[Card]) -> bool:
        return {c.rank for c in cards if not WILD[c]} == {"7"}

    def meld(self, cards: Sequence[Card]) -> Meld:
        wilds = sum(1 for c in cards if WILD[c])
        if wilds:
            raise Refusal(Reason.TOO_MANY_WILDS, self.rule, wilds=wilds, most=0)
        if any(c.rank != "7" for c in cards):
            raise Refusal(Reason.RANKS_DIFFER, self.rule)
        return _short_meld(self, tuple(cards))


def _short_meld(rule: WildsRule | SevensRule, cards: tuple[Card, ...]) -> Meld:
    """Three to seven cards, of which it is already known that they fit each other."""
    _at_least_three(cards, rule.rule)
    _at_most_seven(cards, rule.rule)
    done = len(cards) == CANASTA_SIZE
    return Meld(rule.kind, cards, rule.name if done else None, closed=done)


@dataclass(frozen=True, slots=True)
class SequenceRule:
    """Three to seven cards of one suit without a gap, from 4 up to ace, no wilds."""

    rule: str
    """Number of the rule."""
    name: Canasta = Canasta.SAMBA
    """What a sequence of seven is."""
    kind: Kind = Kind.SEQUENCE

    def claims(self, cards: Sequence[Card]) -> bool:
        return len({c.rank for c in cards if not WILD[c]}) > 1

    def meld(self, cards: Sequence[Card]) -> Meld:
        if any(WILD[c] for c in cards):
            raise Refusal(Reason.NO_WILDS_IN_SEQUENCE, self.rule)
        run = tuple(sorted(cards, key=HEIGHT.__getitem__))
        low = HEIGHT[run[0]]
        if low < 4:
            raise Refusal(Reason.RANK_NOT_MELDED, self.rule, card=run[0])
        # One suit in the order of the pack: neighbours differ by one, but for the ace (high).
        suit = run[0].suit
        steps = [HEIGHT[c] for c in run]
        if any(c.suit != suit for c in run) or steps != list(range(low, low + len(run))):
            raise Refusal(Reason.SEQUENCE_BROKEN, self.rule)
        _at_least_three(cards, self.rule)
        _at_most_seven(run, self.rule)
        done = len(run) == CANASTA_SIZE
        return Meld(self.kind, run, self.name if done else None, closed=done)


@dataclass(frozen=True, slots=True)
class BlackThreesRule:
    """Three or more black threes, no wilds, never added to; only by who goes out (C-16)."""

    rule: str = "C-16"
    kind: Kind = Kind.BLACK_THREES

    def claims(self, cards: Sequence[Card]) -> bool:
        return any(c in BLACK_THREES for c in cards) and all(
            c in BLACK_THREES or WILD[c] for c in cards
        )

    def meld(self, cards: Sequence[Card]) -> Meld:
        if any(WILD[c] for c in cards):
            raise Refusal(Reason.TOO_MANY_WILDS, self.rule, wilds=1, most=0)
        _at_least_three(cards, self.rule)
        return Meld(self.kind, tuple(cards), closed=True)
