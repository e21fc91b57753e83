"""The rules of Railroad Canasta, R-1 to R-17."""

from random import Random

import pytest

from games.engine import shuffle
from games.engine.cards import card, cards
from games.engine.melds import Canasta, Kind
from games.engine.moves import Discard, Draw, Lay, Part, Stop
from games.engine.refusal import Reason
from games.engine.rules import barred_rank, begin, check, frozen, may_go_out, minimum, play
from games.engine.scoring import Score, Verdict, score, verdict
from games.engine.state import Ending, Phase, Setup, State
from games.engine.variants import get
from games.engine.view import see

from .positions import after, allowed, beginning, hand_of, held, melds_of, position, refused

RAILROAD = get("railroad")
RED = "AS AS AH AH AD AD AC"
BLACK = "KS KS KH KD 2S 2H 2D"
WILDS = "XX XX 2S 2H 2D 2C 2C"
SEVENS = "7S 7S 7H 7H 7D 7D 7C"
ALL_FOUR = (RED, BLACK, WILDS, SEVENS)
SPARE = " 8D TD"
"""Two cards that must remain in the hand (C-13), neither of them a seven."""
EVERY_SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
HOUSE = ["top_takes_pile"]


def laying(hand: str, *melds: str, **more: object) -> State:
    """The state in which a player who has opened may lay."""
    return position("railroad", seats=2, hand=hand, melds=melds or ["5D 5H 5C"], **more)


def taking(hand: str, pile: str, *melds: str, **more: object) -> State:
    """The state in which a player who has opened may take."""
    return laying(hand, *melds, pile=pile, phase=Phase.TAKE, **more)


def emptied(discard: str, hand: str, **more: object) -> State:
    """After a discard with the stock empty, where seat 1, the next player, holds this hand."""
    state = position(
        "railroad", seats=2, hand=f"{discard} 6S 6H", others={1: hand}, stock="", **more
    )
    return after(state, f"discard {discard}")


def drawn(stock: str, hand: str = "7S 7S", *melds: str, **more: object) -> State:
    """The state after a draw of two cards."""
    state = position(
        "railroad", seats=2, hand=hand, stock=stock, melds=melds, phase=Phase.TAKE, **more
    )
    return after(state, "draw")


def scores(*melds: str, hand: str = "", kitty: str = "", red_threes: str = "") -> Score:
    """The score of a player who has these melds when nobody is out."""
    state = position("railroad", seats=2, hand=hand, melds=melds, kitty=kitty,
                     red_threes=[red_threes, ""])  # fmt: skip
    return score(state)[0]


# ---------------------------------------------------------------- the deal


@EVERY_SEATS
def test_r0_two_packs_and_two_jokers_for_each_player(seats: int) -> None:
    deck = shuffle.deck(bytes(32), 1, RAILROAD.packs[seats], RAILROAD.jokers[seats])
    assert len(deck) == RAILROAD.cards(seats) == 106 * seats
    assert deck.count(card("XX")) == 2 * seats
    assert all(deck.count(c) == 2 * seats for c in set(deck) - {card("XX")})


@EVERY_SEATS
def test_r0_everybody_plays_for_themselves(seats: int) -> None:
    setup = Setup(RAILROAD, seats, 0, (0,) * seats)
    assert [setup.side(seat) for seat in range(seats)] == list(range(seats))
    state = position("railroad", seats=seats, hand="4S 4H 4C 8D", melds=ALL_FOUR)
    assert refused(state, "ask") == (Reason.NO_PARTNER, "C-17", {})


@EVERY_SEATS
def test_r1_13_cards_each_then_a_kitty_of_11_each_then_the_up_card(seats: int) -> None:
    deck = shuffle.deck(bytes(32), 1, RAILROAD.packs[seats], RAILROAD.jokers[seats])
    state = begin(Setup(RAILROAD, seats, 0, (0,) * seats), deck)
    assert state.public.sizes == tuple(map(len, state.hands)) == (13,) * seats
    assert state.public.kitties == tuple(map(len, state.kitties)) == (11,) * seats
    threes = sum(map(len, state.public.red_threes))
    assert state.public.stock == 106 * seats - 24 * seats - 1 - threes


def test_r1_the_kitties_are_dealt_one_at_a_time_after_the_hands() -> None:
    state = beginning("railroad", "4S 5S " * 13 + "6S 8S " * 11 + "9D TD JD", seats=2)
    assert hand_of(state, 0) == held("4S " * 13)
    assert hand_of(state, 1) == held("5S " * 13)
    assert state.kitties == (held("6S " * 11), held("8S " * 11))
    assert state.public.pile == cards("9D")
    assert state.deck[state.public.stock - 1] == card("TD")


def test_r1_a_kitty_is_unseen_and_keeps_its_red_threes() -> None:
    kitty = "3H " * 4 + "6S " * 7
    dealt = " ".join(f"{a} 8S" for a in kitty.split())
    state = beginning("railroad", "4S 5S " * 13 + dealt + " 9D", seats=2)
    assert state.public.red_threes == ((), ())
    assert state.public.kitties == (11, 11)
    for seat in (0, 1):
        assert see(state, seat).kitty is None


@pytest.mark.parametrize(
    ("up_card", "freezes"),
    [("2S", True), ("XX", True), ("3H", True), ("3D", True), ("3S", False), ("9D", False)],
)
def test_r2_a_red_three_or_a_wild_turned_up_freezes_the_pile(up_card: str, freezes: bool) -> None:
    state = beginning("railroad", "4S 5S " * 13 + "6S 8S " * 11 + up_card, seats=2)
    assert state.public.pile == cards(up_card)
    assert state.public.frozen is freezes
    assert state.public.red_threes == ((), ())


def test_r2_a_red_three_turned_up_is_laid_by_whoever_takes_the_pile() -> None:
    state = taking("4S 4H 8D TD", "3H 4D", frozen=True)
    state = after(state, "pile 4S 4H")
    assert state.public.red_threes == (cards("3H"), ())
    assert hand_of(state) == held("8D TD")
    assert not state.public.frozen


def test_r2_a_black_three_turned_up_blocks_until_it_is_covered() -> None:
    deal = "4S 5S " * 13 + "6S 8S " * 11 + "3S 5D 9D"
    state = beginning("railroad", deal, seats=2)
    assert refused(state, "pile 4S 4S") == (Reason.PILE_BLOCKED, "R-9", {"card": card("3S")})
    state = after(state, "draw", "discard 5D")
    low = refused(state, "pile 5S 5S")
    assert low == (Reason.OPENING_TOO_LOW, "C-12", {"need": 50, "have": 15})


def test_r3_two_cards_are_drawn_and_one_is_discarded() -> None:
    state = drawn("6S 6H 6C", "4S")
    assert hand_of(state) == held("4S 6S 6H")
    assert refused(state, "draw") == (Reason.TAKEN_ALREADY, "C-7", {})
    assert after(state, "discard 4S").public.seat == 1


# ---------------------------------------------------------------- melds


@pytest.mark.parametrize("rank", "45689TJQKA")
def test_r4_three_to_seven_of_a_rank_from_4_to_ace_are_a_meld(rank: str) -> None:
    seven = " ".join(rank + suit for suit in "SSHHDDC")
    for size in range(3, 8):
        part = " ".join(seven.split()[:size])
        state = after(position("railroad", seats=2, hand=seven + SPARE + SPARE, melds=["7S 7H 7C"]),
                      f"lay {part}")  # fmt: skip
        meld = state.public.melds[0][1]
        assert meld.canasta == (Canasta.NATURAL if size == 7 else None)
        assert meld.closed is (size == 7)
    state = laying(f"{seven} {rank}C{SPARE}", "7S 7H 7C")
    two = " ".join(seven.split()[:2])
    assert refused(state, f"lay {two}") == (Reason.TOO_FEW_CARDS, "R-4", {"size": 2, "need": 3})
    told = refused(state, f"lay {seven} {rank}C")
    assert told == (Reason.TOO_MANY_CARDS, "R-4", {"size": 8, "most": 7})


@pytest.mark.parametrize("cards_", ["QS QH 2S", "QS QH 2S 2H XX", "QS QH QD QC 2S 2H XX"])
def test_r4_a_mixed_meld_has_two_naturals_and_up_to_three_wilds(cards_: str) -> None:
    state = after(laying(cards_ + SPARE), f"lay {cards_}")
    meld = state.public.melds[0][1]
    assert meld.canasta == (Canasta.MIXED if meld.size == 7 else None)


@pytest.mark.parametrize(
    ("cards_", "wilds", "most"),
    [("QS 2S 2H", 2, 0), ("QS QH QD 2S 2H 2D XX", 4, 3), ("QS QH 2S 2H XX XX", 4, 3)],
)
def test_r4_too_few_naturals_or_too_many_wilds_make_no_meld(
    cards_: str, wilds: int, most: int
) -> None:
    told = refused(laying(cards_ + SPARE), f"lay {cards_}")
    assert told == (Reason.TOO_MANY_WILDS, "R-4", {"wilds": wilds, "most": most})


@pytest.mark.parametrize("cards_", ["2S 2H 2D", "XX XX XX", "XX 2S 2S", WILDS])
def test_r4_wilds_alone_are_a_meld(cards_: str) -> None:
    state = after(laying(cards_ + SPARE), f"lay {cards_}")
    meld = state.public.melds[0][1]
    assert meld.kind is Kind.WILDS
    assert meld.canasta == (Canasta.WILDS if cards_ == WILDS else None)
    assert meld.closed is (cards_ == WILDS)


def test_r4_wilds_take_no_natural_and_no_eighth_card() -> None:
    state = laying(f"QS 2S {WILDS}{SPARE}", "2S 2H 2D")
    assert refused(state, "lay m1 QS") == (Reason.RANKS_DIFFER, "R-4", {})
    assert refused(state, f"lay m1 {WILDS}")[:2] == (Reason.TOO_MANY_CARDS, "R-4")
    told = refused(laying(f"{WILDS} 2S{SPARE}"), f"lay {WILDS} 2S")
    assert told == (Reason.TOO_MANY_CARDS, "R-4", {"size": 8, "most": 7})
    assert refused(laying("2S XX" + SPARE), "lay 2S XX")[:2] == (Reason.TOO_FEW_CARDS, "R-4")


def test_r4_sevens_are_a_meld_of_their_own_kind() -> None:
    state = after(laying(SEVENS + SPARE), f"lay {SEVENS}")
    meld = state.public.melds[0][1]
    assert (meld.kind, meld.canasta, meld.closed) == (Kind.SEVENS, Canasta.SEVENS, True)
    assert allowed(laying("7S 7H 7D" + SPARE), "lay 7S 7H 7D")


@pytest.mark.parametrize("cards_", ["7S 7H 2S", "7S 7H 7D XX", "7S 7S 7H 7H 7D 7D 2S"])
def test_r4_sevens_take_no_wilds(cards_: str) -> None:
    told = refused(laying(cards_ + SPARE), f"lay {cards_}")
    assert told == (Reason.TOO_MANY_WILDS, "R-4", {"wilds": 1, "most": 0})


def test_r4_wilds_and_other_ranks_are_not_added_to_sevens() -> None:
    state = laying("7D 2S XX 8S" + SPARE, "7S 7H 7C")
    assert allowed(state, "lay m1 7D")
    assert refused(state, "lay m1 2S")[:2] == (Reason.TOO_MANY_WILDS, "R-4")
    assert refused(state, "lay m1 8S")[:2] == (Reason.RANKS_DIFFER, "R-4")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_r4_a_canasta_is_closed(number: int) -> None:
    state = laying("AC KC 2C 7C" + SPARE, *ALL_FOUR)
    face = ("AC", "KC", "2C", "7C")[number - 1]
    told = refused(state, f"lay m{number} {face}")
    assert told == (Reason.MELD_CLOSED, "R-4", {"meld": number})


@pytest.mark.parametrize("cards_", ["4S 5S 6S", "QS QH KS", "7S 7H 8S", "3S 3S 4S"])
def test_r4_a_meld_is_of_one_rank(cards_: str) -> None:
    assert refused(laying(cards_ + SPARE), f"lay {cards_}") == (Reason.RANKS_DIFFER, "R-4", {})


# ---------------------------------------------------------------- one open meld of a rank


@pytest.mark.parametrize(
    ("open_meld", "new"),
    [("QS QH QD", "QS QH QC"), ("2S 2H XX", "XX 2D 2C"), ("7S 7H 7D", "7S 7H 7C"),
     ("QS QH 2S", "QS QH 2H"), ("2S 2S 2S", "XX XX XX")],
)  # fmt: skip
def test_r5_there_are_never_two_open_melds_of_one_rank(open_meld: str, new: str) -> None:
    state = laying(new + SPARE, open_meld)
    told = refused(state, f"lay {new}")
    assert told == (Reason.RANK_IS_OPEN, "R-5", {"card": cards(new)[0], "meld": 1})
    assert allowed(state, f"lay m1 {new}")


@pytest.mark.parametrize(
    ("closed", "new"),
    [(RED, "AS AH AC"), (BLACK, "KS KH XX"), (WILDS, "2S XX XX"), (SEVENS, "7S 7H 7C")],
)
def test_r5_once_a_meld_is_closed_another_may_be_started(closed: str, new: str) -> None:
    assert melds_of(after(laying(new + SPARE, closed), f"lay {new}")) == [closed, new]


def test_r5_wilds_in_a_mixed_meld_are_no_open_meld_of_wilds() -> None:
    assert allowed(laying("2S 2H XX" + SPARE, "QS QH 2D"), "lay 2S 2H XX")


def test_r5_an_addition_that_closes_a_meld_lets_the_same_move_start_another() -> None:
    state = laying("AC AC AC AC AS" + SPARE, "AS AS AH AH AD AD")
    moves = ("lay m1 AC / AC AC AC AS", "lay AC AC AC AS / m1 AC")
    for move in moves:
        assert melds_of(after(state, move)) == ["AS AS AH AH AD AD AC", "AC AC AC AS"]
    assert refused(state, "lay AC AC AC AS")[0] is Reason.RANK_IS_OPEN
    two_short = laying("AC AC AC AC" + SPARE, "AS AS AH AH AD")
    told = refused(two_short, "lay m1 AC / AC AC AC")
    assert told == (Reason.RANK_IS_OPEN, "R-5", {"card": card("AC"), "meld": 1})


def test_r5_new_melds_are_judged_as_written() -> None:
    more = "AC AC AC"
    state = laying(f"{RED} {more}{SPARE}")
    assert melds_of(after(state, f"lay {RED} / {more}"))[1:] == [RED, more]
    told = refused(state, f"lay {more} / {RED}")
    assert told == (Reason.RANK_IS_OPEN, "R-5", {"card": card("AS"), "meld": 2})
    two = laying(f"{RED} {RED}{SPARE}", "5D 5H 5C")
    assert melds_of(after(two, f"lay {RED} / {RED}"))[1:] == [RED, RED]


def test_r5_the_meld_that_the_pile_begins_comes_first_among_the_new_ones() -> None:
    state = taking("AS AS AH AH AD AD KS" + SPARE, "AC")
    told = refused(state, "pile AS AS / AH AH AD AD")
    assert told == (Reason.RANK_IS_OPEN, "R-5", {"card": card("AH"), "meld": 2})
    more = taking("AS AS AH AH AD AD AC AC AC KS" + SPARE, "AC")
    assert allowed(more, "pile AS AS AH AH AD AD / AC AC AC")
    assert refused(more, "pile AC AC / AC AS AS AH AH AD AD")[0] is Reason.RANK_IS_OPEN


def test_r5_an_addition_that_closes_the_meld_lets_the_pile_start_another() -> None:
    state = taking("AC AC AC" + SPARE, "9S AC", "AS AS AH AH AD AD")
    assert refused(state, "pile AC AC")[:2] == (Reason.RANK_IS_OPEN, "R-5")
    state = after(state, "pile AC AC / m1 AC")
    assert melds_of(state) == ["AS AS AH AH AD AD AC", "AC AC AC"]
    assert hand_of(state) == held("8D TD 9S")


def test_r6_a_wild_makes_an_open_natural_meld_mixed() -> None:
    state = after(laying("2S 2H XX" + SPARE, "AS AS AH AH AD AD"), "lay m1 2S")
    meld = state.public.melds[0][0]
    assert (meld.canasta, meld.wilds) == (Canasta.MIXED, 1)
    assert score(state)[0].bonuses == 300
    assert refused(laying("2S" + SPARE, RED), "lay m1 2S")[0] is Reason.MELD_CLOSED
    most = laying("2S 2H 2D XX" + SPARE, "AS AS AH")
    assert allowed(most, "lay m1 2S 2H 2D")
    assert refused(most, "lay m1 2S 2H 2D XX")[:2] == (Reason.TOO_MANY_WILDS, "R-4")


@pytest.mark.parametrize("threes", ["3S 3S 3C", "3S 3S 3S 3S 3C 3C 3C 3C"])
def test_r7_as_many_black_threes_as_one_likes_are_laid_when_going_out(threes: str) -> None:
    state = after(laying(f"{threes} 8D", *ALL_FOUR), f"lay {threes}")
    meld = state.public.melds[0][4]
    assert (meld.kind, meld.canasta) == (Kind.BLACK_THREES, None)
    state = after(state, "discard 8D")
    assert state.public.out_seat == 0
    assert score(state)[0].bonuses == 500 + 300 + 1_000 + 1_500


def test_r7_fewer_than_three_or_not_going_out_or_with_a_wild_is_refused() -> None:
    two = refused(laying("3S 3C 8D", *ALL_FOUR), "lay 3S 3C")
    assert two == (Reason.TOO_FEW_CARDS, "C-16", {"size": 2, "need": 3})
    early = refused(laying("3S 3S 3C 8D 9D", *ALL_FOUR), "lay 3S 3S 3C")
    assert early == (Reason.BLACK_THREES_ONLY_GOING_OUT, "C-16", {})
    wild = refused(laying("3S 3S 3C 2S 8D", *ALL_FOUR), "lay 3S 3S 3C 2S")
    assert wild == (Reason.TOO_MANY_WILDS, "C-16", {"wilds": 1, "most": 0})
    poor = refused(laying("3S 3S 3C 8D", RED, BLACK, WILDS), "lay 3S 3S 3C")
    assert poor[:2] == (Reason.KEEP_TWO_CARDS, "C-13")
    whole = refused(laying("3S 3S 3C", *ALL_FOUR), "lay 3S 3S 3C")
    assert whole == (Reason.LAST_CARD_IS_DISCARDED, "R-14", {})


# ---------------------------------------------------------------- the pile


@pytest.mark.parametrize("wild", ["2S", "XX"])
def test_r8_the_discard_of_a_wild_freezes_until_the_whole_pile_is_taken(wild: str) -> None:
    state = laying(f"{wild} 8D", "9S 9H 9C", others={1: "9D 6S"}, stock="4S 4H 4C 4D 5S 5H")
    state = after(state, f"discard {wild}")
    assert state.public.frozen
    state = after(state, "draw", "discard 9D")
    told = refused(state, "top m1")
    assert told == (Reason.PILE_FROZEN, "R-10", {"card": card("9D")})
    assert frozen(see(state, 0))
    icy = taking("9S 9H" + SPARE, f"{wild} 6C 9D", "5D 5H 5C", frozen=True)
    assert not after(icy, "pile 9S 9H").public.frozen


def test_r8_it_is_not_frozen_for_a_player_who_has_not_opened() -> None:
    state = position("railroad", seats=2, hand="9S 9H 8D", pile="6C 9D", phase=Phase.TAKE)
    assert not frozen(see(state, 0))


def test_r8_the_top_alone_leaves_the_pile_as_it_is() -> None:
    state = taking("8D TD 2S", "6C 9D", "9S 9H 9C")
    assert after(state, "top m1", "discard 2S").public.frozen
    assert not after(state, "top m1", "discard TD").public.frozen


def test_r8_a_black_three_blocks_until_the_next_discard_covers_it() -> None:
    state = laying("3S 8D TD", "9S 9H 9C", others={1: "9D 6S"}, stock="4S 4H 4C 4D 5S 5H")
    state = after(state, "discard 3S")
    told = refused(state, "pile 3S 3C")
    assert told == (Reason.PILE_BLOCKED, "R-9", {"card": card("3S")})
    state = after(state, "draw", "discard 9D")
    assert not state.public.frozen
    assert allowed(state, "top m1")


@pytest.mark.parametrize("is_frozen", [False, True])
def test_r9_two_naturals_take_the_pile_frozen_or_not(is_frozen: bool) -> None:
    state = taking("9S 9H" + SPARE, "6C 4C 9D", frozen=is_frozen)
    state = after(state, "pile 9S 9H")
    assert melds_of(state) == ["5D 5H 5C", "9D 9S 9H"]
    assert hand_of(state) == held("8D TD 6C 4C")
    assert (state.public.pile, state.public.phase) == ((), Phase.LAY)


@pytest.mark.parametrize("first", ["9S 2S", "9S XX", "2S XX", "9S", "m2 9S 2S", "m2"])
def test_r9_natural_and_wild_are_never_enough(first: str) -> None:
    state = taking("9S 2S XX" + SPARE, "6C 9D", "5D 5H 5C", "9C 9H 9D")
    told = refused(state, f"pile {first}")
    assert told == (Reason.PAIR_NEEDED, "R-9", {"card": card("9D")})


def test_r9_the_three_go_onto_the_open_meld_of_that_rank_which_is_named() -> None:
    state = taking("9S 9H" + SPARE, "6C 9D", "5D 5H 5C", "9C 9C 9H 9H")
    assert melds_of(after(state, "pile m2 9S 9H"))[1] == "9C 9C 9H 9H 9D 9S 9H"
    told = refused(state, "pile 9S 9H")
    assert told == (Reason.RANK_IS_OPEN, "R-5", {"card": card("9D"), "meld": 2})
    other = refused(state, "pile m1 9S 9H")
    assert other == (Reason.PILE_NAMES_OTHER_MELD, "R-9", {"card": card("9D"), "meld": 1})
    assert refused(state, "pile m3 9S 9H") == (Reason.NO_SUCH_MELD, "C-10", {"meld": 3})


def test_r9_the_open_meld_then_has_at_most_seven() -> None:
    state = taking("9S 9H" + SPARE, "6C 9D", "9C 9C 9H 9H 9S")
    told = refused(state, "pile m1 9S 9H")
    assert told == (Reason.TOO_MANY_CARDS, "R-4", {"size": 8, "most": 7})


def test_r9_a_closed_meld_is_not_named_and_a_new_one_is_started() -> None:
    state = taking("AS AS" + SPARE, "6C AC", RED)
    told = refused(state, "pile m1 AS AS")
    assert told == (Reason.PILE_NAMES_OTHER_MELD, "R-9", {"card": card("AC"), "meld": 1})
    assert melds_of(after(state, "pile AS AS")) == [RED, "AC AS AS"]


def test_r9_more_cards_of_the_hand_join_them() -> None:
    state = taking("9S 9H 9C 2S 2H XX XX" + SPARE, "6C 9D")
    assert melds_of(after(state, "pile 9S 9H 9C 2S 2H XX"))[1] == "9D 9S 9H 9C 2S 2H XX"
    assert refused(state, "pile 9S 9H 2S 2H XX XX")[:2] == (Reason.TOO_MANY_WILDS, "R-4")
    sevens = taking("7S 7H 7C 2S" + SPARE, "6C 7D")
    assert allowed(sevens, "pile 7S 7H 7C")
    assert refused(sevens, "pile 7S 7H 2S")[:2] == (Reason.TOO_MANY_WILDS, "R-4")


@pytest.mark.parametrize("top", ["3S", "3C", "3H", "3D", "2S", "XX"])
def test_r9_never_with_a_three_or_a_wild_on_top(top: str) -> None:
    state = taking("3S 3C 2S 2H XX" + SPARE, f"6C {top}", "2D 2D 2C")
    for move in ("pile 3S 3C", "pile 2S 2H", "pile m1 2S XX", "top m1"):
        assert refused(state, move) == (Reason.PILE_BLOCKED, "R-9", {"card": card(top)})


@pytest.mark.parametrize(
    ("top", "meld"), [("9D", "9S 9H 9C"), ("9D", "9S 9H 2S XX"), ("7D", "7S 7H 7C")]
)
def test_r10_the_top_alone_goes_onto_the_open_meld_of_its_rank(top: str, meld: str) -> None:
    state = after(taking("8D TD 8C", f"6C {top}", meld), "top m1")
    assert card(top) in state.public.melds[0][0].cards
    assert state.public.pile == cards("6C")
    assert hand_of(state) == held("8D TD 8C")
    assert (state.public.stock, state.public.phase) == (6, Phase.LAY)


def test_r10_the_top_may_close_the_meld() -> None:
    state = after(taking("8D TD", "6C AC", "AS AS AH AH AD AD"), "top m1")
    assert state.public.melds[0][0].canasta is Canasta.NATURAL


@pytest.mark.parametrize("number", [1, 2])
def test_r10_it_does_not_go_onto_another_or_a_closed_meld(number: int) -> None:
    state = taking("8D TD 8C", "6C AC", "9S 9H 9C", RED)
    told = refused(state, f"top m{number}")
    assert told == (Reason.TOP_DOES_NOT_FIT, "R-10", {"card": card("AC"), "meld": number})


def test_r10_the_top_of_a_frozen_pile_is_not_taken_alone() -> None:
    state = taking("8D TD 8C", "2S 9D", "9S 9H 9C", frozen=True)
    assert refused(state, "top m1") == (Reason.PILE_FROZEN, "R-10", {"card": card("9D")})


def test_r10_by_house_rule_the_rest_of_the_pile_joins_the_hand() -> None:
    state = taking("8D TD 4S 4H 4C 5S", "6C 9D", "9S 9H 9C", "5D 5H 5C", house_rules=HOUSE)
    taken = after(state, "pile m1 / 4S 4H 4C / m2 5S")
    assert melds_of(taken) == ["9S 9H 9C 9D", "5D 5H 5C 5S", "4S 4H 4C"]
    assert hand_of(taken) == held("8D TD 6C")
    assert taken.public.pile == ()
    assert refused(state, "top m1") == (Reason.TOP_TAKES_PILE, "R-10", {"card": card("9D")})


def test_r10_the_house_rule_is_off_unless_the_table_chose_it() -> None:
    state = taking("8D TD 8C", "6C 9D", "9S 9H 9C")
    assert refused(state, "pile m1") == (Reason.PAIR_NEEDED, "R-9", {"card": card("9D")})
    assert [(rule.name, rule.number) for rule in RAILROAD.house_rules] == [(HOUSE[0], "R-10")]


def test_r10_by_house_rule_other_parts_do_not_go_onto_that_meld() -> None:
    state = taking("8D TD 9D", "6C 9D", "9S 9H 9C", house_rules=HOUSE)
    told = refused(state, "pile m1 / m1 9D")
    assert told == (Reason.MELD_NAMED_TWICE, "C-10", {"meld": 1})


def test_r10_the_house_rule_keeps_frozen_piles_and_closed_melds() -> None:
    state = taking("8D TD 8C", "2S 9D", "9S 9H 9C", house_rules=HOUSE, frozen=True)
    assert refused(state, "pile m1") == (Reason.PILE_FROZEN, "R-10", {"card": card("9D")})
    closed = taking("8D TD 8C", "6C AC", RED, house_rules=HOUSE)
    assert refused(closed, "pile m1")[:2] == (Reason.PILE_NAMES_OTHER_MELD, "R-9")


def test_r10_by_house_rule_a_closing_top_lets_the_same_move_start_another_meld() -> None:
    state = taking("AS AS AS 8D TD", "6C AC", "AS AH AH AD AD AC", house_rules=HOUSE)
    state = after(state, "pile m1 / AS AS AS")
    assert melds_of(state) == ["AS AH AH AD AD AC AC", "AS AS AS"]


@pytest.mark.parametrize("rules", [[], HOUSE])
def test_c9_with_an_empty_stock_a_fitting_meld_keeps_the_deal_going(rules: list[str]) -> None:
    state = emptied("9D", "KC QC", against=["9S 9H 9C"], house_rules=rules)
    assert state.public.phase is Phase.TAKE
    assert allowed(state, "pile m1" if rules else "top m1")
    over = after(state, "stop")
    assert over.public.ended_by is Ending.STOCK
    icy = emptied("9D", "9S KC QC", against=["9S 9H 9C"], house_rules=rules, frozen=True)
    assert icy.public.ended_by is Ending.STOCK
    closed = emptied("AC", "KC QC", against=[RED], house_rules=rules)
    assert closed.public.ended_by is Ending.STOCK


def test_c9_with_an_empty_stock_only_a_natural_pair_counts() -> None:
    for is_frozen in (False, True):
        pair = emptied("9D", "9S 9H KC QC", against=["5D 5H 5C"], frozen=is_frozen)
        assert allowed(pair, "pile 9S 9H")
        wild = emptied("9D", "9S 2S KC QC", against=["5D 5H 5C"], frozen=is_frozen)
        assert wild.public.ended_by is Ending.STOCK
    blocked = emptied("3S", "3S 3C KC QC", against=["5D 5H 5C"])
    assert blocked.public.ended_by is Ending.STOCK


@pytest.mark.parametrize(
    ("total", "need"),
    [(-5, 15), (0, 50), (4_995, 50), (5_000, 90), (9_995, 90), (10_000, 120), (14_995, 120),
     (15_000, 150)],
)  # fmt: skip
def test_r11_the_first_meld_needs_more_with_a_higher_score(total: int, need: int) -> None:
    assert minimum(see(position("railroad", seats=2, score=total), 0)) == need


def test_r11_a_first_meld_below_the_minimum_is_refused() -> None:
    state = position("railroad", seats=2, hand="KS KH KD 2S XX XX" + SPARE)
    told = refused(state, "lay KS KH KD")
    assert told == (Reason.OPENING_TOO_LOW, "C-12", {"need": 50, "have": 30})
    assert allowed(state, "lay KS KH KD 2S")
    assert allowed(state, "lay 2S XX XX")


# ---------------------------------------------------------------- barred sevens


def test_r12_no_seven_is_discarded_until_every_player_has_a_canasta_of_sevens() -> None:
    for mine, theirs in (([], []), ([SEVENS], []), ([], [SEVENS]), ([SEVENS], ["7S 7H 7C"])):
        state = position("railroad", seats=2, hand="7C 8D TD", melds=mine, against=theirs)
        told = refused(state, "discard 7C")
        assert told == (Reason.RANK_BARRED, "R-12", {"card": card("7C")})
        assert barred_rank(state.public) == "7"
        assert allowed(state, "discard 8D")
    free = position("railroad", seats=2, hand="7C 8D TD", melds=[SEVENS], against=[SEVENS])
    assert barred_rank(free.public) is None
    assert allowed(free, "discard 7C")


def test_r12_every_player_means_all_of_them() -> None:
    state = position("railroad", seats=3, hand="7C 8D TD", melds=[SEVENS], against=[SEVENS])
    assert refused(state, "discard 7C")[:2] == (Reason.RANK_BARRED, "R-12")


def test_r12_a_lay_does_not_leave_only_barred_sevens() -> None:
    state = laying("4S 4H 4C 7S 7H")
    assert refused(state, "lay 4S 4H 4C") == (Reason.ONLY_BARRED_LEFT, "R-12", {})
    assert allowed(laying("4S 4H 4C 7S 8D"), "lay 4S 4H 4C")
    assert allowed(laying("4S 4H 4C 7C 7C", SEVENS, against=[SEVENS]), "lay 4S 4H 4C")


def test_r12_the_bar_is_judged_as_it_stands_after_the_lay() -> None:
    state = laying("7C 7C 7C", "7S 7S 7H 7H 7D 7D", against=[SEVENS])
    assert allowed(state, "lay m1 7C")
    assert after(state, "lay m1 7C", "discard 7C").public.sizes[0] == 1
    barred = laying("7C 7C 7C", "7S 7S 7H 7H 7D 7D")
    assert refused(barred, "lay m1 7C") == (Reason.ONLY_BARRED_LEFT, "R-12", {})


def test_r12_a_take_does_not_leave_only_barred_sevens() -> None:
    only = (Reason.ONLY_BARRED_LEFT, "R-12", {})
    assert refused(taking("9S 9H 7S 7H", "9D"), "pile 9S 9H") == only
    assert refused(taking("9S 9H 7S 7H", "3H 9D"), "pile 9S 9H") == only
    assert refused(taking("7S 7H", "6C 9D", "9S 9H 9C"), "top m1") == only
    assert refused(taking("9S 9H 7S", "7C 9D"), "pile 9S 9H") == only
    open_nines = taking("7S 7H", "7C 9D", "9S 9H 9C", house_rules=HOUSE)
    assert refused(open_nines, "pile m1") == only


def test_r12_the_rest_of_the_pile_counts_as_left() -> None:
    assert allowed(taking("9S 9H 7S 7H", "6C 9D"), "pile 9S 9H")
    assert allowed(taking("9S 9H 7S", "6C 9D"), "pile 9S 9H")
    assert allowed(taking("9S 9H", "3S 7S 9D"), "pile 9S 9H")


def test_r12_a_take_that_lifts_the_bar_may_leave_sevens() -> None:
    state = taking("7D 7C 7C 7C", "7D", "7S 7S 7H 7H", against=[SEVENS])
    assert allowed(state, "pile m1 7D 7C")
    barred = taking("7D 7C 7C 7C", "7D", "7S 7S 7H 7H")
    assert refused(barred, "pile m1 7D 7C") == (Reason.ONLY_BARRED_LEFT, "R-12", {})
    alone = taking("7C 7C", "6C 7C", "7S 7S 7H 7H 7D 7D", against=[SEVENS])
    assert allowed(alone, "top m1")


# ---------------------------------------------------------------- the kitty

KITTY = "4S 4H 3H 5S 6S 8S 9S TS JS QS KS"


@pytest.mark.parametrize(
    ("six", "last"),
    [("AS AS AH AH AD AD", "AC"), ("XX XX 2S 2H 2D 2C", "2C"), ("7S 7S 7H 7H 7D 7D", "7C")],
)
def test_r13_a_canasta_that_is_not_mixed_earns_the_kitty_after_the_discard(
    six: str, last: str
) -> None:
    state = laying(f"{last} 8D TD", six, kitty=KITTY)
    assert see(state, 0).kitty is None
    state = after(state, f"lay m1 {last}")
    assert see(state, 0).kitty == held(KITTY)
    assert see(state, 1).kitty is None
    assert hand_of(state) == held("8D TD")
    state = after(state, "discard TD")
    assert hand_of(state) == held(f"8D {KITTY.replace('3H ', '')}")
    assert state.public.kitties == (0, 0)
    assert state.public.sizes[0] == 11
    assert see(state, 0).kitty is None


def test_r13_a_mixed_canasta_earns_no_kitty() -> None:
    state = laying("2C 8D TD", "AS AS AH AH AD AD", kitty=KITTY)
    state = after(state, "lay m1 2C")
    assert see(state, 0).kitty is None
    state = after(state, "discard TD")
    assert hand_of(state) == held("8D")
    assert state.public.kitties == (11, 0)


def test_r13_red_threes_of_the_kitty_are_laid_and_not_replaced() -> None:
    state = laying("AC 8D TD", "AS AS AH AH AD AD", kitty=KITTY.replace("KS", "3D"))
    before = state.public.stock
    state = after(state, "lay m1 AC", "discard TD")
    assert sorted(state.public.red_threes[0]) == sorted(cards("3H 3D"))
    assert state.public.sizes[0] == 1 + 9
    assert state.public.stock == before


def test_r13_a_take_completes_such_a_canasta_too() -> None:
    state = after(taking("8D TD", "6C AC", "AS AS AH AH AD AD", kitty=KITTY), "top m1")
    assert see(state, 0).kitty == held(KITTY)
    assert after(state, "discard 8D").public.kitties == (0, 0)
    pile = taking("AC AC 8D TD", "6C AC", "AS AS AH AH", kitty=KITTY)
    assert after(pile, "pile m1 AC AC", "discard 8D").public.sizes[0] == 2 + 10


def test_r13_the_cards_that_are_about_to_come_do_not_count_for_c13() -> None:
    state = laying("AC 8D", "AS AS AH AH AD AD", kitty=KITTY)
    told = refused(state, "lay m1 AC")
    assert told[:2] == (Reason.KEEP_TWO_CARDS, "C-13")
    sevens = laying("AC 7S 7H", "AS AS AH AH AD AD", kitty=KITTY)
    assert refused(sevens, "lay m1 AC") == (Reason.ONLY_BARRED_LEFT, "R-12", {})


def test_r13_cards_of_the_kitty_are_not_laid_before_they_have_come() -> None:
    state = after(laying("AC 8D TD", "AS AS AH AH AD AD", kitty=KITTY), "lay m1 AC")
    assert refused(state, "discard KS") == (Reason.NOT_HELD, "C-14", {"card": card("KS")})


def test_r13_a_canasta_of_another_player_earns_no_kitty() -> None:
    state = position(
        "railroad", seats=2, hand="8D TD", against=[RED], kitty=KITTY, melds=["5D 5H 5C"]
    )  # fmt: skip
    assert see(state, 0).kitty is None
    assert after(state, "discard TD").public.kitties == (11, 0)


def test_r13_who_goes_out_takes_no_kitty() -> None:
    state = laying("7C 8D", BLACK, "7S 7S 7H 7H 7D 7D", RED, WILDS, kitty=KITTY)
    state = after(state, "lay m2 7C", "discard 8D")
    assert state.public.out_seat == 0
    assert state.public.kitties == (11, 0)


# ---------------------------------------------------------------- going out


def test_r14_going_out_needs_a_canasta_of_each_kind() -> None:
    state = laying("4S", *ALL_FOUR)
    assert may_go_out(see(state, 0))
    assert after(state, "discard 4S").public.out_seat == 0


@pytest.mark.parametrize("missing", ALL_FOUR)
def test_r14_four_canastas_of_three_kinds_are_not_enough(missing: str) -> None:
    instead = "QS QS QH QH QD 2S XX" if missing == RED else "QS QS QH QH QD QD QC"
    melds = [instead if meld == missing else meld for meld in ALL_FOUR]
    state = laying("4S 4H 4C 8D", *melds)
    assert not may_go_out(see(state, 0))
    reason, rule, params = refused(state, "lay 4S 4H 4C")
    assert (reason, rule) == (Reason.KEEP_TWO_CARDS, "C-13")
    (lacks,) = params.pop("lacks")
    assert (params, lacks) == (
        {"left": 1, "have": 3, "need": 4},
        get("railroad").new_meld(cards(missing)).canasta,
    )
    reason, rule, params = refused(laying("4S", *melds), "discard 4S")
    assert (reason, rule) == (Reason.CANNOT_GO_OUT, "R-14")


def test_r14_the_last_canasta_may_be_made_in_that_turn() -> None:
    state = laying("7C 8D", RED, BLACK, WILDS, "7S 7S 7H 7H 7D 7D")
    assert after(state, "lay m4 7C", "discard 8D").public.out_seat == 0


def test_r14_the_last_card_is_discarded_not_laid() -> None:
    state = laying("4S 4H 4C", *ALL_FOUR)
    assert refused(state, "lay 4S 4H 4C") == (Reason.LAST_CARD_IS_DISCARDED, "R-14", {})
    pile = taking("9S 9H", "9D", *ALL_FOUR)
    assert refused(pile, "pile 9S 9H") == (Reason.LAST_CARD_IS_DISCARDED, "R-14", {})
    threes = taking("9S 9H", "3H 9D", *ALL_FOUR)
    assert refused(threes, "pile 9S 9H") == (Reason.LAST_CARD_IS_DISCARDED, "R-14", {})
    assert after(taking("9S 9H", "8C 9D", *ALL_FOUR), "pile 9S 9H", "discard 8C").public.ended_by


@pytest.mark.parametrize("theirs", [["5D 5H 5C"], [SEVENS]])
def test_r14_the_last_card_is_never_a_seven(theirs: list[str]) -> None:
    state = laying("4S 4H 4C 7C", *ALL_FOUR, against=theirs)
    told = refused(state, "lay 4S 4H 4C")
    assert told == (Reason.BARRED_RANK_LAST, "R-14", {"card": card("7C")})
    take = taking("9S 9H", "7C 9D", *ALL_FOUR, against=theirs)
    assert refused(take, "pile 9S 9H")[:2] == (Reason.BARRED_RANK_LAST, "R-14")
    assert allowed(laying("4S 4H 4C 6C", *ALL_FOUR, against=theirs), "lay 4S 4H 4C")


def test_r14_a_seven_that_is_the_only_card_is_not_discarded() -> None:
    state = laying("7C", *ALL_FOUR, against=[SEVENS])
    told = refused(state, "discard 7C")
    assert told == (Reason.BARRED_RANK_LAST, "R-14", {"card": card("7C")})


def test_r14_it_earns_100_in_one_turn_or_several() -> None:
    hand = f"{RED} {BLACK} {WILDS} {SEVENS} 8D"
    state = position("railroad", seats=4, hand=hand)
    state = after(state, f"lay {RED} / {BLACK} / {WILDS} / {SEVENS}", "discard 8D")
    assert score(state)[0].going_out == 100
    assert score(after(laying("4S", *ALL_FOUR), "discard 4S"))[0].going_out == 100


# ---------------------------------------------------------------- the sevens end


def test_r15_a_hand_of_barred_sevens_after_a_draw_stops() -> None:
    state = drawn("7H 7H")
    assert (state.public.phase, state.public.ended_by) == (Phase.STUCK, None)
    assert refused(state, "discard 7S") == (Reason.STUCK, "R-15", {})
    assert refused(state, "draw") == (Reason.TAKEN_ALREADY, "C-7", {})
    state = after(state, "stop")
    public = state.public
    assert (public.phase, public.ended_by, public.out_seat) == (Phase.ENDED, Ending.SEVENS, None)
    assert [s.going_out for s in score(state)] == [0, 0]


@pytest.mark.parametrize("stock", ["7H 8D", "8D 7H", "3H 7H 8D"])
def test_r15_any_other_card_is_discarded_instead(stock: str) -> None:
    state = drawn(stock)
    assert state.public.phase is Phase.LAY
    assert refused(state, "stop") == (Reason.TAKEN_ALREADY, "C-7", {})
    assert allowed(state, "discard 8D")


def test_r15_sevens_that_are_not_barred_are_discarded() -> None:
    state = drawn("7C", "7C", SEVENS, against=[SEVENS])
    assert state.public.phase is Phase.LAY
    assert allowed(state, "discard 7C")


def test_r15_red_threes_drawn_are_laid_and_leave_only_sevens() -> None:
    assert drawn("3H 7H 3D 7H").public.phase is Phase.STUCK
    assert drawn("3H 7H").public.phase is Phase.STUCK
    assert drawn("3H 3D").public.ended_by is Ending.STOCK


def test_r15_sevens_may_be_laid_and_then_stop_is_what_remains() -> None:
    state = drawn("7H 7H", "7S 7S 7C", "5D 5H 5C")
    state = after(state, "lay 7S 7S 7C")
    assert state.public.phase is Phase.STUCK
    assert refused(state, "discard 7H") == (Reason.STUCK, "R-15", {})
    state = after(state, "lay m2 7H")
    assert hand_of(state) == held("7H")
    assert after(state, "stop").public.ended_by is Ending.SEVENS


def test_r15_all_sevens_may_be_laid_and_nobody_is_out() -> None:
    for melds in (["5D 5H 5C"], ALL_FOUR[:3]):
        state = after(drawn("7H 7H", "7S 7S 7C", *melds), "lay 7S 7S 7C 7H 7H")
        public = state.public
        assert (public.phase, public.ended_by) == (Phase.ENDED, Ending.SEVENS)
        assert public.out_seat is None
        assert score(state)[0].going_out == 0


def test_r15_the_minimum_of_the_first_meld_holds() -> None:
    state = drawn("7H 7H", "7S 7S 7C")
    told = refused(state, "lay 7S 7S 7C 7H 7H")
    assert told == (Reason.OPENING_TOO_LOW, "C-12", {"need": 50, "have": 25})
    low = drawn("7H 7H", "7S 7S 7C", score=-5)
    assert allowed(low, "lay 7S 7S 7C 7H 7H")


def test_r15_there_is_no_discard_even_if_the_lay_lifts_the_bar() -> None:
    state = drawn("7H 7H", "7S 7S 7C 7C 7D 7D", "5D 5H 5C", against=[SEVENS], kitty=KITTY)
    assert state.public.phase is Phase.STUCK
    state = after(state, "lay 7S 7S 7C 7C 7D 7D 7H")
    assert barred_rank(state.public) is None
    assert refused(state, "discard 7H") == (Reason.STUCK, "R-15", {})
    state = after(state, "stop")
    assert state.public.ended_by is Ending.SEVENS
    assert state.public.kitties == (11, 0)
    assert score(state)[0].in_hand == -5 - held(KITTY).value


def test_r15_a_take_of_the_pile_is_no_draw() -> None:
    state = after(taking("9S 9H 7S 7H", "6C 9D"), "pile 9S 9H")
    assert state.public.phase is Phase.LAY


@pytest.mark.parametrize("seed", range(30))
def test_r15_a_deal_full_of_sevens_never_lacks_a_move_and_ends(seed: int) -> None:
    state = position(
        "railroad",
        seats=3,
        hand="4S 5S",
        others={1: "4H 5H 7C", 2: "4C 5C 7C"},
        stock="7S 7H 7D " * 6 + "8S",
        melds=["9S 9H 9C"] if seed % 2 else [],
        score=-100,
        phase=Phase.TAKE,
    )
    rng = Random(seed)
    while state.public.phase is not Phase.ENDED:
        view = see(state, state.public.seat)
        sevens = [c for c in view.hand if c.rank == "7"]
        moves = [Draw(), Stop(), *map(Discard, view.hand.faces)]
        moves += [Lay((Part(None, tuple(sevens[:7])),)), Lay((Part(2, tuple(sevens[:1])),))]
        rng.shuffle(moves)
        state = play(state, next(move for move in moves if check(view, move) is None))
    assert state.public.ended_by is Ending.SEVENS
    assert state.public.out_seat is None


# ---------------------------------------------------------------- the score


@pytest.mark.parametrize(
    ("meld", "bonus"), [(RED, 500), (BLACK, 300), (WILDS, 1_000), (SEVENS, 1_500), ("AS AH AD", 0)]
)
def test_r16_each_kind_of_canasta_earns_its_bonus(meld: str, bonus: int) -> None:
    assert scores(meld).bonuses == bonus
    assert scores(meld, meld if bonus else RED).bonuses == (2 * bonus or 500)


def test_r16_red_threes_always_count_plus_without_an_extra_for_all() -> None:
    assert scores(red_threes="3H 3D").red_threes == 200
    assert scores(RED, red_threes="3H 3D").red_threes == 200
    assert scores(red_threes="3H 3H 3H 3H 3D 3D 3D 3D").red_threes == 800


def test_r16_cards_left_in_the_hand_and_in_the_kitty_count_against_their_owner() -> None:
    assert scores(RED, hand="XX AS", kitty="2S KS 5S").in_hand == -(50 + 20 + 20 + 10 + 5)
    assert scores(RED, hand="XX AS").in_hand == -70


def test_r16_red_threes_of_a_kitty_that_was_never_taken_count_nothing() -> None:
    told = scores(RED, kitty="3H 3D 5S")
    assert (told.red_threes, told.in_hand) == (0, -5)


def test_r16_who_goes_out_pays_for_a_kitty_that_was_never_taken() -> None:
    hand = f"{RED} {BLACK} {WILDS} {SEVENS} 8D"
    state = position("railroad", seats=4, hand=hand, kitty="5S KS")
    state = after(state, f"lay {RED} / {BLACK} / {WILDS} / {SEVENS}", "discard 8D")
    assert state.public.kitties == (2, 0, 0, 0)
    assert score(state)[0].in_hand == -15


def test_r16_black_threes_in_a_hand_count_five() -> None:
    state = laying("4S", *ALL_FOUR, others={1: "3S 3C"})
    assert score(after(state, "discard 4S"))[1].in_hand == -10


def test_r17_the_target_is_20000_and_others_are_offered() -> None:
    assert set(RAILROAD.target.values()) == {20_000}
    assert RAILROAD.targets == (5_000, 10_000, 20_000)
    assert verdict(RAILROAD, 20_000, (20_000, 19_995), 9) == Verdict("target", (0,))
    assert verdict(RAILROAD, 20_000, (19_995, 0), 9) is None


def test_r17_on_a_tie_for_the_highest_further_deals_are_played() -> None:
    assert verdict(RAILROAD, 20_000, (20_100, 20_100), 9) is None
    assert verdict(RAILROAD, 20_000, (20_100, 20_000, 20_100), 9) is None
    assert verdict(RAILROAD, 20_000, (20_000, 20_000, 20_100), 9) == Verdict("target", (2,))


def test_r17_there_is_no_limit_of_deals() -> None:
    assert verdict(RAILROAD, 20_000, (19_995, 0), 60) is None
    assert verdict(RAILROAD, 20_000, (20_100, 20_100), 1_000) is None
    assert verdict(RAILROAD, 20_000, (20_100, 0), 1_000) == Verdict("target", (0,))
