"""What one viewer sees of a table, ready for the page: `board`, `render`, `fragments`.

A board is made of regions (`board.regions`), each of them a frozen value that holds only what
this viewer may see, the HTML of each kept by value and language (`board.pieces`). The page and
the socket show the same regions; a socket sends those that changed.

All fields and buttons belong to one form with the id ``play``, which stands outside of the
regions and brings the token, the seat and the address. A button sends ``do``:

================ ==============================================================================
``draw``         draw from the stock
``stop``         end the deal, the stock being empty
``top mN``       take only the top card, onto meld N
``pile``         take the pile with the chosen cards; what is laid out goes down with them
``pile 4C 4D``   take the pile with these cards, whatever is chosen; ``pile m2 4C 4D`` with
                 these onto meld 2, ``pile m2`` with the top card alone (house rule)
``new``          the chosen cards become a group of the draft
``add mN``       the chosen cards are laid out for meld N
``grow I``       the chosen cards join group I of the draft (from 0)
``back I``       take back group I of the draft; ``back``: all of it
``suggest``      lay out the melds that the hand allows, beside what is laid out
``down``         put down what is laid out
``ask``          ask the partner; what is laid out, and the one card it leaves, is the plan
``yes`` ``no``   answer the partner
``discard``      ask once more whether the one chosen card shall go (changes nothing)
``sure 5S``      discard this card
``keep``         do not discard after all; ``clear``: choose nothing (change nothing)
``sort suit``    sort the hand by suit, or ``sort rank`` (remembered for the viewer)
``offers``       what can the chosen cards become? (changes nothing; without a script)
``typed``        the move that was typed into the field ``move``
``enter``        the key Enter in any field: ``typed`` if something was, else ``offers``
================ ==============================================================================

Chosen cards are fields ``cards``, one for each, with the card's text (``7C``).
"""

from dataclasses import dataclass, replace

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games import wording
from games.denial import Denied
from games.engine.cards import Card, Hand
from games.engine.moves import Discard
from games.engine.refusal import Refusal
from games.engine.rules import check
from games.engine.state import State
from games.engine.view import View
from games.selectors import Draft, Loaded
from games.wording import Problem

from . import build, offers, regions
from .offers import Offer, Offers
from .pieces import html, htmls
from .regions import Region
from .standing import standing

__all__ = [
    "Board",
    "Offer",
    "Offers",
    "board",
    "fragments",
    "offered",
    "render",
    "snapshot",
    "standing",
]


@dataclass(frozen=True)
class Board:
    """A table as one viewer sees it at one moment."""

    layout: str
    """Classes of the element around it: the number of seats, and ``watching``."""
    regions: dict[str, Region]
    """By id, in the order of the page."""

    @property
    def dock(self) -> bool:
        """Whether the viewer sits here and has a hand."""
        return "r-hand" in self.regions


def board(
    loaded: Loaded,
    *,
    seat: int | None,
    draft: Draft | None = None,
    sort: str = "rank",
    chosen: tuple[Card, ...] = (),
    confirm: Card | None = None,
    refusal: Refusal | Denied | Problem | None = None,
    mine: tuple[int, ...] = (),
) -> Board:
    """What whoever holds `seat` sees of the table; None is a spectator.

    `draft` is what the seat has laid out in private, `sort` ``rank`` or ``suit``, `chosen` the
    cards whose boxes are ticked, `confirm` a discard that waits for its second step, `refusal`
    what was just refused, `mine` all seats of the viewer. The table must have a deal.
    """
    scene = build.scene(loaded, seat, draft)
    view = scene.view
    if view and confirm is not None:
        # A discard that would be refused is refused before the question.
        why = check(view, Discard(confirm))
        refusal, confirm = (why, None) if why else (refusal, confirm)
    now = Offers()
    if view:
        if confirm is not None:
            now = offers.confirming(view, scene.parts, confirm)
        else:
            now = offers.offers(view, scene.parts, chosen, scene.names)
    sides = build.sides(scene)
    ours, *theirs = build.melds(scene, now.fits)
    parts: list[Region] = [
        regions.Number(loaded.number),
        regions.Live(build.last_event(scene), scene.acting),
        build.status(scene, now, confirm),
        regions.Refused(_problem(refusal, view), loaded.variant.name),
        standing(loaded, mine),
        build.seats(scene),
        build.piles(scene),
        build.score(scene, sides),
        regions.Ours(ours),
        regions.Theirs(tuple(theirs)),
        build.moves(scene),
    ]
    if view:
        parts += [
            regions.Revision(draft.revision if draft else 0),
            build.laid_out(scene, view),
            build.hand(scene, view, chosen, sort),
            regions.Choices(
                now,
                scene.choosing and confirm is None,
                scene.discarding,
                # Neither what is laid out nor the end of the deal is decided by a slip.
                scene.discarding and not scene.parts and len(view.hand) > 1,
            ),
        ]
    return Board(build.layout(scene), {region.id: region for region in parts})


def _problem(refusal: Refusal | Denied | Problem | None, view: View | None) -> Problem | None:
    melds = view.melds if view else ()
    if isinstance(refusal, Refusal):
        return wording.refused(refusal, melds)
    if isinstance(refusal, Denied):
        return wording.denied(refusal, melds)
    return refusal


def render(board: Board) -> SafeString:
    """What stands within ``main``: all regions in their places."""
    shown = {id_.removeprefix("r-"): html(region) for id_, region in board.regions.items()}
    return render_to_string("games/board/board.html", {"r": shown, "dock": board.dock})


def fragments(board: Board, previous: Board | None = None) -> SafeString:
    """The regions that differ from what was shown before, each to take the place of its like.

    The number always goes along.
    """
    before = previous.regions if previous else {}
    changed = [
        region
        for id_, region in board.regions.items()
        if id_ == "r-number" or region != before.get(id_)
    ]
    return _out_of_band(changed)


def offered(board: Board) -> SafeString:
    """What chosen cards can become, and the melds that they fit, as fragments.

    What now stands beside them, as another choice takes back the question about a discard.
    """
    return _out_of_band([board.regions[id_] for id_ in ("r-status", "r-ours", "r-offers")])


def snapshot(loaded: Loaded, seat: int | None, move: int) -> dict[str, SafeString]:
    """What everybody saw after so many moves: players, piles, scores and melds, as HTML.

    Seen from `seat`, but without anything that only its holder may see.
    """
    assert loaded.state is not None
    publics = (*loaded.before, loaded.state.public)
    then = replace(
        loaded,
        state=State(publics[move], (), ()),
        moves=loaded.moves[:move],
        before=loaded.before[:move],
    )
    scene = build.scene(then, None, None)
    if seat is not None:
        # Where the viewer sits, without their cards.
        scene = replace(scene, view=View(publics[move], seat, Hand()))
    sides = build.sides(scene)
    ours, *theirs = build.melds(scene, frozenset())
    parts: list[Region] = [
        build.seats(scene),
        build.piles(scene),
        regions.Scores(sides),
        regions.Ours(ours),
        regions.Theirs(tuple(theirs)),
    ]
    return {part.id.removeprefix("r-"): html(part) for part in parts}


def _out_of_band(changed: list[Region]) -> SafeString:
    # The reader's language may have changed since the page came.
    spoken = wording.spoken()
    pieces = zip(changed, htmls(changed), strict=True)
    return mark_safe("".join(_fragment(region, shown, spoken) for region, shown in pieces))


def _fragment(region: Region, shown: str, spoken: str) -> str:
    here = f'id="{region.id}"'
    return shown.replace(here, f'{here} hx-swap-oob="{region.swap}" {spoken}', 1)
