"""Worked examples of Canasta with answers that are certain, each named after its rule."""

import pytest

from games.engine.melds import Canasta
from games.engine.refusal import Reason
from games.engine.rules import may_go_out
from games.engine.scoring import score
from games.engine.state import Phase
from games.engine.view import see

from .positions import after, allowed, melds_of, position, refused

SPARE = " 8D TD"
"""Two cards that must remain in the hand (C-13)."""
CANASTA = "KS KS KH KH KD KD KC"


def test_canasta_1_k14_out_with_two_canastas_while_the_partner_holds_cards() -> None:
    state = position(
        "canasta",
        hand="AS AH AD TD 5S",
        others={1: "6S 6H", 2: "9S 9H 7C", 3: "8S 8H"},
        stock="6C 4D 8C KC",
        melds=["KS KS KH KH KD KD", "QS QS QH QH QD 2S 2H"],
        red_threes=["3H 3D", ""],
    )
    state = after(state, "lay AS AH AD", "discard TD", "draw", "discard 6S", "draw", "discard 7C")
    state = after(state, "draw", "discard 8S", "draw", "lay m1 KC", "discard 5S")
    ours = score(state)[0]
    assert (ours.melds, ours.bonuses) == (70 + 90 + 60, 500 + 300)
    assert (ours.red_threes, ours.going_out, ours.in_hand) == (200, 100, -25)
    assert ours.score == 1_295


def test_canasta_2_k12_three_red_threes_and_nothing_melded() -> None:
    state = position(
        "canasta", hand="XX AS KS 5S", others={2: ""}, red_threes=["3H 3H 3D", ""]
    )  # fmt: skip
    ours = score(state)[0]
    assert (ours.red_threes, ours.in_hand) == (-300, -85)
    assert ours.score == -385


def test_canasta_3_k11_ninety_points_open_at_1500_and_not_at_3000() -> None:
    hand, move = "AS AH 2S KS KH KD" + SPARE, "lay AS AH 2S / KS KH KD"
    assert allowed(position("canasta", hand=hand, score=1_500), move)
    low = refused(position("canasta", hand=hand, score=3_000), move)
    assert low == (Reason.OPENING_TOO_LOW, "C-12", {"need": 120, "have": 90})


@pytest.mark.parametrize(
    ("set_", "legal"),
    [("8S 8H 8C 2S 2H XX", False), ("JS JH 2S", True), ("JS JH 2S 2H", False)],
)
def test_canasta_4_k4_more_naturals_than_wilds(set_: str, legal: bool) -> None:
    state = position("canasta", hand=set_ + SPARE, melds=["KS KH KD"])
    if legal:
        assert melds_of(after(state, f"lay {set_}"))[1] == set_
    else:
        assert refused(state, f"lay {set_}")[:2] == (Reason.TOO_MANY_WILDS, "K-4")


def test_canasta_5_k15_four_tens_and_three_wilds_are_a_mixed_canasta() -> None:
    state = position("canasta", hand="TS TH TD TC 2S 2H XX 8D 9D", melds=["KS KH KD"])
    state = after(state, "lay TS TH TD TC 2S 2H XX")
    meld = state.public.melds[0][1]
    assert (meld.canasta, meld.value) == (Canasta.MIXED, 130)
    assert score(state)[0].bonuses == 300


def test_canasta_6_k8_a_natural_and_a_wild_take_the_pile_and_two_wilds_do_not() -> None:
    melds = ["KS KH KD"]
    one = position(
        "canasta", hand="9S 2S" + SPARE, pile="6C 9D", melds=melds, phase=Phase.TAKE
    )  # fmt: skip
    assert allowed(one, "pile 9S 2S")
    two = position(
        "canasta", hand="2S XX" + SPARE, pile="6C 9D", melds=melds, phase=Phase.TAKE
    )  # fmt: skip
    assert refused(two, "pile 2S XX")[:2] == (Reason.PAIR_NEEDED, "K-8")


def test_canasta_6_k7_after_a_two_was_discarded_only_two_naturals_take_it() -> None:
    state = position(
        "canasta",
        hand="2C 6S",
        others={1: "9D 7S", 2: "9S 9H 2S" + SPARE},
        pile="6C",
        melds=["KS KH KD"],
    )
    state = after(state, "discard 2C", "draw", "discard 9D")
    assert refused(state, "pile 9S 2S")[:2] == (Reason.NATURAL_PAIR_NEEDED, "K-8")
    assert allowed(state, "pile 9S 9H")


@pytest.mark.parametrize(("total", "legal"), [(0, True), (1_500, True), (3_000, False)])
def test_canasta_7_k11_the_top_card_counts_for_the_opening(total: int, legal: bool) -> None:
    state = position(
        "canasta", hand="QS QH AS AH AD" + SPARE, pile="6C QD", score=total, phase=Phase.TAKE
    )
    if legal:
        assert allowed(state, "pile QS QH / AS AH AD")
    else:
        low = refused(state, "pile QS QH / AS AH AD")
        assert low == (Reason.OPENING_TOO_LOW, "C-12", {"need": 120, "have": 90})


def test_canasta_7_k7_a_natural_and_a_wild_do_not_open_with_the_pile() -> None:
    state = position("canasta", hand="QS 2S AS AH AD" + SPARE, pile="6C QD", phase=Phase.TAKE)
    told = refused(state, "pile QS 2S / AS AH AD")
    assert told[:2] == (Reason.NATURAL_PAIR_NEEDED, "K-8")


@pytest.mark.parametrize(("seats", "out"), [(2, False), (3, True), (4, True)])
def test_canasta_8_k14_one_canasta_is_enough_with_three_or_four(seats: int, out: bool) -> None:
    state = position("canasta", seats=seats, hand="5S", melds=[CANASTA])
    assert may_go_out(see(state, 0)) is out
    if out:
        assert after(state, "discard 5S").public.out_seat == 0
    else:
        told = refused(state, "discard 5S")
        assert told == (Reason.CANNOT_GO_OUT, "K-14", {"left": 1, "have": 1, "need": 2})
