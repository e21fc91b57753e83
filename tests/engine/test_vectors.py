"""Worked examples with answers that are certain, each named after its game and rule."""

import pytest

from games.engine.cards import cards
from games.engine.melds import Canasta
from games.engine.refusal import Reason
from games.engine.scoring import score
from games.engine.state import Ending, Phase

from .positions import after, allowed, hand_of, held, melds_of, position, refused

SPARE = " 8D TD"
"""Two cards that must remain in the hand (C-13)."""


def test_samba_1_s15_a_samba_and_two_canastas_out_with_four_red_threes() -> None:
    state = position(
        hand="QC",
        others={2: ""},
        melds=["4H 5H 6H 7H 8H 9H TH", "AS AS AS AH AH AD AD", "JS JS JH JH JD 2S 2H"],
        red_threes=["3H 3H 3D 3D", ""],
    )
    ours = score(after(state, "discard QC"))[0]
    assert (ours.melds, ours.bonuses) == (50 + 140 + 90, 1_500 + 500 + 300)
    assert (ours.red_threes, ours.going_out, ours.in_hand) == (400, 200, 0)
    assert ours.score == 3_180


@pytest.mark.parametrize(
    ("meld", "legal"),
    [
        ("JS QS KS AS", True),
        ("KS AS 2S", False),
        ("3S 4S 5S", False),
        ("4S 5S 6S", True),
        ("5D 6D 2S", False),
        ("5D 6D 7H", False),
    ],
)
def test_samba_2_s5_sequences(meld: str, legal: bool) -> None:
    state = position(hand=meld + SPARE, melds=["9S 9H 9C"])
    if legal:
        assert melds_of(after(state, f"lay {meld}"))[1] == meld
    else:
        refused(state, f"lay {meld}")


def test_samba_3_s4_wilds_in_sets() -> None:
    state = position(hand="9S 9S 9H 9H 2S XX" + SPARE, melds=["KS KH KC"])
    assert refused(state, "lay 9S 9S 9H 2S XX")[:2] == (Reason.TOO_MANY_WILDS, "S-4")
    assert allowed(state, "lay 9S 9S 9H 9H 2S XX")
    assert allowed(state, "lay 9S 9H 2S")


def test_samba_3_s4_nine_naturals_and_two_wilds_are_one_mixed_canasta() -> None:
    nine = "9S 9S 9S 9H 9H 9H 9C 9C 9C"
    state = position(hand=f"{nine} 2S XX XX{SPARE}", melds=["KS KH KC"])
    refused(state, f"lay {nine} 2S XX XX")
    state = after(state, f"lay {nine} 2S XX")
    assert state.public.melds[0][1].canasta is Canasta.MIXED
    assert score(state)[0].bonuses == 300
    assert refused(state, "lay m2 XX")[:2] == (Reason.TOO_MANY_WILDS, "S-4")


@pytest.mark.parametrize("top", ["8H", "4H"])
def test_samba_4_s10_the_top_alone(top: str) -> None:
    state = position(hand="KC QC", pile=f"2S TC {top}", melds=["5H 6H 7H"], phase=Phase.TAKE)
    state = after(state, "top m1")
    assert state.public.melds[0][0].size == 4
    assert state.public.pile == cards("2S TC")
    assert hand_of(state) == held("KC QC")
    assert state.public.stock == 6


def test_samba_4_s10_not_with_a_card_between_in_the_hand() -> None:
    state = position(hand="8H KC QC", pile="TC 9H", melds=["5H 6H 7H"], phase=Phase.TAKE)
    assert refused(state, "top m1")[:2] == (Reason.TOP_DOES_NOT_FIT, "S-10")


def test_samba_5_s10_a_complete_samba_takes_no_top() -> None:
    state = position(
        hand="KC QC", pile="TC JH", melds=["4H 5H 6H 7H 8H 9H TH"], phase=Phase.TAKE
    )  # fmt: skip
    assert refused(state, "top m1")[:2] == (Reason.TOP_DOES_NOT_FIT, "S-10")


@pytest.mark.parametrize("pile", ["AD", "XX KC AD"])
def test_samba_6_c12_80_points_do_not_open_at_1500(pile: str) -> None:
    state = position(
        hand="AS AH 2S 4S 5S 6S" + SPARE, pile=pile, score=1_500, phase=Phase.TAKE
    )  # fmt: skip
    low = refused(state, "pile AS AH 2S")
    assert low == (Reason.OPENING_TOO_LOW, "C-12", {"need": 90, "have": 80})
    state = after(state, "pile AS AH 2S / 4S 5S 6S")
    assert melds_of(state) == ["AD AS AH 2S", "4S 5S 6S"]


def test_samba_7_c13_with_one_canasta_two_of_eight_cards_remain() -> None:
    state = position(
        hand="QS QS QS TS TS TS", melds=["AS AS AS AH AH AH AD"], stock="TH 5S", phase=Phase.TAKE
    )
    state = after(state, "draw")
    assert len(hand_of(state)) == 8
    one = refused(state, "lay QS QS QS / TS TS TS TH")
    assert one == (Reason.KEEP_TWO_CARDS, "C-13", {"left": 1, "have": 1, "need": 2})
    assert allowed(state, "lay QS QS QS / TS TS TS")


def test_samba_7_c13_unless_the_lay_makes_the_second_canasta() -> None:
    state = position(hand="QS QS QS QH QH QH QD 4S", melds=["AS AS AS AH AH AH AD"])
    assert after(state, "lay QS QS QS QH QH QH QD", "discard 4S").public.out_seat == 0


def test_samba_8_s12_all_six_red_threes_and_nobody_out() -> None:
    state = position(
        hand="XX",
        others={2: ""},
        pile="4D",
        stock="3D",
        melds=["7S 7S 7S 7H 7H 7H 7D", "9S 9S 9S 9H 9H XX 2S"],
        red_threes=["3H 3H 3H 3D 3D", ""],
        phase=Phase.TAKE,
    )
    state = after(state, "draw")
    assert state.public.ended_by is Ending.STOCK
    ours = score(state)[0]
    assert [m.value for m in state.public.melds[0]] == [35, 120]
    assert (ours.melds + ours.bonuses, ours.red_threes, ours.in_hand) == (535 + 420, 1_000, -50)
    assert ours.score == 1_905
