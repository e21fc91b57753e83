"""Asking the partner: C-17."""

import pytest

from games.engine.cards import card, cards
from games.engine.moves import Ask, Discard, Lay, Part, parse
from games.engine.refusal import Reason
from games.engine.rules import check, check_plan
from games.engine.state import Ending, Phase, State
from games.engine.view import see

from .positions import Told, after, allowed, held, position, refused, told

TWO = ("AS AH AD AC AS AH AD", "KS KH KD KC KS KH KD")


def asking(hand: str = "4S 4H 4C 9D", **more: object) -> State:
    """Seat 0 has taken and may go out; the partner is seat 2."""
    return position(hand=hand, melds=TWO, **more)


def plan(state: State, lay: str, discard: str | None = None) -> Told | None:
    """What is wrong with a plan of the seat whose turn it is."""
    move = parse(f"lay {lay}")
    assert isinstance(move, Lay)
    last = None if discard is None else Discard(card(discard))
    refusal = check_plan(see(state, state.public.turn), move, last)
    return None if refusal is None else told(refusal)


def test_c17_the_partner_answers_and_nobody_else() -> None:
    state = after(asking(), "ask")
    assert (state.public.turn, state.public.seat, state.public.phase) == (0, 2, Phase.ASKED)
    for answer in ("yes", "no"):
        assert allowed(state, answer)
        for seat in (0, 1, 3):
            assert refused(state, answer, seat) == (Reason.NOT_YOUR_TURN, "C-3", {"seat": 2})


def test_c17_the_partner_does_nothing_but_answer() -> None:
    state = after(asking(others={2: "5S 5H 5C 6D"}), "ask")
    for move in ("draw", "stop", "pile 5S 5H", "top m1", "lay 5S 5H 5C", "discard 6D", "ask"):
        assert refused(state, move) == (Reason.ANSWER_FIRST, "C-17", {})


def test_c17_the_asker_waits_for_the_answer() -> None:
    state = after(asking(), "ask")
    for move in ("discard 9D", "lay 4S 4H 4C", "ask"):
        assert refused(state, move, 0) == (Reason.NOT_YOUR_TURN, "C-3", {"seat": 2})


def test_c17_an_answer_needs_a_question() -> None:
    for answer in ("yes", "no"):
        assert refused(asking(), answer) == (Reason.NOTHING_ASKED, "C-17", {})
        assert refused(after(asking(), "ask", "yes"), answer) == (Reason.NOTHING_ASKED, "C-17", {})
        assert refused(after(asking(), "ask", "no"), answer) == (Reason.NOTHING_ASKED, "C-17", {})


def test_c17_after_yes_one_lay_and_the_discard_of_the_last_card_follow() -> None:
    state = after(asking(), "ask", "yes")
    assert (state.public.seat, state.public.phase) == (0, Phase.GO_OUT)
    state = after(state, "lay 4S 4H 4C")
    assert (state.public.seat, state.public.phase) == (0, Phase.LAST)
    public = after(state, "discard 9D").public
    assert (public.phase, public.ended_by, public.out_seat) == (Phase.ENDED, Ending.OUT, 0)


def test_c17_after_yes_a_lay_of_all_cards_goes_out_by_itself() -> None:
    public = after(asking("4S 4H 4C"), "ask", "yes", "lay 4S 4H 4C").public
    assert (public.phase, public.out_seat) == (Phase.ENDED, 0)


def test_c17_after_yes_nothing_else_follows() -> None:
    state = after(asking("4S 4H 4C 4D KC"), "ask", "yes")
    assert refused(state, "discard KC") == (Reason.GO_OUT_NOW, "C-17", {})
    for take in ("draw", "pile 4S 4H", "top m1", "stop"):
        assert refused(state, take) == (Reason.TAKEN_ALREADY, "C-7", {})
    short = refused(state, "lay 4S 4H 4C")
    assert short == (Reason.PLAN_DOES_NOT_GO_OUT, "C-17", {"left": 2})
    assert refused(state, "ask")[:2] == (Reason.ASKED_ALREADY, "C-17")
    last = after(state, "lay 4S 4H 4C 4D")
    assert refused(last, "lay m2 KC") == (Reason.GO_OUT_NOW, "C-17", {})
    assert refused(last, "ask")[1] == "C-17"
    assert refused(last, "discard 9D") == (Reason.NOT_HELD, "C-14", {"card": card("9D")})


def test_c17_after_yes_the_lay_obeys_the_other_rules() -> None:
    state = position(hand="4S 4H 4C KC", melds=["KS KH KD"])
    state = after(state, "ask", "yes")
    assert refused(state, "lay 4S 4H 4C")[:2] == (Reason.KEEP_TWO_CARDS, "C-13")


def test_c17_after_no_the_asker_may_not_go_out_this_turn() -> None:
    state = after(asking("4S 4H 4C KC 9D"), "ask", "no")
    assert (state.public.seat, state.public.phase) == (0, Phase.LAY)
    no = (Reason.PARTNER_SAID_NO, "C-17")
    assert refused(state, "lay 4S 4H 4C / m2 KC")[:2] == no
    assert allowed(state, "lay m2 KC")
    state = after(state, "lay 4S 4H 4C")
    assert refused(state, "lay m2 KC")[:2] == no
    state = after(state, "discard 9D")
    assert state.public.out_seat is None
    assert state.hands[0] == held("KC")


def test_c17_after_no_there_are_no_black_threes() -> None:
    state = after(asking("3S 3S 3C 9D"), "ask", "no")
    assert refused(state, "lay 3S 3S 3C")[:2] == (Reason.PARTNER_SAID_NO, "C-17")
    more = after(asking("3S 3S 3C 9D 8D"), "ask", "no")
    assert refused(more, "lay 3S 3S 3C")[:2] == (Reason.BLACK_THREES_ONLY_GOING_OUT, "C-16")


def test_c17_a_no_holds_for_one_turn() -> None:
    stock = "QS JS QH JH QD JD 8D 8C"
    others = {1: "5S 5H", 2: "6S 6H", 3: "7S 7H"}
    state = after(asking("4S 4H 4C 9D", others=others, stock=stock), "ask", "no", "discard 9D")
    for discard in ("5S", "6S", "7S"):
        state = after(state, "draw", f"discard {discard}")
    state = after(state, "draw")
    assert (state.public.asked, state.public.barred) == (False, False)
    assert allowed(state, "ask")
    assert allowed(state, "lay 4S 4H 4C")


def test_c17_a_no_does_not_bar_the_partner() -> None:
    others = {1: "5S 5H", 2: "6S 6H 6C"}
    state = asking("4S 4H 4C 9D", others=others, stock="QS JS KC AC")
    state = after(state, "ask", "no", "discard 9D", "draw", "discard 5S", "draw")
    assert after(state, "lay 6S 6H 6C / m1 AC / m2 KC").public.out_seat == 2


def test_c17_one_asks_once_in_a_turn() -> None:
    state = after(asking(), "ask", "no")
    assert refused(state, "ask") == (Reason.ASKED_ALREADY, "C-17", {})


def test_c17_one_asks_after_the_take() -> None:
    state = asking(phase=Phase.TAKE)
    assert refused(state, "ask") == (Reason.TAKE_FIRST, "C-17", {})
    assert allowed(after(state, "draw"), "ask")


def test_c17_one_asks_before_any_other_lay_of_the_turn() -> None:
    state = asking("4S 4H 4C KC 9D")
    laid = refused(after(state, "lay m2 KC"), "ask")
    assert laid == (Reason.ASK_BEFORE_LAYING, "C-17", {})


def test_c17_what_the_take_melds_is_no_lay() -> None:
    state = asking("9S 9H 4S 4H 4C KC 8D", pile="9D", phase=Phase.TAKE)
    assert allowed(after(state, "pile 9S 9H"), "ask")
    assert allowed(after(state, "pile 9S 9H / m2 KC"), "ask")
    top = position(
        hand="4S 4H 4C", melds=[*TWO, "6D 7D 8D"], pile="9D", phase=Phase.TAKE
    )  # fmt: skip
    assert allowed(after(top, "top m3"), "ask")


def test_c17_one_asks_with_at_least_two_cards() -> None:
    one = asking("9D")
    assert refused(one, "ask") == (Reason.ASK_NEEDS_TWO_CARDS, "C-17", {})
    assert allowed(asking("9D KC"), "ask")


@pytest.mark.parametrize("seats", [2, 3])
def test_c17_who_has_no_partner_asks_nobody(seats: int) -> None:
    assert refused(asking(seats=seats), "ask") == (Reason.NO_PARTNER, "C-17", {})


@pytest.mark.parametrize("seat", range(4))
def test_c17_the_partner_sits_opposite(seat: int) -> None:
    state = after(asking(seat=seat), "ask")
    assert state.public.seat == (seat + 2) % 4
    assert after(state, "yes").public.seat == seat


def test_c17_nobody_needs_to_ask() -> None:
    assert after(asking(), "lay 4S 4H 4C", "discard 9D").public.out_seat == 0


def test_c17_a_plan_is_one_lay_and_the_discard_of_the_card_it_leaves() -> None:
    state = asking("4S 4H 4C KC 9D")
    assert plan(state, "4S 4H 4C / m2 KC", "9D") is None
    assert plan(asking("4S 4H 4C KC"), "4S 4H 4C / m2 KC") is None


def test_c17_a_plan_goes_out() -> None:
    state = asking("4S 4H 4C KC 9D")
    assert plan(state, "4S 4H 4C", "9D") == (Reason.PLAN_DOES_NOT_GO_OUT, "C-17", {"left": 2})
    assert plan(state, "4S 4H 4C / m2 KC") == (Reason.PLAN_DOES_NOT_GO_OUT, "C-17", {"left": 1})
    assert plan(state, "4S 4H 4C / m2 KC", "8D") is not None
    assert plan(state, "4S 4H 4C / m2 KC", "KC") is not None
    assert plan(asking("4S 4H 4C KC"), "4S 4H 4C / m2 KC", "KC") is not None


def test_c17_nobody_plans_out_of_turn() -> None:
    state = asking(others={1: "5S 5H 5C 6D"})
    for other in (1, 2, 3):
        refusal = check_plan(see(state, other), Lay((Part(None, cards("5S 5H 5C")),)), None)
        assert refusal is not None
        assert told(refusal) == (Reason.NOT_YOUR_TURN, "C-3", {"seat": 0})
    over = after(state, "lay 4S 4H 4C", "discard 9D")
    refusal = check_plan(see(over, 0), Lay((Part(None, cards("4S 4H 4C")),)), None)
    assert refusal is not None
    assert told(refusal) == (Reason.DEAL_OVER, "C-7", {})


def test_c17_a_plan_is_legal_in_itself() -> None:
    state = asking("4S 4H 4C KC 9D")
    assert plan(state, "4S 4H 4C / m1 KC", "9D") == (
        Reason.RANKS_DIFFER,
        "S-4",
        {},
    )
    one = position(hand="4S 4H 4C KC 9D", melds=[TWO[0], "KS KH KD KC KS"])
    assert plan(one, "4S 4H 4C / m2 KC", "9D") == (
        Reason.KEEP_TWO_CARDS,
        "C-13",
        {"left": 1, "have": 1, "need": 2},
    )


def test_c17_a_plan_may_hold_black_threes_and_the_canastas_that_it_needs() -> None:
    assert plan(asking("3S 3S 3C 9D"), "3S 3S 3C", "9D") is None
    late = position(hand="KC 4S 4H 4C 9D", melds=[TWO[0], "KS KH KD KC KS KH"])
    assert plan(late, "4S 4H 4C / m2 KC", "9D") is None


def test_c17_asking_shows_nothing_of_the_plan() -> None:
    """The question is the bare word: what everybody sees does not depend on the hand."""
    one = after(asking("4S 4H 4C 9D"), "ask").public
    other = after(asking("5S 5H 5C 9D"), "ask").public
    assert repr(one) == repr(other)
    assert check(see(asking(), 0), Ask()) is None
