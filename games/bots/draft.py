"""A hand being sorted into melds: the arithmetic that all levels share.

A `Draft` counts a hand once, by face, rank and suit, and then moves cards out of it into rows.
Each row is right by itself (kind of meld, limits of wilds, length); whether the whole may be laid
(minimum, cards to keep, going out) is for its user to see to.
"""

from collections.abc import Sequence

from games.engine.cards import ALL_CARDS, BLACK_THREES, FACES, HEIGHT, SUITS, VALUE, Card
from games.engine.melds import CANASTA_SIZE, Canasta, Kind, Meld
from games.engine.moves import Part
from games.engine.rules import barred_rank
from games.engine.view import View

from .melding import ACE, LOWEST, OF_HEIGHT, Melding, melding

HEIGHTS = range(ACE, LOWEST - 1, -1)
"""Heights of cards that are melded, dear ones first."""
KEEP = 2
"""Cards kept in the hand: fewer are not legal for who cannot go out (C-13)."""
TWO, JOKER = 2, 0
"""Heights of the wild cards."""

SUIT = tuple(SUITS.find(card.suit) for card in ALL_CARDS)
"""Number of each face's suit; -1 for the joker."""
OF_SUIT = tuple({HEIGHT[c]: c for c in ALL_CARDS if SUIT[c] == suit} for suit in range(len(SUITS)))
"""``OF_SUIT[suit][height]``."""
HEIGHT_OF = {card.rank: HEIGHT[card] for card in ALL_CARDS}
"""The height of each rank."""
BLACKS = tuple(card for card in ALL_CARDS if card in BLACK_THREES)
_CHEAP_WILDS = (*OF_HEIGHT[TWO], *OF_HEIGHT[JOKER])
_DEAR_WILDS = (*OF_HEIGHT[JOKER], *OF_HEIGHT[TWO])
_BIT = tuple(1 << HEIGHT[card] if HEIGHT[card] >= LOWEST else 0 for card in ALL_CARDS)


class Row:
    """A meld as the draft would leave it, and the cards of the hand that the draft puts there."""

    __slots__ = ("added", "height", "high", "low", "most", "number", "size", "suit", "wilds")

    def __init__(
        self,
        number: int | None,
        size: int,
        *,
        height: int = 0,
        wilds: int = 0,
        suit: int = -1,
        low: int = 0,
        high: int = 0,
        most: int = CANASTA_SIZE,
    ) -> None:
        self.number = number
        """Of the side's meld; None for a new one."""
        self.size = size
        self.height = height
        """Of a set; that of a two for a meld of wilds."""
        self.wilds = wilds
        """In a set; those of a meld of wilds are its naturals."""
        self.suit = suit
        """Of a sequence."""
        self.low = low
        self.high = high
        self.most = most
        """Cards that it may hold."""
        self.added: list[Card] = []

    def copy(self) -> "Row":
        """The same row, free to grow."""
        row = Row.__new__(Row)
        row.number = self.number
        row.size = self.size
        row.height = self.height
        row.wilds = self.wilds
        row.suit = self.suit
        row.low = self.low
        row.high = self.high
        row.most = self.most
        row.added = self.added.copy()
        return row

    @property
    def lack(self) -> int:
        """Cards missing to a canasta; 0 or less where it is one."""
        return CANASTA_SIZE - self.size

    @property
    def value(self) -> int:
        """Points of the cards added."""
        return sum([VALUE[card] for card in self.added])

    @property
    def part(self) -> Part:
        """What the draft puts there."""
        return Part(self.number, tuple(self.added))


class Draft:
    """A hand and the open melds of its side, while cards go from the one to the other."""

    __slots__ = (
        "barred", "counts", "kinds", "left", "limits", "made", "masks", "melding", "need",
        "ranks", "runs", "sequences", "sets", "wild_melds",
    )  # fmt: skip

    counts: list[int]
    """Cards left, by face."""
    ranks: list[int]
    """Cards left, by height."""
    masks: list[int]
    """Heights left in each suit, as bits; the last mask is the jokers', always 0."""
    left: int
    """Number of cards left."""
    sets: list[Row]
    """Sets that may grow."""
    runs: list[Row]
    """Sequences that may grow."""
    wild_melds: list[Row]
    """Melds of wilds that may grow."""
    made: list[Canasta]
    """Canastas that take no more cards."""
    need: int
    """Canastas that the side needs to go out."""
    kinds: frozenset[Canasta]
    """Kinds that must be among them."""
    barred: int
    """Height that may not be discarded as the melds lay when the draft was begun; 0: none."""
    melding: Melding
    limits: tuple[tuple[int, ...], ...]
    """Those of `melding`."""
    sequences: bool
    """Whether the game has sequences."""

    def __init__(self, view: View) -> None:
        counts = [0] * FACES
        ranks = [0] * (ACE + 1)
        masks = [0] * (len(SUITS) + 1)
        for card in view.hand:
            counts[card] += 1
            ranks[HEIGHT[card]] += 1
            masks[SUIT[card]] |= _BIT[card]
        self.counts = counts
        self.ranks = ranks
        self.masks = masks
        self.left = len(view.hand)
        setup = view.setup
        variant = setup.variant
        self.melding = tables = melding(variant)
        self.limits = tables.limits
        self.sequences = tables.sequence is not None
        self.need = variant.canastas_to_go_out[setup.seats]
        self.kinds = variant.kinds_to_go_out
        self.barred = 0
        if variant.bar and (rank := barred_rank(view.public)):
            self.barred = HEIGHT_OF[rank]
        self.sets = []
        self.runs = []
        self.wild_melds = []
        self.made = []
        for number, (kind, cards, canasta, closed) in enumerate(view.melds, 1):
            if closed:
                if canasta:
                    self.made.append(canasta)
                continue
            self._rows_of(kind).append(_row(number, kind, cards, tables))

    def copy(self) -> "Draft":
        """The same draft, to try something out with."""
        draft = Draft.__new__(Draft)
        draft.counts = self.counts.copy()
        draft.ranks = self.ranks.copy()
        draft.masks = self.masks.copy()
        draft.left = self.left
        draft.sets = [row.copy() for row in self.sets]
        draft.runs = [row.copy() for row in self.runs]
        draft.wild_melds = [row.copy() for row in self.wild_melds]
        draft.made = self.made
        draft.need = self.need
        draft.kinds = self.kinds
        draft.barred = self.barred
        draft.melding = self.melding
        draft.sequences = self.sequences
        draft.limits = self.limits
        return draft

    # moving cards

    def set_out(self, part: Part, onto: Meld | None) -> None:
        """Move the cards of a part where they are meant to go, for `onto` if it names that meld.

        `Refusal` where they make no meld.
        """
        tables = self.melding
        if onto is None or part.meld is None:
            made = tables.variant.new_meld(part.cards)
        else:
            made = tables.variant.grown(onto, part.meld, part.cards)
        row = _row(part.meld, made.kind, made.cards, tables)
        row.size -= len(part.cards)
        for card in part.cards:
            self.put(row, card)
        if made.kind is Kind.BLACK_THREES:
            return  # such a meld never grows
        rows = self._rows_of(made.kind)
        rows[:] = [other for other in rows if part.meld is None or other.number != part.meld]
        rows.append(row)

    def _rows_of(self, kind: Kind) -> list[Row]:
        match kind:
            case Kind.SEQUENCE:
                return self.runs
            case Kind.WILDS:
                return self.wild_melds
        return self.sets

    def put(self, row: Row, card: Card) -> None:
        """Move a card of the hand into a row."""
        counts = self.counts
        counts[card] -= 1
        self.ranks[HEIGHT[card]] -= 1
        if not counts[card]:
            self.masks[SUIT[card]] &= ~_BIT[card]
        self.left -= 1
        row.added.append(card)
        row.size += 1

    def drop(self, row: Row) -> None:
        """Take the cards of a new row back into the hand."""
        for card in row.added:
            self.counts[card] += 1
            self.ranks[HEIGHT[card]] += 1
            self.masks[SUIT[card]] |= _BIT[card]
        self.left += len(row.added)
        (
            self.runs if row.suit >= 0 else self.wild_melds if row.height == TWO else self.sets
        ).remove(row)

    def hold(self, card: Card) -> None:
        """Leave a card out of the sorting; it stays one of those left in the hand."""
        self.counts[card] -= 1
        self.ranks[HEIGHT[card]] -= 1
        if not self.counts[card]:
            self.masks[SUIT[card]] &= ~_BIT[card]

    # sequences

    def grow_run(self, row: Row, keep: int) -> None:
        """Continue a sequence at both ends, as far as the hand and `keep` cards in it allow."""
        mask = self.masks[row.suit]
        faces = OF_SUIT[row.suit]
        while row.size < CANASTA_SIZE and self.left > keep and mask >> (row.high + 1) & 1:
            row.high += 1
            self.put(row, faces[row.high])
        while row.size < CANASTA_SIZE and self.left > keep and mask >> (row.low - 1) & 1:
            row.low -= 1
            self.put(row, faces[row.low])

    def new_run(self, suit: int, keep: int) -> Row | None:
        """The longest new sequence of a suit, of seven cards at most; None where there is none."""
        mask = self.masks[suit]
        trios = mask & mask >> 1 & mask >> 2
        room = self.left - keep
        if not trios or room < 3:
            return None
        longest = low = 0
        while trios:
            first = (trios & -trios).bit_length() - 1
            length = _ones(mask >> first)
            if length > longest:
                longest, low = length, first
            trios &= ~((1 << first + length) - 1)
        return self.put_run(suit, low, min(longest, CANASTA_SIZE, room))

    def put_run(self, suit: int, low: int, size: int) -> Row:
        """A new sequence of so many cards of a suit from this height up."""
        row = Row(None, 0, suit=suit, low=low, high=low + size - 1)
        for height in range(low, low + size):
            self.put(row, OF_SUIT[suit][height])
        self.runs.append(row)
        return row

    # sets

    def put_naturals(self, row: Row, number: int) -> None:
        """Move so many naturals of its rank into a set, those of least use in sequences first."""
        counts = self.counts
        faces = OF_HEIGHT[row.height]
        if self.sequences and number < self.ranks[row.height]:
            faces = tuple(sorted(faces, key=self.link))
        for card in faces:
            while number and counts[card]:
                self.put(row, card)
                number -= 1

    def may_begin(self, height: int) -> bool:
        """Whether a new set of this height may be begun beside those that the side has."""
        if not self.melding.one_open:
            return True
        return all(row.size >= row.most for row in self.sets if row.height == height)

    def new_set(self, height: int, number: int) -> Row:
        """A new set, begun with so many naturals of this height."""
        row = Row(None, 0, height=height, most=self.melding.most[height])
        self.sets.append(row)
        self.put_naturals(row, number)
        return row

    @property
    def wilds(self) -> int:
        """Wild cards left."""
        return self.ranks[TWO] + self.ranks[JOKER]

    def wild_room(self, row: Row) -> int:
        """How many wilds more a set may hold."""
        limits = self.limits[row.height]
        return min(
            limits[min(row.size - row.wilds, len(limits) - 1)] - row.wilds, row.most - row.size
        )

    def put_wild(self, row: Row, *, dear: bool = False) -> None:
        """Move one wild into a set: a two where there is one, or a joker first if `dear`."""
        self._put_some_wild(row, _DEAR_WILDS if dear else _CHEAP_WILDS)
        row.wilds += 1

    def _put_some_wild(self, row: Row, order: tuple[Card, ...]) -> None:
        for card in order:
            if self.counts[card]:
                self.put(row, card)
                return

    # melds of wilds

    def grow_wilds(self, row: Row, number: int, *, dear: bool = False) -> None:
        """Move so many wilds into a meld of wilds."""
        for _ in range(number):
            self._put_some_wild(row, _DEAR_WILDS if dear else _CHEAP_WILDS)

    def new_wilds(self, number: int, *, dear: bool = False) -> Row:
        """A new meld of so many wilds."""
        row = Row(None, 0, height=TWO)
        self.wild_melds.append(row)
        self.grow_wilds(row, number, dear=dear)
        return row

    @property
    def may_begin_wilds(self) -> bool:
        """Whether a new meld of wilds may be begun beside those that the side has."""
        if self.melding.wilds is None:
            return False
        return not self.melding.one_open or all(row.lack <= 0 for row in self.wild_melds)

    def link(self, card: Card) -> int:
        """How near a natural card stands to sequences of the hand and the side; 0: not at all."""
        if not self.sequences:
            return 0
        suit = SUIT[card]
        height = HEIGHT[card]
        near = self.masks[suit] >> (height - 2)
        points = _NEAR[near & 31]
        for row in self.runs:
            if row.suit == suit:
                gap = max(height - row.high, row.low - height)
                if 0 < gap <= CANASTA_SIZE - row.size:
                    points += (row.size + 3) // gap
        return points

    # the whole

    def rows(self) -> list[Row]:
        """All rows that got cards."""
        return [row for row in self.runs + self.sets + self.wild_melds if row.added]

    def parts(self) -> tuple[Part, ...]:
        """What the draft puts down, additions first."""
        return tuple(sorted([row.part for row in self.rows()], key=_new_last))

    def canastas(self) -> list[Canasta | None]:
        """Kinds of the canastas that the side would have."""
        tables = self.melding
        natural = tables.natural
        kinds: list[Canasta | None] = [*self.made]
        kinds += [tables.sequence for row in self.runs if row.size >= CANASTA_SIZE]
        kinds += [tables.wilds for row in self.wild_melds if row.size >= CANASTA_SIZE]
        for row in self.sets:
            if row.size >= CANASTA_SIZE:
                kinds.append(tables.mixed if row.wilds else natural[row.height])
        return kinds

    @property
    def enough(self) -> bool:
        """Whether the canastas that the side would have allow it to go out."""
        canastas = self.canastas()
        return len(canastas) >= self.need and self.kinds.issubset(canastas)

    @property
    def only_barred(self) -> bool:
        """Whether nothing is left but cards that may not be discarded."""
        return self.barred > 0 and self.left == self.ranks[self.barred]

    def cards_left(self) -> list[Card]:
        """The cards that stay in the hand."""
        return [card for card in ALL_CARDS for _ in range(self.counts[card])]


def _row(number: int | None, kind: Kind, cards: Sequence[Card], tables: Melding) -> Row:
    """The row of a meld of these cards."""
    size = len(cards)
    low = HEIGHT[cards[0]]
    if kind is Kind.SEQUENCE:
        return Row(number, size, suit=SUIT[cards[0]], low=low, high=low + size - 1)
    if kind is Kind.WILDS:
        return Row(number, size, height=TWO)
    wilds = size - 1
    while HEIGHT[cards[wilds]] != low:
        wilds -= 1
    return Row(number, size, height=low, wilds=size - 1 - wilds, most=tables.most[low])


def _new_last(part: Part) -> int:
    return part.meld or 1_000


def _ones(mask: int) -> int:
    """How many ones this number ends with."""
    return (~mask & mask + 1).bit_length() - 1


_NEAR = tuple(2 * ((m >> 1 & 1) + (m >> 3 & 1)) + (m & 1) + (m >> 4 & 1) for m in range(32))
"""Worth of the neighbours of a card, held as bits with the card itself in the middle."""
