"""A finished game, one moment at a time, played again from its log."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import selectors, wording
from games.board.pieces import Face, RedThrees, html, lying
from games.engine import record, scoring
from games.engine.record import GameRecord
from games.engine.state import State
from games.pages import score
from games.pages.chart import chart
from games.pages.hands import open_hands
from games.pages.viewer import table_name
from games.selectors import DealScores, Loaded
from games.wording import fill

KEPT_GAMES = 8
KEPT_DEALS = 16


class Step(NamedTuple):
    """A way through the moves; without address where it leads nowhere."""

    label: str
    url: str = ""
    rel: str = ""
    next: bool = False


class Jump(NamedTuple):
    label: SafeString | str
    url: str


class Told(NamedTuple):
    """One move in words."""

    number: int
    words: SafeString
    url: str
    now: bool


class SideMelds(NamedTuple):
    name: SafeString | str
    melds: tuple[SafeString, ...]


@lru_cache(KEPT_GAMES)
def game(key: str, number: int) -> GameRecord:
    """The log of a finished table, which never changes: `number` is its last."""
    return selectors.game_record(selectors.load(key).table)


@lru_cache(KEPT_DEALS)
def states(key: str, number: int, deal: int) -> tuple[State, ...]:
    """The deal at its beginning and after each move."""
    return tuple(record.states(game(key, number), deal))


@dataclass(frozen=True)
class Place:
    """After `move` moves of `deal`."""

    key: str
    deal: int
    move: int

    @property
    def url(self) -> str:
        query = urlencode({"deal": self.deal, "move": self.move})
        return f"{reverse('games:replay', args=[self.key])}?{query}"


def context(loaded: Loaded, place: tuple[int, int]) -> dict[str, Any] | None:
    """What the template needs; None where the game has no such deal.

    A move past the end of its deal is the last one.
    """
    table = loaded.table
    log = game(table.key, loaded.number)
    deal, move = place
    if not 1 <= deal <= len(log.deals):
        return None
    film = states(table.key, loaded.number, deal)
    move = min(move, len(film) - 1)
    here = Place(table.key, deal, move)
    state = film[move]
    called = wording.names(log.seats)
    words = sentences(table.key, loaded.number, deal, get_language() or "")
    last = move == len(film) - 1
    whole = film[-1].public.ended_by is not None
    sheets = _sheets(log)[:deal]
    members = _members(state, called)
    sides = tuple(wording.side_name(side) for side in members)
    end = deal == len(log.deals)
    return {
        "key": table.key,
        "heading": table_name(loaded.table, loaded.seats),
        "subheading": fill(_("replay of deal %(deal)s"), deal=deal),
        "title": _("Replay: deal %(deal)d, move %(move)d") % {"deal": deal, "move": move},
        "film": {
            "title": fill(_("Move %(move)s of %(moves)s"), move=move, moves=len(film) - 1),
            "words": words[move - 1] if move else _("The cards are dealt."),
            "steps": _steps(log, film, here),
            "jumps": _jumps(log, film, here),
            "lines": _told(here, words),
            "deal": deal,
            "deals": len(log.deals),
            "move": move,
            "moves": len(film) - 1,
        },
        "hands": open_hands(state, called),
        "sides": tuple(_melds(state, side, name) for side, name in enumerate(sides)),
        "pile": state.public.top is not None and html(Face(state.public.top)),
        "pile_name": "" if state.public.top is None else wording.card_name(state.public.top),
        "pile_count": wording.number(len(state.public.pile)),
        "stock_count": wording.number(state.public.stock),
        "ledger": last and whole and score.ledger(state, sheets[-1], sides, ended=end),
        "chart": chart(sheets, [wording.listed(side) for side in members]) if last else None,
        "result": _result(log, members) if last and end else None,
    }


@lru_cache(KEPT_DEALS)
def sentences(key: str, number: int, deal: int, _language: str) -> tuple[SafeString, ...]:
    """Every move of the deal in words."""
    log = game(key, number)
    film = states(key, number, deal)
    called = wording.names(log.seats)
    return tuple(
        wording.line(
            wording.entry(film[place].public, seat, move, film[place + 1].public),
            called[seat],
        )
        for place, (seat, move) in enumerate(log.deal(deal).moves)
    )


def _told(here: Place, words: tuple[SafeString, ...]) -> list[Told]:
    """Every move of the deal, each with its page."""
    places = (Place(here.key, here.deal, number) for number in range(1, len(words) + 1))
    return [
        Told(place.move, sentence, place.url, place == here)
        for place, sentence in zip(places, words, strict=True)
    ]


def _steps(log: GameRecord, film: tuple[State, ...], here: Place) -> tuple[Step, ...]:
    """First, back, next, last; over the end of a deal into the next one."""
    key, deal, move = here.key, here.deal, here.move
    end = len(film) - 1
    first = Place(key, 1, 0)
    if move:
        back = Place(key, deal, move - 1)
    elif deal > 1:
        back = Place(key, deal - 1, len(log.deal(deal - 1).moves))
    else:
        back = here
    following = here
    if move < end:
        following = Place(key, deal, move + 1)
    elif deal < len(log.deals):
        following = Place(key, deal + 1, 0)
    last = Place(key, len(log.deals), len(log.deal(len(log.deals)).moves))
    wanted = [
        (_("First"), first, ""),
        (_("Back"), back, "prev"),
        (_("Next"), following, "next"),
        (_("Last"), last, ""),
    ]
    return tuple(
        Step(label, "" if place == here else place.url, rel, rel == "next")
        for label, place, rel in wanted
    )


def _jumps(log: GameRecord, film: tuple[State, ...], here: Place) -> tuple[Jump, ...]:
    """Places worth seeing: first meld, the pile taken, canastas, the end; and the other deals."""
    jumps: list[Jump] = []
    moves = log.deal(here.deal).moves

    def jump(words: str, move: int) -> None:
        place = Place(here.key, here.deal, move)
        jumps.append(Jump(fill(words, what="", move=move), place.url))

    seen = dict.fromkeys(("meld", "pile"), False)
    finished = 0
    for number, (_seat, move) in enumerate(moves, 1):
        public = film[number].public
        if not seen["meld"] and any(public.melds):
            seen["meld"] = True
            jump(_("first meld, %(move)s"), number)
        if not seen["pile"] and str(move).startswith("pile"):
            seen["pile"] = True
            jump(_("pile taken, %(move)s"), number)
        canastas = sum(scoring.canastas(melds) for melds in public.melds)
        if canastas > finished and not finished:
            jump(_("first canasta, %(move)s"), number)
        finished = max(finished, canastas)
    if here.move < len(moves):
        jump(_("end of the deal, %(move)s"), len(moves))
    for deal in range(1, len(log.deals) + 1):
        if deal != here.deal:
            jumps.append(Jump(fill(_("deal %(deal)s"), deal=deal), Place(here.key, deal, 0).url))
    return tuple(jumps)


def _members(state: State, called: tuple[str, ...]) -> list[list[str]]:
    """The names of each side's players."""
    setup = state.public.setup
    return [[called[seat] for seat in setup.members(side)] for side in range(setup.sides)]


def _melds(state: State, side: int, name: SafeString) -> SideMelds:
    public = state.public
    variant = public.setup.variant
    melds = public.melds[side]
    pieces = [html(lying(variant, meld)) for meld in melds]
    threes = public.red_threes[side]
    if threes:
        worth = scoring.red_threes(public.setup, melds, len(threes))
        pieces.append(html(RedThrees(threes, worth, variant.red_threes_need_canastas)))
    return SideMelds(name, tuple(pieces))


def _sheets(log: GameRecord) -> tuple[DealScores, ...]:
    """The score sheets, as the log has them."""
    return tuple(
        DealScores(deal.number, deal.outcome.ended_by, deal.outcome.out_seat, deal.outcome.scores)
        for deal in log.deals
        if deal.outcome
    )


def _result(log: GameRecord, members: list[list[str]]) -> score.Lead | None:
    """How the game ended, as the log has it."""
    if log.result is None:
        return None
    heading = score.how_it_ended(log.result.ended_by.value, log.result.winners, members)
    sides = [wording.side_name(side) for side in members]
    return score.Lead(heading, score.final(sides, log.result.totals))
