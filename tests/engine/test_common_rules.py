"""The rules that all games share, C-3 to C-20, told with positions of Samba.

C-1 and C-2 are in `test_cards`; asking the partner (C-17) has a file of its own.
"""

from collections import Counter

import pytest

from games.engine import shuffle
from games.engine.cards import card, cards
from games.engine.moves import Lay, Part, Pile
from games.engine.refusal import Reason
from games.engine.rules import begin, check, may_go_out, minimum
from games.engine.scoring import Verdict, score, verdict
from games.engine.state import Ending, Phase, Setup, State
from games.engine.variants import get
from games.engine.view import see

from .positions import after, allowed, hand_of, held, melds_of, position, refused, told

SAMBA = get("samba")
TWO_CANASTAS = ("AS AH AD AC AS AH AD", "KS KH KD KC KS KH KD")
ONE_CANASTA = TWO_CANASTAS[:1]


def deal(top: str, *, seats: int = 4, dealer: int = 3) -> State:
    """The beginning of a deal in which these cards come first, and black threes after them."""
    first = cards(top)
    filler = [card("3S")] * (SAMBA.cards(4) - len(first))
    setup = Setup(SAMBA, seats, dealer, (0,) * SAMBA.sides(seats))
    return begin(setup, (*filler, *reversed(first)))


# ---------------------------------------------------------------- the deal


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c3_the_first_dealer_is_drawn_by_lot(seats: int) -> None:
    drawn = Counter(shuffle.first_dealer(bytes([i]) * 32, seats) for i in range(200))
    assert set(drawn) == set(range(seats))
    assert min(drawn.values()) > 200 / seats / 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c3_the_seat_left_of_the_dealer_has_the_first_turn(seats: int) -> None:
    for dealer in range(seats):
        public = deal("", seats=seats, dealer=dealer).public
        assert public.turn == public.seat == (dealer + 1) % seats
        assert public.phase is Phase.TAKE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c3_play_is_clockwise_and_nobody_moves_out_of_turn(seats: int) -> None:
    state = position(seats=seats, hand="4S 5S", stock="TS " * 3 + "TH " * 3 + "TD TC " * 3)
    for seat in [*range(seats), 0]:
        assert state.public.seat == state.public.turn == seat
        for other in set(range(seats)) - {seat}:
            assert refused(state, "draw", other) == (Reason.NOT_YOUR_TURN, "C-3", {"seat": seat})
        state = after(state, f"discard {next(iter(hand_of(state, seat)))}", "draw")


def test_c3_the_deal_passes_to_the_left() -> None:
    setup = Setup(SAMBA, 3, 0, (0, 0, 0))
    assert [setup.after(seat) for seat in range(3)] == [1, 2, 0]


def test_c4_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer() -> None:
    state = deal(" ".join(["4S 5S 6S 7S"] * 15) + " 8S 9S TS", dealer=1)
    assert hand_of(state, 2) == held("4S " * 15)
    assert hand_of(state, 3) == held("5S " * 15)
    assert hand_of(state, 0) == held("6S " * 15)
    assert hand_of(state, 1) == held("7S " * 15)


def test_c4_then_one_card_is_turned_up() -> None:
    state = deal("4S " * 60 + "8S 9S TS")
    assert state.public.pile == cards("8S")
    assert state.deck[state.public.stock - 1] == card("9S")
    assert state.public.stock == SAMBA.cards(4) - 61


def test_c5_red_threes_that_were_dealt_are_laid_and_replaced() -> None:
    state = deal("3H 4S 4S 4S 3D" + " 4S" * 55 + " 8S 5S 6S")
    assert hand_of(state, 0) == held("4S " * 13 + "5S 6S")
    assert state.public.red_threes == (cards("3H 3D"), ())
    assert state.public.sizes == (15, 15, 15, 15)
    assert state.public.pile == cards("8S")


def test_c5_the_seat_left_of_the_dealer_replaces_first() -> None:
    state = deal("3H 3H 3H 3H" + " 4S" * 56 + " 8S 5S 6S 7S 9S", dealer=2)
    assert [hand_of(state, s).count(card(c)) for s, c in [(3, "5S"), (0, "6S"), (1, "7S")]] == [
        1,
        1,
        1,
    ]
    assert hand_of(state, 2).count(card("9S")) == 1


def test_c5_a_red_three_among_the_replacements_is_laid_and_replaced_too() -> None:
    state = deal("4S 3H" + " 4S" * 58 + " 8S 3D 3D 9S TS")
    assert state.public.red_threes == ((), cards("3H 3D 3D"))
    assert hand_of(state, 1) == held("4S " * 14 + "9S")
    assert state.public.stock == SAMBA.cards(4) - 64


def test_c6_a_drawn_red_three_is_laid_at_once_and_replaced() -> None:
    state = after(position(hand="4S", stock="3H 5S 3D 6S 7S", phase=Phase.TAKE), "draw")
    assert hand_of(state) == held("4S 5S 6S")
    assert state.public.red_threes == (cards("3H 3D"), ())
    assert state.public.stock == 1


def test_c6_a_red_three_taken_with_the_pile_is_laid_and_not_replaced() -> None:
    state = position(
        hand="9S 9H TS 4S 4H 4C KC", pile="3D 8C 3H 9D", phase=Phase.TAKE, melds=["QS QH QD"]
    )
    state = after(state, "pile 9S 9H / 4S 4H 4C")
    assert state.public.red_threes == (cards("3D 3H"), ())
    assert hand_of(state) == held("TS KC 8C")
    assert state.public.stock == 6


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_c6_red_threes_lie_before_the_side_of_who_got_them(seats: int) -> None:
    for seat in range(seats):
        state = position(seats=seats, seat=seat, hand="4S", stock="3H 5S 6S", phase=Phase.TAKE)
        laid = after(state, "draw").public.red_threes
        assert laid[state.public.setup.side(seat)] == cards("3H")
        assert sum(map(len, laid)) == 1


def test_c6_nobody_can_hold_or_discard_a_red_three() -> None:
    state = after(position(hand="4S", stock="3H 5S 6S", phase=Phase.TAKE), "draw")
    assert refused(state, "discard 3H") == (Reason.NOT_HELD, "C-14", {"card": card("3H")})


# ---------------------------------------------------------------- the turn


@pytest.mark.parametrize("move", ["lay 4S 4H 4C", "discard 4S"])
def test_c7_a_turn_begins_with_a_take(move: str) -> None:
    state = position(hand="4S 4H 4C 5C 6C", melds=["KS KH KD"], phase=Phase.TAKE)
    assert refused(state, move) == (Reason.TAKE_FIRST, "C-7", {})
    assert allowed(after(state, "draw"), move)


@pytest.mark.parametrize("move", ["draw", "pile 9S 9H", "top m1", "stop"])
def test_c7_a_turn_has_one_take(move: str) -> None:
    state = position(
        hand="9S 9H 5C 6C", pile="9D", stock="QC JC TC 9C", melds=["6D 7D 8D"], phase=Phase.TAKE
    )
    for take in ("draw", "pile 9S 9H", "top m1"):
        assert refused(after(state, take), move) == (Reason.TAKEN_ALREADY, "C-7", {})


def test_c7_any_number_of_lays_and_one_discard_make_a_turn() -> None:
    state = position(hand="4S 4H 4C 5S 5H 5C 6D 7D", melds=["KS KH KD"])
    state = after(state, "lay 4S 4H 4C", "lay 5S 5H 5C", "discard 6D")
    assert (state.public.turn, state.public.phase) == (1, Phase.TAKE)
    assert refused(state, "discard 7D", 0) == (Reason.NOT_YOUR_TURN, "C-3", {"seat": 1})


def test_c7_a_turn_may_have_no_lay() -> None:
    assert after(position(hand="4S 4H"), "discard 4S").public.turn == 1


def test_c7_after_the_deal_nothing_can_be_done() -> None:
    state = after(position(hand="4S", melds=TWO_CANASTAS), "discard 4S")
    assert state.public.phase is Phase.ENDED
    for seat in range(4):
        for move in ("draw", "stop", "discard QD", "lay QD JD TD", "ask", "yes"):
            assert refused(state, move, seat) == (Reason.DEAL_OVER, "C-7", {})


def test_c8_cards_are_drawn_one_after_another_from_the_stock() -> None:
    state = after(position(hand="4S", stock="5S 6S 7S", phase=Phase.TAKE), "draw")
    assert hand_of(state) == held("4S 5S 6S")
    assert state.public.sizes[0] == 3
    assert state.fresh == cards("5S 6S")
    assert state.public.stock == 1


def test_c8_with_fewer_in_the_stock_what_there_is_is_drawn() -> None:
    state = after(position(hand="4S", stock="5S", phase=Phase.TAKE), "draw")
    assert hand_of(state) == held("4S 5S")
    assert (state.public.stock, state.public.phase) == (0, Phase.LAY)


@pytest.mark.parametrize("stock", ["5S 3H", "3H 5S", "3H 5S 3D"])
def test_c8_a_last_red_three_is_laid_and_cannot_be_replaced(stock: str) -> None:
    state = after(position(hand="4S", stock=stock, phase=Phase.TAKE), "draw")
    assert hand_of(state) == held("4S 5S")
    assert len(state.public.red_threes[0]) == stock.count("3")
    assert (state.public.stock, state.public.phase) == (0, Phase.LAY)


@pytest.mark.parametrize("stock", ["3H", "3H 3D", "3H 3D 3H"])
def test_c8_a_draw_of_nothing_but_red_threes_ends_the_deal(stock: str) -> None:
    state = position(hand="4S 4H", pile="4D", stock=stock, phase=Phase.TAKE)
    state = after(state, "draw")
    public = state.public
    assert (public.phase, public.ended_by, public.out_seat) == (Phase.ENDED, Ending.STOCK, None)
    assert public.red_threes == (cards(stock), ())
    assert hand_of(state) == held("4S 4H")
    assert score(state)[0].red_threes == -100 * len(stock.split())


def test_c8_such_red_threes_count_like_any_others() -> None:
    state = position(
        hand="4S", stock="3H 3D", melds=TWO_CANASTAS, red_threes=["3H 3H 3D 3D", ""],
        phase=Phase.TAKE,
    )  # fmt: skip
    assert score(after(state, "draw"))[0].red_threes == 1_000


def test_c8_nothing_is_drawn_from_an_empty_stock() -> None:
    state = position(hand="4S 4H", pile="4D", stock="", phase=Phase.TAKE)
    assert refused(state, "draw") == (Reason.STOCK_EMPTY, "C-9", {})


# ---------------------------------------------------------------- the empty stock


def last_discard(
    discard: str, hand: str, *, seats: int = 4, pile: str = "5D 8D", stock: str = "", **more: object
) -> State:
    """After a discard, where the next player, seat 1, holds `hand` and `more` tells the rest."""
    others = {1: hand}
    state = position(
        seats=seats, hand=f"{discard} 6S 6H", others=others, pile=pile, stock=stock, **more
    )
    return after(state, f"discard {discard}")


def over(state: State) -> bool:
    """Whether the deal ended by its stock, nobody out."""
    public = state.public
    if public.phase is not Phase.ENDED:
        return False
    assert (public.ended_by, public.out_seat) == (Ending.STOCK, None)
    return True


def test_c9_with_an_empty_stock_one_may_take_the_pile_or_stop() -> None:
    state = last_discard("9D", "9S 9H KD KD KC KS 4C 5C")
    assert not over(state)
    assert allowed(state, "pile 9S 9H / KD KD KC")
    assert over(after(state, "stop"))


def test_c9_with_an_empty_stock_one_may_take_the_top_or_stop() -> None:
    state = last_discard("9D", "KD KC", against=["6D 7D 8D"])
    assert not over(state)
    assert allowed(state, "top m1")
    assert over(after(state, "stop"))


def test_c9_nobody_stops_while_there_is_a_stock() -> None:
    state = position(hand="4S 4H", stock="QC", phase=Phase.TAKE)
    assert refused(state, "stop") == (Reason.STOCK_NOT_EMPTY, "C-9", {})


@pytest.mark.parametrize("discard", ["2D", "XX", "3S"])
def test_c9_the_deal_ends_by_itself_where_the_pile_cannot_be_taken(discard: str) -> None:
    assert over(last_discard(discard, "2S 2H XX XX 3C 3C"))


@pytest.mark.parametrize("hand", ["9S KD", "9S 2D XX", "2D 2H XX", "8H TH JH QH"])
def test_c9_the_deal_ends_by_itself_without_the_pair_that_a_take_needs(hand: str) -> None:
    assert over(last_discard("9D", hand))
    assert not over(last_discard("9D", hand, stock="QC"))


@pytest.mark.parametrize(
    ("meld", "ends"),
    [
        ("6D 7D 8D", False),
        ("TD JD QD", False),
        ("5D 6D 7D", True),
        ("6H 7H 8H", True),
        ("9S 9H 9C", True),
        ("TD JD QD KD AD", False),
    ],
)
def test_c9_the_deal_goes_on_where_the_top_continues_a_sequence_of_the_side(
    meld: str, ends: bool
) -> None:
    assert over(last_discard("9D", "KD KC", pile="8H", against=[meld])) is ends


def test_c9_a_samba_takes_no_card_and_the_deal_ends() -> None:
    assert over(last_discard("JH", "KD KC", against=["4H 5H 6H 7H 8H 9H TH"]))
    assert not over(last_discard("JH", "KD KC", against=["5H 6H 7H 8H 9H TH"]))


def test_c9_a_sequence_of_the_other_side_is_of_no_use() -> None:
    assert over(last_discard("9D", "KD KC", melds=["6D 7D 8D"]))


def test_c9_the_partners_melds_are_those_of_the_side() -> None:
    state = position(
        hand="9D 6S 6H", others={1: "KD KC"}, stock="", pile="8H", against=["6D 7D 8D"]
    )
    assert allowed(after(state, "discard 9D"), "top m1")
    alone = position(
        seats=3, hand="9D 6S 6H", others={1: "KD KC"}, stock="", pile="8H", against=["6D 7D 8D"]
    )
    assert allowed(after(alone, "discard 9D"), "top m1")


def test_c9_where_only_the_minimum_forbids_the_take_stop_is_what_remains() -> None:
    state = last_discard("9D", "9S 9H KD 4C 6C")
    assert state.public.phase is Phase.TAKE
    assert refused(state, "pile 9S 9H")[0] is Reason.OPENING_TOO_LOW
    assert over(after(state, "stop"))


def test_c9_where_only_c13_forbids_the_take_stop_is_what_remains() -> None:
    state = last_discard("9D", "9S 9H KD", pile="3H", against=["KS KH KC"])
    assert refused(state, "pile 9S 9H")[:2] == (Reason.KEEP_TWO_CARDS, "C-13")
    assert over(after(state, "stop"))
    state = last_discard("9D", "KD", against=["6D 7D 8D"])
    assert refused(state, "top m1")[:2] == (Reason.KEEP_TWO_CARDS, "C-13")
    assert over(after(state, "stop"))


def test_c9_the_last_card_of_the_stock_may_still_be_drawn() -> None:
    state = last_discard("2D", "KD KC", stock="QC")
    state = after(state, "draw", "discard KD")
    assert state.public.stock == 0
    assert over(state)


def test_c9_a_deal_that_ended_by_itself_takes_no_stop() -> None:
    assert refused(last_discard("2D", "KD KC"), "stop", 1) == (Reason.DEAL_OVER, "C-7", {})


# ---------------------------------------------------------------- lays


def test_c10_a_lay_may_begin_melds_and_add_to_melds() -> None:
    state = position(hand="KC 4S 4H 4C 9D 8D 7D 5S 5H", melds=["KS KH KD"])
    state = after(state, "lay 4S 4H 4C / m1 KC / 9D 8D 7D")
    assert melds_of(state) == ["KS KH KD KC", "4S 4H 4C", "7D 8D 9D"]
    assert hand_of(state) == held("5S 5H")
    assert state.public.sizes[0] == 2


@pytest.mark.parametrize("bad", ["5S 5H", "m1 5S", "m2 5S", "m1 8C", "6S 6H 6C", "3S 3S 3C"])
def test_c10_a_lay_is_refused_as_one_whole(bad: str) -> None:
    state = position(hand="4S 4H 4C 5S 5H 3S 3S 3C 8C", melds=["KS KH KD"])
    assert allowed(state, "lay 4S 4H 4C")
    refused(state, f"lay 4S 4H 4C / {bad}")
    refused(state, f"lay {bad} / 4S 4H 4C")


def test_c10_additions_come_first_and_new_melds_as_written() -> None:
    state = position(hand="4S 4H 4C KC 5S 5H 5C 6D 6C", melds=["KS KH KD"])
    one = after(state, "lay 4S 4H 4C / m1 KC / 5S 5H 5C")
    other = after(state, "lay m1 KC / 4S 4H 4C / 5S 5H 5C")
    assert one == other
    assert melds_of(after(state, "lay 5S 5H 5C / 4S 4H 4C / m1 KC"))[1:] == ["5S 5H 5C", "4S 4H 4C"]


def test_c10_a_meld_is_named_at_most_once_in_a_move() -> None:
    state = position(hand="KC KC 5S 5H 5C", melds=["KS KH KD"])
    assert refused(state, "lay m1 KC / m1 KC") == (Reason.MELD_NAMED_TWICE, "C-10", {"meld": 1})
    assert allowed(state, "lay m1 KC KC")
    assert allowed(after(state, "lay m1 KC"), "lay m1 KC")


def test_c10_no_meld_is_named_that_the_move_itself_begins() -> None:
    state = position(hand="4S 4H 4C 4D 5S 5H", melds=["KS KH KD"])
    told_ = refused(state, "lay 4S 4H 4C / m2 4D")
    assert told_ == (Reason.NO_SUCH_MELD, "C-10", {"meld": 2})
    assert allowed(after(state, "lay 4S 4H 4C"), "lay m2 4D")


def test_c10_only_melds_of_the_own_side_are_added_to() -> None:
    state = position(hand="KC QC 5S 5H", melds=["KS KH KD"], against=["QS QH QD", "JS JH JD"])
    assert refused(state, "lay m2 QC") == (Reason.NO_SUCH_MELD, "C-10", {"meld": 2})
    assert allowed(state, "lay m1 KC")


def test_c10_partners_add_to_the_same_melds() -> None:
    state = position(
        hand="5S 5H", melds=["KS KH KD"], others={1: "6S 6H", 2: "KC 7S 7H"}, stock="QC JC TC 9C"
    )
    state = after(state, "discard 5S", "draw", "discard 6S", "draw", "lay m1 KC")
    assert melds_of(state) == ["KS KH KD KC"]


def test_c10_only_cards_of_the_hand_are_laid() -> None:
    state = position(hand="4S 4H 5S 5H 5C", melds=["KS KH KD"])
    assert refused(state, "lay 4S 4H 4C") == (Reason.NOT_HELD, "C-10", {"card": card("4C")})
    assert refused(state, "lay 4S 4H 4H") == (Reason.NOT_HELD, "C-10", {"card": card("4H")})
    twice = refused(state, "lay 5S 5H 5C / m1 5C")
    assert twice == (Reason.NOT_HELD, "C-10", {"card": card("5C")})


def test_c10_a_lay_lays_something() -> None:
    state = position(hand="9S 9H 5S 5H", pile="9D", melds=["KS KH KD"])
    for parts in [(), (Part(1, ()),), (Part(None, ()),)]:
        refusal = check(see(state, 0), Lay(parts))
        assert refusal is not None
        assert told(refusal)[:2] == (Reason.NOT_A_MELD, "C-10")
    taking = state._replace(public=state.public._replace(phase=Phase.TAKE))
    empty = check(see(taking, 0), Pile(Part(None, cards("9S 9H")), (Part(1, ()),)))
    assert empty is not None
    assert empty.rule == "C-10"


def test_c10_melds_are_never_joined() -> None:
    state = position(hand="KC KC KD 7S 8S", melds=["KS KH KD", "4S 5S 6S", "9S TS JS"])
    state = after(state, "lay KC KC KD")
    assert melds_of(state) == ["KS KH KD", "4S 5S 6S", "9S TS JS", "KC KC KD"]
    assert refused(state, "lay m2 7S 8S")[0] is Reason.KEEP_TWO_CARDS
    more = position(hand="7S 8S 4D 5D", melds=["4S 5S 6S", "9S TS JS"])
    assert melds_of(after(more, "lay m1 7S 8S")) == ["4S 5S 6S 7S 8S", "9S TS JS"]


# ---------------------------------------------------------------- taking the pile


def test_c11_the_top_is_melded_then_the_rest_joins_the_hand() -> None:
    state = position(
        hand="9S 9H 4S 4H 4C KC 7D", pile="5D 6D 9D", melds=["KS KH KD"], phase=Phase.TAKE
    )
    state = after(state, "pile 9S 9H / m1 KC / 4S 4H 4C")
    assert melds_of(state) == ["KS KH KD KC", "9D 9S 9H", "4S 4H 4C"]
    assert hand_of(state) == held("7D 5D 6D")
    assert state.fresh == cards("5D 6D")
    assert state.public.pile == ()
    assert state.public.phase is Phase.LAY
    assert state.public.stock == 6


def test_c11_the_rest_of_the_pile_cannot_be_melded_in_the_same_move() -> None:
    state = position(
        hand="9S 9H 4S 4H 7D 8D", pile="4C 6D 9D", melds=["KS KH KD"], phase=Phase.TAKE
    )
    take = refused(state, "pile 9S 9H / 4S 4H 4C")
    assert take == (Reason.NOT_HELD, "C-10", {"card": card("4C")})
    assert allowed(after(state, "pile 9S 9H"), "lay 4S 4H 4C")


def test_c11_the_top_card_itself_is_not_taken_from_the_hand() -> None:
    state = position(hand="9S KD 7D 8D", pile="9D", melds=["KS KH KC"], phase=Phase.TAKE)
    assert refused(state, "pile 9S 9D") == (Reason.NOT_HELD, "C-10", {"card": card("9D")})


def test_c11_additions_come_before_the_new_melds_of_a_take_too() -> None:
    state = position(hand="9S 9H KC 7D 8D", pile="9D", melds=["KS KH KD"], phase=Phase.TAKE)
    assert melds_of(after(state, "pile 9S 9H / m1 KC")) == ["KS KH KD KC", "9D 9S 9H"]
    begun = refused(state, "pile 9S 9H / m2 KC")
    assert begun == (Reason.NO_SUCH_MELD, "C-10", {"meld": 2})


def test_c11_the_rest_counts_among_the_cards_that_must_remain() -> None:
    melds = ["KS KH KD"]
    for pile, left in [("9D", 0), ("6C 9D", 1), ("3H 6C 9D", 1), ("3H 3D 9D", 0)]:
        state = position(hand="9S 9H", pile=pile, melds=melds, phase=Phase.TAKE)
        assert refused(state, "pile 9S 9H") == (
            Reason.KEEP_TWO_CARDS,
            "C-13",
            {"left": left, "have": 0, "need": 2},
        )
    for pile in ("5C 6C 9D", "3H 5C 3D 6C 9D"):
        state = position(hand="9S 9H", pile=pile, melds=melds, phase=Phase.TAKE)
        assert hand_of(after(state, "pile 9S 9H")) == held("5C 6C")


def test_c11_who_takes_the_pile_with_all_cards_goes_on_with_the_rest() -> None:
    state = position(hand="9S 9H", pile="5C 9D", melds=TWO_CANASTAS, phase=Phase.TAKE)
    state = after(state, "pile 9S 9H")
    assert state.public.phase is Phase.LAY
    assert after(state, "discard 5C").public.out_seat == 0


# ---------------------------------------------------------------- opening


def test_c12_the_first_lay_reaches_the_minimum() -> None:
    state = position(hand="KS KH KD QS QH QD 4S 4H 4C 5D 6C")
    assert refused(state, "lay KS KH KD") == (
        Reason.OPENING_TOO_LOW,
        "C-12",
        {"need": 50, "have": 30},
    )
    assert refused(state, "lay KS KH KD / 4S 4H 4C")[2] == {"need": 50, "have": 45}
    assert allowed(state, "lay KS KH KD / QS QH QD")
    assert minimum(see(state, 0)) == 50


def test_c12_two_lays_are_not_added_up() -> None:
    state = position(hand="KS KH KD QS QH QD 5D 6C")
    refused(state, "lay KS KH KD")
    refused(state, "lay QS QH QD")


def test_c12_an_opened_side_needs_no_minimum() -> None:
    state = position(hand="4S 4H 4C 5D 6C", melds=["KS KH KD"])
    assert allowed(state, "lay 4S 4H 4C")
    assert minimum(see(state, 0)) == 0


def test_c12_the_partners_opening_opens_the_side_and_the_opponents_does_not() -> None:
    state = position(
        hand="KS KH KD QS QH QD 5D 6C",
        others={1: "4S 4H 4C 5H 6H", 2: "5S 5H 5C 6S 7S"},
        stock="8S 8H 8D 8C",
    )
    state = after(state, "lay KS KH KD / QS QH QD", "discard 5D", "draw")
    assert refused(state, "lay 4S 4H 4C")[0] is Reason.OPENING_TOO_LOW
    state = after(state, "discard 6H", "draw")
    assert allowed(state, "lay 5S 5H 5C")


def test_c12_red_threes_on_the_table_are_no_opening() -> None:
    state = position(hand="KS KH KD 5D 6C", red_threes=["3H 3D", ""])
    told_ = refused(state, "lay KS KH KD")
    assert told_ == (Reason.OPENING_TOO_LOW, "C-12", {"need": 50, "have": 30})


def test_c12_the_minimum_depends_on_the_score_of_the_side_at_the_start_of_the_deal() -> None:
    hand = "KS KH KD QS QH QD JS JH JD 5D 6C"
    lay = "lay KS KH KD / QS QH QD"
    assert allowed(position(hand=hand, score=0), lay)
    assert refused(position(hand=hand, score=1_500), lay)[2] == {"need": 90, "have": 60}
    assert allowed(position(hand=hand, score=1_500), lay + " / JS JH JD")


def test_c12_the_top_card_counts_but_not_the_rest_of_the_pile() -> None:
    state = position(hand="AS AH 5D 6C 7C", pile="XX AC AD", phase=Phase.TAKE)
    assert allowed(state, "pile AS AH")
    low = position(hand="9S 9H 5D 6C 7C", pile="XX AC 9D", phase=Phase.TAKE)
    assert refused(low, "pile 9S 9H") == (
        Reason.OPENING_TOO_LOW,
        "C-12",
        {"need": 50, "have": 30},
    )


def test_c12_no_bonus_counts() -> None:
    state = position(hand="4S 4H 4D 4C 4S 4H 4D 5D 6C", score=1_500, pile="8C")
    assert refused(state, "lay 4S 4H 4D 4C 4S 4H 4D")[2] == {"need": 90, "have": 35}


# ---------------------------------------------------------------- two cards


def test_c13_two_cards_remain_after_every_lay() -> None:
    state = position(hand="4S 4H 4C 4D KC", melds=["KS KH KD"], pile="8C")
    short = {"have": 0, "need": 2}
    assert refused(state, "lay 4S 4H 4C 4D") == (
        Reason.KEEP_TWO_CARDS,
        "C-13",
        {"left": 1, **short},
    )
    assert refused(state, "lay 4S 4H 4C 4D / m1 KC")[2] == {"left": 0, **short}
    assert allowed(state, "lay 4S 4H 4C")


def test_c13_a_side_that_may_go_out_keeps_what_it_likes() -> None:
    state = position(hand="4S 4H 4C 4D KC", melds=TWO_CANASTAS, pile="8C")
    assert allowed(state, "lay 4S 4H 4C 4D")
    assert allowed(state, "lay 4S 4H 4C 4D / m2 KC")
    assert may_go_out(see(state, 0))


def test_c13_going_out_is_judged_with_the_melds_of_that_very_move() -> None:
    six = "KS KH KD KC KS KH"
    state = position(hand="KD 4S 4H 4C 4D", melds=[*ONE_CANASTA, six], pile="8C")
    assert not may_go_out(see(state, 0))
    assert refused(state, "lay 4S 4H 4C 4D")[2] == {"left": 1, "have": 1, "need": 2}
    assert allowed(state, "lay 4S 4H 4C / m2 KD")
    assert allowed(state, "lay 4S 4H 4C 4D / m2 KD")


def test_c13_holds_after_a_take_of_the_top_too() -> None:
    state = position(hand="KC", pile="5C 9D", melds=["6D 7D 8D"], phase=Phase.TAKE)
    assert refused(state, "top m1") == (
        Reason.KEEP_TWO_CARDS,
        "C-13",
        {"left": 1, "have": 0, "need": 2},
    )
    two = position(hand="KC QC", pile="5C 9D", melds=["6D 7D 8D"], phase=Phase.TAKE, stock="")
    assert allowed(two, "top m1")


def test_c13_a_hand_of_two_can_end_the_turn_and_keeps_one() -> None:
    state = after(position(hand="4S 5H"), "discard 5H")
    assert state.public.sizes[0] == 1


# ---------------------------------------------------------------- discards and going out


def test_c14_one_card_of_the_hand_ends_the_turn_on_top_of_the_pile() -> None:
    state = after(position(hand="4S 5H 6C", pile="8C"), "discard 5H")
    assert state.public.pile == cards("8C 5H")
    assert hand_of(state) == held("4S 6C")
    assert (state.public.turn, state.fresh) == (1, ())


def test_c14_only_a_card_of_the_hand_is_discarded() -> None:
    told_ = refused(position(hand="4S 5H"), "discard 6C")
    assert told_ == (Reason.NOT_HELD, "C-14", {"card": card("6C")})


def test_c14_discarding_the_last_card_is_going_out() -> None:
    assert after(position(hand="4S", melds=TWO_CANASTAS), "discard 4S").public.out_seat == 0
    reason, rule, params = refused(position(hand="4S", melds=ONE_CANASTA), "discard 4S")
    assert (reason, rule, params["have"], params["need"]) == (Reason.CANNOT_GO_OUT, "S-14", 1, 2)


def test_c15_a_player_goes_out_by_discarding_the_last_card() -> None:
    state = position(hand="4S 4H 4C 9D", melds=TWO_CANASTAS)
    state = after(state, "lay 4S 4H 4C")
    assert state.public.ended_by is None
    public = after(state, "discard 9D").public
    assert (public.phase, public.ended_by, public.out_seat) == (Phase.ENDED, Ending.OUT, 0)
    assert public.pile[-1] == card("9D")


def test_c15_a_player_goes_out_by_laying_the_last_card() -> None:
    state = position(hand="4S 4H 4C", melds=TWO_CANASTAS)
    public = after(state, "lay 4S 4H 4C").public
    assert (public.phase, public.ended_by, public.out_seat) == (Phase.ENDED, Ending.OUT, 0)
    refused(position(hand="4S 4H 4C", melds=ONE_CANASTA), "lay 4S 4H 4C")


def test_c15_a_player_goes_out_by_melding_all_cards_with_the_pile() -> None:
    for pile in ("9D", "3H 9D"):
        state = position(hand="9S 9H KC", pile=pile, melds=TWO_CANASTAS, phase=Phase.TAKE)
        state = after(state, "pile 9S 9H / m2 KC")
        assert (state.public.ended_by, state.public.out_seat) == (Ending.OUT, 0)


def test_c15_canastas_made_in_this_turn_count() -> None:
    hand = "KS KH KD KC KS KH KD 4S"
    state = after(position(hand=hand, melds=ONE_CANASTA), "lay KS KH KD KC KS KH KD")
    assert after(state, "discard 4S").public.out_seat == 0
    whole = position(hand="AS AH AD AC AS AH AD KS KH KD KC KS KH KD")
    out = after(whole, "lay AS AH AD AC AS AH AD / KS KH KD KC KS KH KD")
    assert out.public.out_seat == 0


def test_c15_the_canastas_of_the_other_side_do_not_count() -> None:
    state = position(hand="4S 4H 4C", melds=["QS QH QC"], against=TWO_CANASTAS)
    assert refused(state, "lay 4S 4H 4C")[2] == {"left": 0, "have": 0, "need": 2}


def test_c15_the_canastas_of_the_partner_count_for_the_side() -> None:
    state = position(hand="5S 5H", others={1: "6S 6H", 2: "7S"}, melds=TWO_CANASTAS)
    state = after(state, "discard 5S", "draw", "discard 6S", "draw")
    assert may_go_out(see(state, 2))
    assert not may_go_out(see(state, 3))


# ---------------------------------------------------------------- black threes


def test_c16_black_threes_are_melded_by_who_goes_out() -> None:
    state = position(hand="3S 3S 3C 9D", melds=TWO_CANASTAS)
    state = after(state, "lay 3S 3S 3C")
    assert state.public.ended_by is None
    assert after(state, "discard 9D").public.out_seat == 0
    assert after(position(hand="3S 3S 3C", melds=TWO_CANASTAS), "lay 3S 3S 3C").public.out_seat == 0


def test_c16_the_lay_of_black_threes_leaves_at_most_one_card() -> None:
    state = position(hand="3S 3S 3C 9D 8D", melds=TWO_CANASTAS)
    assert refused(state, "lay 3S 3S 3C") == (Reason.BLACK_THREES_ONLY_GOING_OUT, "C-16", {})
    more = position(hand="3S 3S 3C 9D AC", melds=TWO_CANASTAS)
    assert allowed(more, "lay 3S 3S 3C / m1 AC")
    first = after(more, "lay m1 AC")
    assert allowed(first, "lay 3S 3S 3C")


def test_c16_who_may_not_go_out_melds_no_black_threes() -> None:
    state = position(hand="3S 3S 3C 9D", melds=ONE_CANASTA)
    assert refused(state, "lay 3S 3S 3C")[:2] == (Reason.KEEP_TWO_CARDS, "C-13")
    many = position(hand="3S 3S 3C 9D 8D 7D", melds=ONE_CANASTA)
    assert refused(many, "lay 3S 3S 3C") == (Reason.BLACK_THREES_ONLY_GOING_OUT, "C-16", {})


def test_c16_black_threes_take_no_wilds_and_no_other_cards() -> None:
    state = position(hand="3S 3S 3C 2D XX 4S 9D", melds=TWO_CANASTAS)
    for part in ("3S 3S 2D", "3S 3C XX", "3S 3S 3C 2D"):
        assert refused(state, f"lay {part}")[:2] == (Reason.TOO_MANY_WILDS, "C-16")
    refused(state, "lay 3S 3S 3C 4S 9D")


def test_c16_there_are_three_or_more_of_them_in_one_meld() -> None:
    two = position(hand="3S 3C 9D", melds=TWO_CANASTAS)
    assert refused(two, "lay 3S 3C") == (Reason.TOO_FEW_CARDS, "C-16", {"size": 2, "need": 3})
    five = position(hand="3S 3S 3C 3C 3C 9D", melds=TWO_CANASTAS)
    assert allowed(five, "lay 3S 3S 3C 3C 3C")
    four = position(hand="3S 3C 3C 3C", melds=TWO_CANASTAS)
    refused(four, "lay 3S 3C / 3C 3C")


def test_c16_black_threes_are_never_added_to() -> None:
    state = position(hand="3S 3S 3C 3C", melds=TWO_CANASTAS)
    state = after(state, "lay 3S 3S 3C")
    told_ = refused(state, "lay m3 3C")
    assert told_ == (Reason.BLACK_THREES_FIXED, "C-16", {})
    assert after(state, "discard 3C").public.out_seat == 0


def test_c16_black_threes_are_not_melded_with_a_take() -> None:
    state = position(hand="9S 9H 3S 3S 3C 8D", pile="9D", melds=TWO_CANASTAS, phase=Phase.TAKE)
    with_take = refused(state, "pile 9S 9H / 3S 3S 3C")
    assert with_take == (Reason.BLACK_THREES_NOT_WITH_TAKE, "C-16", {})
    assert allowed(after(state, "pile 9S 9H"), "lay 3S 3S 3C")


def test_c16_black_threes_make_no_canasta_and_earn_five_each() -> None:
    seven = "3S 3S 3S 3C 3C 3C"
    state = after(
        position(hand=seven, melds=TWO_CANASTAS, others={1: "", 2: "", 3: ""}), f"lay {seven}"
    )
    assert score(state)[0].melds == 7 * 20 + 7 * 10 + 6 * 5
    assert score(state)[0].bonuses == 1_000
    one = position(hand=seven, melds=ONE_CANASTA)
    assert refused(one, f"lay {seven}")[2] == {"left": 0, "have": 1, "need": 2}


# ---------------------------------------------------------------- the score


def test_c18_a_score_is_the_sum_of_its_parts() -> None:
    state = position(
        hand="9D",
        others={1: "AS 7C", 2: "KC QC", 3: "XX"},
        melds=["AS AH AD AC AS AH XX", "KS KH KD KS KH KD KC"],
        against=["4S 4H 4D"],
        red_threes=["3H 3D", "3H"],
    )
    ours, theirs = score(after(state, "discard 9D"))
    assert ours == (6 * 20 + 50 + 70, 300 + 500, 200, 200, -20, 1_420, 1_420)
    assert theirs == (15, 0, -100, 0, -(20 + 5 + 50), -160, -160)
    for side in (ours, theirs):
        assert side.score == sum(side[:5])


def test_c18_the_score_is_added_to_the_total() -> None:
    state = position(hand="9D", others={1: "", 2: "", 3: ""}, melds=TWO_CANASTAS, score=1_000)
    ours, theirs = score(after(state, "discard 9D"))
    assert ours.total == 1_000 + ours.score
    assert theirs.total == theirs.score == 0


def test_c18_each_seat_is_a_side_of_its_own_without_partners() -> None:
    state = position(seats=3, hand="9D", others={1: "AS", 2: "KC"}, melds=TWO_CANASTAS)
    scores = score(after(state, "discard 9D"))
    assert [s.in_hand for s in scores] == [0, -20, -10]
    assert [s.going_out for s in scores] == [200, 0, 0]


def test_c18_nobody_earns_going_out_when_the_stock_ends_the_deal() -> None:
    state = position(hand="4S 4H", pile="4D", stock="3H", melds=TWO_CANASTAS, phase=Phase.TAKE)
    assert [s.going_out for s in score(after(state, "draw"))] == [0, 0]


def test_c19_each_meld_earns_one_bonus_for_what_it_is_at_the_end() -> None:
    def bonuses(*melds: str) -> int:
        return score(position(melds=melds))[0].bonuses

    assert bonuses("AS AH AD AC AS AH AD") == 500
    assert bonuses("AS AH AD AC AS AH AD AC AS") == 500
    assert bonuses("AS AH AD AC AS AH AD 2S") == 300
    assert bonuses("AS AH AD AC AS AH") == 0


# ---------------------------------------------------------------- the end of the game


def test_c20_the_game_ends_when_a_side_has_reached_the_target() -> None:
    assert verdict(SAMBA, 10_000, (9_995, 9_990), 5) is None
    assert verdict(SAMBA, 10_000, (10_000, 9_990), 5) == Verdict("target", (0,))
    assert verdict(SAMBA, 10_000, (-500, 3_000, 10_005), 5) == Verdict("target", (2,))
    assert verdict(SAMBA, 2_500, (2_500, 0), 1) == Verdict("target", (0,))


def test_c20_the_highest_total_wins_whoever_went_out() -> None:
    assert verdict(SAMBA, 10_000, (10_000, 10_005), 5) == Verdict("target", (1,))


def test_c20_a_tie_for_the_highest_is_a_draw() -> None:
    assert verdict(SAMBA, 10_000, (10_200, 10_200), 5) == Verdict("draw", ())
    assert verdict(SAMBA, 10_000, (10_200, 9_000, 10_200), 5) == Verdict("draw", ())
    assert verdict(SAMBA, 10_000, (10_100, 10_100, 10_200), 5) == Verdict("target", (2,))


def test_c20_a_tie_below_the_target_decides_nothing() -> None:
    assert verdict(SAMBA, 10_000, (9_000, 9_000), 5) is None


def test_c20_a_game_not_ended_after_60_deals_is_a_draw() -> None:
    assert verdict(SAMBA, 10_000, (9_995, 100), 59) is None
    assert verdict(SAMBA, 10_000, (9_995, 100), 60) == Verdict("limit", ())


def test_c20_the_target_reached_in_the_60th_deal_counts_like_any_other() -> None:
    assert verdict(SAMBA, 10_000, (10_000, 100), 60) == Verdict("target", (0,))
    assert verdict(SAMBA, 10_000, (10_000, 10_000), 60) == Verdict("draw", ())
