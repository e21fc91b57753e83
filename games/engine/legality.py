"""Whether a move is legal, judged from what its mover may see."""

from collections.abc import Sequence
from typing import NamedTuple

from . import scoring
from .cards import BLACK_THREES, RED_THREES, WILD, Card, CardNotHeld, Hand, value
from .melds import Canasta, Meld
from .moves import Ask, Discard, Draw, Lay, Move, No, Part, Pile, Stop, Top, Yes
from .refusal import Reason, Refusal
from .state import Phase, Public, Setup
from .variant import HouseRule, Variant
from .view import View


class Laid(NamedTuple):
    """What a lay or a take leaves behind."""

    melds: tuple[Meld, ...]
    """All melds of the side."""
    hand: Hand


def check(view: View, move: Move) -> Refusal | None:
    """Why the viewer may not make this move now; None where it is legal."""
    try:
        judge(view, move)
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


def frozen(view: View) -> bool:
    """Whether the pile is frozen for the viewer's side (K-7, R-8)."""
    unopened = view.setup.variant.frozen_until_opened and not view.melds
    return view.public.frozen or unopened


def barred_rank(public: Public) -> str | None:
    """The rank that nobody may discard as the melds lie now (R-12)."""
    return _barred_rank(public.setup, public.melds)


def _barred_rank(setup: Setup, melds: Sequence[Sequence[Meld]]) -> str | None:
    bar = setup.variant.bar
    if bar is None or all(any(m.canasta is bar.until for m in side) for side in melds):
        return None
    return bar.rank


def towards_going_out(setup: Setup, melds: Sequence[Meld]) -> tuple[int, int]:
    """(canastas that count for going out, how many it needs).

    A kind that must be among them and is missing keeps its place free (B-2, R-14).
    """
    need = setup.variant.canastas_to_go_out[setup.seats]
    return min(scoring.canastas(melds), need - len(missing_kinds(setup, melds))), need


def missing_kinds(setup: Setup, melds: Sequence[Meld]) -> tuple[Canasta, ...]:
    """Kinds of canasta that the side lacks to go out, natural and mixed first."""
    missing = setup.variant.kinds_to_go_out - {meld.canasta for meld in melds}
    return tuple(kind for kind in Canasta if kind in missing)


def _enough_canastas(setup: Setup, melds: Sequence[Meld]) -> bool:
    have, need = towards_going_out(setup, melds)
    return have == need


def judge(view: View, move: Move) -> Laid | None:
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


def _must_have_taken(public: Public, *, discarding: bool) -> None:
    if public.phase is Phase.TAKE:
        raise Refusal(Reason.TAKE_FIRST, "C-7")
    if public.phase is Phase.ASKED:
        raise Refusal(Reason.ANSWER_FIRST, "C-17")
    if public.phase is Phase.LAST and not discarding:
        raise Refusal(Reason.GO_OUT_NOW, "C-17")
    if public.phase is Phase.GO_OUT and discarding:
        raise Refusal(Reason.GO_OUT_NOW, "C-17")


def _judge_draw(view: View) -> None:
    _must_be_taking(view.public)
    if not view.public.stock:
        raise Refusal(Reason.STOCK_EMPTY, "C-9")


def _judge_stop(view: View) -> None:
    """With an empty stock (C-9), or with nothing but cards that may not be discarded (R-15)."""
    if view.public.phase is Phase.STUCK:
        return
    _must_be_taking(view.public)
    if view.public.stock:
        raise Refusal(Reason.STOCK_NOT_EMPTY, "C-9")


def _judge_pile(view: View, move: Pile) -> Laid:
    """The pile, with a pair of the hand or by house rule with none (K-8, K-10, S-9, R-9)."""
    _must_be_taking(view.public)
    variant = view.setup.variant
    top = _takeable_top(view.public)
    first = move.first
    if first.meld is not None:
        _must_be_open_meld(view, first.meld, top)
    if first.cards or not view.setup.top_takes_pile:
        _must_pair(view, first.cards, top)
    else:
        _must_not_be_frozen(view, top, variant.top_takes_pile)
    if any(part.meld is None and _black_threes(part.cards) for part in move.parts):
        raise Refusal(Reason.BLACK_THREES_NOT_WITH_TAKE, "C-16")
    parts = (Part(first.meld, (top, *first.cards)), *move.parts)
    hand = _without(view.hand, (first, *move.parts))
    laid = Laid(_put_down(view, parts), hand)
    _must_open(view, parts)
    _must_be_able_to_end(view, laid.melds, hand + naturals_under_top(view.public))
    return laid


def _must_be_open_meld(view: View, number: int, top: Card) -> None:
    """The pair joins the side's open meld of the top card's rank, or starts a set (K-8, S-9)."""
    variant = view.setup.variant
    if variant.pair_starts_new_set:
        raise Refusal(Reason.PAIR_STARTS_NEW_SET, variant.numbers["pile"], meld=number)
    meld = _meld(view, number)
    if meld.rank != top.rank or meld.closed:
        raise Refusal(Reason.PILE_NAMES_OTHER_MELD, variant.numbers["pile"], card=top, meld=number)


def _must_pair(view: View, cards: Sequence[Card], top: Card) -> None:
    """Two naturals of the top card's rank, or where the game has it one and a wild (K-8)."""
    variant = view.setup.variant
    naturals = sum(1 for c in cards if c.rank == top.rank)
    wild_too = variant.wild_in_pair and naturals and any(WILD[c] for c in cards)
    if naturals >= 2 or (wild_too and not frozen(view)):
        return
    reason = Reason.NATURAL_PAIR_NEEDED if wild_too else Reason.PAIR_NEEDED
    raise Refusal(reason, variant.numbers["pile"], card=top)


def _must_not_be_frozen(view: View, top: Card, house_rule: HouseRule | None = None) -> None:
    if frozen(view):
        number = house_rule.number if house_rule else view.setup.variant.numbers["top"]
        raise Refusal(Reason.PILE_FROZEN, number, card=top)


def naturals_under_top(public: Public) -> tuple[Card, ...]:
    """What joins the hand of who takes the pile: its red threes are laid (C-6, C-11)."""
    return tuple(c for c in public.pile[:-1] if c not in RED_THREES)


def _judge_top(view: View, move: Top) -> Laid:
    """Only the top card, where it continues a meld of the side (S-10, R-10)."""
    _must_be_taking(view.public)
    variant = view.setup.variant
    number = variant.numbers["top"]
    if not variant.top_only_onto:
        raise Refusal(Reason.TOP_NEVER_ALONE, number)
    top = _takeable_top(view.public)
    if view.setup.top_takes_pile:
        raise Refusal(Reason.TOP_TAKES_PILE, number, card=top)
    _must_not_be_frozen(view, top)
    meld = _meld(view, move.meld)
    grown = _grown_by_top(view, meld, move.meld, top)
    if grown is None:
        raise Refusal(Reason.TOP_DOES_NOT_FIT, number, card=top, meld=move.meld)
    melds = list(view.melds)
    melds[move.meld - 1] = grown
    _must_be_able_to_end(view, melds, view.hand)
    return Laid(tuple(melds), view.hand)


def _grown_by_top(view: View, meld: Meld, number: int, top: Card) -> Meld | None:
    """The meld with the top card on it, None where the card alone does not go there."""
    if meld.kind not in view.setup.variant.top_only_onto:
        return None
    try:
        return view.setup.variant.grown(meld, number, (top,))
    except Refusal:
        return None


def _judge_lay(view: View, move: Lay) -> Laid:
    """New melds and additions, as one whole (C-10)."""
    _must_have_taken(view.public, discarding=False)
    hand = _without(view.hand, move.parts)
    laid = Laid(_put_down(view, move.parts), hand)
    if len(hand) > 1 and any(_black_threes(part.cards) for part in move.parts):
        raise Refusal(Reason.BLACK_THREES_ONLY_GOING_OUT, "C-16")
    _must_open(view, move.parts)
    if view.public.phase is not Phase.STUCK:
        _must_be_able_to_end(view, laid.melds, hand)
    if view.public.phase is Phase.GO_OUT:
        _must_go_out(laid)
    return laid


def _judge_discard(view: View, move: Discard) -> None:
    """One card; the last one goes out and needs what going out needs (C-14)."""
    _must_have_taken(view.public, discarding=True)
    variant = view.setup.variant
    if view.public.phase is Phase.STUCK:
        raise Refusal(Reason.STUCK, variant.numbers["sevens"])
    if move.card not in view.hand:
        raise Refusal(Reason.NOT_HELD, "C-14", card=move.card)
    if move.card.rank == barred_rank(view.public):
        raise Refusal(Reason.RANK_BARRED, variant.numbers["discard"], card=move.card)
    if len(view.hand) == 1:
        _must_be_last_card(view, view.melds, move.card, variant.numbers["going_out"])


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
        raise Refusal(Reason.PILE_BLOCKED, public.setup.variant.numbers["blocked"], card=top)
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
    if not parts or not all(cards for _, cards in parts):
        raise Refusal(Reason.NOT_A_MELD, "C-10", cards=())
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
    for number, cards in parts:
        if number is None:
            meld = variant.new_meld(cards)
            if variant.one_open_of_rank:
                _must_not_be_open(variant, melds, meld)
            melds.append(meld)
    return tuple(melds)


def _must_not_be_open(variant: Variant, melds: Sequence[Meld], new: Meld) -> None:
    """Later cards of a rank go to the side's open meld of that rank (K-5, R-5)."""
    for number, meld in enumerate(melds, 1):
        if meld.kind is new.kind and meld.rank == new.rank and not meld.closed:
            card = new.cards[0]
            raise Refusal(Reason.RANK_IS_OPEN, variant.numbers["several"], card=card, meld=number)


def _must_open(view: View, parts: Sequence[Part]) -> None:
    """The first meld of a side reaches the minimum, by the cards of this move alone (C-12)."""
    need = minimum(view)
    have = sum(value(part.cards) for part in parts) if need else 0
    if have < need:
        raise Refusal(Reason.OPENING_TOO_LOW, "C-12", need=need, have=have)


def _must_be_able_to_end(view: View, melds: Sequence[Meld], left: Hand) -> None:
    """No move may leave a player who cannot end the turn legally (C-13, R-12, R-14)."""
    variant = view.setup.variant
    if len(left) < 2:
        _must_be_last_card(view, melds, next(iter(left), None), "C-13")
    elif variant.bar:
        sides = list(view.public.melds)
        sides[view.side] = tuple(melds)
        barred = _barred_rank(view.setup, sides)
        if barred and left.rank_count(barred) == len(left):
            raise Refusal(Reason.ONLY_BARRED_LEFT, variant.numbers["discard"])


def _must_be_last_card(view: View, melds: Sequence[Meld], last: Card | None, number: str) -> None:
    """Going out with these melds, by discarding this card or by having laid all (C-15, R-14)."""
    variant = view.setup.variant
    if last is None and variant.last_is_discarded:
        raise Refusal(Reason.LAST_CARD_IS_DISCARDED, variant.numbers["going_out"])
    if view.public.barred:
        raise Refusal(Reason.PARTNER_SAID_NO, "C-17")
    have, need = towards_going_out(view.setup, melds)
    if have < need:
        reason = Reason.KEEP_TWO_CARDS if number == "C-13" else Reason.CANNOT_GO_OUT
        left = 0 if last is None else 1
        lacks = missing_kinds(view.setup, melds)
        kinds = {"lacks": lacks} if lacks else {}
        raise Refusal(reason, number, left=left, have=have, need=need, **kinds)
    if last is not None and variant.bar and last.rank == variant.bar.rank:
        raise Refusal(Reason.BARRED_RANK_LAST, variant.numbers["going_out"], card=last)


def _must_go_out(laid: Laid) -> None:
    if len(laid.hand) > 1:
        raise Refusal(Reason.PLAN_DOES_NOT_GO_OUT, "C-17", left=len(laid.hand))


def take_conceivable(view: View) -> bool:
    """Whether the hand holds the pair, or a meld fits the top: nothing else is looked at (C-9)."""
    top = view.public.top
    if top is None or _blocks(top):
        return False
    variant, hand = view.setup.variant, view.hand
    naturals = hand.rank_count(top.rank)
    if naturals >= 2:
        return True
    if frozen(view):
        return False
    if variant.wild_in_pair and naturals and hand.rank_count("2") + hand.rank_count("X"):
        return True
    if view.setup.top_takes_pile:
        return any(meld.rank == top.rank and not meld.closed for meld in view.melds)
    return any(_grown_by_top(view, meld, number, top) for number, meld in enumerate(view.melds, 1))
