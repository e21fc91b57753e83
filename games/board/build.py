"""From a table to the regions that one viewer sees.

`Scene` is the only door: it takes from the table what this viewer may see, the public state and
the view of the viewer's own seat, and nothing here looks further. What all viewers see alike,
`Common`, is made once for all of them.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils.translation import get_language

from games import wording
from games.engine.cards import HEIGHT, SUITS, Card, Hand, value
from games.engine.melds import Canasta
from games.engine.moves import Lay, Part, Pile
from games.engine.refusal import Reason, Refusal
from games.engine.rules import (
    barred_rank,
    check,
    frozen,
    minimum,
    missing_kinds,
    towards_going_out,
)
from games.engine.scoring import red_threes
from games.engine.state import Phase, Public, Setup
from games.engine.view import View
from games.selectors import Draft, Loaded

from . import regions
from .offers import Offers, free_cards
from .pieces import Group, Held, Kitty, RedThrees, lying
from .regions import Melds, Side, Told

KEPT = 400
"""Things that are kept for the next viewers, of each kind."""
TOLD_TURNS = 8
"""Turns shown as last moves."""
MANY_SIDES = 4
"""Sides from which each one's melds and points stand beside the name."""
PLACES = {2: ("n",), 3: ("w", "e"), 4: ("w", "n", "e")}
"""Where the others sit on a wide screen, clockwise from the viewer."""


class Turn(NamedTuple):
    """A turn in words, or a part of one."""

    line: wording.Line
    told: Told
    yours: Told
    """The same, told to whoever did it."""


class Made(NamedTuple):
    """What a side has for going out."""

    canastas: int
    """Those that count."""
    lacks: tuple[Canasta, ...]
    """Kinds that it still needs."""


@dataclass(frozen=True, eq=False)
class Common:
    """What all who read one language see of a table in play.

    Equal to itself alone, so that what is made of it can be kept by it at no cost.
    """

    public: Public
    names: tuple[str, ...]
    """By seat."""
    computers: tuple[bool, ...]
    number: int
    deal: int
    turns: tuple[Turn, ...]
    """The last turns, first to last."""
    last: Turn | None
    """The last move alone."""
    blocked: bool
    """Nobody can take the pile."""
    since: datetime | None
    """Since when all wait for the player who must act."""
    made: tuple[Made, ...]
    """By side."""


@dataclass(frozen=True)
class Scene:
    """What one viewer may see of a table in play."""

    common: Common
    view: View | None
    """None for a spectator."""
    parts: tuple[Part, ...] = ()
    """What the viewer has laid out."""
    dropped: int = 0
    frozen: bool = False

    @property
    def public(self) -> Public:
        """What everybody sees."""
        return self.common.public

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self.common.names

    @property
    def setup(self) -> Setup:
        """What was fixed when the deal began."""
        return self.public.setup

    @property
    def seat(self) -> int | None:
        """The viewer's seat."""
        return self.view.seat if self.view else None

    @property
    def side(self) -> int | None:
        """The viewer's side."""
        return self.view.side if self.view else None

    @property
    def choosing(self) -> bool:
        """Whether chosen cards can become something now."""
        asking = self.public.phase in (Phase.ASKED, Phase.ENDED)
        return self.view is not None and not (asking and self.public.turn == self.seat)

    @property
    def discarding(self) -> bool:
        """Whether it is for the viewer to discard now."""
        return self.acting and self.public.phase in (Phase.LAY, Phase.LAST)

    @property
    def acting(self) -> bool:
        """Whether the viewer must act now."""
        return self.public.seat == self.seat and self.public.phase is not Phase.ENDED


def scene(loaded: Loaded, seat: int | None, draft: Draft | None) -> Scene:
    """The table as `seat` sees it; the deal must have begun."""
    draft = draft or Draft()
    return Scene(
        common=_common(loaded, get_language()),
        view=None if seat is None else loaded.view(seat),
        parts=draft.parts,
        dropped=len(draft.dropped),
        frozen=draft.frozen,
    )


@lru_cache(KEPT)
def _common(loaded: Loaded, _language: str | None) -> Common:
    """The same for all who read it in the active language, as names may be words of it."""
    assert loaded.state is not None
    assert loaded.deal is not None
    public = loaded.state.public
    names = wording.names(loaded.seats)
    return Common(
        public=public,
        names=names,
        computers=tuple(bool(row.moved_by) for row in loaded.seats),
        number=loaded.number,
        deal=loaded.deal.number,
        turns=_turns(loaded, names, _first_told(loaded.before)),
        last=next(iter(_turns(loaded, names, -1)[-1:]), None),
        blocked=_blocked(public),
        since=loaded.table.turn_since,
        made=tuple(
            Made(towards_going_out(public.setup, melds)[0], missing_kinds(public.setup, melds))
            for melds in public.melds
        ),
    )


def layout(scene: Scene) -> str:
    """Classes of the element around the board."""
    count = scene.setup.seats
    seats = {2: "two-seats", 3: "three-seats", 4: "four-seats"}
    classes = f"many-seats of-{count}" if crowded(scene) else seats[count]
    return classes + ("" if scene.view else " watching")


# ---------------------------------------------------------------- what was done


def _first_told(before: Sequence[Public]) -> int:
    """Where in the log the turns begin that are told."""
    turns = 0
    for move in range(len(before) - 1, 0, -1):
        turns += before[move].turn != before[move - 1].turn
        if turns == TOLD_TURNS:
            return move
    return 0


def _turns(loaded: Loaded, names: tuple[str, ...], first: int) -> tuple[Turn, ...]:
    """The moves from that one on as turns, first to last."""
    assert loaded.state is not None
    befores = loaded.before[first:]
    afters = (*befores, loaded.state.public)[1:]
    lines = wording.turns(
        (before, seat, move, after)
        for before, (seat, move), after in zip(befores, loaded.moves[first:], afters, strict=True)
    )
    return tuple(
        Turn(line, *(Told(line, names[line.seat], yours) for yours in (False, True)))
        for line in lines
    )


def last_event(scene: Scene) -> Told | None:
    """The last move alone."""
    last = scene.common.last
    return _told(scene, last) if last else None


def _told(scene: Scene, turn: Turn) -> Told:
    return turn.yours if turn.line.seat == scene.seat else turn.told


def moves(scene: Scene) -> regions.Moves:
    """The last turns in words, the newest first."""
    common = scene.common
    newest = common.turns[: -TOLD_TURNS - 1 : -1]
    return regions.Moves(common.number, common.deal, tuple(_told(scene, turn) for turn in newest))


# ---------------------------------------------------------------- what now


def status(scene: Scene, now: Offers, confirm: Card | None) -> regions.Status:
    """Whose turn it is, what may be done, what the others just did."""
    public = scene.public
    told = next(
        (
            _told(scene, turn)
            for turn in reversed(scene.common.turns)
            if turn.line.did != "out" and (turn.line.seat != scene.seat or not scene.acting)
        ),
        None,
    )
    if public.phase is Phase.ENDED and public.ended_by:
        out = None if public.out_seat is None else scene.names[public.out_seat]
        ending = wording.ending(public.ended_by, out)
        return regions.Status("over", "", last=told, ending=ending)
    if not scene.acting:
        return _others_status(scene, told)
    assert scene.view is not None
    if public.phase is Phase.ASKED:
        return regions.Status("asks", scene.names[public.turn], "answer")
    tip, count = _tip(scene.view, now)
    if confirm is not None:
        tip = "out" if len(scene.view.hand) == 1 else "drafted" if scene.parts else ""
    since = scene.common.since if public.phase is Phase.TAKE else None
    return regions.Status(
        "yours", scene.names[public.seat], tip, count, last=told, confirm=confirm, since=since
    )


def _tip(view: View, now: Offers) -> tuple[str, int]:
    """(which sentence tells what may be done, the number in it)."""
    public = view.public
    match public.phase:
        case Phase.TAKE:
            dos = {offer.do.split()[0] for offer in now.offers}
            draws, takes = "draw" in dos, bool(dos & {"pile", "top"})
            if draws:
                draw = min(view.setup.variant.draw[view.setup.seats], public.stock)
                return ("draw-take", 0) if takes else ("draw", draw)
            return ("take-stop" if takes else "stop"), 0
        case Phase.GO_OUT:
            return "go-out", 0
        case Phase.LAST:
            return "last", 0
        case Phase.STUCK:
            return "stuck", 0
    if public.barred:
        return "barred", 0
    need = minimum(view)
    return ("open", need) if need else ("lay", 0)


def _others_status(scene: Scene, told: Told | None) -> regions.Status:
    """Somebody else must act."""
    public = scene.public
    name = scene.names[public.seat]
    asked = public.phase is Phase.ASKED
    since = scene.common.since
    if asked and public.turn == scene.seat:
        return regions.Status("waiting", name, "wait", since=since)
    heading = "asked" if asked else "playing"
    if scene.seat is None:
        return regions.Status(heading, name, "watch", last=told, since=since)
    between = (scene.seat - public.turn - 1) % scene.setup.seats
    tip = "others" if between else "next"
    return regions.Status(heading, name, tip, between, last=told, since=since)


def piles(scene: Scene) -> regions.Piles:
    """The pile and the stock."""
    public = scene.public
    shut = ""
    if public.pile and public.frozen:
        shut = "frozen"
    elif public.pile and scene.view and frozen(scene.view):
        shut = "unopened"
    return regions.Piles(len(public.pile), public.top, scene.common.blocked, shut, public.stock)


def _blocked(public: Public) -> bool:
    """Whether nobody can take the pile, which is asked of the engine."""
    taker = View(public._replace(phase=Phase.TAKE), public.seat, Hand())
    refusal = check(taker, Pile(Part(None, ())))
    return refusal is not None and refusal.reason is Reason.PILE_BLOCKED


# ---------------------------------------------------------------- who


def seats(scene: Scene) -> regions.Seats:
    """The other players, clockwise from the viewer; all of them for a spectator."""
    public = scene.public
    count = scene.setup.seats
    first = scene.seat or 0
    partner = None if scene.seat is None else scene.setup.partner(scene.seat)
    around = [(first + step) % count for step in range(1, count)]
    places = list(PLACES.get(count, ()))
    if scene.seat is None:
        around.append(first)
        places.append("s")
    if crowded(scene):
        places = [""] * len(around)
    chairs = tuple(
        regions.Chair(
            name=scene.names[seat],
            cards=public.sizes[seat],
            acting=seat == public.seat and public.phase is not Phase.ENDED,
            partner=seat == partner,
            computer=scene.common.computers[seat],
            points=scene.setup.totals[scene.setup.side(seat)] if crowded(scene) else None,
            kitty=public.kitties[seat] if public.kitties else None,
        )
        for seat in around
    )
    return regions.Seats(chairs, tuple(places))


def crowded(scene: Scene) -> bool:
    """Whether there are so many sides that each one's melds and points go with the name."""
    return scene.setup.sides >= MANY_SIDES


def score(scene: Scene, sides: tuple[Side, ...]) -> regions.Scores:
    """How the sides stand; of many, the viewer's own, and the others' beside their names."""
    shown = sides[:1] if crowded(scene) and scene.view else sides
    return regions.Scores(shown, barred_rank(scene.public) or "")


def sides(scene: Scene) -> tuple[Side, ...]:
    """How the sides stand, the viewer's first."""
    return _sides(scene.common, scene.side)


@lru_cache(KEPT)
def _sides(common: Common, own: int | None) -> tuple[Side, ...]:
    """The same for whoever is of side `own`, None for those who look on."""
    public = common.public
    setup = public.setup
    variant = setup.variant
    kinds = tuple(kind for kind in Canasta if kind in variant.kinds_to_go_out)
    return tuple(
        Side(
            who=_called(setup, side, own),
            names=tuple(common.names[seat] for seat in setup.members(side)),
            total=setup.totals[side],
            minimum=0 if public.melds[side] else variant.minimum(setup.totals[side]),
            canastas=common.made[side].canastas,
            needed=variant.canastas_to_go_out[setup.seats],
            lacks=common.made[side].lacks,
            kinds=kinds if len(kinds) > 1 and side == own else (),
            colours=variant.red_and_black,
            kitty_taken=bool(public.kitties)
            and not any(public.kitties[seat] for seat in setup.members(side)),
        )
        for side in _around(setup, own)
    )


def _around(setup: Setup, own: int | None) -> list[int]:
    """All sides, one's own first."""
    return [((own or 0) + step) % setup.sides for step in range(setup.sides)]


def _called(setup: Setup, side: int, own: int | None) -> str:
    """Which word names this side to the viewer; empty where its names do."""
    if own is None:
        return ""
    partners = setup.sides < setup.seats
    if side == own:
        return "we" if partners else "you"
    return "they" if partners else ""


def melds(scene: Scene, fits: frozenset[int]) -> tuple[Melds, ...]:
    """What lies before each side, the viewer's first; `fits`: numbers of the viewer's melds."""
    own, *others = _lain(scene.common, scene.side)
    if fits:
        marked = (
            replace(one, fits=True) if number in fits else one
            for number, one in enumerate(own.melds, 1)
        )
        own = replace(own, melds=tuple(marked))
    if own.kitty and scene.view and scene.view.kitty is not None:
        # Their own they may look at, once it is earned.
        cards = tuple(sorted(scene.view.kitty, key=_rank_order))
        own = replace(own, kitty=replace(own.kitty, cards=cards))
    return own, *others


@lru_cache(KEPT)
def _lain(common: Common, own: int | None) -> tuple[Melds, ...]:
    """The same for whoever is of side `own`, but for what fits and what a kitty holds."""
    public = common.public
    setup = public.setup
    return tuple(
        Melds(
            side,
            tuple(lying(setup.variant, meld) for meld in public.melds[index]),
            _red_threes(setup, public, index),
            _kitty(setup, public, index),
        )
        for side, index in zip(_sides(common, own), _around(setup, own), strict=True)
    )


def _kitty(setup: Setup, public: Public, side: int) -> Kitty | None:
    """What lies before a side untaken."""
    if not public.kitties:
        return None
    count = sum(public.kitties[seat] for seat in setup.members(side))
    return Kitty(count) if count else None


def _red_threes(setup: Setup, public: Public, side: int) -> RedThrees | None:
    cards = public.red_threes[side]
    if not cards:
        return None
    worth = red_threes(setup, public.melds[side], len(cards))
    return RedThrees(cards, worth, setup.variant.red_threes_need_canastas)


# ---------------------------------------------------------------- the dock


def laid_out(scene: Scene, view: View) -> regions.LaidOut:
    """The viewer's draft, with the running count against the minimum."""
    parts = scene.parts
    if not parts:
        return regions.LaidOut(dropped=scene.dropped)
    refusal = check(view, Lay(parts))
    teaches = (
        refusal
        and scene.acting
        and refusal.reason
        not in (
            Reason.OPENING_TOO_LOW,
            Reason.TAKE_FIRST,
            Reason.ANSWER_FIRST,
        )
    )
    return regions.LaidOut(
        groups=tuple(_groups(view, parts)),
        points=value(card for part in parts for card in part.cards),
        need=minimum(view),
        ready=refusal is None,
        out=len(free_cards(view, parts)) == 0,
        frozen=scene.frozen,
        dropped=scene.dropped,
        why=wording.refused(refusal, view.melds).text if refusal and teaches else "",
    )


def _groups(view: View, parts: tuple[Part, ...]) -> Iterable[Group]:
    variant = view.setup.variant
    for part in parts:
        try:
            if part.meld is None:
                meld = variant.new_meld(part.cards)
            else:
                meld = variant.grown(view.melds[part.meld - 1], part.meld, part.cards)
        except Refusal:
            yield Group(part, None)
        else:
            yield Group(part, meld)


def hand(scene: Scene, view: View, chosen: tuple[Card, ...], sort: str) -> regions.Cards:
    """The viewer's cards beside the draft."""
    return _hand(free_cards(view, scene.parts), view.fresh, chosen, sort)


@lru_cache(KEPT)
def _hand(
    free: Hand, fresh: tuple[Card, ...], chosen: tuple[Card, ...], sort: str
) -> regions.Cards:
    """These cards sorted, new ones marked; most hands stay as they are while others play.

    Which of several equal cards is new means nothing, so the last ones are.
    """
    new = Counter(fresh)
    picked = Counter(chosen)
    held = [
        Held(
            card,
            ordinal,
            new=ordinal > free.count(card) - new[card],
            chosen=ordinal <= picked[card],
        )
        for card in sorted(free.faces, key=_suit_order if sort == "suit" else _rank_order)
        for ordinal in range(1, free.count(card) + 1)
    ]
    return regions.Cards(tuple(held), sort)


def _height(card: Card) -> int:
    """Threes first, aces high, then the wilds: twos and jokers."""
    return HEIGHT[card] + 20 if card.rank == "2" else HEIGHT[card] or 30


@cache
def _rank_order(card: Card) -> tuple[int, int]:
    return _height(card), _suit_place(card)


@cache
def _suit_order(card: Card) -> tuple[int, int, int]:
    if card.wild:
        return len(SUITS), *_rank_order(card)
    return _suit_place(card), _height(card), 0


def _suit_place(card: Card) -> int:
    return SUITS.find(card.suit)
