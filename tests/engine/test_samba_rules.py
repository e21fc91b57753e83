"""The rules of Samba, S-1 to S-16."""

import pytest

from games.engine import shuffle
from games.engine.cards import Card, card, cards
from games.engine.melds import Canasta
from games.engine.refusal import Reason
from games.engine.rules import begin, minimum
from games.engine.scoring import Score, Verdict, score, verdict
from games.engine.state import Ending, Phase, Setup, State
from games.engine.variants import get
from games.engine.view import see

from .positions import after, allowed, hand_of, held, melds_of, position, refused

SAMBA = get("samba")
ACES, KINGS = "AS AH AD AC AS AH AD", "KS KH KD KC KS KH KD"
SAMBA_OF_HEARTS = "4H 5H 6H 7H 8H 9H TH"
EVERY_SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def new_meld(cards_: str) -> State:
    """The state in which a player who has opened may lay these cards."""
    return position(hand=f"{cards_} 8D JD", melds=["5D 6D 7D"], pile="4D")


def laid(cards_: str) -> State:
    """The state after these cards were laid as a new meld, which is meld 2."""
    return after(new_meld(cards_), f"lay {cards_}")


def not_laid(cards_: str) -> tuple[Reason, str]:
    """Why these cards are no meld."""
    return refused(new_meld(cards_), f"lay {cards_}")[:2]


def scores(
    *melds: str, seats: int = 4, red_threes: str = "", hand: str = "", partner: str = ""
) -> Score:
    """The score of a side that has these melds when nobody is out."""
    threes = [red_threes] + [""] * (SAMBA.sides(seats) - 1)
    others = {2: partner} if seats == 4 else {}
    state = position(seats=seats, hand=hand, others=others, melds=melds, red_threes=threes)
    return score(state)[0]


def shuffled(seats: int) -> tuple[Card, ...]:
    """A deck of Samba."""
    return shuffle.deck(bytes(32), 1, SAMBA.packs[seats], SAMBA.jokers[seats])


@EVERY_SEATS
def test_s0_three_packs_and_six_jokers(seats: int) -> None:
    deck = shuffled(seats)
    assert len(deck) == SAMBA.cards(seats) == 162
    assert deck.count(card("XX")) == 6
    assert all(deck.count(c) == 3 for c in set(deck) - {card("XX")})
    assert SAMBA.seats == (2, 3, 4)


@EVERY_SEATS
def test_s0_partners_only_with_four(seats: int) -> None:
    setup = Setup(SAMBA, seats, 0, (0,) * SAMBA.sides(seats))
    if seats == 4:
        assert [setup.side(s) for s in range(4)] == [0, 1, 0, 1]
        assert [setup.partner(s) for s in range(4)] == [2, 3, 0, 1]
        assert [setup.members(s) for s in range(2)] == [(0, 2), (1, 3)]
    else:
        assert [setup.side(s) for s in range(seats)] == list(range(seats))
        assert [setup.partner(s) for s in range(seats)] == [None] * seats


@EVERY_SEATS
def test_s1_everybody_is_dealt_15(seats: int) -> None:
    state = begin(Setup(SAMBA, seats, 0, (0,) * SAMBA.sides(seats)), shuffled(seats))
    assert state.public.sizes == (15,) * seats
    assert tuple(map(len, state.hands)) == (15,) * seats
    threes = sum(map(len, state.public.red_threes))
    assert state.public.stock == 162 - 15 * seats - 1 - threes


@EVERY_SEATS
def test_s2_two_cards_are_drawn_and_one_is_discarded(seats: int) -> None:
    state = after(position(seats=seats, hand="4S", stock="5S 6S 7S", phase=Phase.TAKE), "draw")
    assert hand_of(state) == held("4S 5S 6S")
    assert after(state, "discard 5S").public.seat == 1


@pytest.mark.parametrize("up_card", ["2C", "XX", "3S", "3H", "9D"])
def test_s3_the_up_card_stays_whatever_it_is(up_card: str) -> None:
    deck = (*[card("4S")] * 101, card(up_card), *[card("5S")] * 60)
    state = begin(Setup(SAMBA, 4, 3, (0, 0)), deck)
    assert state.public.pile == (card(up_card),)
    assert state.public.red_threes == ((), ())
    assert state.public.stock == 101


def test_s3_a_red_three_turned_up_is_laid_by_whoever_takes_the_pile() -> None:
    state = position(
        seat=1, hand="9S 9H KC QC TC", melds=["KS KH KD"], pile="3H 8D 9D", phase=Phase.TAKE
    )
    state = after(state, "pile 9S 9H")
    assert state.public.red_threes == ((), cards("3H"))
    assert hand_of(state, 1) == held("KC QC TC 8D")


# ---------------------------------------------------------------- sets


@pytest.mark.parametrize("rank", "456789TJQKA")
def test_s4_three_of_a_rank_from_4_to_ace_are_a_set(rank: str) -> None:
    three = " ".join(rank + suit for suit in "SHC")
    two = " ".join(rank + suit for suit in "SH")
    assert melds_of(laid(three))[1] == three
    assert not_laid(two) == (Reason.TOO_FEW_CARDS, "S-4")


@pytest.mark.parametrize("cards_", ["2S 2H 2D", "XX XX XX", "XX XX 2S", "2S 2H 2D 2C XX XX XX"])
def test_s4_wilds_alone_are_no_set(cards_: str) -> None:
    assert not_laid(cards_) == (Reason.NOT_A_MELD, "S-4")


@pytest.mark.parametrize(
    ("cards_", "most"),
    [
        ("9S 2D XX", 0),
        ("9S 9H 2D XX", 1),
        ("9S 9H 9C 2D XX", 1),
        ("9S 9H 9C 9D 2D XX XX", 2),
        ("9S 9H 9C 9D 9S 9H 2D XX XX", 2),
    ],
)
def test_s4_at_most_two_wilds_and_twice_as_many_naturals(cards_: str, most: int) -> None:
    reason, rule, params = refused(new_meld(cards_), f"lay {cards_}")
    assert (reason, rule) == (Reason.TOO_MANY_WILDS, "S-4")
    assert params == {"wilds": cards_.count("X") // 2 + cards_.count("2"), "most": most}


@pytest.mark.parametrize("cards_", ["9S 9H 2D", "9S 9H XX", "9S 9H 9C XX", "9S 9H 9C 9D 2D XX"])
def test_s4_a_wild_for_every_two_naturals_and_two_in_all(cards_: str) -> None:
    assert melds_of(laid(cards_))[1] == cards_


def test_s4_the_cards_of_a_set_may_be_named_in_any_order() -> None:
    state = new_meld("9S 9H XX 9C 2D 9D")
    one, other = after(state, "lay 2D 9C XX 9S 9H 9D"), after(state, "lay 9S 9H 9C 9D XX 2D")
    assert one.public.melds[0][1].wilds == other.public.melds[0][1].wilds == 2
    assert score(one) == score(other)


def test_s4_a_set_has_one_rank() -> None:
    assert not_laid("9S 9H TS")[0] in {Reason.RANKS_DIFFER, Reason.SEQUENCE_BROKEN}
    state = position(hand="TS 5S 5H", melds=["9S 9H 9C"])
    assert refused(state, "lay m1 TS") == (Reason.RANKS_DIFFER, "S-4", {})


def test_s4_a_set_may_grow_past_seven() -> None:
    state = position(hand="AC AD 5S 5H", melds=[ACES])
    state = after(state, "lay m1 AC AD")
    assert state.public.melds[0][0].size == 9
    assert not state.public.melds[0][0].closed


def test_s4_is_checked_at_every_addition() -> None:
    state = position(hand="9C 9D 2D XX XX 5S 5H", melds=["9S 9H XX"])
    one_each = {"wilds": 2, "most": 1}
    assert refused(state, "lay m1 2D") == (Reason.TOO_MANY_WILDS, "S-4", one_each)
    assert refused(state, "lay m1 2D 9C") == (Reason.TOO_MANY_WILDS, "S-4", one_each)
    assert allowed(state, "lay m1 2D 9C 9D")
    full = after(state, "lay m1 2D 9C 9D")
    assert refused(full, "lay m1 XX")[2] == {"wilds": 3, "most": 2}


@pytest.mark.parametrize("cards_", ["3S 3C 4S", "3S 4S 5S", "3C 4C 5C 6C"])
def test_s4_threes_make_no_meld_with_others(cards_: str) -> None:
    assert not_laid(cards_)[0] is Reason.RANK_NOT_MELDED


# ---------------------------------------------------------------- sequences


@pytest.mark.parametrize(
    "cards_",
    [
        "4S 5S 6S",
        "QH KH AH",
        "6D 7D 8D 9D",
        "9C TC JC QC KC",
        "8S 9S TS JS QS KS AS",
        "4H 5H 6H 7H",
    ],
)
def test_s5_three_to_seven_of_one_suit_without_a_gap(cards_: str) -> None:
    state = after(position(hand=f"{cards_} 6D 7D", melds=["TS TH TD"]), f"lay {cards_}")
    assert melds_of(state)[1] == cards_


@pytest.mark.parametrize(
    ("cards_", "reason"),
    [
        ("5S 6S", Reason.TOO_FEW_CARDS),
        ("5S 7S 8S", Reason.SEQUENCE_BROKEN),
        ("5S 6S 7H", Reason.SEQUENCE_BROKEN),
        ("5S 6H 7S", Reason.SEQUENCE_BROKEN),
        ("5S 6S 6S 7S", Reason.SEQUENCE_BROKEN),
        ("KS AS 4S", Reason.SEQUENCE_BROKEN),
        ("AS 4S 5S", Reason.SEQUENCE_BROKEN),
        ("3S 4S 5S", Reason.RANK_NOT_MELDED),
        ("KS AS 2S", Reason.NO_WILDS_IN_SEQUENCE),
        ("5S 6S 2D", Reason.NO_WILDS_IN_SEQUENCE),
        ("5S 6S 7S XX", Reason.NO_WILDS_IN_SEQUENCE),
        ("AS 2S 3S", Reason.NO_WILDS_IN_SEQUENCE),
        ("4S 5S 6S 7S 8S 9S TS JS", Reason.TOO_MANY_CARDS),
    ],
)
def test_s5_other_cards_are_no_sequence(cards_: str, reason: Reason) -> None:
    state = position(hand=f"{cards_} 8D 8C", melds=["KH KD KC"], pile="4D")
    assert refused(state, f"lay {cards_}")[:2] == (reason, "S-5")


def test_s5_the_cards_of_a_sequence_may_be_named_in_any_order() -> None:
    state = new_meld("5S 6S 7S 8S")
    assert melds_of(after(state, "lay 7S 5S 8S 6S"))[1] == "5S 6S 7S 8S"


def test_s5_a_sequence_is_continued_at_both_ends_by_several_cards() -> None:
    state = position(hand="4H 5H 9H TH 6S 6D", melds=["6H 7H 8H"])
    assert melds_of(after(state, "lay m1 9H")) == ["6H 7H 8H 9H"]
    assert melds_of(after(state, "lay m1 5H")) == ["5H 6H 7H 8H"]
    assert melds_of(after(state, "lay m1 TH 4H 9H 5H")) == [SAMBA_OF_HEARTS]


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("TH", Reason.SEQUENCE_BROKEN),
        ("9S", Reason.SEQUENCE_BROKEN),
        ("7H", Reason.SEQUENCE_BROKEN),
        ("XX", Reason.NO_WILDS_IN_SEQUENCE),
        ("2H", Reason.NO_WILDS_IN_SEQUENCE),
        ("4H 5H 9H TH JH", Reason.TOO_MANY_CARDS),
    ],
)
def test_s5_other_cards_do_not_continue_it(more: str, reason: Reason) -> None:
    state = position(hand=f"{more} 6S 6D", melds=["6H 7H 8H"])
    assert refused(state, f"lay m1 {more}")[:2] == (reason, "S-5")


def test_s5_nothing_goes_below_4_or_above_ace() -> None:
    low = position(hand="3S 5D 6D", melds=["4S 5S 6S"])
    assert refused(low, "lay m1 3S")[0] is Reason.RANK_NOT_MELDED
    high = position(hand="4S 2S 5D 6D", melds=["QS KS AS"])
    assert refused(high, "lay m1 4S")[0] is Reason.SEQUENCE_BROKEN
    assert refused(high, "lay m1 2S")[0] is Reason.NO_WILDS_IN_SEQUENCE


def test_s5_seven_are_a_samba_and_closed() -> None:
    state = position(hand="TH JH 6S 6D", melds=["4H 5H 6H 7H 8H 9H"])
    assert state.public.melds[0][0].canasta is None
    state = after(state, "lay m1 TH")
    assert state.public.melds[0][0].canasta is Canasta.SAMBA
    assert state.public.melds[0][0].closed
    assert refused(state, "lay m1 JH") == (Reason.MELD_CLOSED, "S-5", {"meld": 1})


# ---------------------------------------------------------------- several melds


def test_s6_a_side_may_have_several_melds_of_one_kind_and_names_the_one_it_adds_to() -> None:
    state = position(
        hand="9S 9H 9C 9D 5S 6S 7S 8S 4H 4C", melds=["9S 9H 9D", "5S 6S 7S"], pile="4D"
    )
    state = after(state, "lay 9S 9H 9C / 5S 6S 7S")
    assert melds_of(state) == ["9S 9H 9D", "5S 6S 7S", "9S 9H 9C", "5S 6S 7S"]
    assert melds_of(after(state, "lay m3 9D"))[2] == "9S 9H 9C 9D"
    assert melds_of(after(state, "lay m4 8S"))[3] == "5S 6S 7S 8S"


def test_s6_melds_are_never_joined() -> None:
    state = position(hand="9S 9H 9C KD 4C", melds=["9S 9H 9C 9D"], pile="4D")
    state = after(state, "lay 9S 9H 9C")
    assert [meld.size for meld in state.public.melds[0]] == [4, 3]
    assert score(state)[0].bonuses == 0


def test_s7_a_wild_makes_a_natural_canasta_mixed() -> None:
    state = position(hand="2S XX 2D 5S 5H", melds=[ACES])
    assert state.public.melds[0][0].canasta is Canasta.NATURAL
    state = after(state, "lay m1 2S XX")
    assert state.public.melds[0][0].canasta is Canasta.MIXED
    assert refused(state, "lay m1 2D")[:2] == (Reason.TOO_MANY_WILDS, "S-4")


def test_s7_a_mixed_canasta_stays_mixed() -> None:
    state = position(hand="AC AD 5S 5H", melds=["AS AH AD AC AS XX 2S"])
    state = after(state, "lay m1 AC AD")
    assert state.public.melds[0][0].canasta is Canasta.MIXED


# ---------------------------------------------------------------- the pile


@pytest.mark.parametrize("top", ["2D", "XX", "3S", "3C", "3H", "3D"])
def test_s8_the_pile_cannot_be_taken_under_a_wild_or_a_three(top: str) -> None:
    hand = "2S 2H XX XX 3S 3S 3C 3C 4S"
    state = position(hand=hand, pile=f"9D {top}", melds=["5S 6S 7S"], phase=Phase.TAKE)
    pair = " ".join([top] * 2) if top[0] != "3" else "3S 3S"
    for take in (f"pile {pair}", "pile XX XX", "top m1"):
        assert refused(state, take) == (Reason.PILE_BLOCKED, "S-8", {"card": card(top)})


def test_s8_the_pile_is_never_frozen() -> None:
    state = position(
        hand="9S 9H KC QC", pile="2D XX 3S 9D", melds=["KS KH KD"], phase=Phase.TAKE
    )  # fmt: skip
    assert hand_of(after(state, "pile 9S 9H")) == held("KC QC 2D XX 3S")
    top = position(hand="KC QC", pile="2D XX 9D", melds=["6D 7D 8D"], phase=Phase.TAKE)
    assert allowed(top, "top m1")


def test_s8_an_empty_pile_cannot_be_taken() -> None:
    state = position(hand="9S 9H KC QC", pile="", melds=["KS KH KD"], phase=Phase.TAKE)
    for take in ("pile 9S 9H", "top m1"):
        assert refused(state, take)[0] is Reason.PILE_EMPTY


def taking(hand: str, **more: object) -> State:
    """Seat 0, who has opened, may take the pile under the nine of diamonds."""
    return position(hand=f"{hand} KC QC", pile="TC 9D", phase=Phase.TAKE, **more)


def test_s9_the_pile_is_taken_with_two_naturals_of_the_rank_of_the_top() -> None:
    state = taking("9S 9H", melds=["KS KH KD"])
    assert melds_of(after(state, "pile 9S 9H"))[1] == "9D 9S 9H"


@pytest.mark.parametrize("pair", ["9S", "9S XX", "9S 2D", "XX 2D", "8D TD", "TD JD", "TS TH"])
def test_s9_nothing_else_takes_it(pair: str) -> None:
    state = taking("9S XX 2D 8D TD JD TS TH", melds=["KS KH KD"])
    assert refused(state, f"pile {pair}") == (Reason.PAIR_NEEDED, "S-9", {"card": card("9D")})


def test_s9_always_means_that_opened_sides_need_the_pair_too() -> None:
    state = taking("9S XX", melds=["9S 9H 9C", "KS KH KD"])
    assert refused(state, "pile 9S XX")[:2] == (Reason.PAIR_NEEDED, "S-9")
    assert refused(state, "pile m1 9S")[1] == "S-9"


def test_s9_the_pair_always_starts_a_new_set() -> None:
    state = taking("9S 9H", melds=["9S 9H 9C"])
    assert refused(state, "pile m1 9S 9H") == (Reason.PAIR_STARTS_NEW_SET, "S-9", {"meld": 1})
    assert melds_of(after(state, "pile 9S 9H")) == ["9S 9H 9C", "9D 9S 9H"]


def test_s9_the_pile_is_not_taken_onto_a_set_without_a_pair() -> None:
    state = taking("9S 9H", melds=["9S 9H 9C"])
    assert refused(state, "pile m1")[:2] == (Reason.PAIR_STARTS_NEW_SET, "S-9")
    assert refused(state, "top m1")[:2] == (Reason.TOP_DOES_NOT_FIT, "S-10")


def test_s9_more_cards_of_the_rank_and_wilds_may_join_within_s4() -> None:
    state = taking("9S 9H 9C XX 2D", melds=["KS KH KD"])
    assert melds_of(after(state, "pile 9S 9H 9C XX 2D"))[1] == "9D 9S 9H 9C XX 2D"
    assert allowed(state, "pile 9S 9H 2D")
    too_many = refused(state, "pile 9S 9H XX 2D")
    assert too_many == (Reason.TOO_MANY_WILDS, "S-4", {"wilds": 2, "most": 1})


def test_s9_no_card_of_another_rank_joins() -> None:
    state = taking("9S 9H TS", melds=["KS KH KD"])
    assert refused(state, "pile 9S 9H TS")[0] in {Reason.RANKS_DIFFER, Reason.SEQUENCE_BROKEN}


def test_s9_the_top_card_cannot_join_or_start_a_sequence_so() -> None:
    state = taking("9S TD JD 8D", melds=["5D 6D 7D 8D", "KS KH KD"])
    assert refused(state, "pile TD JD")[:2] == (Reason.PAIR_NEEDED, "S-9")
    assert refused(state, "pile m1")[1] == "S-9"
    both = taking("9S 9H TD JD", melds=["KS KH KD"])
    refused(both, "pile 9S 9H TD JD")
    assert refused(both, "pile 9S 9H / 9D TD JD")[:2] == (Reason.NOT_HELD, "C-10")


def test_s9_the_pair_is_of_the_hand() -> None:
    state = taking("9S", melds=["9S 9H 9C"])
    assert refused(state, "pile 9S 9S") == (Reason.NOT_HELD, "C-10", {"card": card("9S")})


# ---------------------------------------------------------------- the top alone


@pytest.mark.parametrize(("top", "grown"), [("9D", "6D 7D 8D 9D"), ("5D", "5D 6D 7D 8D")])
def test_s10_the_top_alone_continues_a_sequence_at_either_end(top: str, grown: str) -> None:
    state = position(hand="KC QC", pile=f"TC 3H {top}", melds=["6D 7D 8D"], phase=Phase.TAKE)
    state = after(state, "top m1")
    assert melds_of(state) == [grown]
    assert state.public.pile == cards("TC 3H")
    assert hand_of(state) == held("KC QC")
    assert state.public.stock == 6
    assert state.fresh == ()
    assert state.public.phase is Phase.LAY


def test_s10_the_turn_goes_on_with_lays_and_discard() -> None:
    state = position(hand="TD KC QC", pile="TC 9D", melds=["6D 7D 8D"], phase=Phase.TAKE)
    state = after(state, "top m1", "lay m1 TD", "discard KC")
    assert state.public.pile == cards("TC KC")
    assert state.public.seat == 1


@pytest.mark.parametrize("top", ["TD", "4D", "9H", "7D"])
def test_s10_other_cards_do_not_continue_it(top: str) -> None:
    state = position(hand="9D 5D KC", pile=f"TC {top}", melds=["6D 7D 8D"], phase=Phase.TAKE)
    assert refused(state, "top m1") == (
        Reason.TOP_DOES_NOT_FIT,
        "S-10",
        {"card": card(top), "meld": 1},
    )


def test_s10_a_sequence_of_seven_takes_no_card() -> None:
    six = position(
        hand="KC QC", pile="TC TH", melds=["4H 5H 6H 7H 8H 9H"], phase=Phase.TAKE
    )  # fmt: skip
    closed = after(six, "top m1")
    assert closed.public.melds[0][0].canasta is Canasta.SAMBA
    seven = position(hand="KC QC", pile="TC JH", melds=[SAMBA_OF_HEARTS], phase=Phase.TAKE)
    assert refused(seven, "top m1")[:2] == (Reason.TOP_DOES_NOT_FIT, "S-10")


def test_s10_only_a_sequence_of_the_own_side_and_no_set() -> None:
    state = position(
        hand="KC QC", pile="TC 9D", melds=["9S 9H 9C"], against=["6D 7D 8D"], phase=Phase.TAKE
    )
    assert refused(state, "top m1")[:2] == (Reason.TOP_DOES_NOT_FIT, "S-10")
    assert refused(state, "top m2") == (Reason.NO_SUCH_MELD, "C-10", {"meld": 2})


def test_s10_a_sequence_made_in_the_hand_is_none_of_the_side() -> None:
    state = position(hand="6D 7D 8D KC QC", pile="TC 9D", phase=Phase.TAKE)
    assert refused(state, "top m1") == (Reason.NO_SUCH_MELD, "C-10", {"meld": 1})


def test_s10_the_samba_that_the_top_completes_counts_for_going_out() -> None:
    melds = [ACES, "4H 5H 6H 7H 8H 9H"]
    state = position(hand="KC", pile="TC TH", melds=melds, phase=Phase.TAKE)
    state = after(state, "top m2")
    public = after(state, "discard KC").public
    assert (public.ended_by, public.out_seat) == (Ending.OUT, 0)
    lone = position(hand="KC", pile="TC TH", melds=melds[1:], phase=Phase.TAKE)
    assert refused(lone, "top m1")[:2] == (Reason.KEEP_TWO_CARDS, "C-13")


# ---------------------------------------------------------------- opening


@pytest.mark.parametrize(
    ("total", "need"),
    [
        *[(-10_000, 15), (-5, 15), (0, 50), (5, 50), (1_495, 50), (1_500, 90), (2_995, 90)],
        *[(3_000, 120), (6_995, 120), (7_000, 150), (9_995, 150)],
    ],
)
def test_s11_the_minimum_by_the_score(total: int, need: int) -> None:
    assert SAMBA.minimum(total) == need
    assert minimum(see(position(hand="4S", score=total), 0)) == need


@pytest.mark.parametrize(
    ("total", "enough", "short"),
    [
        (-5, "4S 4H 4C", None),
        (0, "AS AH 2D", "4S 4H 4C / QS QH QD"),
        (1_500, "AS AH AD / KH KC KS", "AS AH AD / 4S 4H 4C 4D"),
        (3_000, "AS AH AD AC 2D 2C", "AS AH AD AC / KH KC KS"),
        (7_000, "AS AH AD AC XX 2C", "AS AH AD AC 2D 2C"),
    ],
)
def test_s11_a_first_lay_at_each_minimum(total: int, enough: str, short: str | None) -> None:
    def before(lay: str) -> State:
        return position(hand=f"{lay.replace('/', '')} 8D 8C", score=total, pile="9D")

    assert allowed(before(enough), f"lay {enough}")
    if short:
        assert refused(before(short), f"lay {short}")[0] is Reason.OPENING_TOO_LOW


@EVERY_SEATS
def test_s11_holds_for_each_side_by_its_own_score(seats: int) -> None:
    state = position(seats=seats, seat=0, hand="4S", score=7_000)
    assert minimum(see(state, 0)) == 150
    assert minimum(see(state, 1)) == 50


# ---------------------------------------------------------------- red threes


@pytest.mark.parametrize(
    ("threes", "points"),
    [("", 0), ("3H", 100), ("3H 3H 3D 3D 3D", 500), ("3H 3H 3H 3D 3D 3D", 1_000)],
)
def test_s12_red_threes_count_by_two_canastas_or_sambas(threes: str, points: int) -> None:
    assert scores(ACES, KINGS, red_threes=threes).red_threes == points
    assert scores(ACES, SAMBA_OF_HEARTS, red_threes=threes).red_threes == points
    for short in [(), (ACES,), (SAMBA_OF_HEARTS,), (ACES, "KS KH KD KC KS KH")]:
        assert scores(*short, red_threes=threes).red_threes == -points


@EVERY_SEATS
def test_s12_is_the_same_at_every_table_size(seats: int) -> None:
    assert scores(ACES, KINGS, seats=seats, red_threes="3H").red_threes == 100
    assert scores(ACES, seats=seats, red_threes="3H").red_threes == -100


def test_s12_the_canastas_of_the_end_count_also_for_earlier_red_threes() -> None:
    state = position(
        hand="KD 9S 9H", melds=[ACES, "KS KH KD KC KS KH"], red_threes=["3H 3D", ""]
    )  # fmt: skip
    assert score(state)[0].red_threes == -200
    assert score(after(state, "lay m2 KD"))[0].red_threes == 200


# ---------------------------------------------------------------- discard, going out, score


@pytest.mark.parametrize("discard", ["XX", "2S", "3S", "3C", "AS", "4S"])
def test_s13_any_card_may_be_discarded(discard: str) -> None:
    state = after(position(hand=f"{discard} 9D"), f"discard {discard}")
    assert state.public.top == card(discard)


def test_s13_a_card_just_taken_may_be_discarded() -> None:
    state = position(hand="9S 9H", pile="KC TC 9D", melds=["QS QH QD"], phase=Phase.TAKE)
    assert allowed(after(state, "pile 9S 9H"), "discard TC")


@EVERY_SEATS
@pytest.mark.parametrize(
    "melds",
    [
        (ACES, KINGS),
        (ACES, "KS KH KD KC KS XX 2S"),
        ("AS AH AD AC AS XX 2S", "KS KH KD KC KS XX 2S"),
        (ACES, SAMBA_OF_HEARTS),
        (SAMBA_OF_HEARTS, "8S 9S TS JS QS KS AS"),
    ],
)
def test_s14_going_out_needs_two_canastas_or_sambas_in_any_mixture(
    seats: int, melds: tuple[str, ...]
) -> None:
    state = position(seats=seats, hand="9D", melds=melds)
    assert after(state, "discard 9D").public.out_seat == 0
    for one in melds:
        with_one = position(seats=seats, hand="9D", melds=[one, "QS QH QD QC"])
        assert refused(with_one, "discard 9D")[:2] == (Reason.CANNOT_GO_OUT, "S-14")


def test_s14_it_earns_200() -> None:
    state = position(hand="9D", others={2: ""}, melds=[ACES, KINGS])
    assert [s.going_out for s in score(after(state, "discard 9D"))] == [200, 0]


def test_s14_there_is_no_extra_for_going_out_in_one_turn() -> None:
    hand = f"{ACES} {KINGS} 9D"
    state = after(position(hand=hand), f"lay {ACES} / {KINGS}", "discard 9D")
    assert score(state)[0].going_out == 200


@pytest.mark.parametrize(
    ("meld", "bonus"),
    [
        ("AS AH AD AC AS XX 2S", 300),
        ("AS AH AD AC AS AH 2S", 300),
        (ACES, 500),
        (f"{ACES} AC AS", 500),
        (SAMBA_OF_HEARTS, 1_500),
        ("5H 6H 7H 8H 9H TH", 0),
        ("AS AH AD AC AS AH", 0),
    ],
)
def test_s15_the_bonus_of_each_kind_of_canasta(meld: str, bonus: int) -> None:
    assert scores(meld).bonuses == bonus


def test_s15_every_canasta_earns_its_own() -> None:
    assert scores(ACES, KINGS, SAMBA_OF_HEARTS, SAMBA_OF_HEARTS).bonuses == 4_000


def test_s16_the_target_is_10000_and_others_are_offered() -> None:
    assert {SAMBA.target[seats] for seats in SAMBA.seats} == {10_000}
    assert set(SAMBA.targets) == {2_500, 5_000, 7_500, 10_000}
    for target in SAMBA.targets:
        assert verdict(SAMBA, target, (target - 5, 0), 3) is None
        assert verdict(SAMBA, target, (target, 0), 3) == Verdict("target", (0,))
