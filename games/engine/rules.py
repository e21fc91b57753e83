"""The rules of a deal: what a move needs, and what it does.

`check` judges a move from what its mover may see; `play` asks the same question and makes the
next state. Everything else that wants to know what is legal asks `check`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from . import scoring
from .cards import BLACK_THREES, RED_THREES, WILD, Card, CardNotHeld, Hand, value
from .melds import Meld
from .moves import Ask, Discard, Draw, Lay, Move, No, Part, Pile, Stop, Top, Yes
from .refusal import Reason, Refusal
from .state import Ending, Phase, Public, Setup, State
from .view import View, see


class Laid(NamedTuple):
    """What a lay or a take leaves behind."""

    melds: tuple[Meld, ...]
    """All melds of the side."""
    hand: Hand


# ---------------------------------------------------------------- the deal


def begin(setup: Setup, deck: tuple[Card, ...]) -> State:
    """Deal the cards, turn up the first of the pile and lay the red threes (C-3 to C-5)."""
    seats = [(setup.dealer + 1 + i) % setup.seats for i in range(setup.seats)]
    stock = len(deck)
    dealt: list[list[Card]] = [[] for _ in seats]
    for _ in range(setup.variant.hand):
        for seat in seats:
            stock -= 1
            dealt[seat].append(deck[stock])
    stock -= 1
    pile = (deck[stock],)

    red_threes: list[tuple[Card, ...]] = [()] * setup.sides
    hands = [Hand()] * setup.seats
    for seat in seats:
        held = [c for c in dealt[seat] if c not in RED_THREES]
        laid = [c for c in dealt[seat] if c in RED_THREES]
        drawn, threes, stock = _draw(deck, stock, len(laid))
        hands[seat] = Hand(held + drawn)
        red_threes[setup.side(seat)] += (*laid, *threes)
    public = Public(
        setup=setup,
        sizes=tuple(map(len, hands)),
        stock=stock,
        pile=pile,
        melds=((),) * setup.sides,
        red_threes=tuple(red_threes),
        turn=seats[0],
        seat=seats[0],
    )
    return State(public, deck, tuple(hands))


def _draw(
    deck: Sequence[Card], stock: int, number: int
) -> tuple[list[Card], list[Card], int]:
    """(cards for the hand, red threes laid and replaced, stock left) (C-6, C-8)."""
    drawn: list[Card] = []
    threes: list[Card] = []
    while stock and len(drawn) < number:
        stock -= 1
        (threes if deck[stock] in RED_THREES else drawn).append(deck[stock])
    return drawn, threes, stock


# ---------------------------------------------------------------- judging


def check(view: View, move: Move) -> Refusal | None:
    """Why the viewer may not make this move now; None where it is legal."""
    try:
        _judge(view, move)
    except Refusal as refusal:
        return refusal
    return None


def check_plan(view: View, lay: Lay, discard: Discard | None) -> Refusal | None:
    """Why this lay and discard, set out before asking the partner, would not go out (C-17)."""
    try:
        _must_not_wait(view.public, view.seat)
        laid = _judge_lay(view, lay)
        _must_go_out(laid)
        left = len(laid.hand)
        if left and (discard is None or discard.card not in laid.hand):
            raise Refusal(Reason.PLAN_DOES_NOT_GO_OUT, "C-17", left=left)
        if discard and not left:
            raise Refusal(Reason.NOT_HELD, "C-14", card=discard.card)
    except Refusal as refusal:
        return refusal
    return None


def minimum(view: View) -> int:
    """Points that the first meld of the viewer's side still needs; 0 once it has opened (C-12)."""
    if view.melds:
        return 0
    return view.setup.variant.minimum(view.setup.totals[view.side])


def may_go_out(view: View) -> bool:
    """Whether the viewer's side may go out as its melds lie now (C-15)."""
    return not view.public.barred and _enough_canastas(view.setup, view.melds)


def _enough_canastas(setup: Setup, melds: Sequence[Meld]) -> bool:
    return scoring.canastas(melds) >= setup.variant.canastas_to_go_out


def _judge(view: View, move: Move) -> Laid | None:
    """What the move lays, None where it lays nothing; `Refusal` where it is not legal."""
    _must_not_wait(view.public, view.seat)
    match move:
        case Draw():
            _judge_draw(view)
        case Stop():
            _judge_stop(view)
        case Pile():
            return _judge_pile(view, move)
        case Top():
            return _judge_top(view, move)
        case Lay():
            return _judge_lay(view, move)
        case Discard():
            _judge_discard(view, move)
        case Ask():
            _judge_ask(view)
        case Yes() | No():
            if view.public.phase is not Phase.ASKED:
                raise Refusal(Reason.NOTHING_ASKED, "C-17")
    return None


def _must_not_wait(public: Public, seat: int) -> None:
    if public.phase is Phase.ENDED:
        raise Refusal(Reason.DEAL_OVER, "C-7")
    if public.seat != seat:
        raise Refusal(Reason.NOT_YOUR_TURN, "C-3", seat=public.seat)


def _must_be_taking(public: Public) -> None:
    if public.phase is Phase.ASKED:
        raise Refusal(Reason.ANSWER_FIRST, "C-17")
    if public.phase is not Phase.TAKE:
        raise Refusal(Reason.TAKEN_ALREADY, "C-7")


def _must_have_taken(public: Public) -> None:
    if public.phase is Phase.TAKE:
        raise Refusal(Reason.TAKE_FIRST, "C-7")
    if public.phase is Phase.ASKED:
        raise Refusal(Reason.ANSWER_FIRST, "C-17")


def _judge_draw(view: View) -> None:
    _must_be_taking(view.public)
    if not view.public.stock:
        raise Refusal(Reason.STOCK_EMPTY, "C-9")


def _judge_stop(view: View) -> None:
    _must_be_taking(view.public)
    if view.public.stock:
        raise Refusal(Reason.STOCK_NOT_EMPTY, "C-9")


def _judge_pile(view: View, move: Pile) -> Laid:
    """The pile, with two naturals of the top card's rank, which start a new set (S-9)."""
    _must_be_taking(view.public)
    variant = view.setup.variant
    top = _takeable_top(view.public)
    first = move.first
    if first.meld is not None and variant.pair_starts_new_set:
        raise Refusal(
            Reason.PAIR_STARTS_NEW_SET, variant.numbers["pile"], meld=first.meld
        )
    if sum(1 for c in first.cards if c.rank == top.rank) < 2:
        raise Refusal(Reason.PAIR_NEEDED, variant.numbers["pile"], card=top)
    if any(part.meld is None and _black_threes(part.cards) for part in move.parts):
        raise Refusal(Reason.BLACK_THREES_NOT_WITH_TAKE, "C-16")
    hand = _without(view.hand, (first, *move.parts))
    joined = Part(None, (top, *first.cards))
    laid = Laid(_put_down(view, (joined, *move.parts)), hand)
    _must_open(view, (joined, *move.parts))
    rest = sum(1 for c in view.public.pile[:-1] if c not in RED_THREES)
    _must_keep_two(view, laid.melds, len(hand) + rest)
    return laid


def _judge_top(view: View, move: Top) -> Laid:
    """Only the top card, where it continues a meld of the side (S-10)."""
    _must_be_taking(view.public)
    variant = view.setup.variant
    top = _takeable_top(view.public)
    meld = _meld(view, move.meld)
    if meld.kind not in variant.top_only_onto:
        raise Refusal(
            Reason.TOP_DOES_NOT_FIT, variant.numbers["top"], card=top, meld=move.meld
        )
    try:
        grown = variant.grown(meld, move.meld, (top,))
    except Refusal as refusal:
        raise Refusal(
            Reason.TOP_DOES_NOT_FIT, variant.numbers["top"], card=top, meld=move.meld
        ) from refusal
    melds = list(view.melds)
    melds[move.meld - 1] = grown
    laid = Laid(tuple(melds), view.hand)
    _must_keep_two(view, laid.melds, len(laid.hand))
    return laid


def _judge_lay(view: View, move: Lay) -> Laid:
    """New melds and additions, as one whole (C-10)."""
    _must_have_taken(view.public)
    if view.public.phase is Phase.LAST:
        raise Refusal(Reason.GO_OUT_NOW, "C-17")
    hand = _without(view.hand, move.parts)
    laid = Laid(_put_down(view, move.parts), hand)
    if len(hand) > 1 and any(_black_threes(part.cards) for part in move.parts):
        raise Refusal(Reason.BLACK_THREES_ONLY_GOING_OUT, "C-16")
    _must_open(view, move.parts)
    _must_keep_two(view, laid.melds, len(hand))
    if view.public.phase is Phase.GO_OUT:
        _must_go_out(laid)
    return laid


def _judge_discard(view: View, move: Discard) -> None:
    """One card; the last one goes out and needs what going out needs (C-14)."""
    _must_have_taken(view.public)
    if view.public.phase is Phase.GO_OUT:
        raise Refusal(Reason.GO_OUT_NOW, "C-17")
    if move.card not in view.hand:
        raise Refusal(Reason.NOT_HELD, "C-14", card=move.card)
    if len(view.hand) == 1 and not may_go_out(view):
        raise _cannot_go_out(view, view.melds, Reason.CANNOT_GO_OUT, left=0)


def _judge_ask(view: View) -> None:
    """After the take and before any lay, once a turn, with two cards at least (C-17)."""
    public = view.public
    if public.setup.partner(view.seat) is None:
        raise Refusal(Reason.NO_PARTNER, "C-17")
    if public.phase is Phase.TAKE:
        raise Refusal(Reason.TAKE_FIRST, "C-17")
    if public.phase is Phase.ASKED:
        raise Refusal(Reason.ANSWER_FIRST, "C-17")
    if public.asked:
        raise Refusal(Reason.ASKED_ALREADY, "C-17")
    if public.laid:
        raise Refusal(Reason.ASK_BEFORE_LAYING, "C-17")
    if len(view.hand) < 2:
        raise Refusal(Reason.ASK_NEEDS_TWO_CARDS, "C-17")


def _takeable_top(public: Public) -> Card:
    """The top card; `Refusal` where it blocks the pile (S-8)."""
    top = public.top
    if top is None:
        raise Refusal(Reason.PILE_EMPTY, "C-9")
    if _blocks(top):
        raise Refusal(
            Reason.PILE_BLOCKED, public.setup.variant.numbers["blocked"], card=top
        )
    return top


def _blocks(top: Card) -> bool:
    """Whether the pile cannot be taken under this card: a wild or a three (S-8)."""
    return WILD[top] or top.rank == "3"


def _black_threes(cards: Sequence[Card]) -> bool:
    return any(c in BLACK_THREES for c in cards)


def _meld(view: View, number: int) -> Meld:
    melds = view.melds
    if not 1 <= number <= len(melds):
        raise Refusal(Reason.NO_SUCH_MELD, "C-10", meld=number)
    return melds[number - 1]


def _without(hand: Hand, parts: Sequence[Part]) -> Hand:
    try:
        return hand - [c for part in parts for c in part.cards]
    except CardNotHeld as missing:
        raise Refusal(Reason.NOT_HELD, "C-10", card=missing.card) from None


def _put_down(view: View, parts: Sequence[Part]) -> tuple[Meld, ...]:
    """The side's melds with these parts: all additions first, then the new ones (C-10)."""
    variant = view.setup.variant
    melds = list(view.melds)
    named: set[int] = set()
    for number, cards in parts:
        if number is None:
            continue
        meld = _meld(view, number)
        if number in named:
            raise Refusal(Reason.MELD_NAMED_TWICE, "C-10", meld=number)
        named.add(number)
        melds[number - 1] = variant.grown(meld, number, cards)
    melds += [variant.new_meld(cards) for number, cards in parts if number is None]
    return tuple(melds)


def _must_open(view: View, parts: Sequence[Part]) -> None:
    """The first meld of a side reaches the minimum, by the cards of this move alone (C-12)."""
    need = minimum(view)
    have = sum(value(part.cards) for part in parts) if need else 0
    if have < need:
        number = view.setup.variant.numbers["openings"]
        raise Refusal(Reason.OPENING_TOO_LOW, number, need=need, have=have)


def _must_keep_two(view: View, melds: Sequence[Meld], left: int) -> None:
    """Who may not go out keeps one card to discard and one to hold (C-13)."""
    if left >= 2:
        return
    if view.public.barred or not _enough_canastas(view.setup, melds):
        raise _cannot_go_out(view, melds, Reason.KEEP_TWO_CARDS, left)


def _cannot_go_out(
    view: View, melds: Sequence[Meld], reason: Reason, left: int
) -> Refusal:
    if view.public.barred:
        return Refusal(Reason.PARTNER_SAID_NO, "C-17")
    variant = view.setup.variant
    rule = "C-13" if reason is Reason.KEEP_TWO_CARDS else variant.numbers["going_out"]
    have, need = scoring.canastas(melds), variant.canastas_to_go_out
    return Refusal(reason, rule, left=left, have=have, need=need)


def _must_go_out(laid: Laid) -> None:
    if len(laid.hand) > 1:
        raise Refusal(Reason.PLAN_DOES_NOT_GO_OUT, "C-17", left=len(laid.hand))


# ---------------------------------------------------------------- playing


def play(state: State, move: Move, seat: int | None = None) -> State:
    """The state after `seat` (by default the one that must act) has made this move.

    `Refusal` where the rules do not allow it; the given state is never changed.
    """
    public = state.public
    view = see(state, public.seat if seat is None else seat)
    laid = _judge(view, move)
    match move:
        case Draw():
            return _play_draw(state)
        case Stop():
            return _ended(state, Ending.STOCK)
        case Pile() if laid:
            rest = public.pile[:-1]
            threes = tuple(c for c in rest if c in RED_THREES)
            fresh = tuple(c for c in rest if c not in RED_THREES)
            taken = state._replace(
                public=_lay_red_threes(
                    public._replace(pile=(), phase=Phase.LAY), threes
                ),
                fresh=fresh,
            )
            return _after_laying(taken, laid._replace(hand=laid.hand + fresh))
        case Top() if laid:
            public = public._replace(pile=public.pile[:-1], phase=Phase.LAY)
            return _after_laying(state._replace(public=public), laid)
        case Lay() if laid:
            going = public.phase is Phase.GO_OUT
            public = public._replace(
                laid=True, phase=Phase.LAST if going else Phase.LAY
            )
            return _after_laying(state._replace(public=public), laid)
        case Discard():
            return _play_discard(state, move.card)
        case Ask():
            partner = public.setup.partner(public.turn)
            assert partner is not None  # _judge_ask has seen to it
            public = public._replace(asked=True, seat=partner, phase=Phase.ASKED)
        case Yes():
            public = public._replace(seat=public.turn, phase=Phase.GO_OUT)
        case No():
            public = public._replace(seat=public.turn, phase=Phase.LAY, barred=True)
    return state._replace(public=public)


def _play_draw(state: State) -> State:
    public = state.public
    drawn, threes, stock = _draw(state.deck, public.stock, public.setup.variant.draw)
    public = _lay_red_threes(public._replace(stock=stock, phase=Phase.LAY), threes)
    if not drawn:
        return _ended(state._replace(public=public), Ending.STOCK)
    hand = state.hands[public.turn] + drawn
    return _holding(state._replace(fresh=tuple(drawn)), public, hand)


def _play_discard(state: State, discarded: Card) -> State:
    public = state.public
    hand = state.hands[public.turn] - (discarded,)
    state = _holding(state, public._replace(pile=(*public.pile, discarded)), hand)
    return _next_turn(state) if hand else _ended(state, Ending.OUT)


def _after_laying(state: State, laid: Laid) -> State:
    public = state.public
    side = public.setup.side(public.turn)
    melds = (*public.melds[:side], laid.melds, *public.melds[side + 1 :])
    state = _holding(state, public._replace(melds=melds), laid.hand)
    return state if laid.hand else _ended(state, Ending.OUT)


def _holding(state: State, public: Public, hand: Hand) -> State:
    """The state in which the seat whose turn it is holds this hand."""
    seat = public.turn
    sizes = (*public.sizes[:seat], len(hand), *public.sizes[seat + 1 :])
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return state._replace(public=public._replace(sizes=sizes), hands=hands)


def _lay_red_threes(public: Public, threes: Sequence[Card]) -> Public:
    """Red threes go from the stock or the pile to the table at once (C-6)."""
    if not threes:
        return public
    side = public.setup.side(public.turn)
    laid = list(public.red_threes)
    laid[side] += tuple(threes)
    return public._replace(red_threes=tuple(laid))


def _next_turn(state: State) -> State:
    seat = state.public.setup.after(state.public.turn)
    public = state.public._replace(
        turn=seat, seat=seat, phase=Phase.TAKE, laid=False, asked=False, barred=False
    )
    state = state._replace(public=public, fresh=())
    if not public.stock and not _take_conceivable(see(state, seat)):
        return _ended(state, Ending.STOCK)
    return state


def _take_conceivable(view: View) -> bool:
    """Whether the hand holds the pair, or a meld fits the top: nothing else is looked at (C-9)."""
    top = view.public.top
    if top is None or _blocks(top):
        return False
    variant = view.setup.variant
    return view.hand.rank_count(top.rank) >= 2 or any(
        meld.kind in variant.top_only_onto and _fits(view, number, top)
        for number, meld in enumerate(view.melds, 1)
    )


def _fits(view: View, number: int, top: Card) -> bool:
    try:
        view.setup.variant.grown(view.melds[number - 1], number, (top,))
    except Refusal:
        return False
    return True


def _ended(state: State, ending: Ending) -> State:
    public = state.public
    out = public.turn if ending is Ending.OUT else None
    return state._replace(
        public=public._replace(phase=Phase.ENDED, ended_by=ending, out_seat=out),
        fresh=(),
    )
