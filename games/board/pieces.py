"""Pieces of a board: what each shows is a small frozen value, and its HTML is made once.

Putting cards through the template engine costs more than all the rest of a board, so whatever
a piece looks like is kept by its value and the language. A value holds only what its viewer may
see, so no two viewers can be shown each other's cards by sharing it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext_lazy
from django.utils.translation import gettext as _

from games import wording
from games.engine.cards import Card
from games.engine.melds import Kind, Meld
from games.engine.moves import Part
from games.engine.variant import Variant

KEPT = 4096
"""Pieces kept; some 10 MB of HTML."""

COURTS = "JQK"
DEEP = (7, 5, 3, 2)
"""Sizes from which a pile of cards is drawn thicker; two cards look like three."""


class Piece:
    """Something to see. Subclasses are frozen dataclasses: equal values look the same."""

    __slots__ = ()

    template: ClassVar[str]

    def render(self) -> SafeString:
        """The HTML, in the active language; `html` keeps it."""
        return render_to_string(f"games/board/{self.template}.html", self.words())

    def words(self) -> Mapping[str, object]:
        """What the template is given, in the active language."""
        return {"it": self}


def html(piece: Piece) -> SafeString:
    """The piece in the active language."""
    return _html(piece, get_language())


def htmls(pieces: Iterable[Piece]) -> list[SafeString]:
    """Several pieces in the active language, which is asked for once."""
    language = get_language()
    return [_html(piece, language) for piece in pieces]


@lru_cache(maxsize=KEPT)
def _html(piece: Piece, _language: str | None) -> SafeString:
    return piece.render()


@dataclass(frozen=True, slots=True)
class Face(Piece):
    """The face of one card; `deep`: how many cards lie beneath it, in steps."""

    template = "face"
    card: Card
    deep: int = 0

    def words(self) -> Mapping[str, object]:
        card = self.card
        classes = [suit_symbol(card)]
        if card.rank in COURTS:
            classes.append("court")
        elif card.rank == "A":
            classes.append("ace")
        elif card.wild:
            classes.append("wild joker" if card.suit == "X" else "wild")
        elif card.red_three:
            classes.append("red3")
        if self.deep:
            classes.append(f"deep-{self.deep}")
        return {
            "classes": " ".join(classes),
            "index": wording.card_index(card),
            "ten": card.rank == "T",
            "small": suit_symbol(card),
            "large": "j" if card.wild else suit_symbol(card),
        }


def suit_symbol(card: Card) -> str:
    """Name of the drawn symbol of a suit, jokers a star."""
    return "j" if card.suit == "X" else card.suit.lower()


def faces(cards: tuple[Card, ...]) -> list[SafeString]:
    """The faces of several cards, one beside the other."""
    return htmls(map(Face, cards))


@dataclass(frozen=True, slots=True)
class Held(Piece):
    """One card of a hand, to be chosen. Equal cards are told apart by their ordinal alone."""

    template = "held"
    card: Card
    ordinal: int
    """1 for the first of its face in this hand: no place in the deck."""
    new: bool
    chosen: bool

    def words(self) -> Mapping[str, object]:
        return {
            "it": self,
            "face": html(Face(self.card)),
            "name": wording.card_name(self.card),
        }


@dataclass(frozen=True, slots=True)
class Lying(Piece):
    """A meld on the table."""

    template = "meld"
    meld: Meld
    bonus: int = 0
    """Of a finished canasta."""
    fits: bool = False
    """The chosen cards, or the top card, can go there."""
    colours: bool = False
    """A natural canasta is called red as well, a mixed one black."""

    def words(self) -> Mapping[str, object]:
        return {
            "it": self,
            "faces": htmls(squared(self.meld)),
            "sequence": self.meld.kind is Kind.SEQUENCE and not self.meld.canasta,
            "bonus": wording.number(self.bonus),
            "title": wording.meld_title(self.meld),
            "detail": wording.meld_detail(self.meld),
            "colour": self.colour,
        }

    @property
    def colour(self) -> str:
        """The colour of a canasta in words, where the game has such; else empty."""
        kind = self.meld.canasta
        return wording.canasta_colour(kind) if kind and self.colours else ""


def lying(variant: Variant, meld: Meld) -> Lying:
    """A meld on the table of this game."""
    bonus = variant.bonuses[meld.canasta] if meld.canasta else 0
    return Lying(meld, bonus, colours=variant.red_and_black)


def squared(meld: Meld) -> tuple[Face, ...]:
    """The faces to be seen: all of a sequence; of a set its top and one wild, squared up."""
    if meld.kind is Kind.SEQUENCE:
        top = Face(meld.cards[-1], 7)
        return (top,) if meld.canasta else tuple(map(Face, meld.cards))
    wilds = meld.cards[meld.size - meld.wilds :]
    beneath = meld.size if meld.canasta else meld.size - len(wilds)
    deep = next((size for size in DEEP if beneath >= size), 0)
    return (Face(meld.cards[0], max(deep, 3) if deep else 0), *map(Face, wilds[:1]))


@dataclass(frozen=True, slots=True)
class RedThrees(Piece):
    """The red threes of a side."""

    template = "red_threes"
    cards: tuple[Card, ...]
    worth: int
    """Points as things stand, with their sign."""
    need: int
    """Canastas with which they count plus; 0 where the first meld is enough."""

    def words(self) -> Mapping[str, object]:
        return {
            "faces": faces(self.cards),
            "title": wording.fill(RED_THREES, count=len(self.cards)),
            "now": wording.fill(_("%(points)s now"), points=wording.signed(self.worth))
            if self.worth < 0
            else wording.signed(self.worth),
            "then": self._then() if self.worth < 0 else "",
        }

    def _then(self) -> SafeString:
        points = wording.signed(-self.worth)
        if not self.need:
            return wording.fill(_("%(points)s after the first meld"), points=points)
        return wording.fill(THEN, points=points, count=self.need)


@dataclass(frozen=True, slots=True)
class Kitty(Piece):
    """A kitty that has not been taken."""

    template = "kitty"
    count: int
    cards: tuple[Card, ...] = ()
    """Where the viewer may look at it."""

    def words(self) -> Mapping[str, object]:
        return {
            "faces": faces(self.cards),
            "names": wording.row([wording.card_name(card) for card in self.cards]),
            "count": wording.card_count(self.count),
        }


RED_THREES = ngettext_lazy("%(count)s red 3", "%(count)s red 3s", "count")
THEN = ngettext_lazy(
    "%(points)s with %(count)s canasta", "%(points)s with %(count)s canastas", "count"
)


@dataclass(frozen=True, slots=True)
class Group(Piece):
    """Cards laid out in private: a meld to be, or cards for one that lies on the table."""

    template = "group"
    part: Part
    meld: Meld | None
    """What they make, the cards on the table included; None where they make nothing."""

    def words(self) -> Mapping[str, object]:
        cards = self.meld.cards if self.meld and self.part.meld is None else self.part.cards
        return {"faces": faces(cards), "title": self.title}

    @property
    def title(self) -> SafeString:
        """What it is: 3 sixes; 8♥ onto hearts 5–8; the bare cards where they make no meld."""
        if self.meld is None:
            return wording.in_cards(self.part.cards)
        if self.part.meld is None:
            return wording.meld_title(self.meld)
        return wording.fill(
            _("%(cards)s makes %(meld)s"),
            cards=wording.in_cards(self.part.cards),
            meld=wording.meld_phrase(self.meld),
        )
