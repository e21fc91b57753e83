"""Sides, needs, endings, and the names of games and computer players."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, override

from games.engine.melds import Canasta
from games.engine.scoring import Verdict
from games.engine.state import Ending

from .cards import canasta_name
from .text import fill, listed, player

GAMES: Mapping[str, tuple[str, str]] = {
    "bolivia": (
        gettext_lazy("Bolivia"),
        gettext_lazy("Samba with canastas of wilds; an escalera to go out"),
    ),
    "canasta": (
        gettext_lazy("Canasta"),
        gettext_lazy("The classic: two packs, sets of one rank, a pile that freezes"),
    ),
    "railroad": (
        gettext_lazy("Railroad Canasta"),
        gettext_lazy("Four kinds of canasta and a kitty, each for themselves"),
    ),
    "samba": (
        gettext_lazy("Samba"),
        gettext_lazy("Three packs, sequences beside sets, two cards a turn"),
    ),
}
HOUSE_RULES: Mapping[str, tuple[str, str]] = {
    "take_onto_meld": (
        gettext_lazy("Take the pile onto a meld"),
        gettext_lazy(
            "While the pile is not frozen, its top card may go onto your own set of that rank "
            "without cards of your hand, and the rest of the pile joins your hand."
        ),
    ),
    "top_takes_pile": (
        gettext_lazy("The top card brings the pile"),
        gettext_lazy(
            "Who takes only the top card, for an open meld, takes the rest of the pile with it."
        ),
    ),
}
"""By its name in the options: a title, and a sentence that tells what it changes."""
STANDARD_NAME = re.compile(r"Bot (\d+)")
"""Names of computer players as they are stored and stand in logs: see `standard_name`."""
CANASTAS_OF = ngettext_lazy("%(have)s of %(need)s canasta", "%(have)s of %(need)s canastas", "need")
CANASTAS = ngettext_lazy("%(count)s canasta", "%(count)s canastas", "count")
WINNERS = ngettext_lazy("%(players)s wins the game", "%(players)s win the game", "count")


class Named(Protocol):
    """A seat of a table, or of a log."""

    @property
    def name(self) -> str:
        """As it is stored."""

    @property
    def level(self) -> str:
        """Of the computer player that holds it; empty for a person."""


def game_name(name: str) -> str:
    """A game by the name of its variant."""
    return str(GAMES[name][0])


def game_hint(name: str) -> str:
    """What is special about it, in one short line."""
    return str(GAMES[name][1])


def house_rule_name(name: str) -> str:
    """A rule that a table may switch on."""
    return str(HOUSE_RULES[name][0])


def house_rule_hint(name: str) -> str:
    """What it changes, in one sentence."""
    return str(HOUSE_RULES[name][1])


def standard_name(number: int) -> str:
    """The name of a table's first, second… computer player as it is stored, in no language."""
    return f"Bot {number}"


def seat_name(seat: Named) -> str:
    """What whoever holds a seat is called: computer players in the reader's language.

    One who has taken over a person's seat keeps that name.
    """
    standard = STANDARD_NAME.fullmatch(seat.name) if seat.level else None
    if not standard:
        return seat.name
    return _standard_name(standard[1])


def names(seats: Iterable[Named]) -> tuple[str, ...]:
    """What all who hold these seats are called."""
    return tuple(map(seat_name, seats))


def standard_names(number: int) -> set[str]:
    """What readers of every language call the computer player with that standard name."""
    called = {standard_name(number)}
    for code, _language in settings.LANGUAGES:
        with override(code):
            called.add(_standard_name(number))
    return called


def _standard_name(number: int | str) -> str:
    # Translators: name of a computer player at a table, as short as that of a person.
    return _("Bot %(number)s") % {"number": number}


def side_name(names: Sequence[str]) -> SafeString:
    """Those who score together: Anna and Ingrid."""
    return listed([player(name) for name in names])


def canasta_count(count: int) -> SafeString:
    """So many canastas: 2 canastas."""
    return fill(CANASTAS, count=count)


def needs(minimum: int, canastas: int, needed: int, lacks: Sequence[Canasta] = ()) -> SafeString:
    """What a side lacks: its first meld (`minimum` points, 0 when it has opened) or canastas.

    `lacks`: kinds of canasta that must be among them and are not.
    """
    if minimum:
        return fill(_("first meld: %(points)s"), points=minimum)
    if canastas >= needed:
        return canasta_count(canastas)
    have = fill(CANASTAS_OF, have=canastas, need=needed)
    if not lacks:
        return have
    kinds = listed([canasta_name(kind, short=True) for kind in lacks])
    return fill(_("%(canastas)s, missing: %(kinds)s"), canastas=have, kinds=kinds)


def ending(ended_by: Ending, out: str | None) -> SafeString:
    """How a deal ended; `out` is the name of who went out."""
    if ended_by is Ending.OUT and out is not None:
        return fill(_("%(player)s went out. The deal is over."), player=player(out))
    if ended_by is Ending.SEVENS:
        return fill(_("Nothing could be discarded any more. The deal is over, nobody went out."))
    return fill(_("The stock is used up. The deal is over, and nobody went out."))


def verdict(how: Verdict, sides: Sequence[Sequence[str]]) -> SafeString:
    """How the game ended; `sides` are the names of each side's players."""
    if how.ended_by == "limit":
        return fill(_("The last deal allowed has been played: the game is a draw."))
    if not how.winners:
        return fill(_("Two sides have the same total: the game is a draw."))
    names = [name for side in how.winners for name in sides[side]]
    return fill(WINNERS, players=side_name(names), count=len(names))
