"""Worked examples of Railroad Canasta with certain answers, each named after its rule."""

import pytest

from games.engine import shuffle
from games.engine.cards import card
from games.engine.refusal import Reason
from games.engine.rules import begin, minimum
from games.engine.scoring import Verdict, score, verdict
from games.engine.state import Setup
from games.engine.variants import get
from games.engine.view import see

from .positions import after, allowed, position, refused

RAILROAD = get("railroad")
SPARE = " 8D TD"
"""Two cards that must remain in the hand (C-13)."""
SEVENS = "7S 7S 7H 7H 7D 7D 7C"


def test_railroad_1_r1_three_players_leave_245_in_the_stock() -> None:
    deck = shuffle.deck(bytes(32), 1, RAILROAD.packs[3], RAILROAD.jokers[3])
    assert len(deck) == 318
    public = begin(Setup(RAILROAD, 3, 0, (0, 0, 0)), deck).public
    assert public.stock + sum(map(len, public.red_threes)) == 245


@pytest.mark.parametrize(
    ("meld", "legal"),
    [("QS QH 2S 2H XX", True), ("QS 2S 2H", False), ("QS QH QD 2S 2H 2D XX", False)],
)
def test_railroad_2_r4_wilds_in_a_mixed_meld(meld: str, legal: bool) -> None:
    state = position("railroad", seats=2, hand=meld + SPARE, melds=["KS KH KD"])
    if legal:
        assert allowed(state, f"lay {meld}")
    else:
        assert refused(state, f"lay {meld}")[:2] == (Reason.TOO_MANY_WILDS, "R-4")


def test_railroad_3_r16_out_with_a_canasta_of_each_kind() -> None:
    state = position(
        "railroad",
        seats=2,
        hand="5S",
        melds=[
            "AS AS AH AH AD AD AC",
            "KS KH KD KC 2S 2S 2H",
            "XX XX 2H 2D 2D 2C 2C",
            SEVENS,
        ],
        red_threes=["3H 3H 3D", ""],
    )
    ours = score(after(state, "discard 5S"))[0]
    assert ours.melds + ours.bonuses == 640 + 400 + 1_200 + 1_535
    assert (ours.red_threes, ours.going_out, ours.in_hand) == (300, 100, 0)
    assert ours.score == 4_175


@pytest.mark.parametrize(
    ("total", "need"), [(-5, 15), (4_995, 50), (5_000, 90), (14_995, 120), (15_000, 150)]
)
def test_railroad_4_r11_the_minimum(total: int, need: int) -> None:
    assert minimum(see(position("railroad", seats=2, score=total), 0)) == need


def test_railroad_5_r12_sevens_are_barred_while_one_of_two_has_no_canasta_of_them() -> None:
    for mine, theirs in (([SEVENS], []), ([], [SEVENS])):
        state = position("railroad", seats=2, hand="7C 8D TD", melds=mine, against=theirs)
        told = refused(state, "discard 7C")
        assert told == (Reason.RANK_BARRED, "R-12", {"card": card("7C")})


def test_railroad_5_r14_with_both_it_is_legal_but_never_as_the_last_card() -> None:
    state = position("railroad", seats=2, hand="7C 8D", melds=[SEVENS], against=[SEVENS])
    assert allowed(state, "discard 7C")
    out = ["AS AS AH AH AD AD AC", "KS KH KD KC 2S 2S 2H", "XX XX 2H 2D 2D 2C 2C", SEVENS]
    state = position("railroad", seats=2, hand="7C", melds=out, against=[SEVENS])
    told = refused(state, "discard 7C")
    assert told == (Reason.BARRED_RANK_LAST, "R-14", {"card": card("7C")})


def test_railroad_6_r17_a_tie_is_played_on_and_the_higher_wins() -> None:
    assert verdict(RAILROAD, 20_000, (20_100, 20_100), 12) is None
    assert verdict(RAILROAD, 20_000, (20_400, 21_000), 13) == Verdict("target", (1,))
