"""Worked examples of Bolivia with answers that are certain, each named after its rule."""

import pytest

from games.engine.refusal import Reason
from games.engine.rules import may_go_out
from games.engine.scoring import score
from games.engine.view import see

from .positions import after, allowed, position, refused


def test_bolivia_1_b6_a_joker_and_two_twos_open_at_1500_and_not_at_3000() -> None:
    hand = "XX 2S 2H 8C JC"
    assert allowed(position("bolivia", hand=hand, score=1_500), "lay XX 2S 2H")
    low = refused(position("bolivia", hand=hand, score=3_000), "lay XX 2S 2H")
    assert low == (Reason.OPENING_TOO_LOW, "C-12", {"need": 120, "have": 90})


@pytest.mark.parametrize(
    ("melds", "out"),
    [
        (["KS KS KS KH KH KD KC", "QS QS QH QH QD 2S XX"], False),
        (["XX XX 2S 2S 2H 2D 2C", "4H 5H 6H 7H 8H 9H TH"], True),
        (["XX XX 2S 2S 2H 2D 2C", "XX XX XX 2H 2H 2D 2C"], False),
    ],
)
def test_bolivia_2_b2_going_out_needs_an_escalera_among_two(melds: list[str], out: bool) -> None:
    state = position("bolivia", hand="4S", melds=melds)
    assert may_go_out(see(state, 0)) is out
    if out:
        assert after(state, "discard 4S").public.out_seat == 0
    else:
        assert refused(state, "discard 4S")[:2] == (Reason.CANNOT_GO_OUT, "B-2")


def test_bolivia_3_b1_out_with_an_escalera_and_a_bolivia() -> None:
    state = position(
        "bolivia",
        hand="4S",
        others={2: ""},
        melds=["8D 9D TD JD QD KD AD", "XX XX XX 2S 2H 2D 2C"],
        red_threes=["3H 3D", ""],
    )
    ours = score(after(state, "discard 4S"))[0]
    assert ours.melds + ours.bonuses == 1_580 + 2_730
    assert (ours.red_threes, ours.going_out, ours.in_hand) == (200, 200, 0)
    assert ours.score == 4_710
