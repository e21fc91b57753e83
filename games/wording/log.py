"""The log in words: one sentence for each move, and one for a whole turn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.engine.cards import Card
from games.engine.melds import Meld
from games.engine.moves import (
    Ask,
    Discard,
    Draw,
    Lay,
    Move,
    No,
    Part,
    Pile,
    Stop,
    Top,
    Yes,
)
from games.engine.state import Public

from .cards import in_card, in_cards, meld_kept, meld_laid, meld_phrase
from .text import fill, listed, player


class Laid(NamedTuple):
    """Cards put down: a new meld, or cards added to one."""

    meld: Meld
    """The new meld, or the one added to as it was before."""
    added: tuple[Card, ...] = ()
    """Cards added; empty for a new meld."""


@dataclass(frozen=True, slots=True)
class Line:
    """What one seat did, without a word of language: one move, or several of one turn."""

    seat: int
    did: str
    """What was done, if not laid or discarded.

    ``draw``, ``pile``, ``onto`` (the pile without cards of the hand), ``top``, ``stop``, ``ask``,
    ``yes``, ``no`` or ``out``.
    """
    count: int = 0
    """Cards drawn, or cards of the pile taken."""
    cards: tuple[Card, ...] = ()
    """Cards from the hand that took the pile, or the top that was taken alone."""
    onto: Meld | None = None
    laid: tuple[Laid, ...] = ()
    discarded: Card | None = None
    freezes: bool = False
    """The discard froze the pile."""
    kitty: int = 0
    """Cards of the kitty that joined the hand after the discard."""


Sentences = Mapping[tuple[str, bool, bool], Promise]
"""By what was done, whether cards were laid besides, and whether one was discarded."""

SENTENCES: Sentences = {
    ("draw", False, False): ngettext_lazy(
        "%(player)s drew %(count)s card", "%(player)s drew %(count)s cards", "count"
    ),
    ("draw", True, False): ngettext_lazy(
        "%(player)s drew %(count)s card and laid %(melds)s",
        "%(player)s drew %(count)s cards and laid %(melds)s",
        "count",
    ),
    ("draw", False, True): ngettext_lazy(
        "%(player)s drew %(count)s card and discarded %(card)s",
        "%(player)s drew %(count)s cards and discarded %(card)s",
        "count",
    ),
    ("draw", True, True): ngettext_lazy(
        "%(player)s drew %(count)s card, laid %(melds)s and discarded %(card)s",
        "%(player)s drew %(count)s cards, laid %(melds)s and discarded %(card)s",
        "count",
    ),
    ("pile", False, False): ngettext_lazy(
        "%(player)s took the pile of %(count)s card with %(cards)s",
        "%(player)s took the pile of %(count)s cards with %(cards)s",
        "count",
    ),
    ("pile", True, False): ngettext_lazy(
        "%(player)s took the pile of %(count)s card with %(cards)s and laid %(melds)s",
        "%(player)s took the pile of %(count)s cards with %(cards)s and laid %(melds)s",
        "count",
    ),
    ("pile", False, True): ngettext_lazy(
        "%(player)s took the pile of %(count)s card with %(cards)s and discarded %(card)s",
        "%(player)s took the pile of %(count)s cards with %(cards)s and discarded %(card)s",
        "count",
    ),
    ("pile", True, True): ngettext_lazy(
        "%(player)s took the pile of %(count)s card with %(cards)s, laid %(melds)s "
        "and discarded %(card)s",
        "%(player)s took the pile of %(count)s cards with %(cards)s, laid %(melds)s "
        "and discarded %(card)s",
        "count",
    ),
    ("onto", False, False): ngettext_lazy(
        "%(player)s took the pile of %(count)s card onto %(meld)s",
        "%(player)s took the pile of %(count)s cards onto %(meld)s",
        "count",
    ),
    ("onto", True, False): ngettext_lazy(
        "%(player)s took the pile of %(count)s card onto %(meld)s and laid %(melds)s",
        "%(player)s took the pile of %(count)s cards onto %(meld)s and laid %(melds)s",
        "count",
    ),
    ("onto", False, True): ngettext_lazy(
        "%(player)s took the pile of %(count)s card onto %(meld)s and discarded %(card)s",
        "%(player)s took the pile of %(count)s cards onto %(meld)s and discarded %(card)s",
        "count",
    ),
    ("onto", True, True): ngettext_lazy(
        "%(player)s took the pile of %(count)s card onto %(meld)s, laid %(melds)s "
        "and discarded %(card)s",
        "%(player)s took the pile of %(count)s cards onto %(meld)s, laid %(melds)s "
        "and discarded %(card)s",
        "count",
    ),
    ("top", False, False): gettext_lazy("%(player)s took only %(cards)s, for %(meld)s"),
    ("top", True, False): gettext_lazy(
        "%(player)s took only %(cards)s, for %(meld)s, and laid %(melds)s"
    ),
    ("top", False, True): gettext_lazy(
        "%(player)s took only %(cards)s, for %(meld)s, and discarded %(card)s"
    ),
    ("top", True, True): gettext_lazy(
        "%(player)s took only %(cards)s, for %(meld)s, laid %(melds)s and discarded %(card)s"
    ),
    ("", True, False): gettext_lazy("%(player)s laid %(melds)s"),
    ("", True, True): gettext_lazy("%(player)s laid %(melds)s and discarded %(card)s"),
    ("", False, True): gettext_lazy("%(player)s discarded %(card)s"),
    ("stop", False, False): gettext_lazy("%(player)s stopped"),
    ("ask", False, False): gettext_lazy("%(player)s asked: may I go out?"),
    ("yes", False, False): gettext_lazy("%(player)s said yes"),
    ("no", False, False): gettext_lazy("%(player)s said no"),
    ("out", False, False): gettext_lazy("%(player)s went out"),
}
# The same, told to the one who did it.
YOURS: Sentences = {
    ("draw", False, False): ngettext_lazy(
        "You drew %(count)s card", "You drew %(count)s cards", "count"
    ),
    ("draw", True, False): ngettext_lazy(
        "You drew %(count)s card and laid %(melds)s",
        "You drew %(count)s cards and laid %(melds)s",
        "count",
    ),
    ("draw", False, True): ngettext_lazy(
        "You drew %(count)s card and discarded %(card)s",
        "You drew %(count)s cards and discarded %(card)s",
        "count",
    ),
    ("draw", True, True): ngettext_lazy(
        "You drew %(count)s card, laid %(melds)s and discarded %(card)s",
        "You drew %(count)s cards, laid %(melds)s and discarded %(card)s",
        "count",
    ),
    ("pile", False, False): ngettext_lazy(
        "You took the pile of %(count)s card with %(cards)s",
        "You took the pile of %(count)s cards with %(cards)s",
        "count",
    ),
    ("pile", True, False): ngettext_lazy(
        "You took the pile of %(count)s card with %(cards)s and laid %(melds)s",
        "You took the pile of %(count)s cards with %(cards)s and laid %(melds)s",
        "count",
    ),
    ("pile", False, True): ngettext_lazy(
        "You took the pile of %(count)s card with %(cards)s and discarded %(card)s",
        "You took the pile of %(count)s cards with %(cards)s and discarded %(card)s",
        "count",
    ),
    ("pile", True, True): ngettext_lazy(
        "You took the pile of %(count)s card with %(cards)s, laid %(melds)s and discarded %(card)s",
        "You took the pile of %(count)s cards with %(cards)s, laid %(melds)s "
        "and discarded %(card)s",
        "count",
    ),
    ("onto", False, False): ngettext_lazy(
        "You took the pile of %(count)s card onto %(meld)s",
        "You took the pile of %(count)s cards onto %(meld)s",
        "count",
    ),
    ("onto", True, False): ngettext_lazy(
        "You took the pile of %(count)s card onto %(meld)s and laid %(melds)s",
        "You took the pile of %(count)s cards onto %(meld)s and laid %(melds)s",
        "count",
    ),
    ("onto", False, True): ngettext_lazy(
        "You took the pile of %(count)s card onto %(meld)s and discarded %(card)s",
        "You took the pile of %(count)s cards onto %(meld)s and discarded %(card)s",
        "count",
    ),
    ("onto", True, True): ngettext_lazy(
        "You took the pile of %(count)s card onto %(meld)s, laid %(melds)s and discarded %(card)s",
        "You took the pile of %(count)s cards onto %(meld)s, laid %(melds)s and discarded %(card)s",
        "count",
    ),
    ("top", False, False): gettext_lazy("You took only %(cards)s, for %(meld)s"),
    ("top", True, False): gettext_lazy("You took only %(cards)s, for %(meld)s, and laid %(melds)s"),
    ("top", False, True): gettext_lazy(
        "You took only %(cards)s, for %(meld)s, and discarded %(card)s"
    ),
    ("top", True, True): gettext_lazy(
        "You took only %(cards)s, for %(meld)s, laid %(melds)s and discarded %(card)s"
    ),
    ("", True, False): gettext_lazy("You laid %(melds)s"),
    ("", True, True): gettext_lazy("You laid %(melds)s and discarded %(card)s"),
    ("", False, True): gettext_lazy("You discarded %(card)s"),
    ("stop", False, False): gettext_lazy("You stopped"),
    ("ask", False, False): gettext_lazy("You asked: may I go out?"),
    ("yes", False, False): gettext_lazy("You said yes"),
    ("no", False, False): gettext_lazy("You said no"),
    ("out", False, False): gettext_lazy("You went out"),
}

FREEZES = gettext_lazy("%(line)s; the pile is frozen")
KITTY = ngettext_lazy(
    "%(line)s; the kitty, %(count)s card, joined the hand",
    "%(line)s; the kitty, %(count)s cards, joined the hand",
    "count",
)

BARE: Mapping[type, str] = {Stop: "stop", Ask: "ask", Yes: "yes", No: "no"}


def entry(before: Public, seat: int, move: Move, after: Public) -> Line:
    """One move of the log, between what everybody saw before it and after."""
    match move:
        case Draw():
            return Line(seat, "draw", count=after.sizes[seat] - before.sizes[seat])
        case Pile(first, parts):
            laid = _laid(before, seat, parts)
            if first.cards or first.meld is None:
                return Line(seat, "pile", len(before.pile), first.cards, laid=laid)
            melds = before.melds[before.setup.side(seat)]
            return Line(seat, "onto", len(before.pile), onto=melds[first.meld - 1], laid=laid)
        case Top(number):
            melds = before.melds[before.setup.side(seat)]
            return Line(seat, "top", 1, before.pile[-1:], onto=melds[number - 1])
        case Lay(parts):
            return Line(seat, "", laid=_laid(before, seat, parts))
        case Discard(discarded):
            return Line(
                seat,
                "",
                discarded=discarded,
                freezes=after.frozen and not before.frozen,
                kitty=sum(before.kitties) - sum(after.kitties),
            )
    return Line(seat, BARE[type(move)])


def turns(
    entries: Iterable[tuple[Public, int, Move, Public]],
) -> tuple[Line, ...]:
    """The log turn by turn, first to last: a take with what followed it makes one line."""
    lines: list[Line] = []
    for before, seat, move, after in entries:
        new = entry(before, seat, move, after)
        last = lines[-1] if lines else None
        if last and last.seat == seat and _goes_on(last, new):
            lines[-1] = replace(
                last,
                laid=_joined(last.laid + new.laid),
                discarded=new.discarded,
                freezes=new.freezes,
                kitty=new.kitty,
            )
        else:
            lines.append(new)
        if after.out_seat is not None and before.out_seat is None:
            lines.append(Line(after.out_seat, "out"))
    return tuple(lines)


def _goes_on(last: Line, new: Line) -> bool:
    going_on = bool(last.laid) or last.did in TAKES
    return not new.did and last.discarded is None and going_on


def _joined(laid: Iterable[Laid]) -> tuple[Laid, ...]:
    """What was added to one meld in several moves, together."""
    joined: list[Laid] = []
    for new in laid:
        for place, old in enumerate(joined):
            if old.added and new.added and _alike(old.meld, new.meld):
                joined[place] = old._replace(added=old.added + new.added)
                break
        else:
            joined.append(new)
    return tuple(joined)


def _alike(one: Meld, other: Meld) -> bool:
    """Whether words name them alike: of one rank, or sequences of one suit."""
    return (one.kind, one.rank, one.suit) == (other.kind, other.rank, other.suit)


TAKES = ("draw", "pile", "onto", "top")


def _laid(before: Public, seat: int, parts: tuple[Part, ...]) -> tuple[Laid, ...]:
    melds = before.melds[before.setup.side(seat)]
    variant = before.setup.variant
    return tuple(
        Laid(variant.new_meld(cards)) if number is None else Laid(melds[number - 1], cards)
        for number, cards in parts
    )


def line(told: Line, name: str, *, yours: bool = False) -> SafeString:
    """What a seat did as a sentence; `yours` where the reader did it."""
    sentences = YOURS if yours else SENTENCES
    key = (told.did, bool(told.laid), told.discarded is not None)
    sentence = fill(
        sentences[key],
        player=player(name),
        count=told.count,
        cards=in_cards(told.cards),
        meld=_onto(told),
        melds=listed([_laid_phrase(laid) for laid in told.laid]),
        card=in_card(told.discarded) if told.discarded is not None else "",
    )
    if told.freezes:
        sentence = fill(FREEZES, line=sentence)
    if told.kitty:
        sentence = fill(KITTY, line=sentence, count=told.kitty)
    return sentence


def _onto(told: Line) -> str:
    if told.onto is None:
        return ""
    return meld_kept(told.onto) if told.did == "onto" else meld_phrase(told.onto)


def _laid_phrase(laid: Laid) -> SafeString:
    if laid.added:
        return fill(
            _("%(cards)s onto %(meld)s"), cards=in_cards(laid.added), meld=meld_kept(laid.meld)
        )
    return meld_laid(laid.meld)
