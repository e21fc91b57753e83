"""The score sheet after a deal, and the result after the game."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games import selectors, wording
from games.engine.scoring import Verdict
from games.engine.state import Ending, State
from games.models import Table
from games.pages import staying
from games.pages.chart import chart
from games.pages.hands import left
from games.pages.viewer import Viewer
from games.selectors import DealScores, Loaded
from games.wording import fill, number

NOTHING = "–"


class Row(NamedTuple):
    """One line of a score sheet; `kind` is its class."""

    name: str
    points: tuple[str, ...]
    kind: str = ""


class Ledger(NamedTuple):
    title: str
    sides: tuple[SafeString | str, ...]
    rows: tuple[Row, ...]

    @property
    def lines(self) -> list[tuple[Row, list[tuple[SafeString | str, str]]]]:
        """Each row with (side, its points)."""
        return [(row, list(zip(self.sides, row.points, strict=True))) for row in self.rows]


class Lead(NamedTuple):
    heading: SafeString | str
    text: SafeString | str


class Fact(NamedTuple):
    name: str
    code: str


def context(loaded: Loaded, viewer: Viewer) -> dict[str, Any]:
    """What the template of score sheet and result needs."""
    assert loaded.state is not None
    sheets = selectors.scores(loaded.table)
    seat = viewer.seat(loaded)
    sides = side_names(loaded, seat)
    ended = loaded.table.status == Table.Status.ENDED
    # A game that was ended by people may stop within a deal, which then has no score.
    whole = loaded.state.public.ended_by is not None
    lags = [chair for chair in loaded.seats if chair.player_id and not chair.went_on]
    mine = loaded.seats_of(viewer.player)
    go_on = not ended and any(chair.number in mine for chair in lags)
    return {
        "lead": _lead(loaded, seat, sheets),
        "ended": ended,
        "go_on": go_on,
        "go_on_words": "" if ended else _going_on(go_on, wording.names(lags)),
        "ledger": whole and ledger(loaded.state, sheets[-1], sides, ended=ended),
        "chart": chart(sheets, side_names(loaded, seat, plain=True)),
        "hands": left(loaded),
        "seal": seal(loaded) if ended else (),
        "standing": "" if ended else staying.standing_of(loaded, viewer),
        "again": staying.again(loaded, viewer) if ended else None,
    }


def side_names(
    loaded: Loaded, seat: int | None, *, plain: bool = False
) -> tuple[SafeString | str, ...]:
    """We and they, for who plays with a partner; else names, for oneself You.

    `plain`: without HTML, as a picture takes them.
    """
    assert loaded.state is not None
    setup = loaded.state.public.setup
    own = None if seat is None else setup.side(seat)
    partners = setup.sides < setup.seats
    called = wording.names(loaded.seats)
    found: list[SafeString | str] = []
    for side in range(setup.sides):
        if side == own:
            found.append(_("We") if partners else _("You"))
        elif own is not None and partners:
            found.append(_("They"))
        else:
            members = [called[one] for one in setup.members(side)]
            found.append(wording.listed(members) if plain else wording.side_name(members))
    return tuple(found)


def _lead(loaded: Loaded, seat: int | None, sheets: tuple[DealScores, ...]) -> Lead:
    """What happened, in one heading and one sentence."""
    target = loaded.table.target
    totals = [score.total for score in sheets[-1].sides] if sheets else ()
    if loaded.table.status == Table.Status.ENDED:
        return Lead(result(loaded, totals), final(side_names(loaded, seat), totals))
    last = sheets[-1]
    out = None if last.out_seat is None else wording.seat_name(loaded.seats[last.out_seat])
    heading = wording.ending(Ending(last.ended_by), out)
    if seat is None or len(last.sides) == len(loaded.seats):
        text = fill(
            _("Now it stands: %(standing)s. Playing to %(target)s."),
            standing=standing(side_names(loaded, seat), totals),
            target=target,
        )
        return Lead(heading, text)
    own = seat % len(last.sides)
    we, they = last.sides[own], last.sides[1 - own]
    return Lead(
        heading,
        fill(
            _(
                "We make %(we_make)s, they make %(they_make)s. Now it stands %(we)s to %(they)s; "
                "playing to %(target)s."
            ),
            we_make=we.score,
            they_make=they.score,
            we=we.total,
            they=they.total,
            target=target,
        ),
    )


def standing(sides: Sequence[SafeString | str], totals: Sequence[int]) -> SafeString:
    """Who has how many points, as a part of a sentence."""
    # Safe: joined from safe pieces.
    return mark_safe(
        " · ".join(
            fill(_("%(side)s %(points)s"), side=side, points=total)
            for side, total in zip(sides, totals, strict=True)
        )
    )


def final(sides: Sequence[SafeString | str], totals: Sequence[int]) -> SafeString | str:
    """The score in the end; nothing where no deal was finished."""
    if not totals:
        return ""
    return fill(_("Final score: %(standing)s"), standing=standing(sides, totals))


def result(loaded: Loaded, totals: Sequence[int]) -> SafeString | str:
    """How the game ended."""
    assert loaded.state is not None
    setup = loaded.state.public.setup
    won = loaded.table.ended_by == Table.Ending.TARGET
    best = tuple(side for side, total in enumerate(totals) if total == max(totals))
    called = wording.names(loaded.seats)
    members = [[called[seat] for seat in setup.members(side)] for side in range(setup.sides)]
    return how_it_ended(loaded.table.ended_by, best if won else (), members)


def how_it_ended(
    ended_by: str, winners: tuple[int, ...], members: Sequence[Sequence[str]]
) -> SafeString | str:
    """In one sentence; `members` are the names of each side's players."""
    match ended_by:
        case Table.Ending.AGREED:
            return _("The game was ended by agreement.")
        case Table.Ending.ABANDONED:
            return _("The game was given up.")
    return wording.verdict(Verdict(ended_by, winners), members)


def _going_on(own: bool, lags: Sequence[str]) -> SafeString | str:
    """When the next deal begins; `own`: it waits for the viewer as well."""
    time = wording.duration(int(settings.GO_ON_AFTER))
    if own:
        return fill(
            _("It begins when everybody is ready, and by itself after %(time)s."), time=time
        )
    if not lags:
        return ""
    return fill(
        _("The next deal waits for %(players)s, %(time)s at most."),
        players=wording.side_name(lags),
        time=time,
    )


def ledger(
    state: State, sheet: DealScores, sides: tuple[SafeString | str, ...], *, ended: bool
) -> Ledger:
    """The sheet of the deal that ended in this state, a line for each part of the score."""
    variant = state.public.setup.variant
    kinds = [
        Counter(meld.canasta for meld in melds if meld.canasta) for melds in state.public.melds
    ]
    rows = [_row(_("Cards laid"), [score.melds for score in sheet.sides])]
    rows += [
        _row(
            wording.canasta_name(canasta).capitalize(),
            [counts[canasta] * bonus for counts in kinds],
        )
        for canasta, bonus in variant.bonuses.items()
        if any(canasta in counts for counts in kinds)
    ]
    rows += [
        _row(_("Red threes"), [score.red_threes for score in sheet.sides]),
        _row(_("Going out"), [score.going_out for score in sheet.sides]),
        _row(_("Left in the hands"), [score.in_hand for score in sheet.sides]),
        _row(_("This deal"), [score.score for score in sheet.sides], "sum"),
        _row(_("Before"), [score.total - score.score for score in sheet.sides]),
        _row(_("Total"), [score.total for score in sheet.sides], "sum total"),
    ]
    if not ended:
        needs = [variant.minimum(score.total) for score in sheet.sides]
        rows.append(_row(_("First meld in the next deal"), needs))
    title = str(fill(_("Deal %(deal)s"), deal=sheet.number))
    return Ledger(title, sides, tuple(rows))


def _row(name: str, points: list[int], kind: str = "") -> Row:
    shown = tuple(number(value) if value or kind else NOTHING for value in points)
    return Row(name, shown, kind)


def seal(loaded: Loaded) -> tuple[Fact, ...]:
    """What the commitment of the shuffle held."""
    opened = selectors.published_seed(loaded.table)
    return (
        Fact(_("Seal"), loaded.table.commitment),
        Fact(_("Server’s secret"), opened or NOTHING),
        *(Fact(wording.seat_name(seat), seat.client_seed) for seat in loaded.seats),
    )
