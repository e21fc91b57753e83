"""A game's figures for the templates, every one of them taken from its `Variant`.

Templates write the prose and name these; numbers come formatted for the active language.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine import variants
from games.engine.cards import BLACK_THREES, RANKS, Card, card, value
from games.engine.melds import CANASTA_SIZE
from games.engine.variant import Variant
from games.wording import card_index, game_hint, game_name, number

from .phrases import either, least_cards, spread
from .sentences import OVERVIEW, ROWS, SPECIAL, TELLERS

STANDARD = "canasta"
"""The game that the others are compared with."""


@dataclass(frozen=True)
class Figures:
    """One game. Numbers for prose are text: ``"15"``, or ``"11–15"`` where tables differ."""

    variant: Variant

    @property
    def name(self) -> str:
        return self.variant.name

    @property
    def title(self) -> str:
        return game_name(self.variant.name)

    @property
    def hint(self) -> str:
        return game_hint(self.variant.name)

    @property
    def players(self) -> SafeString:
        """Table sizes: 2, 3 or 4."""
        return either(self.variant.seats)

    @property
    def partners(self) -> SafeString:
        """Table sizes with partners."""
        return either(self.variant.partners_at)

    @property
    def cards(self) -> str:
        return spread(self.variant.cards(seats) for seats in self.variant.seats)

    @property
    def packs(self) -> str:
        return spread(self.variant.packs.values())

    @property
    def jokers(self) -> str:
        return spread(self.variant.jokers.values())

    @property
    def hand(self) -> str:
        return spread(self.variant.hand.values())

    @property
    def draw(self) -> str:
        return spread(self.variant.draw.values())

    @property
    def most_drawn(self) -> int:
        """To choose a plural by."""
        return max(self.variant.draw.values())

    @property
    def canastas(self) -> str:
        """Canastas that going out needs."""
        return spread(self.variant.canastas_to_go_out.values())

    @property
    def most_canastas(self) -> int:
        """To choose a plural by."""
        return max(self.variant.canastas_to_go_out.values())

    @property
    def target(self) -> str:
        return spread(self.variant.target.values())

    @property
    def least(self) -> str:
        """Cards with which a meld begins."""
        return number(least_cards(self.variant))

    @property
    def size(self) -> str:
        """Cards of a canasta."""
        return number(CANASTA_SIZE)

    @property
    def bonus(self) -> Mapping[str, str]:
        """Bonus by the name of the canasta."""
        return {kind.value: number(points) for kind, points in self.variant.bonuses.items()}

    @property
    def says(self) -> Mapping[str, SafeString]:
        """What the variant says, in whole sentences (`sentences.TELLERS`)."""
        return {name: teller(self.variant) for name, teller in TELLERS.items()}


class Worth(NamedTuple):
    """Ranks of the same value."""

    ranks: str
    points: str


def card_values() -> tuple[Worth, ...]:
    """What each card counts, the most valuable first (C-1)."""
    black_three = min(BLACK_THREES)
    faces = [card("XX"), *(card(f"{rank}S") for rank in RANKS if rank != "3"), black_three]
    by_points: dict[int, list[Card]] = {}
    for face in sorted(faces, key=lambda face: (-face.value, -face.height)):
        by_points.setdefault(value([face]), []).append(face)
    return tuple(
        Worth(" ".join(map(_index, same)), number(points)) for points, same in by_points.items()
    )


def _index(face: Card) -> str:
    if face.suit == "X":
        return pgettext("in the list of card values", "joker")
    if face.black_three:
        return pgettext("in the list of card values", "black 3")
    return card_index(face)


class Row(NamedTuple):
    """One line of a table: its title, and a cell for each column."""

    title: Promise
    cells: tuple[tuple[str, SafeString], ...]
    """(short name of the column, what it says)"""


@dataclass(frozen=True)
class Table:
    """Games side by side."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]


def differences(variant: Variant) -> Table:
    """The game beside the standard one; the standard game by itself in one column."""
    standard = variants.get(STANDARD)
    column = (game_name(variant.name), game_name(variant.name), variant)
    if variant.name == STANDARD:
        return _table(ROWS, [column])
    # Translators: head of the column that tells the rules of ordinary Canasta.
    title = _("Standard Canasta")
    # Translators: the same in one word, before each of its rules on a phone.
    short = pgettext("rules of ordinary Canasta", "Standard")
    return _table(ROWS, [(title, short, standard), column])


def overview(games: Sequence[Variant]) -> Table:
    """All games, each a column."""
    return _table(OVERVIEW, [(game_name(game.name), game_name(game.name), game) for game in games])


def _table(rows: Mapping[str, Promise], columns: Sequence[tuple[str, str, Variant]]) -> Table:
    kinds = {rule.kind for _title, _short, variant in columns for rule in variant.melds}
    shown = [name for name in rows if name not in SPECIAL or SPECIAL[name] in kinds]
    return Table(
        tuple(title for title, _short, _variant in columns),
        tuple(
            Row(
                rows[name],
                tuple((short, TELLERS[name](variant)) for _title, short, variant in columns),
            )
            for name in shown
        ),
    )


def all_games() -> tuple[Variant, ...]:
    """Every game that can be played, the standard one first."""
    return tuple(sorted(variants.all_variants(), key=lambda game: game.name != STANDARD))
