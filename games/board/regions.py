"""The regions of a board: the parts of the page that change by themselves.

Each is a piece whose element has a fixed id, so that a fragment can take its place.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy, pgettext

from games import wording
from games.engine.cards import Card
from games.engine.melds import Canasta
from games.engine.scoring import canastas
from games.wording import Line, Problem, status

from .offers import Offers
from .pieces import Face, Group, Held, Kitty, Lying, Piece, RedThrees, html, htmls

MELDS = ngettext_lazy("%(count)s meld", "%(count)s melds", "count")
FIRST_MELD = ngettext_lazy("first meld: %(count)s point", "first meld: %(count)s points", "count")
POINTS = ngettext_lazy("%(count)s point", "%(count)s points", "count")


class Region(Piece):
    """A piece with a place of its own in the page."""

    __slots__ = ()

    id: ClassVar[str]
    swap: ClassVar[str] = "morph"
    """How its fragment takes the place of its like: what is morphed keeps ticks and focus."""


class Framed(Region):
    """A region that is another one after nearly every move, for each viewer.

    Its HTML is a format string, as a template would take several times as long to fill.
    """

    __slots__ = ()

    frame: ClassVar[str]

    def render(self) -> SafeString:
        return format_html(self.frame, **self.words())


@dataclass(frozen=True, slots=True)
class Number(Framed):
    """The version of the table that the page shows; the form sends it with every move."""

    id = "r-number"
    frame = '<input type="hidden" id="r-number" name="number" form="play" value="{number}">'
    number: int

    def words(self) -> Mapping[str, object]:
        return {"number": self.number}


@dataclass(frozen=True, slots=True)
class Revision(Region):
    """The version of what the viewer has laid out; the form sends it as the number."""

    id = "r-revision"
    template = "revision"
    revision: int


@dataclass(frozen=True, slots=True)
class Told(Piece):
    """One line of the log for one reader."""

    line: Line
    name: str
    yours: bool

    def render(self) -> SafeString:
        return wording.line(self.line, self.name, yours=self.yours)


@dataclass(frozen=True, slots=True)
class Live(Framed):
    """The last event, told once to those who listen to the page."""

    id = "r-live"
    frame = '<p class="vh" id="r-live" role="status" aria-live="polite">{words}</p>'
    last: Told | None
    yours: bool
    """It is the reader's turn now."""

    def words(self) -> Mapping[str, object]:
        last = wording.sentence(html(self.last)) if self.last else ""
        return {"words": wording.paragraph(last, _("Your turn.") if self.yours else "")}


@dataclass(frozen=True, slots=True)
class Status(Framed):
    """What now: whose turn it is, what the reader may do, what the others just did."""

    id = "r-status"
    frame = '<div id="r-status"{yours}>\n  <h1>{heading}</h1>\n  {tip}{last}\n</div>'
    swap = "true"
    heading: str
    """Which heading, see `wording.status`."""
    name: str
    """The player in the heading."""
    tip: str = ""
    """Which sentence tells what may be done, see `wording.status`; with a discard to be confirmed
    what comes of it, ``out``, ``drafted`` or nothing more."""
    count: int = 0
    """Cards, points or players in that sentence."""
    last: Told | None = None
    confirm: Card | None = None
    """A discard that waits for its second step."""
    ending: str = ""
    since: datetime | None = None
    """Since when one waits for that player."""

    def words(self) -> Mapping[str, object]:
        if self.confirm is None:
            tip = status.tip(self.tip, self.count) or self.ending
            if self.since:
                tip = wording.paragraph(tip, status.since(self.since))
            last = html(self.last) if self.last else ""
        else:
            tip, last = self._question(self.confirm), _("This cannot be taken back.")
        mine = self.heading in ("yours", "asks")
        return {
            "yours": mark_safe(' class="yours"' if mine else ""),
            "heading": status.heading(self.heading, self.name),
            "tip": format_html("<p>{}</p>", tip) if tip else "",
            "last": format_html('<p class="last">{}</p>', last) if last else "",
        }

    def _question(self, card: Card) -> SafeString:
        shown = wording.in_card(card)
        if self.tip == "out":
            return wording.fill(_("Discard %(confirm)s and go out?"), confirm=shown)
        sure = wording.fill(_("Discard %(confirm)s and end your turn?"), confirm=shown)
        kept = _("What you laid out stays in your hand.") if self.tip == "drafted" else ""
        return wording.paragraph(sure, kept)


@dataclass(frozen=True, slots=True)
class Refused(Region):
    """What was just refused, and why."""

    id = "r-refusal"
    template = "refusal"
    problem: Problem | None
    game: str
    """Its rules page explains the rule."""


@dataclass(frozen=True, slots=True)
class Chair(Piece):
    """One of the players around the table, as the reader sees them."""

    template = "chair"
    name: str
    cards: int
    acting: bool
    partner: bool
    computer: bool
    points: int | None = None
    """Total before this deal, where only the reader's own stands in the score."""
    kitty: int | None = None
    """Cards of an untaken kitty, 0 once it was taken; None where the game has none."""

    def words(self) -> Mapping[str, object]:
        points = None if self.points is None else wording.fill(POINTS, count=self.points)
        roles = (
            (self.kitty == 0, _("kitty taken")),
            (self.partner, _("your partner")),
            (self.computer, _("computer")),
        )
        return {
            "it": self,
            "points": wording.further(points) if points else "",
            "lies": wording.further(_("kitty")) if self.kitty else "",
            "roles": wording.row(["", *(words for holds, words in roles if holds)]),
        }


@dataclass(frozen=True, slots=True)
class Seats(Framed):
    """The other players, clockwise from the reader."""

    id = "r-seats"
    frame = '<ul class="seats" id="r-seats" role="list" aria-label="{label}">\n{seats}\n</ul>'
    chairs: tuple[Chair, ...]
    places: tuple[str, ...]
    """Of each chair on a wide screen: ``w``, ``n``, ``e``, ``s`` or none."""

    def words(self) -> Mapping[str, object]:
        around = zip(self.chairs, self.places, htmls(self.chairs), strict=True)
        seats = (
            f'<li class="seat {place}{" acting" if chair.acting else ""}">{inner}</li>'
            for chair, place, inner in around
        )
        # Safe: joined from safe pieces.
        return {"label": _("Players"), "seats": mark_safe("\n".join(seats))}


@dataclass(frozen=True, slots=True)
class Piles(Framed):
    """The discard pile and the stock."""

    id = "r-piles"
    frame = (
        '<section class="centre piles" id="r-piles" aria-label="{label}">\n'
        '  <figure class="pile{classes}">{pile}</figure>\n'
        '  <figure class="stock">{stock}</figure>\n</section>'
    )
    swap = "true"
    pile: int
    top: Card | None
    blocked: bool
    frozen: str
    """``frozen`` for everybody, ``unopened`` for who has not opened, or empty."""
    stock: int

    def words(self) -> Mapping[str, object]:
        classes = ("blocked" if self.blocked else "", self.frozen)
        return {
            "label": _("Pile and stock"),
            "classes": "".join(f" {name}" for name in classes if name),
            "pile": format_html(NO_CARDS, _("No pile")) if self.top is None else self._heap(),
            "stock": self._stock() if self.stock else format_html(NO_CARDS, _("No stock")),
        }

    def _heap(self) -> SafeString:
        assert self.top is not None
        states = []
        if self.frozen:
            everybody = self.frozen == "frozen"
            states.append(
                pgettext("pile", "frozen") if everybody else pgettext("pile", "frozen for you")
            )
        if self.blocked:
            states.append(pgettext("pile", "blocked"))
        return format_html(
            '<div class="heap">{}<span class="vh">{}</span></div><figcaption>{}{}</figcaption>',
            html(Face(self.top)),
            wording.fill(_("Top card: %(name)s"), name=wording.card_name(self.top)),
            wording.fill(_('Pile <span class="num">%(count)s</span>'), count=self.pile),
            format_html_join("", ' <span class="state">{}</span>', zip(states)),
        )

    def _stock(self) -> SafeString:
        return format_html(
            '<span class="card back" aria-hidden="true"></span><figcaption>{}</figcaption>',
            wording.fill(_('Stock <span class="num">%(count)s</span>'), count=self.stock),
        )


NO_CARDS = '<div class="empty" aria-hidden="true"></div><figcaption>{}</figcaption>'


@dataclass(frozen=True, slots=True)
class Side:
    """One side's standing."""

    who: str
    """``we``, ``they``, ``you``, or empty: then the names stand there."""
    names: tuple[str, ...]
    total: int
    minimum: int
    """Points of its first meld; 0 once it has opened."""
    canastas: int
    """Those that count for going out."""
    needed: int
    lacks: tuple[Canasta, ...] = ()
    """Kinds of canasta without which it may not go out."""
    kinds: tuple[Canasta, ...] = ()
    """All kinds that it needs, where they are shown one by one."""
    colours: bool = False
    """A natural canasta is called red as well, a mixed one black."""
    kitty_taken: bool = False

    @property
    def each(self) -> list[tuple[str, str, bool]]:
        """(kind, its colour, whether the side has it)."""
        return [
            (
                wording.canasta_name(kind, short=True),
                wording.canasta_colour(kind) if self.colours else "",
                kind not in self.lacks,
            )
            for kind in self.kinds
        ]

    @property
    def called(self) -> SafeString:
        """The names, where there is no shorter word."""
        return wording.side_name(self.names)

    @property
    def points(self) -> str:
        """Total before this deal."""
        return wording.number(self.total)

    @property
    def needs(self) -> SafeString:
        """What it lacks."""
        lacks = () if self.kinds else self.lacks
        return wording.needs(self.minimum, self.canastas, self.needed, lacks)


@dataclass(frozen=True, slots=True)
class Scores(Region):
    """How the sides stand."""

    id = "r-score"
    template = "score"
    sides: tuple[Side, ...]
    barred: str = ""
    """The rank that may not be discarded yet."""

    def words(self) -> Mapping[str, object]:
        barred = wording.barred_cards(self.barred) if self.barred else ""
        return {"it": self, "barred": barred}


@dataclass(frozen=True, slots=True)
class Melds(Piece):
    """All that one side has on the table."""

    template = "melds"
    side: Side
    melds: tuple[Lying, ...]
    red_threes: RedThrees | None
    kitty: Kitty | None = None

    def words(self) -> Mapping[str, object]:
        more = filter(None, (self.red_threes, self.kitty))
        return {"pieces": htmls((*self.melds, *more))}


def counts(sides: tuple[Melds, ...]) -> SafeString:
    """How many melds and canastas there are, or what the one side there is still needs."""
    melds = [lying.meld for side in sides for lying in side.melds]
    if len(sides) == 1 and sides[0].side.minimum:
        return wording.fill(FIRST_MELD, count=sides[0].side.minimum)
    made = canastas(melds)
    lie = wording.fill(MELDS, count=len(melds))
    if not made:
        return lie
    done = wording.canasta_count(made)
    return wording.fill(_("%(melds)s, %(canastas)s"), melds=lie, canastas=done)


@dataclass(frozen=True, slots=True)
class Ours(Region):
    """The melds of the reader's side."""

    id = "r-ours"
    template = "ours"
    melds: Melds

    def words(self) -> Mapping[str, object]:
        return {
            "side": self.melds.side,
            "melds": html(self.melds),
            "counts": counts((self.melds,)),
        }


@dataclass(frozen=True, slots=True)
class Theirs(Region):
    """The melds of all other sides."""

    id = "r-theirs"
    template = "theirs"
    sides: tuple[Melds, ...]

    def words(self) -> Mapping[str, object]:
        return {
            "sides": [(melds.side, html(melds)) for melds in self.sides],
            "counts": counts(self.sides),
        }


@dataclass(frozen=True, slots=True)
class LaidOut(Region):
    """The reader's draft: laid out in private, not yet on the table."""

    id = "r-draft"
    template = "draft"
    groups: tuple[Group, ...] = ()
    points: int = 0
    need: int = 0
    """Points of the first meld that the draft has to reach; 0 where there is no such bar."""
    ready: bool = False
    """It can be put down now."""
    out: bool = False
    """Putting it down leaves no card."""
    frozen: bool = False
    dropped: int = 0
    """Parts that are no longer possible."""
    why: str = ""
    """Why it cannot be put down, where more than points are missing."""

    def words(self) -> Mapping[str, object]:
        return {
            "it": self,
            "groups": htmls(self.groups),
            "title": self.groups[0].title if len(self.groups) == 1 else "",
            "titles": [group.title for group in self.groups],
            "points": wording.fill(POINTS, count=self.points),
            "last": len(self.groups) - 1,
        }


@dataclass(frozen=True, slots=True)
class Cards(Region):
    """The reader's own hand."""

    id = "r-hand"
    template = "hand"
    held: tuple[Held, ...]
    sort: str

    def words(self) -> Mapping[str, object]:
        return {
            "it": self,
            # Safe: joined from safe pieces.
            "held": mark_safe("\n  ".join(htmls(self.held))),
            "count": wording.card_count(len(self.held)),
            "new": any(held.new for held in self.held),
            "columns": columns(len(self.held), 11),
            "wide": columns(len(self.held), 22),
        }


def columns(cards: int, most: int) -> int:
    """Cards in each of the fewest rows of at most `most`, rows balanced; at least five."""
    rows = max(1, -(-cards // most))
    return max(5, -(-cards // rows))


@dataclass(frozen=True, slots=True)
class Choices(Region):
    """What the reader may do."""

    id = "r-offers"
    template = "offers"
    offers: Offers
    asking: bool
    """Chosen cards can become something, so that a page without a script asks what."""
    laying: bool
    """A card can be discarded."""
    twice: bool = False
    """Two taps on a card discard it: there is nothing more to be asked."""


@dataclass(frozen=True, slots=True)
class Moves(Framed):
    """The last moves, in words."""

    id = "r-moves"
    frame = (
        '<section class="fold moves" id="r-moves"><input type="checkbox" id="f-moves" '
        'autocomplete="off"><label for="f-moves"><b>{label}</b> <span class="tail">{deal}</span>'
        '</label><div class="inner"><ol id="told-{number}">{lines}</ol></div></section>'
    )
    number: int
    """Of the table: another number, another list, in whose place no line seems to have moved."""
    deal: int
    told: tuple[Told, ...]

    def words(self) -> Mapping[str, object]:
        return {
            "label": _("Last moves"),
            "deal": wording.fill(_("deal %(deal)s"), deal=self.deal),
            "number": self.number,
            # Safe: joined from safe pieces.
            "lines": mark_safe("\n".join(f"<li>{line}</li>" for line in htmls(self.told))),
        }
