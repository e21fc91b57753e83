"""Moves: small hashable values with a text form, the notation of the log.

>>> move = parse("lay 7S 7H 7D / m2 4C")
>>> move
Lay(parts=(Part(meld=None, cards=(7S, 7H, 7D)), Part(meld=2, cards=(4C,))))
>>> str(move)
'lay 7S 7H 7D / m2 4C'
"""

import re
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from .cards import Card, card


class MoveSyntaxError(ValueError):
    """Text that is no move at all, as opposed to a move that the rules refuse."""


class Part(NamedTuple):
    """Cards for one meld: a new one (`meld` is None) or the side's meld of that number."""

    meld: int | None
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        words = [] if self.meld is None else [f"m{self.meld}"]
        return " ".join(words + [str(c) for c in self.cards])


@dataclass(frozen=True, slots=True)
class Draw:
    """Take from the stock."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the deal, the stock being empty (C-9)."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the partner: may I go out? (C-17)"""

    def __str__(self) -> str:
        return "ask"


@dataclass(frozen=True, slots=True)
class Yes:
    """The partner's yes."""

    def __str__(self) -> str:
        return "yes"


@dataclass(frozen=True, slots=True)
class No:
    """The partner's no."""

    def __str__(self) -> str:
        return "no"


@dataclass(frozen=True, slots=True)
class Pile:
    """Take the whole pile; the first part joins the top card (C-11)."""

    first: Part
    parts: tuple[Part, ...] = ()

    def __str__(self) -> str:
        return "pile " + " / ".join(map(str, (self.first, *self.parts)))


@dataclass(frozen=True, slots=True)
class Top:
    """Take only the top card, onto the side's meld of that number."""

    meld: int

    def __str__(self) -> str:
        return f"top m{self.meld}"


@dataclass(frozen=True, slots=True)
class Lay:
    """Put down new melds and additions, as one whole (C-10)."""

    parts: tuple[Part, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that it puts down."""
        return tuple(chain.from_iterable(part.cards for part in self.parts))

    def __str__(self) -> str:
        return "lay " + " / ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class Discard:
    """Put one card onto the pile, which ends the turn."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


Move = Draw | Stop | Ask | Yes | No | Pile | Top | Lay | Discard

_BARE: dict[str, Move] = {str(move): move for move in (Draw(), Stop(), Ask(), Yes(), No())}
_MELD = re.compile(r"m([1-9][0-9]{0,2})", re.ASCII)
LONGEST = 2000
"""Characters of the longest text that is read as a move; a whole hand laid takes far fewer."""


def parse(text: str) -> Move:
    """The move written so; `MoveSyntaxError` where the text is none."""
    if len(text) > LONGEST:
        raise MoveSyntaxError("too long for a move")
    if text in _BARE:
        return _BARE[text]
    name, _, rest = text.partition(" ")
    match name:
        case "discard":
            return Discard(_card(rest))
        case "lay":
            return Lay(parse_parts(rest))
        case "top":
            number = _MELD.fullmatch(rest)
            if number:
                return Top(int(number[1]))
        case "pile":
            first, *others = rest.split(" / ")
            return Pile(_part(first, bare=True), tuple(_part(part) for part in others))
    raise MoveSyntaxError(f"not a move: {text[:40]!r}")


def parse_parts(text: str) -> tuple[Part, ...]:
    """The parts of a lay, written with ``" / "`` between; `MoveSyntaxError` as in `parse`."""
    return tuple(_part(part) for part in text.split(" / "))


def _card(text: str) -> Card:
    try:
        return card(text)
    except ValueError as error:
        raise MoveSyntaxError(str(error)) from None


def _part(text: str, *, bare: bool = False) -> Part:
    """`bare`: a meld's number without cards is a part too (first part of ``pile``)."""
    words = text.split(" ")
    number = _MELD.fullmatch(words[0])
    faces = tuple(_card(word) for word in words[1 if number else 0 :])
    if not faces and not (bare and number):
        raise MoveSyntaxError(f"no cards: {text[:40]!r}")
    return Part(int(number[1]) if number else None, faces)
