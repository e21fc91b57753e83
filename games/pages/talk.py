"""What is said at a table, for one reader."""

from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games import selectors, wording
from games.pages.viewer import Viewer
from games.selectors import Loaded
from games.wording import Problem

SHOWN = 6
"""Remarks shown, the last ones."""


class Said(NamedTuple):
    id: int
    words: SafeString


class Phrase(NamedTuple):
    name: str
    words: str
    label: str
    """What a little picture shows, for who does not see it; else empty."""


class Speaker(NamedTuple):
    seat: int
    name: str
    muted: bool


def context(loaded: Loaded, viewer: Viewer, problem: Problem | None = None) -> dict[str, Any]:
    """What the template needs."""
    seat = viewer.seat(loaded)
    mine = loaded.seats_of(viewer.player)
    hidden = selectors.muted(loaded.table.pk, viewer.player) if viewer.player else []
    others = [one for one in loaded.seats if one.player_id is not None and one.number not in mine]
    names = wording.names(loaded.seats)
    return {
        "key": loaded.table.key,
        "seat": seat,
        "remarks": [
            Said(remark.pk, wording.remark(names[remark.seat], remark.phrase))
            for remark in selectors.remarks(loaded.table.pk, viewer.player, SHOWN)
        ],
        "newest": selectors.last_remark(loaded.table.pk),
        "phrases": [_phrase(name) for name in wording.PHRASES]
        if seat is not None and others
        else [],
        "speakers": [
            Speaker(one.number, names[one.number], one.number in hidden) for one in others
        ],
        "problem": problem,
        "spoken": wording.spoken(),
    }


def fragment(loaded: Loaded, viewer: Viewer, problem: Problem | None = None, **how: Any) -> str:
    """The panel, to go where it stands; with `fresh` the newest remark is shown for a moment."""
    return render_to_string(
        "games/talk_fragment.html", {"talk": context(loaded, viewer, problem), **how}
    )


def _phrase(name: str) -> Phrase:
    label = wording.phrase_label(name) if name in wording.EMOJI else ""
    return Phrase(name, wording.phrase(name), label)
