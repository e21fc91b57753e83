"""The first page: what this is, my tables, and the form that opens another."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from games import selectors, wording
from games.board.pieces import Face, html
from games.engine.cards import cards
from games.engine.melds import Kind
from games.forms import GameForm, OpenForm
from games.models import Player, Seat, Table
from games.pages import staying
from games.pages.finished import finished
from games.pages.viewer import table_name
from games.wording import fill, listed, moment, number

SPREAD = "5H 6H 7H 8H 9H TH JH"
PICTURES = {
    Kind.SEVENS: "7C 7D 7S",
    Kind.WILDS: "2S XX 2H",
    Kind.SEQUENCE: "7H 8H 9H",
    Kind.SET: "KS KH KD",
}
"""What stands for a game: the most special kind of meld that it has."""
SEATS_TARGET = ngettext_lazy(
    "with %(count)s seat %(target)s", "with %(count)s seats %(target)s", "count"
)


class Entry(NamedTuple):
    """One of a person's tables."""

    title: SafeString
    words: SafeString | str
    url: str
    waiting: bool


class Choice(NamedTuple):
    value: int | str
    label: SafeString | str
    chosen: bool
    hint: str = ""


class Offered(NamedTuple):
    """A game to choose, and what can be chosen for it."""

    name: str
    title: str
    hint: str
    faces: tuple[SafeString, ...]
    chosen: bool
    partners: bool
    """At some table sizes partners sit opposite."""
    seats: tuple[Choice, ...]
    computers: tuple[Choice, ...]
    targets: tuple[Choice, ...]
    house_rules: tuple[Choice, ...]


def context(form: OpenForm, player: Player | None) -> dict[str, Any]:
    """What the template needs."""
    chosen = form["variant"].value()
    return {
        "form": form,
        "tables": tables(player) if player else (),
        "spread": faces(SPREAD),
        "offered": [_offered(game, name == chosen) for name, game in form.games.items()],
        "pace": staying.choices(form),
        "finished": finished(player) if player else (),
    }


def tables(player: Player) -> tuple[Entry, ...]:
    """Their tables, those that wait for them first."""
    found = selectors.tables_of(player)
    return tuple(_entry(table) for table in found if not table.over)


def _entry(table: Table) -> Entry:
    seats = list(table.seats.all())
    return Entry(
        table_name(table, seats),
        _words(table, seats),
        reverse("games:table", args=[table.key]),
        table.waits,
    )


def _words(table: Table, seats: list[Seat]) -> SafeString | str:
    """How things stand there, in one sentence."""
    match table.status:
        case Table.Status.WAITING:
            free = sum(not seat.taken for seat in seats)
            if not free:
                return _("All seats are taken; play is about to begin.")
            return fill(
                ngettext("%(free)s seat is free.", "%(free)s seats are free.", free), free=free
            )
        case Table.Status.PLAYING | Table.Status.BETWEEN if table.paused_at:
            return _("The game is paused.")
        case Table.Status.PLAYING if table.waits and table.deadline_at:
            return fill(_("It is your turn, until %(time)s."), time=moment(table.deadline_at))
        case Table.Status.PLAYING if table.waits:
            return _("It is your turn.")
        case Table.Status.PLAYING:
            turn = next(seat for seat in seats if seat.number == table.turn)
            name = wording.seat_name(turn)
            return fill(_("%(player)s is playing."), player=wording.player(name))
        case Table.Status.BETWEEN:
            return _("A deal is over; the next one is about to begin.")
    return _("The game is over.")


def _offered(form: GameForm, chosen: bool) -> Offered:
    game = form.game
    kinds = {rule.kind for rule in game.melds}
    shown = next(face for kind, face in PICTURES.items() if kind in kinds)
    return Offered(
        game.name,
        wording.game_name(game.name),
        wording.game_hint(game.name),
        faces(shown),
        chosen,
        bool(game.partners_at),
        _numbers(form, "seats"),
        _numbers(form, "computers"),
        _targets(form),
        _house_rules(form),
    )


def _chosen(form: GameForm, name: str) -> set[str]:
    """Of what was sent or else proposed, which values of a field are chosen."""
    value = form[name].value()
    values = value if isinstance(value, Iterable) and not isinstance(value, str) else [value]
    return {"" if one is None else str(one) for one in values}


def _numbers(form: GameForm, name: str) -> tuple[Choice, ...]:
    chosen = _chosen(form, name)
    return tuple(
        Choice(value, number(int(label)), str(value) in chosen)
        for value, label in form.fields[name].choices
    )


def _targets(form: GameForm) -> tuple[Choice, ...]:
    """Where the usual target depends on the number of seats, that is a choice of its own."""
    usual = form.game.target
    if len(set(usual.values())) == 1:
        return _numbers(form, "target")
    most = max(set(usual.values()), key=list(usual.values()).count)
    others = [
        fill(SEATS_TARGET, count=seats, target=target)
        for seats, target in usual.items()
        if target != most
    ]
    label = fill(_("as usual: %(target)s, %(others)s"), target=most, others=listed(others))
    return (Choice("", label, "" in _chosen(form, "target")), *_numbers(form, "target"))


def _house_rules(form: GameForm) -> tuple[Choice, ...]:
    chosen = _chosen(form, "house_rules")
    return tuple(
        Choice(
            rule.name,
            wording.house_rule_name(rule.name),
            rule.name in chosen,
            wording.house_rule_hint(rule.name),
        )
        for rule in form.game.house_rules
    )


def faces(text: str) -> tuple[SafeString, ...]:
    """Cards to look at."""
    return tuple(html(Face(card)) for card in cards(text))
