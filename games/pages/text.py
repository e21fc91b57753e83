"""A board in words alone, for those who listen to it and for slow lines.

Everything is read off the regions of the viewer's own board, so it can tell nothing more.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext

from games import wording
from games.board import Board
from games.board.pieces import Held, Kitty, Lying, RedThrees, html
from games.board.regions import Chair, LaidOut, Melds, Piles, Side
from games.engine.cards import Card
from games.pages.page import Page
from games.wording import fill


class Coded(NamedTuple):
    """Equal cards of the hand, or a meld, and what one types for them."""

    code: str
    """As it is typed: 7H, m1; empty for a meld of others."""
    words: SafeString


class SideLines(NamedTuple):
    """What lies before one side, a line for each meld."""

    side: Side
    melds: tuple[Coded, ...]
    more: tuple[SafeString, ...]
    """Red threes and kitty."""


TOP = gettext_lazy("The top card of the pile is the %(card)s (<code>%(code)s</code>).")
PILE = ngettext_lazy("The pile has %(count)s card.", "The pile has %(count)s cards.", "count")
STOCK = ngettext_lazy("The stock has %(count)s card.", "The stock has %(count)s cards.", "count")
NEW = ngettext_lazy("%(count)s new", "%(count)s new", "count")
DRAFT = ngettext_lazy("%(count)s point.", "%(count)s points.", "count")


def context(page: Page) -> dict[str, Any]:
    """What the template needs; the page must be a board."""
    assert page.board is not None
    regions: dict[str, Any] = dict(page.board.regions)
    hand, draft = regions.get("r-hand"), regions.get("r-draft")
    return {
        "page": page,
        "number": page.number,
        "status": html(regions["r-status"]),
        "refusal": html(regions["r-refusal"]),
        "standing": html(regions["r-standing"]),
        "offers": _offers(page.board),
        "draft": draft,
        "draft_titles": [group.title for group in draft.groups] if draft else (),
        "draft_words": _draft(draft) if draft else "",
        "hand": _cards(hand.held) if hand else (),
        "count": len(hand.held) if hand else 0,
        "piles": _piles(regions["r-piles"]),
        "sides": [_side(regions["r-ours"].melds, own=page.seat is not None)]
        + [_side(melds, own=False) for melds in regions["r-theirs"].sides],
        "chairs": [_chair(chair) for chair in regions["r-seats"].chairs],
        "scores": [words for side in regions["r-score"].sides for words in _score(side)],
        "barred": regions["r-score"].words()["barred"],
        "moves": [html(told) for told in regions["r-moves"].told],
    }


def _offers(board: Board) -> Any:
    """What can be done without choosing cards, as buttons; cards are named in a typed move."""
    region: Any = board.regions.get("r-offers")
    return region.offers if region else None


def _draft(draft: LaidOut) -> SafeString:
    if draft.need:
        words = _("%(points)s of the %(need)s points that the first meld needs.")
        count = fill(words, points=draft.points, need=draft.need)
    else:
        count = fill(DRAFT, count=draft.points)
    return wording.paragraph(count, draft.why)


def _cards(held: Iterable[Held]) -> tuple[Coded, ...]:
    cards: Counter[Card] = Counter()
    new: Counter[Card] = Counter()
    for one in held:
        cards[one.card] += 1
        new[one.card] += one.new
    return tuple(Coded(str(card), _card(card, count, new[card])) for card, count in cards.items())


def _card(card: Card, count: int, new: int) -> SafeString:
    """Equal cards of the hand."""
    told = [wording.card_name(card)]
    if count > 1:
        told.append(fill(_("%(count)s of them"), count=count))
    if new:
        told.append(fill(NEW, count=new) if count > 1 else pgettext("card", "new"))
    return wording.row(told)


def _piles(piles: Piles) -> SafeString:
    told: list[str] = []
    if piles.top is None:
        told.append(_("There is no pile."))
    else:
        told.append(fill(TOP, card=wording.card_name(piles.top), code=str(piles.top)))
        told.append(fill(PILE, count=piles.pile))
        if piles.blocked:
            told.append(_("It is blocked: nobody can take it now."))
        elif piles.frozen:
            told.append(_("It is frozen: only a pair of its top card from the hand takes it."))
    told.append(fill(STOCK, count=piles.stock) if piles.stock else _("The stock is empty."))
    return wording.paragraph(*told)


def _side(melds: Melds, *, own: bool) -> SideLines:
    lines = tuple(
        Coded(f"m{number}" if own else "", _meld(lying))
        for number, lying in enumerate(melds.melds, 1)
    )
    more = [_red_threes(melds.red_threes)] if melds.red_threes else []
    more += [_kitty(melds.kitty)] if melds.kitty else []
    return SideLines(melds.side, lines, tuple(more))


def _meld(lying: Lying) -> SafeString:
    title, detail = wording.meld_title(lying.meld), wording.meld_detail(lying.meld)
    bonus = wording.signed(lying.bonus) if lying.bonus else ""
    return wording.row([part for part in (title, detail, lying.colour, bonus) if part])


def _red_threes(threes: RedThrees) -> SafeString:
    words = threes.words()
    told = [words["title"], words["now"], words["then"]]
    return wording.listed([str(word) for word in told if word])


def _kitty(kitty: Kitty) -> SafeString:
    words = kitty.words()
    if not kitty.cards:
        return wording.row([_("Kitty"), str(words["count"])])
    title = wording.row([_("Kitty"), _("yours after the discard")])
    return wording.labelled(title, str(words["names"]))


def _chair(chair: Chair) -> SafeString:
    more = (
        (chair.partner, _("your partner")),
        (chair.computer, _("computer")),
        (chair.acting, _("to move")),
        (chair.kitty, _("kitty")),
        (chair.kitty == 0, _("kitty taken")),
    )
    told = [wording.card_count(chair.cards), *(words for holds, words in more if holds)]
    if chair.points is not None:
        told.append(_points(chair.points))
    return wording.labelled(wording.player(chair.name), wording.row(told))


def _score(side: Side) -> list[SafeString]:
    """How a side stands, and a line for each kind of canasta where they are told one by one."""
    called = {"we": _("We"), "they": _("They"), "you": _("You")}
    told = wording.row([_points(side.total), side.needs])
    kinds = [
        wording.labelled(
            wording.row([word for word in (kind, colour) if word]),
            _("done") if got else _("missing"),
        )
        for kind, colour, got in side.each
    ]
    return [wording.labelled(called.get(side.who) or side.called, told), *kinds]


def _points(points: int) -> SafeString:
    return fill(_("%(points)s points"), points=points)
