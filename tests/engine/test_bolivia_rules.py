"""The rules of Bolivia, B-1 to B-6; what it shares with Samba is told in `test_samba_rules`."""

import pytest

from games.engine import shuffle
from games.engine.cards import card
from games.engine.melds import Canasta, Kind
from games.engine.refusal import Reason
from games.engine.rules import may_go_out, minimum
from games.engine.scoring import Score, Verdict, score, verdict
from games.engine.state import Ending, Phase, State
from games.engine.variants import get
from games.engine.view import see

from .positions import after, allowed, hand_of, held, melds_of, position, refused

BOLIVIA = get("bolivia")
OF_WILDS = "XX XX 2S 2S 2H 2D 2C"
OTHER_WILDS = "XX XX XX 2H 2H 2D 2C"
ESCALERA = "4H 5H 6H 7H 8H 9H TH"
OTHER_ESCALERA = "8D 9D TD JD QD KD AD"
NATURAL = "KS KS KS KH KH KD KC"
MIXED = "QS QS QH QH QD 2S XX"
SPARE = " 8C JC"
"""Two cards that must remain in the hand (C-13)."""
EVERY_SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def laying(hand: str, *melds: str) -> State:
    """The state in which a player who has opened may lay; two cards are to spare."""
    return position("bolivia", hand=hand + SPARE, melds=melds or ["5D 5H 5C"])


def scores(*melds: str, seats: int = 4, red_threes: str = "", hand: str = "") -> Score:
    """The score of a side that has these melds when nobody is out."""
    threes = [red_threes] + [""] * (BOLIVIA.sides(seats) - 1)
    state = position(
        "bolivia", seats=seats, hand=hand, others={2: ""} if seats > 2 else {}, melds=melds,
        red_threes=threes,
    )  # fmt: skip
    return score(state)[0]


@EVERY_SEATS
def test_b0_cards_hands_and_draw_are_those_of_samba(seats: int) -> None:
    samba = get("samba")
    assert BOLIVIA.cards(seats) == 162
    for name in ("seats", "partners_at", "packs", "jokers", "hand", "draw", "openings", "limit"):
        assert getattr(BOLIVIA, name) == getattr(samba, name)
    deck = shuffle.deck(bytes(32), 1, BOLIVIA.packs[seats], BOLIVIA.jokers[seats])
    assert len(deck) == 162


# ---------------------------------------------------------------- melds of wilds


@pytest.mark.parametrize("cards_", ["2S 2H 2D", "XX XX XX", "XX 2S 2H 2D", "XX XX XX 2S 2H 2C"])
def test_b1_three_or_more_wilds_in_any_mixture_are_a_meld(cards_: str) -> None:
    meld = after(laying(cards_), f"lay {cards_}").public.melds[0][1]
    assert (meld.kind, meld.canasta, meld.closed) == (Kind.WILDS, None, False)
    assert meld.rank is None


@pytest.mark.parametrize("cards_", [OF_WILDS, OTHER_WILDS])
def test_b1_seven_wilds_are_a_bolivia_which_is_closed(cards_: str) -> None:
    state = after(laying(f"{cards_} 2C"), f"lay {cards_}")
    meld = state.public.melds[0][1]
    assert (meld.canasta, meld.closed) == (Canasta.BOLIVIA, True)
    assert score(state)[0].bonuses == 2_500
    assert refused(state, "lay m2 2C") == (Reason.MELD_CLOSED, "B-1", {"meld": 2})


def test_b1_fewer_than_three_or_more_than_seven_wilds_are_refused() -> None:
    told = refused(laying("XX 2S"), "lay XX 2S")
    assert told == (Reason.TOO_FEW_CARDS, "B-1", {"size": 2, "need": 3})
    told = refused(laying(f"{OF_WILDS} 2C"), f"lay {OF_WILDS} 2C")
    assert told == (Reason.TOO_MANY_CARDS, "B-1", {"size": 8, "most": 7})
    told = refused(laying("2H 2D 2C", "XX XX XX 2S 2S"), "lay m1 2H 2D 2C")
    assert told == (Reason.TOO_MANY_CARDS, "B-1", {"size": 8, "most": 7})


def test_b1_a_meld_of_wilds_grows_by_wilds_alone() -> None:
    state = laying("2H XX KC", "2S 2D XX")
    assert melds_of(after(state, "lay m1 2H XX")) == ["2S 2D XX 2H XX"]
    assert refused(state, "lay m1 KC") == (Reason.RANKS_DIFFER, "B-1", {})


def test_b1_several_melds_of_wilds_may_be_open() -> None:
    state = laying("2H 2D XX XX 2C", "2S 2D XX")
    state = after(state, "lay 2H 2D XX")
    assert melds_of(state) == ["2S 2D XX", "2H 2D XX"]
    assert melds_of(after(state, "lay m1 XX / m2 2C")) == ["2S 2D XX XX", "2H 2D XX 2C"]


def test_b1_wilds_still_join_sets_and_never_sequences() -> None:
    state = laying("9S 9H 2D 6H 7H XX", "KS KH KD KC", "4H 5H 6H")
    assert allowed(state, "lay 9S 9H 2D")
    told = refused(state, "lay m1 2D / m2 7H XX")
    assert told == (Reason.NO_WILDS_IN_SEQUENCE, "S-5", {})
    assert refused(state, "lay 9S 2D XX") == (
        Reason.TOO_MANY_WILDS,
        "S-4",
        {"wilds": 2, "most": 0},
    )


def test_b1_a_sequence_of_seven_is_an_escalera_worth_1500() -> None:
    state = after(laying("TH JH", "4H 5H 6H 7H 8H 9H"), "lay m1 TH")
    meld = state.public.melds[0][0]
    assert (meld.canasta, meld.closed) == (Canasta.ESCALERA, True)
    assert score(state)[0].bonuses == 1_500
    assert refused(state, "lay m1 JH") == (Reason.MELD_CLOSED, "S-5", {"meld": 1})


def test_b1_a_wild_on_top_still_blocks_the_pile() -> None:
    state = position(
        "bolivia", hand=f"2S 2H{SPARE}", pile="9S 2D", melds=["2D 2C XX"], phase=Phase.TAKE
    )  # fmt: skip
    for move in ("pile 2S 2H", "top m1"):
        assert refused(state, move) == (Reason.PILE_BLOCKED, "S-8", {"card": card("2D")})


def test_b1_the_top_alone_continues_a_sequence_and_no_other_meld() -> None:
    state = position(
        "bolivia", hand=f"9S 9D{SPARE}", pile="KC 9H", melds=["6H 7H 8H", "9S 9H 9C"],
        phase=Phase.TAKE,
    )  # fmt: skip
    assert hand_of(after(state, "top m1")) == held(f"9S 9D{SPARE}")
    told = refused(state, "top m2")
    assert told == (Reason.TOP_DOES_NOT_FIT, "S-10", {"card": card("9H"), "meld": 2})
    assert refused(state, "pile m2 9S 9D") == (Reason.PAIR_STARTS_NEW_SET, "S-9", {"meld": 2})
    assert melds_of(after(state, "pile 9S 9D"))[2] == "9H 9S 9D"


# ---------------------------------------------------------------- going out


@EVERY_SEATS
@pytest.mark.parametrize("second", [NATURAL, MIXED, OF_WILDS, OTHER_ESCALERA])
def test_b2_going_out_needs_two_canastas_with_an_escalera_among_them(
    seats: int, second: str
) -> None:
    state = position("bolivia", seats=seats, hand="4S", melds=[ESCALERA, second])
    assert may_go_out(see(state, 0))
    state = after(state, "discard 4S")
    assert (state.public.ended_by, state.public.out_seat) == (Ending.OUT, 0)
    assert score(state)[0].going_out == 200


@EVERY_SEATS
@pytest.mark.parametrize(
    "melds",
    [[NATURAL, MIXED], [OF_WILDS, OTHER_WILDS], [OF_WILDS, NATURAL, MIXED], [ESCALERA], [NATURAL]],
)
def test_b2_without_an_escalera_or_with_one_canasta_nobody_goes_out(
    seats: int, melds: list[str]
) -> None:
    state = position("bolivia", seats=seats, hand="4S", melds=melds)
    assert not may_go_out(see(state, 0))
    params = {"left": 1, "have": 1, "need": 2}
    if ESCALERA not in melds:
        params["lacks"] = (Canasta.ESCALERA,)
    told = refused(state, "discard 4S")
    assert told == (Reason.CANNOT_GO_OUT, "B-2", params)
    state = position("bolivia", seats=seats, hand="4S 4H 4C 8C", melds=melds)
    told = refused(state, "lay 4S 4H 4C")
    assert told == (Reason.KEEP_TWO_CARDS, "C-13", params)


def test_b2_no_canasta_at_all_counts_none() -> None:
    state = position("bolivia", hand="4S 4H 4C 8C", melds=["KS KH KD"])
    params = refused(state, "lay 4S 4H 4C")[2]
    assert params == {"left": 1, "have": 0, "need": 2, "lacks": (Canasta.ESCALERA,)}


def test_b2_the_escalera_may_be_made_in_that_turn() -> None:
    state = position("bolivia", hand="TH 4S", melds=["4H 5H 6H 7H 8H 9H", NATURAL])
    assert after(state, "lay m1 TH", "discard 4S").public.out_seat == 0
    assert after(
        position("bolivia", hand="TH", melds=["4H 5H 6H 7H 8H 9H", NATURAL]), "lay m1 TH"
    ).public.out_seat == 0  # fmt: skip


def test_b2_it_earns_200_in_one_turn_too() -> None:
    state = position("bolivia", hand=f"{ESCALERA} {NATURAL} 4S")
    state = after(state, f"lay {ESCALERA} / {NATURAL}", "discard 4S")
    assert score(state)[0].going_out == 200


# ---------------------------------------------------------------- the score


@pytest.mark.parametrize(
    "melds",
    [[NATURAL, MIXED], [OF_WILDS, OTHER_WILDS], [OF_WILDS, ESCALERA], [ESCALERA, OTHER_ESCALERA]],
)
def test_b3_red_threes_count_plus_with_any_two_canastas(melds: list[str]) -> None:
    assert scores(*melds, red_threes="3H 3D").red_threes == 200
    assert scores(*melds, red_threes="3H 3H 3H 3D 3D 3D").red_threes == 1_000


@pytest.mark.parametrize("melds", [[], [NATURAL], [OF_WILDS], [ESCALERA, "KS KH KD KC KS KH"]])
def test_b3_red_threes_count_minus_with_fewer(melds: list[str]) -> None:
    assert scores(*melds, red_threes="3H 3D").red_threes == -200
    assert scores(*melds, red_threes="3H 3H 3H 3D 3D 3D").red_threes == -1_000


def test_b4_black_threes_left_in_a_hand_cost_100_each_when_somebody_is_out() -> None:
    state = position(
        "bolivia", hand="4S", melds=[ESCALERA, NATURAL], others={1: "3S 3C KC", 2: "3C", 3: "3S"}
    )  # fmt: skip
    ours, theirs = score(after(state, "discard 4S"))
    assert ours.in_hand == -100
    assert theirs.in_hand == -(200 + 10 + 100)


def test_b4_they_cost_5_each_when_nobody_is_out() -> None:
    state = position("bolivia", hand="4S 3S", others={1: "3S 3C KC", 2: "3C", 3: "6S"},
                     stock="3H", phase=Phase.TAKE)  # fmt: skip
    state = after(state, "draw")
    assert state.public.ended_by is Ending.STOCK
    assert [s.in_hand for s in score(state)] == [-(5 + 5 + 5), -(10 + 10 + 5)]


def test_b4_melded_black_threes_count_5_each_and_a_discarded_one_nothing() -> None:
    melds = [ESCALERA, NATURAL]
    state = position("bolivia", hand="3S 3S 3C 3C", melds=melds, others={2: ""})
    ours = score(after(state, "lay 3S 3S 3C", "discard 3C"))[0]
    assert (ours.melds, ours.in_hand) == (50 + 70 + 15, 0)


def test_b5_the_target_is_15000_and_others_are_offered() -> None:
    assert dict(BOLIVIA.target) == {2: 15_000, 3: 15_000, 4: 15_000}
    assert BOLIVIA.targets == (5_000, 7_500, 10_000, 15_000)
    assert verdict(BOLIVIA, 15_000, (15_000, 14_995), 9) == Verdict("target", (0,))
    assert verdict(BOLIVIA, 15_000, (14_995, 14_990), 9) is None
    assert verdict(BOLIVIA, 15_000, (15_100, 15_100), 9) == Verdict("draw", ())
    assert verdict(BOLIVIA, 15_000, (14_995, 0), 60) == Verdict("limit", ())


@pytest.mark.parametrize(
    ("total", "need"),
    [(-5, 15), (0, 50), (1_495, 50), (1_500, 90), (2_995, 90), (3_000, 120), (6_995, 120),
     (7_000, 150), (14_000, 150)],
)  # fmt: skip
def test_b6_the_first_meld_needs_more_with_a_higher_score(total: int, need: int) -> None:
    assert minimum(see(position("bolivia", score=total), 0)) == need


def test_b6_a_first_meld_below_the_minimum_is_refused() -> None:
    state = position("bolivia", hand=f"2S 2H 2D XX{SPARE}", score=1_500)
    told = refused(state, "lay 2S 2H 2D")
    assert told == (Reason.OPENING_TOO_LOW, "C-12", {"need": 90, "have": 60})
    assert allowed(state, "lay 2S 2H XX")
