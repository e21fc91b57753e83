"""The level offered at tables: sensible, quick, and with no more cunning than a good guest.

It lays early, sequences before sets, and goes out as soon as it can: measured against patient
ways of playing, that wins. What it keeps in the hand is what makes pairs for the pile and
neighbours for sequences.
"""

from random import Random

from games.engine.cards import HEIGHT, RED_THREES, VALUE, Card
from games.engine.melds import Kind
from games.engine.moves import Ask, Discard, Draw, Lay, Move, No, Pile, Stop, Top, Yes
from games.engine.rules import minimum
from games.engine.scoring import canastas
from games.engine.state import Phase
from games.engine.view import View

from ..danger import Danger
from ..draft import HEIGHTS, LOWEST, TWO, Draft, Row
from ..finish import finish
from ..opening import open_with

OFFERED = True

PILE_FROM = 5
"""Cards that make a pile worth more than those drawn, for a side that has opened."""
TOP_FROM = 4
"""Cards of a sequence from which on its next card is worth more than those drawn."""
KEEP = 2
"""Cards kept in the hand: fewer are not legal for who cannot go out (C-13)."""
KEEP_ALONE = 10
"""Cards kept from new sets by who has no partner to add to them."""
WILD_ALONE_FROM = 5
"""Cards of a set from which on a wild is added even if that makes no canasta yet."""
NEAR_OUT = 4
"""Cards in a hand that may go out at its next turn."""
DOUBTFUL = 6
"""Cards in the partner's hand from which on it is asked before going out."""

TWO_COST, JOKER_COST = 60.0, 100.0
LINK_COST = 2.0
PAIR_COST, TRIO_COST = 12.0, 20.0
FIT_COST = 8.0
"""What it costs to discard a wild, a neighbour of a sequence, one of a pair or of more, and a
card that a set of the side would take, in points."""
CAUGHT = 0.5
"""Part of a card's points that it costs to hold it when the deal may end."""


def choose(view: View, rng: Random) -> Move:
    """See `games.bots.choose`. Leaves nothing to chance."""
    match view.public.phase:
        case Phase.TAKE:
            return _take(view)
        case Phase.ASKED:
            return _answer(view)
        case Phase.GO_OUT:
            return plan(view)[0]
        case _:
            return _lay_or_discard(view)


def plan(view: View) -> tuple[Lay, Discard | None]:
    """See `games.bots.plan`."""
    way = finish(view, Draft(view))
    if way is None:
        raise LookupError("no way out")
    return way


def _may_end_soon(view: View) -> bool:
    """Whether the deal may be over before the viewer's next turn."""
    public = view.public
    setup = public.setup
    if public.stock <= setup.variant.draw[setup.seats] * setup.seats:
        return True
    need = setup.variant.canastas_to_go_out[setup.seats]
    return any(
        size <= NEAR_OUT
        and (side := setup.side(seat)) != view.side
        and canastas(public.melds[side]) >= need - (size < NEAR_OUT)
        for seat, size in enumerate(public.sizes)
    )


# taking


def _take(view: View) -> Move:
    public = view.public
    top = public.top
    if top is not None and HEIGHT[top] >= LOWEST:
        move = _take_pile(view, top) or _take_top(view, top)
        if move:
            return move
    return Draw() if public.stock else Stop()


def _take_pile(view: View, top: Card) -> Move | None:
    """The pile with a pair, opening with what that takes."""
    public = view.public
    need = minimum(view)
    if not need and len(public.pile) < PILE_FROM and public.stock:
        return None
    if view.hand.rank_count(top.rank) < 2:
        return None
    under = sum([card not in RED_THREES for card in public.pile]) - 1
    draft = Draft(view)
    row = draft.new_set(HEIGHT[top], 2)
    pair = row.part
    row.size += 1
    need -= row.value + VALUE[top]
    if need > 0 and not open_with(draft, need, 0, row):
        return None
    if draft.left + under < KEEP:
        return None
    if need <= 0:
        return Pile(pair)
    first = row.part
    draft.sets.remove(row)
    return Pile(first, draft.parts())


def _take_top(view: View, top: Card) -> Move | None:
    """The top card alone, where it brings a sequence far enough."""
    longest = chosen = 0
    for number, meld in enumerate(view.melds, 1):
        if meld.kind is Kind.SEQUENCE and not meld.closed and meld.suit == top.suit:
            low, high = HEIGHT[meld.cards[0]], HEIGHT[meld.cards[-1]]
            if HEIGHT[top] in (low - 1, high + 1) and meld.size > longest:
                longest, chosen = meld.size, number
    if not chosen or len(view.hand) < KEEP:
        return None
    return Top(chosen) if longest >= TOP_FROM or not view.public.stock else None


# laying


def _lay_or_discard(view: View) -> Move:
    public = view.public
    draft = Draft(view)
    hurry = _may_end_soon(view)
    if public.laid:
        return _discard(view, draft, hurry)
    if not public.barred:
        way = finish(view, draft)
        if way:
            return Ask() if not hurry and _doubtful(view) else way[0]
    need = minimum(view)
    trial = draft.copy()
    if need:
        if open_with(trial, need, KEEP):
            return Lay(trial.parts())
    else:
        _arrange(trial, view, hurry)
        parts = trial.parts()
        if parts:
            return Lay(parts)
    return _discard(view, draft, hurry)


def _arrange(draft: Draft, view: View, hurry: bool) -> None:
    """What an opened side lays: sequences first, then sets, then wilds that finish canastas."""
    setup = view.setup
    ranks = draft.ranks
    if draft.sequences:
        _arrange_runs(draft, hurry)
    for row in sorted(draft.sets, key=_unfinished_first):
        number = min(ranks[row.height], draft.left - KEEP)
        if number > 0:
            draft.put_naturals(row, number)
    keep = KEEP if hurry or setup.partner(view.seat) is not None else KEEP_ALONE
    for height in HEIGHTS:
        if ranks[height] >= 3 and draft.left - keep >= 3:
            draft.new_set(height, min(ranks[height], draft.left - keep))
    if draft.wilds:
        _arrange_wilds(draft, hurry)


def _arrange_runs(draft: Draft, hurry: bool) -> None:
    for row in sorted(draft.runs, key=_unfinished_first):
        draft.grow_run(row, KEEP)
    growing = {row.suit for row in draft.runs if row.lack > 0}
    for suit in range(4):
        # Two sequences of a suit would only take each other's cards.
        if hurry or suit not in growing:
            while draft.new_run(suit, KEEP) and hurry:
                pass


def _arrange_wilds(draft: Draft, hurry: bool) -> None:
    for row in sorted(draft.sets, key=_unfinished_first):
        room = min(draft.wild_room(row), draft.wilds, draft.left - KEEP)
        lack = row.lack
        if 0 < lack <= room or hurry or row.size >= WILD_ALONE_FROM:
            # A natural canasta is not spoilt; one that holds wilds may take more.
            most = lack if lack > 0 else room if row.wilds and hurry else 0
            for _ in range(min(room, most)):
                draft.put_wild(row, dear=hurry)


def _unfinished_first(row: Row) -> int:
    """Long ones first, but canastas last."""
    return -row.size if row.lack > 0 else 0


# going out with a partner


def _doubtful(view: View) -> bool:
    """Whether the partner, not yet asked, holds so many cards that it should be."""
    public = view.public
    partner = public.setup.partner(view.seat)
    return partner is not None and not public.asked and public.sizes[partner] >= DOUBTFUL


def _answer(view: View) -> Move:
    """Yes, unless this hand costs more than what going out brings now."""
    public = view.public
    setup = public.setup
    foes = sum([size for seat, size in enumerate(public.sizes) if setup.side(seat) != view.side])
    gain = setup.variant.going_out + 10 * foes
    return Yes() if 2 * view.hand.value <= gain or _may_end_soon(view) else No()


# discarding


def _discard(view: View, draft: Draft, hurry: bool) -> Discard:
    """The card whose loss and danger cost least."""
    faces = view.hand.faces
    if len(faces) == 1:
        return Discard(faces[0])
    danger = Danger(view)
    ranks = draft.ranks
    grown = {row.height for row in draft.sets}
    best = faces[0]
    least = float("inf")
    for card in faces:
        height = HEIGHT[card]
        cost = danger.of(card)
        if height >= LOWEST:
            cost += LINK_COST * draft.link(card)
            if ranks[height] > 1:
                cost += PAIR_COST if ranks[height] == 2 else TRIO_COST
            if height in grown:
                cost += FIT_COST
        elif card.wild:
            cost += TWO_COST if height == TWO else JOKER_COST
        if hurry:
            cost -= CAUGHT * VALUE[card]
        if cost < least:
            best, least = card, cost
    return Discard(best)
