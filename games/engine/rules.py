"""The rules of a deal: how it begins and what a move does.

`check` judges a move from what its mover may see; `play` asks the same question and makes the
next state. Everything else that wants to know what is legal asks `check`.
"""

from collections.abc import Sequence

from .cards import RED_THREES, WILD, Card, Hand
from .legality import (
    Laid,
    barred_rank,
    check,
    check_plan,
    frozen,
    judge,
    may_go_out,
    minimum,
    missing_kinds,
    naturals_under_top,
    take_conceivable,
    towards_going_out,
)
from .moves import Ask, Discard, Draw, Lay, Move, No, Pile, Stop, Top, Yes
from .shuffle import deck as shuffled
from .state import Ending, Phase, Public, Setup, State
from .view import kitty_earned, see

__all__ = [
    "barred_rank",
    "begin",
    "check",
    "check_plan",
    "deal",
    "frozen",
    "may_go_out",
    "minimum",
    "missing_kinds",
    "play",
    "towards_going_out",
]


def deal(setup: Setup, seed: bytes, number: int) -> State:
    """Deal `number` (from 1) of the game with this seed, before its first move."""
    packs, jokers = setup.variant.packs[setup.seats], setup.variant.jokers[setup.seats]
    return begin(setup, shuffled(seed, number, packs, jokers))


def begin(setup: Setup, deck: tuple[Card, ...]) -> State:
    """Deal the cards, turn up the first of the pile and lay the red threes (C-3 to C-5)."""
    variant = setup.variant
    seats = [(setup.dealer + 1 + i) % setup.seats for i in range(setup.seats)]
    dealt, stock = _deal_round(deck, len(deck), seats, variant.hand[setup.seats])
    kitties: list[list[Card]] = []
    if variant.kitty:
        kitties, stock = _deal_round(deck, stock, seats, variant.kitty)
    stock -= 1
    pile = [deck[stock]]
    while variant.covers_up_card and _freezes(pile[-1]):
        stock -= 1
        pile.append(deck[stock])

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
        pile=tuple(pile),
        frozen=variant.wilds_freeze and _freezes(pile[0]),
        melds=((),) * setup.sides,
        red_threes=tuple(red_threes),
        kitties=tuple(map(len, kitties)),
        turn=seats[0],
        seat=seats[0],
    )
    return State(public, deck, tuple(hands), kitties=tuple(map(Hand, kitties)))


def _deal_round(
    deck: Sequence[Card], stock: int, seats: Sequence[int], number: int
) -> tuple[list[list[Card]], int]:
    """(cards of each seat, stock left) after dealing so many to each, one at a time (C-4)."""
    dealt: list[list[Card]] = [[] for _ in seats]
    for _ in range(number):
        for seat in seats:
            stock -= 1
            dealt[seat].append(deck[stock])
    return dealt, stock


def _freezes(up_card: Card) -> bool:
    """Whether this card freezes the pile when it is turned up (K-3, R-2)."""
    return WILD[up_card] or up_card in RED_THREES


def _draw(deck: Sequence[Card], stock: int, number: int) -> tuple[list[Card], list[Card], int]:
    """(cards for the hand, red threes laid and replaced, stock left) (C-6, C-8)."""
    drawn: list[Card] = []
    threes: list[Card] = []
    while stock and len(drawn) < number:
        stock -= 1
        (threes if deck[stock] in RED_THREES else drawn).append(deck[stock])
    return drawn, threes, stock


def play(state: State, move: Move, seat: int | None = None) -> State:
    """The state after `seat` (by default the one that must act) has made this move.

    `Refusal` where the rules do not allow it; the given state is never changed.
    """
    public = state.public
    view = see(state, public.seat if seat is None else seat)
    laid = judge(view, move)
    match move:
        case Draw():
            return _play_draw(state)
        case Stop():
            stuck = public.phase is Phase.STUCK
            return _ended(state, Ending.SEVENS if stuck else Ending.STOCK)
        case Pile() if laid:
            threes = tuple(c for c in public.pile if c in RED_THREES)
            fresh = naturals_under_top(public)
            public = public._replace(pile=(), frozen=False, phase=Phase.LAY)
            taken = state._replace(public=_lay_red_threes(public, threes), fresh=fresh)
            return _after_laying(taken, laid._replace(hand=laid.hand + fresh))
        case Top() if laid:
            public = public._replace(pile=public.pile[:-1], phase=Phase.LAY)
            return _after_laying(state._replace(public=public), laid)
        case Lay() if laid:
            phase = Phase.LAST if public.phase is Phase.GO_OUT else public.phase
            public = public._replace(laid=True, phase=phase)
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
    setup = public.setup
    drawn, threes, stock = _draw(state.deck, public.stock, setup.variant.draw[setup.seats])
    public = _lay_red_threes(public._replace(stock=stock, phase=Phase.LAY), threes)
    if not drawn:
        return _ended(state._replace(public=public), Ending.STOCK)
    hand = state.hands[public.turn] + drawn
    barred = barred_rank(public)
    if barred and hand.rank_count(barred) == len(hand):
        public = public._replace(phase=Phase.STUCK)
    return _holding(state._replace(fresh=tuple(drawn)), public, hand)


def _play_discard(state: State, discarded: Card) -> State:
    public = state.public
    hand = state.hands[public.turn] - (discarded,)
    public = public._replace(
        pile=(*public.pile, discarded),
        frozen=public.frozen or (public.setup.variant.wilds_freeze and WILD[discarded]),
    )
    state = _holding(state, public, hand)
    if not hand:
        return _ended(state, Ending.OUT)
    if kitty_earned(public, public.turn):
        state = _take_kitty(state)
    return _next_turn(state)


def _take_kitty(state: State) -> State:
    """The kitty joins the hand after the discard; its red threes are laid, not replaced (R-13)."""
    public = state.public
    seat = public.turn
    kitty = tuple(state.kitties[seat])
    kitties = (*public.kitties[:seat], 0, *public.kitties[seat + 1 :])
    public = _lay_red_threes(
        public._replace(kitties=kitties), [c for c in kitty if c in RED_THREES]
    )
    hand = state.hands[seat] + [c for c in kitty if c not in RED_THREES]
    state = state._replace(kitties=(*state.kitties[:seat], Hand(), *state.kitties[seat + 1 :]))
    return _holding(state, public, hand)


def _after_laying(state: State, laid: Laid) -> State:
    public = state.public
    side = public.setup.side(public.turn)
    melds = (*public.melds[:side], laid.melds, *public.melds[side + 1 :])
    state = _holding(state, public._replace(melds=melds, melded=True), laid.hand)
    if laid.hand:
        return state
    return _ended(state, Ending.SEVENS if public.phase is Phase.STUCK else Ending.OUT)


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
    public = state.public
    seat = public.setup.after(public.turn)
    public = public._replace(
        turn=seat,
        seat=seat,
        phase=Phase.TAKE,
        laid=False,
        melded=False,
        melders=public.melders | {public.turn} if public.melded else public.melders,
        asked=False,
        barred=False,
    )
    state = state._replace(public=public, fresh=())
    if not public.stock and not take_conceivable(see(state, seat)):
        return _ended(state, Ending.STOCK)
    return state


def _ended(state: State, ending: Ending) -> State:
    public = state.public
    out = public.turn if ending is Ending.OUT else None
    return state._replace(
        public=public._replace(phase=Phase.ENDED, ended_by=ending, out_seat=out),
        fresh=(),
    )
