"""The page of a table at which people still sit down."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any, NamedTuple

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import selectors, wording
from games.models import Seat
from games.pages import staying
from games.pages.staying import Fact
from games.pages.viewer import Viewer
from games.selectors import Loaded
from games.wording import fill

PLACES = {1: "s", 2: "sn", 3: "swe", 4: "swne"}
"""Where the seats stand round the table, clockwise from the viewer's own at the foot."""


class Button(NamedTuple):
    do: str
    label: str
    first: bool = False
    """The likeliest of the page."""


class Chair(NamedTuple):
    """A seat as the lobby shows it."""

    seat: int
    name: str
    words: SafeString | str
    free: bool
    computer: bool
    place: str = ""
    buttons: tuple[Button, ...] = ()


def context(loaded: Loaded, viewer: Viewer, here: Collection[int]) -> dict[str, Any]:
    """What the lobby's template needs; `here` are the seats whose people are at their pages."""
    table = loaded.table
    mine = loaded.seats_of(viewer.player)
    opener = viewer.player is not None and viewer.player.pk == table.opener_id
    free = sum(not seat.taken for seat in loaded.seats)
    link = viewer.origin + reverse("games:table", args=[table.key])
    count = len(loaded.seats)
    order = [((mine[0] if mine else 0) + step) % count for step in range(count)]
    chairs = [_chair(loaded, seat, mine, here) for seat in order]
    likeliest = next((chair.seat for chair in chairs if chair.free), None)
    return {
        "lead": _lead(free, count, opener),
        "start": opener and not free,
        "link": link,
        "qr": qr(link),
        "mine": mine,
        "free": free,
        "name": viewer.player.name if viewer.player else "",
        "chairs": [
            chair._replace(place=place, buttons=_buttons(chair, mine, opener, likeliest))
            for chair, place in zip(chairs, PLACES.get(count, " " * count), strict=True)
        ],
        "facts": _facts(loaded),
        "joins": staying.joins(loaded, viewer),
        "beside": [chair.seat for chair in chairs if chair.free] if mine else [],
    }


def _lead(free: int, count: int, opener: bool) -> SafeString | str:
    if free:
        return fill(
            ngettext(
                "%(free)s seat is free. Play begins when all %(count)s are taken.",
                "%(free)s seats are free. Play begins when all %(count)s are taken.",
                free,
            ),
            free=free,
            count=count,
        )
    if opener:
        return _("All seats are taken. Start when everybody is ready.")
    return _("All seats are taken. Play begins in a moment.")


def _chair(loaded: Loaded, number: int, mine: tuple[int, ...], here: Collection[int]) -> Chair:
    seat = loaded.seats[number]
    words = _words(loaded, seat, mine, here)
    # Whoever was sat down for a rematch and has not joined can be sent away as well.
    awaited = bool(loaded.table.rematch_of_id and seat.player_id and not seat.went_on)
    computer = bool(seat.level) or (awaited and number not in mine)
    return Chair(number, wording.seat_name(seat), words, free=not seat.taken, computer=computer)


def _buttons(
    chair: Chair, mine: tuple[int, ...], opener: bool, likeliest: int | None
) -> tuple[Button, ...]:
    """What this viewer may do with a seat."""
    buttons: list[Button] = []
    if chair.free:
        label = _("Move here") if mine else _("Sit here")
        buttons.append(Button(f"take {chair.seat}", label, not mine and chair.seat == likeliest))
    if chair.seat in mine:
        buttons.append(Button(f"leave {chair.seat}", _("Stand up")))
    if opener and chair.free:
        buttons.append(Button(f"computer {chair.seat}", _("Computer player")))
    if opener and chair.computer:
        buttons.append(Button(f"free {chair.seat}", _("Free this seat")))
    return tuple(buttons)


def _words(
    loaded: Loaded, seat: Seat, mine: tuple[int, ...], here: Collection[int]
) -> SafeString | str:
    """Whose seat it is; of a free one, whose partner would sit there."""
    if seat.player_id and loaded.table.rematch_of_id and not seat.went_on:
        return _("has not joined yet")
    if seat.number in mine:
        return _("you")
    if seat.level:
        return _("computer player")
    if seat.taken:
        return _("here") if seat.number in here else _("away from the page")
    count = len(loaded.seats)
    if count not in loaded.variant.partners_at:
        return _("free")
    partner = loaded.seats[(seat.number + 2) % count]
    if partner.number in mine:
        return _("free, your partner")
    if partner.taken:
        called = wording.player(wording.seat_name(partner))
        return fill(_("free, partner of %(player)s"), player=called)
    return _("free")


def _facts(loaded: Loaded) -> list[Fact]:
    partners = len(loaded.seats) in loaded.variant.partners_at
    how = _("%(game)s, partners sit opposite") if partners else _("%(game)s, each for themselves")
    rules = _differences(loaded)
    return [
        Fact(_("Rules of this table"), "" if rules else _("as usual"), details=rules),
        Fact(_("Game"), fill(how, game=wording.game_name(loaded.variant.name))),
        Fact(_("Playing to"), fill(_("%(target)s points"), target=loaded.table.target)),
        *staying.pace_facts(loaded.table),
        Fact(
            _("Shuffle"),
            _("Sealed before anybody sat down. After the game the seal is opened:"),
            loaded.table.commitment,
        ),
    ]


def _differences(loaded: Loaded) -> tuple[tuple[SafeString | str, str], ...]:
    """How this table plays the game otherwise than it is usually played."""
    variant, target = loaded.variant, loaded.table.target
    usual = variant.target[len(loaded.seats)]
    found: list[tuple[SafeString | str, str]] = []
    if target != usual:
        words = fill(_("To %(target)s points instead of %(usual)s"), target=target, usual=usual)
        found.append((words, ""))
    chosen = selectors.house_rules(loaded.table)
    found += [
        (wording.house_rule_name(rule.name), wording.house_rule_hint(rule.name))
        for rule in variant.house_rules
        if rule.name in chosen
    ]
    return tuple(found)


@lru_cache(256)
def qr(link: str) -> SafeString:
    """The link as a picture that cameras read; one path, no style attribute."""
    code = segno.make(link, error="m", micro=False)
    return mark_safe(code.svg_inline(border=0, omitsize=True, svgclass=None, lineclass=None))
