"""Cards and hands.

Cards of the same face are the same card (C-2): a card is its face, and a hand counts faces.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat

SUITS = "SHDC"
RANKS = "A23456789TJQK"
FACES = len(SUITS) * len(RANKS) + 1
"""52 faces in the order of a new pack, and the joker."""


class Card(int):
    """The face of a card: its place in a new pack, jokers last.

    >>> card("TH"), card("TH").rank, card("TH").suit, card("TH").value
    (TH, 'T', 'H', 10)
    """

    __slots__ = ()

    @property
    def rank(self) -> str:
        """``A`` to ``K``; ``X`` for the joker."""
        return _RANK[self]

    @property
    def suit(self) -> str:
        """``S``, ``H``, ``D`` or ``C``; ``X`` for the joker."""
        return _SUIT[self]

    @property
    def height(self) -> int:
        """Place in a sequence, 2 to 14: the ace is high. 0 for the joker."""
        return HEIGHT[self]

    @property
    def value(self) -> int:
        """Points of the card (C-1); 0 for a red three, which is no card of the hand (C-6)."""
        return VALUE[self]

    @property
    def wild(self) -> bool:
        """A joker or a two."""
        return WILD[self]

    @property
    def red_three(self) -> bool:
        """3♥ or 3♦."""
        return self in RED_THREES

    @property
    def black_three(self) -> bool:
        """3♠ or 3♣."""
        return self in BLACK_THREES

    def __bool__(self) -> bool:
        """A card is always true, the ace of spades too."""
        return True

    def __str__(self) -> str:
        return _TEXT[self]

    __repr__ = __str__


_RANK = tuple(rank for _ in SUITS for rank in RANKS) + ("X",)
_SUIT = tuple(suit for suit in SUITS for _ in RANKS) + ("X",)
_TEXT = tuple(rank + suit for suit in SUITS for rank in RANKS) + ("XX",)
_POINTS = {"X": 50, "2": 20, "A": 20} | dict.fromkeys("89TJQK", 10) | dict.fromkeys("34567", 5)

ALL_CARDS = tuple(Card(face) for face in range(FACES))
JOKER = ALL_CARDS[-1]
RED_THREES = frozenset(c for c in ALL_CARDS if c.rank == "3" and c.suit in "HD")
BLACK_THREES = frozenset(c for c in ALL_CARDS if c.rank == "3" and c.suit in "SC")

HEIGHT = tuple("23456789TJQKA".find(rank) + 2 if rank != "X" else 0 for rank in _RANK)
WILD = tuple(rank in "2X" for rank in _RANK)
VALUE = tuple(0 if c in RED_THREES else _POINTS[c.rank] for c in ALL_CARDS)
OF_RANK = {rank: tuple(c for c in ALL_CARDS if c.rank == rank) for rank in RANKS + "X"}
"""The faces of each rank: four suits, or the one joker."""

_CARD_OF = dict(zip(_TEXT, ALL_CARDS, strict=True))


def card(text: str) -> Card:
    """The card written so (C-2), e.g. ``"7H"`` or ``"XX"``; `ValueError` for anything else."""
    try:
        return _CARD_OF[text]
    except KeyError:
        raise ValueError(f"not a card: {text[:20]!r}") from None


def cards(text: str) -> tuple[Card, ...]:
    """Cards written with spaces between, e.g. ``"7H 7D XX"``."""
    return tuple(card(word) for word in text.split())


def value(of: Iterable[Card]) -> int:
    """Points of these cards together (C-1)."""
    return sum(map(VALUE.__getitem__, of))


class CardNotHeld(KeyError):
    """Cards were taken out of a hand that does not hold them; `card` is the first missing one."""

    def __init__(self, missing: Card) -> None:
        super().__init__(missing)
        self.card = missing


class Hand:
    """The cards that a seat holds: an immutable multiset, so that order tells nothing.

    >>> hand = Hand(cards("7H 7H 2S"))
    >>> len(hand), hand.count(card("7H")), hand - cards("7H")
    (3, 2, Hand('2S 7H'))
    """

    __slots__ = ("_counts", "_size")

    def __init__(self, held: Iterable[Card] = ()) -> None:
        counts = bytearray(FACES)
        for face in held:
            counts[face] += 1
        self._counts = bytes(counts)
        self._size = sum(counts)

    @classmethod
    def _of(cls, counts: bytearray, size: int) -> "Hand":
        hand = cls.__new__(cls)
        hand._counts = bytes(counts)
        hand._size = size
        return hand

    def count(self, face: Card) -> int:
        """How many cards of this face."""
        return self._counts[face]

    def rank_count(self, rank: str) -> int:
        """How many cards of this rank, all suits together."""
        counts = self._counts
        return sum(counts[face] for face in OF_RANK[rank])

    def __add__(self, more: Iterable[Card]) -> "Hand":
        counts = bytearray(self._counts)
        size = self._size
        for face in more:
            counts[face] += 1
            size += 1
        return Hand._of(counts, size)

    def __sub__(self, fewer: Iterable[Card]) -> "Hand":
        """The hand without these cards; `CardNotHeld` where one is not there."""
        counts = bytearray(self._counts)
        size = self._size
        for face in fewer:
            if not counts[face]:
                raise CardNotHeld(face)
            counts[face] -= 1
            size -= 1
        return Hand._of(counts, size)

    @property
    def value(self) -> int:
        """Points of all cards held (C-1)."""
        return sum(map(int.__mul__, self._counts, VALUE))

    @property
    def faces(self) -> tuple[Card, ...]:
        """The different faces held, in the order of a pack."""
        return tuple(face for face, count in zip(ALL_CARDS, self._counts, strict=True) if count)

    def __iter__(self) -> Iterator[Card]:
        return chain.from_iterable(map(repeat, ALL_CARDS, self._counts))

    def __len__(self) -> int:
        return self._size

    def __contains__(self, face: object) -> bool:
        return isinstance(face, int) and self._counts[face] > 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._counts == other._counts

    def __hash__(self) -> int:
        return hash(self._counts)

    def __repr__(self) -> str:
        return f"Hand('{' '.join(map(str, self))}')"
