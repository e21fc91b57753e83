"""The level offered at tables: sensible, quick, and with no more cunning than a good guest.

It lays early, sequences before sets, and goes out as soon as it can: measured against patient
ways of playing, that wins. What it keeps in the hand is what makes pairs for the pile and
neighbours for sequences.
"""

from random import Random

from games.engine.cards import HEIGHT, RED_THREES, VALUE, Card
from games.engine.melds import Kind
from games.engine.moves import Ask, Discard, Draw, Lay, Move, No, Part, Pile, Stop, Top, Yes
from games.engine.rules import check, frozen, minimum, towards_going_out
from games.engine.state import Phase
from games.engine.view import View

from ..danger import Danger
from ..draft import HEIGHTS, KEEP, TWO, Draft
from ..finish import finish
from ..melding import LOWEST
from ..opening import open_with
from ..wilds import spend_wilds, unfinished_first

OFFERED = True

PILE_FROM = 5
"""Cards that make a pile worth more than those drawn, for a side that has opened."""
TOP_FROM = 4
"""Cards of a sequence from which on its next card is worth more than those drawn."""
TOP_SET_FROM = 6
"""The same of a set, where the top card may be taken onto one."""
KEEP_ALONE = 10
"""Cards kept from new sets by who has no partner to add to them."""
KEEP_PATIENT = 20
"""The same in games where a deal takes long, or all of a rank go to one set."""
NEAR_OUT = 4
"""Cards in a hand that may go out at its next turn."""
DOUBTFUL = 6
"""Cards in the partner's hand from which on it is asked before going out."""

TWO_COST, JOKER_COST = 60.0, 100.0
MELDED_WILD_COST = 100.0
LINK_COST = 2.0
PAIR_COST, TRIO_COST = 12.0, 20.0
FIT_COST = 8.0
"""What it costs to discard a wild, more where wilds are melded alone, a neighbour of a sequence,
one of a pair or of more, and a card that a set of the side would take, in points."""
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
        case Phase.STUCK:
            return _lay_or_stop(view)
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
    return any(
        size <= NEAR_OUT
        and (side := setup.side(seat)) != view.side
        and _lacks(view, side) <= (size < NEAR_OUT)
        for seat, size in enumerate(public.sizes)
    )


def _lacks(view: View, side: int) -> int:
    """Canastas that a side still needs to go out."""
    have, need = towards_going_out(view.setup, view.public.melds[side])
    return need - have


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
    variant = view.setup.variant
    need = minimum(view)
    if not need and len(public.pile) < PILE_FROM and public.stock:
        return None
    draft = Draft(view)
    height = HEIGHT[top]
    row = None
    if not variant.pair_starts_new_set and draft.melding.one_open:
        row = next((row for row in draft.sets if row.height == height), None)
    naturals = min(draft.ranks[height], 2)
    if view.setup.top_takes_pile and row and not frozen(view):
        move = Pile(Part(row.number, ()))
        if check(view, move) is None:
            return move
    if naturals < 2 and not (
        naturals and variant.wild_in_pair and draft.wilds and not frozen(view)
    ):
        return None
    if row:
        draft.put_naturals(row, naturals)
    else:
        row = draft.new_set(height, naturals)
    if naturals < 2:
        draft.put_wild(row)
    pair = row.part
    row.size += 1
    need -= row.value + VALUE[top]
    if need > 0 and not open_with(draft, need, 0, [row]):
        return None
    under = [card for card in public.pile[:-1] if card not in RED_THREES]
    if draft.left + len(under) < KEEP:
        return None
    if need <= 0:
        move = Pile(pair)
    else:
        first = row.part
        draft.sets.remove(row)
        move = Pile(first, draft.parts())
    return move if not variant.one_open_of_rank or check(view, move) is None else None


def _take_top(view: View, top: Card) -> Move | None:
    """The top card alone, where it brings a meld far enough."""
    public = view.public
    onto = view.setup.variant.top_only_onto
    if not onto or len(view.hand) < KEEP or public.frozen or view.setup.top_takes_pile:
        return None
    longest = chosen = 0
    for number, meld in enumerate(view.melds, 1):
        if meld.kind not in onto or meld.closed or meld.size <= longest:
            continue
        if meld.kind is not Kind.SEQUENCE:
            fits = meld.rank == top.rank
        elif fits := meld.suit == top.suit:
            low, high = HEIGHT[meld.cards[0]], HEIGHT[meld.cards[-1]]
            fits = HEIGHT[top] in (low - 1, high + 1)
        if fits:
            longest, chosen = meld.size, number
    if not chosen:
        return None
    enough = TOP_FROM if view.melds[chosen - 1].kind is Kind.SEQUENCE else TOP_SET_FROM
    if longest < enough and public.stock:
        return None
    move = Top(chosen)
    return move if not view.setup.variant.bar or check(view, move) is None else None


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
    trial = _sorted(view, draft, hurry)
    if trial.only_barred:
        # The card that is then to be discarded stays out of it.
        spared = draft.copy()
        spared.hold(_discard(view, draft, hurry).card)
        trial = _sorted(view, spared, hurry)
    parts = trial.parts()
    return Lay(parts) if parts else _discard(view, draft, hurry)


def _lay_or_stop(view: View) -> Move:
    """Nothing is held that may be discarded: all goes down that can (R-15)."""
    if not view.public.laid:
        draft = Draft(view)
        row = next((row for row in draft.sets if row.height == draft.barred), None)
        number = draft.left
        if row:
            number = min(number, row.most - row.size)
        elif number >= 3:
            row = draft.new_set(draft.barred, 0)
            number = min(number, row.most)
        if row and number:
            draft.put_naturals(row, number)
            move = Lay(draft.parts())
            if check(view, move) is None:
                return move
    return Stop()


def _sorted(view: View, draft: Draft, hurry: bool) -> Draft:
    """The draft with what this turn lays, nothing where that would not open."""
    trial = draft.copy()
    need = minimum(view)
    if not need:
        _arrange(trial, view, hurry)
    elif not open_with(trial, need, KEEP):
        return draft
    return trial


def _arrange(draft: Draft, view: View, hurry: bool) -> None:
    """What an opened side lays: sequences first, then sets, then wilds that finish canastas."""
    setup = view.setup
    ranks = draft.ranks
    most = draft.melding.most
    if draft.sequences:
        _arrange_runs(draft, hurry)
    for row in sorted(draft.sets, key=unfinished_first):
        number = min(ranks[row.height], draft.left - KEEP, row.most - row.size)
        if number > 0:
            draft.put_naturals(row, number)
    keep = KEEP
    if not hurry and setup.partner(view.seat) is None:
        patient = setup.variant.kinds_to_go_out or setup.variant.one_open_of_rank
        keep = KEEP_PATIENT if patient else KEEP_ALONE
    for height in HEIGHTS:
        while ranks[height] >= 3 and draft.left - keep >= 3 and draft.may_begin(height):
            draft.new_set(height, min(ranks[height], draft.left - keep, most[height]))
    if draft.wilds:
        spend_wilds(draft, hurry=hurry)


def _arrange_runs(draft: Draft, hurry: bool) -> None:
    for row in sorted(draft.runs, key=unfinished_first):
        draft.grow_run(row, KEEP)
    growing = {row.suit for row in draft.runs if row.lack > 0}
    for suit in range(4):
        # Two sequences of a suit would only take each other's cards.
        if hurry or suit not in growing:
            while draft.new_run(suit, KEEP) and hurry:
                pass


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
    if draft.barred:
        faces = tuple([card for card in faces if HEIGHT[card] != draft.barred])
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
            if draft.melding.wilds:
                cost += MELDED_WILD_COST
        if hurry:
            cost -= CAUGHT * VALUE[card]
        if cost < least:
            best, least = card, cost
    return Discard(best)
