"""A board in words alone, for those who listen to it and for slow lines.

Everything is read off the regions of the viewer's own board, so it can tell nothing more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from games import wording
from games.board import Board
from games.board.pieces import Held, RedThrees, html
from games.board.regions import Melds, Side
from games.engine.cards import Card
from games.pages.page import Page


class CardLine(NamedTuple):
    """Equal cards of the hand."""

    code: str
    """As it is typed: 7H."""
    name: str
    count: int
    new: int


class MeldLine(NamedTuple):
    """A meld that lies on the table."""

    code: str
    """As it is typed: m1; empty for a meld of others."""
    title: SafeString
    detail: str
    bonus: str
    colour: str


class SideLines(NamedTuple):
    side: Side
    melds: tuple[MeldLine, ...]
    red_threes: str
    kitty: Mapping[str, object] | None
    """What `Kitty` says of itself."""


def context(page: Page) -> dict[str, Any]:
    """What the template needs; the page must be a board."""
    assert page.board is not None
    regions: dict[str, Any] = dict(page.board.regions)
    piles, hand, draft = (regions.get(id_) for id_ in ("r-piles", "r-hand", "r-draft"))
    return {
        "page": page,
        "number": page.number,
        "status": html(regions["r-status"]),
        "refusal": html(regions["r-refusal"]),
        "standing": html(regions["r-standing"]),
        "offers": _offers(page.board),
        "draft": draft,
        "draft_titles": [group.title for group in draft.groups] if draft else (),
        "hand": _cards(hand.held) if hand else (),
        "count": len(hand.held) if hand else 0,
        "piles": piles,
        "top": wording.card_name(piles.top) if piles.top is not None else "",
        "sides": [_side(regions["r-ours"].melds, own=page.seat is not None)]
        + [_side(melds, own=False) for melds in regions["r-theirs"].sides],
        "chairs": regions["r-seats"].chairs,
        "scores": regions["r-score"].sides,
        "barred": regions["r-score"].words()["barred"],
        "moves": [html(told) for told in regions["r-moves"].told],
    }


def _offers(board: Board) -> Any:
    """What can be done without choosing cards, as buttons; cards are named in a typed move."""
    region: Any = board.regions.get("r-offers")
    return region.offers if region else None


def _cards(held: Iterable[Held]) -> tuple[CardLine, ...]:
    cards: Counter[Card] = Counter()
    new: Counter[Card] = Counter()
    for one in held:
        cards[one.card] += 1
        new[one.card] += one.new
    return tuple(
        CardLine(str(card), wording.card_name(card), count, new[card])
        for card, count in cards.items()
    )


def _side(melds: Melds, *, own: bool) -> SideLines:
    lines = tuple(
        MeldLine(
            f"m{number}" if own else "",
            wording.meld_title(lying.meld),
            wording.meld_detail(lying.meld),
            wording.signed(lying.bonus) if lying.bonus else "",
            lying.colour,
        )
        for number, lying in enumerate(melds.melds, 1)
    )
    return SideLines(
        melds.side, lines, _red_threes(melds.red_threes), melds.kitty and melds.kitty.words()
    )


def _red_threes(threes: RedThrees | None) -> str:
    if threes is None:
        return ""
    words = threes.words()
    told = [words["title"], words["now"], words["then"]]
    return wording.listed([str(word) for word in told if word])
