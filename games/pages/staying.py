"""Pages of those who play over days: what a table keeps to, who is away, one's private link."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import identity, selectors, services, wording
from games.board import standing
from games.board.pieces import html
from games.forms import OpenForm
from games.models import Player, Seat, Table
from games.pages.viewer import Viewer, table_name
from games.selectors import Loaded

ABSENCES = (1, 3, 7, 14, 30)
"""Days to choose from."""


class Fact(NamedTuple):
    """One line of what a table plays."""

    name: str
    text: SafeString | str
    code: str = ""
    details: tuple[tuple[SafeString | str, str], ...] = ()
    """(a difference from the game as it is usually played, what it means)."""


class Choice(NamedTuple):
    value: str
    label: str
    chosen: bool


class Chair(NamedTuple):
    """A seat as the page about the table shows it."""

    seat: int
    name: str
    words: SafeString | str
    mine: bool
    abandoned: bool
    minded: bool
    link: str
    """To an abandoned seat, for who opened the table."""
    standing: str
    partner: bool


class Own(NamedTuple):
    """One of the seats of who passes a device round."""

    name: str
    url: str
    turn: bool


# ---------------------------------------------------------------- opening


def choices(form: OpenForm) -> dict[str, tuple[Choice, ...]]:
    """What can be chosen about time when a table is opened."""
    return {
        "pace": _choices(form, "pace", wording.pace_label),
        "overdue": _choices(form, "overdue", wording.overdue_words),
        "answer": _choices(form, "answer_after", lambda value: wording.answer_label(value or None)),
        "barred": (Choice("1", "", bool(form["barred"].value())),),
    }


def _choices(form: OpenForm, name: str, label: Any) -> tuple[Choice, ...]:
    chosen = str(form[name].value() or "")
    offered = form.fields[name].choices
    if chosen not in {str(value) for value, _label in offered}:
        chosen = str(offered[0][0])
    return tuple(
        Choice(str(value), label(value), str(value) == chosen) for value, _label in offered
    )


def pace_facts(table: Table) -> list[Fact]:
    """What a table keeps to, for everybody to see."""
    facts = [Fact(_("Time"), wording.pace_name(table.pace))]
    if table.pace != Table.Pace.NONE:
        facts.append(Fact(_("When it is over"), wording.overdue_words(table.overdue)))
    if table.answer_after:
        facts.append(Fact(_("Questions"), wording.answer_words(table.answer_after)))
    if not table.spectators:
        facts.append(Fact(_("Looking on"), _("Only those who play see this table.")))
    return facts


# ---------------------------------------------------------------- at the table


def standing_of(loaded: Loaded, viewer: Viewer) -> SafeString:
    """Time, pauses, absences and wishes, as the board shows them."""
    return html(standing(loaded, loaded.seats_of(viewer.player)))


def instead(loaded: Loaded, viewer: Viewer) -> dict[str, Any]:
    """What the cover of a device that goes round needs."""
    url = reverse("games:table", args=[loaded.table.key])
    mine = loaded.seats_of(viewer.player)
    turn = loaded.turn if loaded.turn in mine else None
    called = wording.names(loaded.seats)
    return {
        "turn": None if turn is None else wording.player(called[turn]),
        "seats": [
            Own(called[seat], f"{url}?seat={seat}", turn=seat == turn)
            for seat in mine
            if turn is None or seat == turn
        ],
    }


def again(loaded: Loaded, viewer: Viewer) -> dict[str, Any] | None:
    """The way to another game of the same people; None for whoever did not play."""
    if not loaded.seats_of(viewer.player):
        return None
    rematch = Table.objects.filter(rematch_of=loaded.table).first()
    if rematch is None:
        return {"url": "", "waiting": ()}
    seats = rematch.seats.order_by("number")
    waiting = wording.names(seat for seat in seats if seat.player_id and seat.went_on)
    mine = any(seat.player_id == viewer.player.pk and seat.went_on for seat in seats)
    return {
        "url": reverse("games:table", args=[rematch.key]) if mine else "",
        "waiting": wording.side_name(waiting) if waiting and not mine else "",
        "count": len(waiting),
    }


def joins(loaded: Loaded, viewer: Viewer) -> str:
    """Key of the ended game whose rematch this table is, for who has not joined yet."""
    if loaded.table.rematch_of_id is None:
        return ""
    if all(loaded.seats[seat].went_on for seat in loaded.seats_of(viewer.player)):
        return ""
    return Table.objects.values_list("key", flat=True).get(pk=loaded.table.rematch_of_id)


def about(loaded: Loaded, viewer: Viewer) -> dict[str, Any]:
    """The page about a table: what it keeps to, who is there, what happened beside the moves."""
    table = loaded.table
    mine = loaded.seats_of(viewer.player)
    going_on = table.status in (Table.Status.PLAYING, Table.Status.BETWEEN)
    called = wording.names(loaded.seats)
    return {
        "key": table.key,
        "heading": table_name(table, loaded.seats),
        "facts": pace_facts(table),
        "standing": standing_of(loaded, viewer),
        "chairs": [_chair(loaded, seat, viewer) for seat in loaded.seats],
        "sits": bool(mine),
        "opener": loaded.opened_by(viewer.player),
        "going_on": going_on,
        "paused": table.paused_at is not None,
        "slow": table.pace in (Table.Pace.DAY, Table.Pace.THREE_DAYS, Table.Pace.WEEK),
        "wished": {kind for kind, _seat in loaded.wishes},
        "events": [
            (wording.moment(event.at), wording.event(event.kind, _name(called, event), event.until))
            for event in selectors.events(table)
        ],
    }


def _name(called: tuple[str, ...], event: Any) -> str:
    return "" if event.seat is None else called[event.seat]


def _chair(loaded: Loaded, seat: Seat, viewer: Viewer) -> Chair:
    mine = loaded.seats_of(viewer.player)
    opener = loaded.opened_by(viewer.player) and seat.number not in mine
    going_on = loaded.table.status in (Table.Status.PLAYING, Table.Status.BETWEEN)
    link = ""
    if opener and seat.link_salt:
        where = reverse("games:take_over", args=[loaded.table.key, identity.seat_token(seat)])
        link = viewer.origin + where
    return Chair(
        seat.number,
        wording.seat_name(seat),
        _seat_words(seat, mine),
        mine=seat.number in mine,
        abandoned=opener and going_on and services.abandoned(loaded, seat.number),
        minded=bool(seat.minded_by),
        link=link,
        standing=seat.standing,
        partner=len(loaded.seats) in loaded.variant.partners_at,
    )


def _seat_words(seat: Seat, mine: Sequence[int]) -> SafeString | str:
    if seat.number in mine and not seat.minded_by:
        return _("you")
    if seat.level:
        return _("computer player")
    if seat.minded_by:
        return _("a computer player minds the seat")
    if seat.player_id is None:
        return _("free")
    return _("plays")


# ---------------------------------------------------------------- a person


def titles(player: Player) -> list[SafeString]:
    """What this person's games are called, finished ones left out."""
    found = [table for table in selectors.tables_of(player) if not table.over]
    return [table_name(table, table.seats.all()) for table in found]


def link_of(player: Player, origin: str) -> str:
    """The person's private link."""
    return origin + reverse("games:carry_on", args=[identity.link_token(player)])
