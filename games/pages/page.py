"""A table's page for one viewer: lobby, board, score sheet or result, whole or in pieces."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import selectors, wording
from games.board import Board, board, fragments, render
from games.denial import Denied
from games.engine.cards import Card
from games.engine.refusal import Refusal
from games.models import Table
from games.pages import lobby, score, staying
from games.pages import talk as talking
from games.pages.missed import Missed, missed
from games.pages.viewer import Viewer, table_name
from games.selectors import Draft, Loaded
from games.wording import Problem, fill

KINDS = {
    Table.Status.WAITING: "lobby",
    Table.Status.PLAYING: "board",
    Table.Status.BETWEEN: "score",
    Table.Status.ENDED: "result",
}
TITLES: Mapping[str, str | Promise] = {
    "lobby": gettext_lazy("%(game)s: the seats"),
    "score": gettext_lazy("%(game)s: the score so far"),
    "result": gettext_lazy("%(game)s: the result"),
    "cover": gettext_lazy("%(game)s: the cards are covered"),
    "barred": gettext_lazy("Only those who play see this table"),
}
"""By kind; the title of a board tells whose turn it is."""


@dataclass(frozen=True)
class Page:
    """What one viewer is shown of a table at one moment, in the active language."""

    loaded: Loaded
    viewer: Viewer
    seat: int | None
    board: Board | None = None
    """Of a table that is being played."""
    draft: Draft | None = None
    """What the seat has laid out in private."""
    problem: Problem | None = None
    here: Collection[int] = ()
    """Seats whose people are at their pages; the lobby shows it."""
    instead: str = ""
    """What is shown in place of the table: ``cover`` or ``barred``."""

    @property
    def key(self) -> str:
        return self.loaded.table.key

    @property
    def number(self) -> int:
        return self.loaded.number

    @property
    def kind(self) -> str:
        return self.instead or KINDS[self.loaded.table.status]

    @property
    def main_class(self) -> str:
        return f"table {self.board.layout}" if self.board else "page"

    @property
    def spoken(self) -> SafeString:
        """Language and direction, for the element that holds the page's words."""
        return wording.spoken()

    @property
    def body_class(self) -> str:
        return "at-table" if self.board else ""

    @property
    def heading(self) -> SafeString:
        return table_name(self.loaded.table, self.loaded.seats)

    @property
    def subheading(self) -> SafeString:
        """Which deal, and what is played to."""
        target = self.loaded.table.target
        if self.loaded.deal is None:
            return fill(_("playing to %(target)s"), target=target)
        deal = self.loaded.deal.number
        return fill(_("Deal %(deal)s, playing to %(target)s"), deal=deal, target=target)

    @cached_property
    def title(self) -> str:
        """For the browser's tab: what is shown, and at a board whose turn it is."""
        game = wording.game_name(self.loaded.table.variant)
        if self.kind in TITLES:
            return TITLES[self.kind] % {"game": game}
        acting = self.loaded.turn
        if acting is None:
            return _("%(game)s: the table") % {"game": game}
        if acting in self.loaded.seats_of(self.viewer.player):
            return _("Your turn: %(game)s") % {"game": game}
        name = wording.seat_name(self.loaded.seats[acting])
        return _("%(player)s’s turn: %(game)s") % {"player": name, "game": game}

    @property
    def revision(self) -> int:
        """Version of what the seat has laid out in private."""
        return self.draft.revision if self.draft else 0

    @property
    def act_url(self) -> str:
        return reverse("games:act", args=[self.key])

    @property
    def offers_url(self) -> str:
        return reverse("games:offers", args=[self.key])

    @property
    def url(self) -> str:
        return reverse("games:table", args=[self.key]) + self._query

    @property
    def text_url(self) -> str:
        """The same in words alone."""
        return reverse("games:text", args=[self.key]) + self._query

    @property
    def socket_url(self) -> str:
        return f"/ws/t/{self.key}/{self._query}"

    @property
    def _query(self) -> str:
        wanted = self.viewer.wanted
        return "" if wanted is None else "?" + urlencode({"seat": wanted})

    @cached_property
    def inner(self) -> SafeString:
        """What stands within `<main>`."""
        if self.board:
            regions = render(self.board)
            return render_to_string("games/playing.html", {"page": self, "regions": regions})
        more = {"key": self.key, "heading": self.heading, "problem": self.problem}
        if self.instead:
            more |= staying.instead(self.loaded, self.viewer)
            return render_to_string(f"games/{self.instead}.html", more)
        if self.kind == "lobby":
            more |= lobby.context(self.loaded, self.viewer, self.here)
            return render_to_string("games/lobby.html", more)
        return render_to_string("games/score.html", more | score.context(self.loaded, self.viewer))

    @cached_property
    def talk(self) -> dict[str, Any]:
        """What is said at the table; it changes without the table."""
        return talking.context(self.loaded, self.viewer)

    @cached_property
    def missed(self) -> Missed | None:
        """What the viewer has not seen of the game."""
        return missed(self.loaded, self.viewer)

    @property
    def yours(self) -> bool:
        """Whether the table waits for the viewer."""
        return self.loaded.turn in self.loaded.seats_of(self.viewer.player)

    def whole(self) -> str:
        """All that differs between the kinds of page, each piece to go where its like stands."""
        return render_to_string("games/pieces.html", {"page": self})

    def since(self, previous: "Page | None") -> str:
        """The pieces in which this page differs from the one that is shown."""
        if (
            previous is None
            or previous.board is None
            or self.board is None
            or previous.seat != self.seat
            or previous.loaded.deal != self.loaded.deal
        ):
            return self.whole()
        title = "" if previous.title == self.title else format_html("<title>{}</title>", self.title)
        return mark_safe(title + fragments(self.board, previous.board))


def page(
    loaded: Loaded,
    viewer: Viewer,
    *,
    draft: Draft | None = None,
    chosen: tuple[Card, ...] = (),
    confirm: Card | None = None,
    problem: Refusal | Denied | Problem | None = None,
    here: Collection[int] = (),
) -> Page:
    """The page of this viewer; `draft` is the one of their seat."""
    if viewer.barred(loaded):
        return Page(loaded, viewer, None, instead="barred")
    if viewer.covered(loaded):
        return Page(loaded, viewer, None, problem=in_words(problem), instead="cover")
    seat = viewer.seat(loaded)
    if loaded.table.status != Table.Status.PLAYING:
        return Page(loaded, viewer, seat, problem=in_words(problem), here=here)
    shown = board(
        loaded,
        seat=seat,
        draft=draft,
        sort=viewer.sort,
        chosen=chosen,
        confirm=confirm,
        refusal=problem,
        mine=loaded.seats_of(viewer.player),
    )
    return Page(loaded, viewer, seat, shown, draft)


def draft_of(loaded: Loaded, viewer: Viewer) -> Draft | None:
    """The draft of the seat that this viewer is shown."""
    seat = viewer.seat(loaded)
    if seat is None or loaded.table.status != Table.Status.PLAYING:
        return None
    return selectors.draft(loaded, seat)


def in_words(problem: Refusal | Denied | Problem | None) -> Problem | None:
    match problem:
        case Refusal():
            return wording.refused(problem)
        case Denied():
            return wording.denied(problem)
    return problem
