"""What has happened at a table since somebody last looked, and the table after each turn of it."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import selectors, wording
from games.board import snapshot
from games.engine.state import Ending
from games.pages.viewer import Viewer, table_name
from games.selectors import Loaded
from games.wording import fill

AWAY = 120
"""Seconds after which somebody has been away; before that they know what they saw."""
MOST = 20
"""Turns told, the last ones."""


class Turn(NamedTuple):
    """What one seat did in one turn."""

    words: SafeString
    move: int
    """How many moves of the deal there were at its end."""
    url: str
    now: bool = False


class Missed(NamedTuple):
    """What somebody has not seen."""

    deals: tuple[SafeString, ...]
    """One sentence for each deal that ended meanwhile."""
    turns: tuple[Turn, ...]
    more: int
    """Turns before those."""
    seen_url: str


def missed(loaded: Loaded, viewer: Viewer) -> Missed | None:
    """What this viewer has not seen; None where there is nothing, or where they were just here."""
    if loaded.deal is None or viewer.player is None:
        return None
    mine = loaded.seats_of(viewer.player)
    if not mine:
        return None
    deal, move = selectors.look_of(loaded, viewer.player) or (1, 0)
    current = loaded.deal.number
    turns = _turns(loaded, mine, move if deal == current else 0)
    # What one did oneself is no news.
    if not any(loaded.before[turn.move - 1].turn not in mine for turn in turns):
        return None
    if selectors.was_here(loaded, viewer.player, timezone.now() - timedelta(seconds=AWAY)):
        return None
    return Missed(
        tuple(_ended(loaded, deal)) if deal < current else (),
        tuple(turns[-MOST:]),
        max(0, len(turns) - MOST),
        reverse("games:seen", args=[loaded.table.key]),
    )


def _turns(loaded: Loaded, mine: tuple[int, ...], after: int) -> list[Turn]:
    """The turns of this deal after so many moves."""
    assert loaded.state is not None
    befores = loaded.before
    afters = (*befores, loaded.state.public)[1:]
    rows = list(enumerate(zip(befores, loaded.moves, afters, strict=True), 1))[after:]
    called = wording.names(loaded.seats)
    turns = []
    for _seat, group in groupby(rows, key=lambda row: row[1][0].turn):
        moves = list(group)
        lines = wording.turns((before, *move, then) for _, (before, move, then) in moves)
        told = [wording.line(line, called[line.seat], yours=line.seat in mine) for line in lines]
        last = moves[-1][0]
        words = wording.paragraph(*map(wording.sentence, told))
        turns.append(Turn(words, last, _url(loaded, last)))
    return turns


def _url(loaded: Loaded, move: int) -> str:
    assert loaded.deal is not None
    query = urlencode({"deal": loaded.deal.number, "move": move})
    return f"{reverse('games:step', args=[loaded.table.key])}?{query}"


def _ended(loaded: Loaded, first: int) -> Iterator[SafeString]:
    called = wording.names(loaded.seats)
    assert loaded.deal is not None
    for sheet in selectors.scores(loaded.table):
        if first <= sheet.number < loaded.deal.number:
            out = None if sheet.out_seat is None else called[sheet.out_seat]
            ending = wording.ending(Ending(sheet.ended_by), out)
            yield fill(_("Deal %(deal)s: %(ending)s"), deal=sheet.number, ending=ending)


def step_context(loaded: Loaded, viewer: Viewer, deal: int, move: int) -> dict[str, Any] | None:
    """The table as everybody saw it after so many moves of the deal that is being played.

    None for another deal, and for a move that has not been made.
    """
    if loaded.deal is None or loaded.deal.number != deal or not 0 <= move <= len(loaded.moves):
        return None
    mine = loaded.seats_of(viewer.player)
    turns = [turn._replace(now=turn.move == move) for turn in _turns(loaded, mine, 0)]
    back = max((turn.move for turn in turns if turn.move < move), default=None)
    following = min((turn.move for turn in turns if turn.move > move), default=None)
    here = next((turn for turn in turns if turn.move >= move > 0), None)
    return {
        "key": loaded.table.key,
        "heading": table_name(loaded.table, loaded.seats),
        "subheading": fill(_("Deal %(deal)s, move %(move)s"), deal=deal, move=move),
        "title": _("Deal %(deal)d, move %(move)d") % {"deal": deal, "move": move},
        "words": here.words if here else _("The cards are dealt."),
        "back": _url(loaded, back) if back is not None else (_url(loaded, 0) if move else ""),
        "next": "" if following is None else _url(loaded, following),
        "board": snapshot(loaded, viewer.seat(loaded), move),
        "turns": turns,
    }
