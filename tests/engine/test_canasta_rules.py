"""The rules of the standard game, K-1 to K-16."""

import pytest

from games.engine import shuffle
from games.engine.cards import card, cards
from games.engine.melds import Canasta
from games.engine.moves import Discard, Lay, parse
from games.engine.refusal import Reason
from games.engine.rules import begin, check_plan, frozen, may_go_out, minimum
from games.engine.scoring import Score, Verdict, score, verdict
from games.engine.state import Ending, Phase, Setup, State
from games.engine.variants import get
from games.engine.view import see

from .positions import after, allowed, beginning, hand_of, held, melds_of, position, refused

CANASTA = get("canasta")
KINGS = "KS KH KD KC"
ACES = "AS AS AH AH AD AD AC"
NATURAL = "QS QS QH QH QD QD QC"
MIXED = "JS JS JH JH JD 2S 2H"
EVERY_SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
HOUSE = ["take_onto_meld"]


def laying(hand: str, *melds: str, spare: str = " 8D TD") -> State:
    """The state in which a player who has opened may lay; two cards are to spare (C-13)."""
    return position("canasta", hand=hand + spare, melds=melds or ["5D 5H 5C"])


def taking(hand: str, pile: str, *melds: str, **more: object) -> State:
    """The state in which a player may take the pile."""
    return position("canasta", hand=hand, pile=pile, melds=melds, phase=Phase.TAKE, **more)


def emptied(discard: str, hand: str, **more: object) -> State:
    """After a discard with the stock empty, where seat 1, the next player, holds this hand."""
    state = position("canasta", hand=f"{discard} 6S 6H", others={1: hand}, stock="", **more)
    return after(state, f"discard {discard}")


def ended(state: State) -> bool:
    """Whether the deal is over with nobody out."""
    assert state.public.ended_by in (None, Ending.STOCK)
    return state.public.phase is Phase.ENDED


def scores(*melds: str, seats: int = 4, red_threes: str = "", hand: str = "") -> Score:
    """The score of a side that has these melds when nobody is out."""
    threes = [red_threes] + [""] * (CANASTA.sides(seats) - 1)
    state = position(
        "canasta", seats=seats, hand=hand, others={2: ""}, melds=melds, red_threes=threes
    )
    return score(state)[0]


@EVERY_SEATS
def test_k0_two_packs_and_four_jokers(seats: int) -> None:
    deck = shuffle.deck(bytes(32), 1, CANASTA.packs[seats], CANASTA.jokers[seats])
    assert len(deck) == CANASTA.cards(seats) == 108
    assert deck.count(card("XX")) == 4
    assert all(deck.count(c) == 2 for c in set(deck) - {card("XX")})
    assert CANASTA.seats == (2, 3, 4)
    assert CANASTA.sides(seats) == (2 if seats == 4 else seats)


@pytest.mark.parametrize(("seats", "hand"), [(4, 11), (3, 13), (2, 15)])
def test_k1_the_fewer_players_the_more_cards_are_dealt(seats: int, hand: int) -> None:
    deck = shuffle.deck(bytes(32), 1, 2, 4)
    state = begin(Setup(CANASTA, seats, 0, (0,) * CANASTA.sides(seats)), deck)
    assert tuple(map(len, state.hands)) == state.public.sizes == (hand,) * seats
    threes = sum(map(len, state.public.red_threes))
    assert state.public.stock == 108 - hand * seats - len(state.public.pile) - threes


@pytest.mark.parametrize(("seats", "drawn"), [(4, 1), (3, 2), (2, 2)])
def test_k2_one_card_is_drawn_with_four_players_and_two_with_fewer(seats: int, drawn: int) -> None:
    state = position("canasta", seats=seats, hand="4S 5S", stock="6S 7S 8S", phase=Phase.TAKE)
    state = after(state, "draw")
    assert hand_of(state) == held(" ".join(["4S", "5S", "6S", "7S"][: 2 + drawn]))
    assert refused(state, "draw") == (Reason.TAKEN_ALREADY, "C-7", {})


@EVERY_SEATS
def test_k2_one_card_is_discarded_at_every_table_size(seats: int) -> None:
    state = after(position("canasta", seats=seats, hand="4S 5S 6S"), "discard 5S")
    assert (state.public.seat, state.public.phase) == (1, Phase.TAKE)
    assert refused(state, "discard 6S", 0)[:2] == (Reason.NOT_YOUR_TURN, "C-3")


# ---------------------------------------------------------------- the up-card


def turned_up(up_cards: str, *, seats: int = 2) -> State:
    """The beginning of a deal in which these cards are turned up, the first of them first."""
    dealt = CANASTA.hand[seats] * seats
    return beginning("canasta", f"{'4S ' * dealt}{up_cards} 8S 9S TS", seats=seats)


@pytest.mark.parametrize("up_card", ["9D", "4S", "AC", "3S", "3C"])
def test_k3_a_natural_up_card_stays_alone_and_freezes_nothing(up_card: str) -> None:
    state = turned_up(up_card)
    assert state.public.pile == cards(up_card)
    assert not state.public.frozen
    assert state.public.stock == 108 - 30 - 1


@pytest.mark.parametrize("up_cards", ["2C 9D", "XX 9D", "3H 9D", "3D 3C", "XX 3S"])
def test_k3_a_wild_or_red_three_turned_up_is_covered_and_freezes(up_cards: str) -> None:
    state = turned_up(up_cards)
    assert state.public.pile == cards(up_cards)
    assert state.public.frozen
    assert state.public.stock == 108 - 30 - 2


def test_k3_cards_are_turned_until_a_natural_lies_on_top() -> None:
    state = turned_up("2C XX 3H 2S 3D 9D 5C")
    assert state.public.pile == cards("2C XX 3H 2S 3D 9D")
    assert state.public.frozen
    assert state.public.red_threes == ((), ())


def test_k3_a_red_three_turned_up_is_laid_by_whoever_takes_the_pile() -> None:
    state = turned_up("3H 2C 4D", seats=4)
    assert state.public.red_threes == ((), ())
    state = after(state, "pile 4S 4S 4S 4S 4S 4S 4S 4S 4S")
    assert state.public.red_threes == (cards("3H"), ())
    assert hand_of(state) == held("4S 4S 2C")
    assert not state.public.frozen


def test_k3_the_pile_is_frozen_for_a_side_that_has_opened_too() -> None:
    state = turned_up("2C 9D")
    assert frozen(see(state, 0))
    opened = taking("9S 2D KC QC", "2C 9D", "5D 5H 5C", frozen=True)
    assert refused(opened, "pile 9S 2D")[0] is Reason.NATURAL_PAIR_NEEDED


# ---------------------------------------------------------------- sets


@pytest.mark.parametrize("rank", "46789TJQKA")
def test_k4_three_of_a_rank_from_4_to_ace_are_a_set(rank: str) -> None:
    three, two = (" ".join(rank + suit for suit in suits) for suits in ("SHC", "SH"))
    assert melds_of(after(laying(three), f"lay {three}"))[1] == three
    told = refused(laying(two), f"lay {two}")
    assert told == (Reason.TOO_FEW_CARDS, "K-4", {"size": 2, "need": 3})


@pytest.mark.parametrize("cards_", ["9S 9H 2C", "9S 9H 9C XX 2C", "9S 9H 9C 9D XX XX 2C"])
def test_k4_more_naturals_than_wilds_and_at_most_three_wilds(cards_: str) -> None:
    assert melds_of(after(laying(cards_), f"lay {cards_}"))[1] == cards_


@pytest.mark.parametrize(
    ("cards_", "wilds", "most"),
    [
        ("9S XX 2C", 2, 0),
        ("9S 9H XX 2C", 2, 1),
        ("9S 9H 9C XX XX 2C", 3, 2),
        ("9S 9H 9C 9D XX XX 2S 2C", 4, 3),
        ("9S 9S 9H 9H 9C 9D XX XX 2S 2C", 4, 3),
    ],
)
def test_k4_too_many_wilds_make_no_set(cards_: str, wilds: int, most: int) -> None:
    told = refused(laying(cards_), f"lay {cards_}")
    assert told == (Reason.TOO_MANY_WILDS, "K-4", {"wilds": wilds, "most": most})


def test_k4_a_set_may_grow_past_seven() -> None:
    eight = "9S 9S 9H 9H 9D 9D 9C 9C"
    state = after(laying("9C 2S XX XX", " ".join(eight.split()[:7])), "lay m1 9C")
    assert melds_of(state) == [eight]
    state = after(state, "lay m1 2S XX XX")
    assert state.public.melds[0][0].size == 11
    assert not state.public.melds[0][0].closed


def test_k4_the_limits_are_checked_at_every_addition() -> None:
    state = laying("9D 2C XX", "9S 9H 2S")
    assert refused(state, "lay m1 2C")[:2] == (Reason.TOO_MANY_WILDS, "K-4")
    assert allowed(state, "lay m1 9D 2C")
    state = after(state, "lay m1 9D")
    assert allowed(state, "lay m1 2C")
    assert refused(state, "lay m1 2C XX")[2] == {"wilds": 3, "most": 2}


@pytest.mark.parametrize("other", ["8S", "3S", "TC"])
def test_k4_all_naturals_are_of_one_rank(other: str) -> None:
    state = laying(f"9S 9H 9C {other}", "9D 9D 2S")
    assert refused(state, f"lay m1 {other}") == (Reason.RANKS_DIFFER, "K-4", {})
    new = refused(laying(f"9S 9H {other}"), f"lay 9S 9H {other}")
    assert new == (Reason.RANKS_DIFFER, "K-4", {})


@pytest.mark.parametrize("cards_", ["7S 8S 9S", "4H 5H 6H 7H", "QC KC AC 2C"])
def test_k4_there_are_no_sequences(cards_: str) -> None:
    assert refused(laying(cards_), f"lay {cards_}") == (Reason.RANKS_DIFFER, "K-4", {})


@pytest.mark.parametrize("cards_", ["2S 2H 2D", "XX XX XX", "2S 2H 2D 2C XX XX XX"])
def test_k4_there_are_no_melds_of_wilds_only(cards_: str) -> None:
    told = refused(laying(cards_), f"lay {cards_}")
    assert told == (Reason.NOT_A_MELD, "K-4", {"cards": cards(cards_)})


def test_k5_a_side_has_one_set_of_each_rank() -> None:
    state = laying("KS KH KD QS QH QD", "KS KH KC")
    told = refused(state, "lay KS KH KD")
    assert told == (Reason.RANK_IS_OPEN, "K-5", {"card": card("KS"), "meld": 1})
    assert melds_of(after(state, "lay m1 KS KH KD / QS QH QD"))[1] == "QS QH QD"


def test_k5_a_canasta_is_the_set_of_its_rank_too() -> None:
    state = position("canasta", hand="JD JC JC 8D TD", melds=[MIXED])
    assert refused(state, "lay JD JC JC")[:2] == (Reason.RANK_IS_OPEN, "K-5")
    assert allowed(state, "lay m1 JD JC JC")


def test_k5_one_move_does_not_begin_two_sets_of_a_rank() -> None:
    state = laying("KS KS KH KH KD KD")
    told = refused(state, "lay KS KH KD / KS KH KD")
    assert told == (Reason.RANK_IS_OPEN, "K-5", {"card": card("KS"), "meld": 2})
    assert allowed(state, "lay KS KH KD KS KH KD")


def test_k5_the_other_side_may_have_a_set_of_that_rank() -> None:
    state = position(
        "canasta", hand="KS KH KD 8D TD", melds=["5D 5H 5C"], against=["KS KH KC"]
    )  # fmt: skip
    assert allowed(state, "lay KS KH KD")


def test_k5_cards_taken_with_the_pile_are_added_to_the_set_of_their_rank() -> None:
    state = taking("9S 9H 8D TD", "KC KD 9D", "KS KH KD")
    state = after(state, "pile 9S 9H")
    refused(state, "lay KC KD")
    assert melds_of(after(state, "lay m1 KC KD"))[0] == "KS KH KD KC KD"


def test_k6_a_wild_makes_a_natural_canasta_mixed() -> None:
    state = laying("2C", NATURAL)
    assert state.public.melds[0][0].canasta is Canasta.NATURAL
    assert score(state)[0].bonuses == 500
    state = after(state, "lay m1 2C")
    assert state.public.melds[0][0].canasta is Canasta.MIXED
    assert score(state)[0].bonuses == 300


def test_k6_no_more_than_three_wilds_are_added_to_it() -> None:
    state = laying("2C 2D XX XX", NATURAL)
    assert allowed(state, "lay m1 2C 2D XX")
    told = refused(state, "lay m1 2C 2D XX XX")
    assert told == (Reason.TOO_MANY_WILDS, "K-4", {"wilds": 4, "most": 3})


# ---------------------------------------------------------------- the frozen pile


def test_k7_the_pile_is_frozen_for_a_side_that_has_not_opened() -> None:
    state = taking("QS 2C AS AH AD AC KC", "9D QD")
    assert frozen(see(state, 0))
    told = refused(state, "pile QS 2C / AS AH AD AC")
    assert told == (Reason.NATURAL_PAIR_NEEDED, "K-8", {"card": card("QD")})
    opened = taking("QS 2C AS AH AD AC KC", "9D QD", "5D 5H 5C")
    assert not frozen(see(opened, 0))
    assert allowed(opened, "pile QS 2C / AS AH AD AC")


def test_k7_a_meld_of_the_partner_opens_for_the_side_and_one_of_others_does_not() -> None:
    state = position("canasta", hand="9S 9H", others={1: "QS 2C KC", 2: "QS 2C KC"}, pile="9D",
                     melds=["5D 5H 5C"], stock="7C 8C")  # fmt: skip
    state = after(state, "discard 9S")
    assert frozen(see(state, 1))
    assert not frozen(see(state, 2))


def test_k7_red_threes_do_not_open() -> None:
    state = taking("QS 2C AS AH AD AC KC", "QD", red_threes=["3H", ""])
    assert frozen(see(state, 0))


@pytest.mark.parametrize("wild", ["2C", "XX"])
def test_k7_the_discard_of_a_wild_freezes_the_pile_for_everybody(wild: str) -> None:
    state = position(
        "canasta", hand=f"{wild} 9S", others={1: "6S 6H"}, melds=["5D 5H 5C"],
        against=["KS KH KC"], stock="7C 7D 8C 8D",
    )  # fmt: skip
    assert not state.public.frozen
    state = after(state, f"discard {wild}")
    assert state.public.frozen
    assert all(frozen(see(state, seat)) for seat in range(4))
    state = after(state, "draw", "discard 6S")
    assert state.public.frozen


def test_k7_it_stays_frozen_until_the_pile_is_taken() -> None:
    state = taking("9S 9H 8D TD", "2C 6C 9D", "5D 5H 5C", frozen=True)
    state = after(state, "pile 9S 9H")
    assert not state.public.frozen
    assert not after(state, "discard TD").public.frozen
    assert after(state, "discard 2C").public.frozen


@pytest.mark.parametrize("discard", ["3S", "9C", "KC"])
def test_k7_other_discards_freeze_nothing(discard: str) -> None:
    state = after(position("canasta", hand=f"{discard} 9S"), f"discard {discard}")
    assert not state.public.frozen


# ---------------------------------------------------------------- taking the pile


def test_k8_two_naturals_take_the_pile_frozen_or_not() -> None:
    for is_frozen in (False, True):
        state = taking("9S 9H 8D TD", "6C 9D", "5D 5H 5C", frozen=is_frozen)
        state = after(state, "pile 9S 9H")
        assert melds_of(state) == ["5D 5H 5C", "9D 9S 9H"]
        assert hand_of(state) == held("8D TD 6C")
        assert state.public.pile == ()


@pytest.mark.parametrize("wild", ["2C", "XX"])
def test_k8_a_natural_and_a_wild_take_the_pile_that_is_not_frozen(wild: str) -> None:
    state = taking(f"9S {wild} 8D TD", "6C 9D", "5D 5H 5C")
    assert melds_of(after(state, f"pile 9S {wild}"))[1] == f"9D 9S {wild}"
    assert melds_of(after(state, f"pile {wild} 9S"))[1] == f"9D 9S {wild}"
    state = taking(f"9S {wild} 8D TD", "6C 9D", "5D 5H 5C", frozen=True)
    told = refused(state, f"pile 9S {wild}")
    assert told == (Reason.NATURAL_PAIR_NEEDED, "K-8", {"card": card("9D")})


def test_k8_two_wilds_never_take_it() -> None:
    for melds in (["5D 5H 5C"], ["9S 9H 9C 9C"]):
        state = taking("2C XX 8D TD", "6C 9D", *melds)
        for move in ("pile 2C XX", "pile m1 2C XX"):
            assert refused(state, move)[1] == "K-8"
    assert refused(state, "pile m1 2C XX")[0] is Reason.PAIR_NEEDED


@pytest.mark.parametrize("first", ["9S", "2C", "m1", "m1 9S", "m1 2C", "8D TD"])
def test_k8_fewer_than_two_fitting_cards_do_not_take_it(first: str) -> None:
    state = taking("9S 2C 8D TD", "6C 9D", "9H 9C 9D 9H")
    told = refused(state, f"pile {first}")
    assert told == (Reason.PAIR_NEEDED, "K-8", {"card": card("9D")})
    assert allowed(state, "pile m1 9S 2C")


def test_k8_more_cards_may_join_that_set_in_the_same_move() -> None:
    state = taking("9S 9H 9C 2C XX 8D TD", "6C 9D", "5D 5H 5C")
    assert melds_of(after(state, "pile 9S 9H 9C 2C XX"))[1] == "9D 9S 9H 9C 2C XX"
    assert melds_of(after(state, "pile 9S 2C"))[1] == "9D 9S 2C"
    assert refused(state, "pile 9S 2C XX") == (
        Reason.TOO_MANY_WILDS,
        "K-4",
        {"wilds": 2, "most": 1},
    )
    icy = taking("9S 9H 9C 2C XX 8D TD", "6C 9D", "5D 5H 5C", frozen=True)
    assert allowed(icy, "pile 9S 9H 2C")


def test_k8_only_cards_that_fit_join_that_set() -> None:
    state = taking("9S 9H 8D TD TC", "6C 9D", "5D 5H 5C")
    assert refused(state, "pile 9S 9H 8D") == (Reason.RANKS_DIFFER, "K-4", {})


def test_k8_the_set_of_that_rank_is_named_and_all_cards_join_it() -> None:
    state = taking("9S 9H 8D TD", "6C 9D", "5D 5H 5C", "9C 9C 2S")
    told = refused(state, "pile 9S 9H")
    assert told == (Reason.RANK_IS_OPEN, "K-5", {"card": card("9D"), "meld": 2})
    assert melds_of(after(state, "pile m2 9S 9H"))[1] == "9C 9C 9D 9S 9H 2S"


def test_k8_a_canasta_of_that_rank_is_named_too() -> None:
    state = taking("JD 2D 8D TD", "6C JC", MIXED)
    assert refused(state, "pile JD 2D")[:2] == (Reason.RANK_IS_OPEN, "K-5")
    state = after(state, "pile m1 JD 2D")
    assert melds_of(state) == ["JS JS JH JH JD JC JD 2S 2H 2D"]


@pytest.mark.parametrize("number", [1, 3])
def test_k8_a_set_of_another_rank_is_not_named(number: int) -> None:
    state = taking("9S 9H 8D TD", "6C 9D", "5D 5H 5C", "9C 9C 2S", "4S 4H 4C")
    told = refused(state, f"pile m{number} 9S 9H")
    assert told == (
        Reason.PILE_NAMES_OTHER_MELD,
        "K-8",
        {"card": card("9D"), "meld": number},
    )
    unknown = refused(state, "pile m4 9S 9H")
    assert unknown == (Reason.NO_SUCH_MELD, "C-10", {"meld": 4})


def test_k8_the_set_that_they_join_keeps_within_its_wilds() -> None:
    state = taking("9S 2C XX 8D TD", "6C 9D", "9H 9C 2S")
    assert allowed(state, "pile m1 9S 2C")
    told = refused(taking("9S 2C 8D TD", "6C 9D", "9H 9C 9C 9H 2S XX XX"), "pile m1 9S 2C")
    assert told == (Reason.TOO_MANY_WILDS, "K-4", {"wilds": 4, "most": 3})


def test_k8_other_parts_may_be_laid_with_the_take() -> None:
    state = taking("9S 9H KC 4S 4H 4C 8D TD", "6C 9D", KINGS)
    state = after(state, "pile 9S 9H / 4S 4H 4C / m1 KC")
    assert melds_of(state) == [f"{KINGS} KC", "9D 9S 9H", "4S 4H 4C"]
    assert not state.public.laid


def test_k8_the_cards_below_the_top_are_not_melded_in_that_move() -> None:
    state = taking("9S 9H KC 8D TD", "KD KH 9D", "5D 5H 5C")
    told = refused(state, "pile 9S 9H / KC KD KH")
    assert told == (Reason.NOT_HELD, "C-10", {"card": card("KD")})
    assert allowed(after(state, "pile 9S 9H"), "lay KC KD KH")


def test_k8_the_top_card_is_never_taken_alone() -> None:
    for rules in ([], HOUSE):
        state = taking("9S 9H 8D TD", "6C 9D", "9C 9C 2S", house_rules=rules)
        assert refused(state, "top m1") == (Reason.TOP_NEVER_ALONE, "K-8", {})


@pytest.mark.parametrize("top", ["3S", "3C", "2C", "XX"])
def test_k9_a_black_three_or_a_wild_on_top_blocks_the_pile(top: str) -> None:
    state = taking("3S 3C 2C 2S 8D TD", f"6C {top}", "5D 5H 5C")
    for move in ("pile 3S 3C", "pile 2C 2S", "pile 3S 2C", "pile m1 2S 2C"):
        assert refused(state, move) == (Reason.PILE_BLOCKED, "K-9", {"card": card(top)})


def test_k9_a_black_three_blocks_only_while_it_lies_on_top_and_does_not_freeze() -> None:
    state = position(
        "canasta", hand="3S 4C", others={1: "9D 6S 6H", 2: "9S 2C 8D TD"}, melds=["5D 5H 5C"]
    )  # fmt: skip
    state = after(state, "discard 3S")
    assert not state.public.frozen
    state = after(state, "draw", "discard 9D")
    assert allowed(state, "pile 9S 2C")
    assert card("3S") in hand_of(after(state, "pile 9S 2C"), 2)


def test_k10_by_house_rule_the_top_goes_onto_the_own_set_without_cards() -> None:
    state = taking("8D TD KC", "6C 9D", "9S 9H 2S", house_rules=HOUSE)
    state = after(state, "pile m1")
    assert melds_of(state) == ["9S 9H 9D 2S"]
    assert hand_of(state) == held("8D TD KC 6C")
    assert (state.public.pile, state.public.phase) == ((), Phase.LAY)


def test_k10_the_house_rule_is_off_unless_the_table_chose_it() -> None:
    state = taking("8D TD KC", "6C 9D", "9S 9H 2S")
    assert refused(state, "pile m1") == (Reason.PAIR_NEEDED, "K-8", {"card": card("9D")})
    assert [(rule.name, rule.number) for rule in CANASTA.house_rules] == [(HOUSE[0], "K-10")]


def test_k10_the_house_rule_takes_no_frozen_pile() -> None:
    state = taking("9C 9H 8D TD KC", "2C 9D", "9S 9H 2S", house_rules=HOUSE, frozen=True)
    assert refused(state, "pile m1") == (Reason.PILE_FROZEN, "K-10", {"card": card("9D")})
    assert allowed(state, "pile m1 9C 9H")


def test_k10_it_needs_the_own_set_of_that_rank() -> None:
    state = taking("8D TD KC", "6C 9D", "5D 5H 5C", house_rules=HOUSE, against=["9S 9H 2S"])
    told = refused(state, "pile m1")
    assert told == (Reason.PILE_NAMES_OTHER_MELD, "K-8", {"card": card("9D"), "meld": 1})
    assert refused(state, "pile m2") == (Reason.NO_SUCH_MELD, "C-10", {"meld": 2})


def test_k10_other_parts_may_follow_but_not_onto_that_set() -> None:
    state = taking("4S 4H 4C 9C 5S 8D TD", "6C 9D", "9S 9H 2S", "5D 5H 5C", house_rules=HOUSE)
    taken = after(state, "pile m1 / 4S 4H 4C / m2 5S")
    assert melds_of(taken) == ["9S 9H 9D 2S", "5D 5H 5C 5S", "4S 4H 4C"]
    told = refused(state, "pile m1 / m1 9C")
    assert told == (Reason.MELD_NAMED_TWICE, "C-10", {"meld": 1})
    assert allowed(after(state, "pile m1"), "lay m1 9C")


def test_k10_one_card_of_the_hand_is_still_no_pair() -> None:
    state = taking("9C 2C 8D TD", "6C 9D", "9S 9H 2S", house_rules=HOUSE)
    for one in ("9C", "2C"):
        assert refused(state, f"pile m1 {one}")[:2] == (Reason.PAIR_NEEDED, "K-8")
    assert allowed(state, "pile m1 9C 2C")


def test_k10_red_threes_of_the_pile_are_laid() -> None:
    state = taking("8D TD KC", "3H 9D", "9S 9H 2S", house_rules=HOUSE)
    state = after(state, "pile m1")
    assert state.public.red_threes == (cards("3H"), ())
    assert hand_of(state) == held("8D TD KC")
    assert state.public.stock == 6


@pytest.mark.parametrize("rules", [[], HOUSE])
def test_k10_an_empty_stock_ends_the_deal_unless_the_house_rule_gives_a_take(
    rules: list[str],
) -> None:
    state = emptied("9D", "KC QC", against=["9S 9H 2S"], house_rules=rules)
    assert ended(state) == (not rules)
    if rules:
        assert allowed(state, "pile m1")
        assert ended(after(state, "stop"))


def test_k10_an_empty_stock_ends_the_deal_where_the_pile_is_frozen() -> None:
    state = emptied("9D", "KC QC", against=["9S 9H 2S"], house_rules=HOUSE, frozen=True)
    assert ended(state)


def test_k8_with_an_empty_stock_a_pair_in_the_hand_keeps_the_deal_going() -> None:
    for is_frozen in (False, True):
        state = emptied("9D", "9S 9H KC QC", against=["5D 5H 5C"], frozen=is_frozen)
        assert allowed(state, "pile 9S 9H")


def test_k8_with_an_empty_stock_a_natural_and_a_wild_count_unless_the_pile_is_frozen() -> None:
    assert allowed(emptied("9D", "9S XX KC QC", against=["5D 5H 5C"]), "pile 9S XX")
    assert ended(emptied("9D", "9S XX KC QC", against=["5D 5H 5C"], frozen=True))
    assert ended(emptied("9D", "9S XX AS AH AD AC KC"))
    assert ended(emptied("9D", "2C XX KC QC", against=["5D 5H 5C"]))
    assert ended(emptied("9D", "9S KC QC", against=["9H 9C 9C"]))


def test_k8_a_limit_of_wilds_that_forbids_the_take_leaves_stop() -> None:
    full = emptied("9D", "9S XX KC QC", against=["9H 9C 9C 9S 2S 2H XX"])
    assert refused(full, "pile m1 9S XX")[:2] == (Reason.TOO_MANY_WILDS, "K-4")
    assert not ended(full)
    assert ended(after(full, "stop"))


@pytest.mark.parametrize("discard", ["2C", "XX", "3S"])
def test_k9_with_an_empty_stock_a_blocked_pile_ends_the_deal(discard: str) -> None:
    assert ended(emptied(discard, "2S 2H 3S 3C", against=["5D 5H 5C"]))


# ---------------------------------------------------------------- opening and red threes


@pytest.mark.parametrize(
    ("total", "need"),
    [(-5, 15), (0, 50), (1_495, 50), (1_500, 90), (2_995, 90), (3_000, 120), (9_000, 120)],
)
def test_k11_the_first_meld_needs_more_with_a_higher_score(total: int, need: int) -> None:
    assert minimum(see(position("canasta", score=total), 0)) == need


def test_k11_a_first_meld_below_the_minimum_is_refused() -> None:
    state = position("canasta", hand="KS KH KD QS QH QD 2S 8D TD")
    told = refused(state, "lay KS KH KD")
    assert told == (Reason.OPENING_TOO_LOW, "C-12", {"need": 50, "have": 30})
    assert allowed(state, "lay KS KH KD 2S")
    assert allowed(state, "lay KS KH KD / QS QH QD")
    assert allowed(position("canasta", hand="4S 4H 4C 8D TD", score=-5), "lay 4S 4H 4C")


def test_k11_the_top_card_counts_and_the_rest_of_the_pile_does_not() -> None:
    state = taking("AS AH 8D TD", "XX XX AD", frozen=True)
    assert allowed(state, "pile AS AH")
    low = taking("QS QH 8D TD", "XX XX QD", frozen=True)
    assert refused(low, "pile QS QH")[2] == {"need": 50, "have": 30}


def test_k12_red_threes_count_for_a_side_that_has_opened() -> None:
    assert scores("5D 5H 5C", red_threes="3H 3H 3D").red_threes == 300
    assert scores("5D 5H 5C", red_threes="3H 3H 3D 3D").red_threes == 800
    assert scores("5D 5H 5C").red_threes == 0


def test_k12_red_threes_count_against_a_side_that_has_not_opened() -> None:
    assert scores(red_threes="3H").red_threes == -100
    assert scores(red_threes="3H 3H 3D 3D").red_threes == -800


@pytest.mark.parametrize("discard", ["4S", "AS", "3S", "2S", "XX"])
def test_k13_any_card_may_be_discarded(discard: str) -> None:
    state = after(position("canasta", hand=f"{discard} 8D"), f"discard {discard}")
    assert state.public.top == card(discard)
    assert state.public.frozen == card(discard).wild


def test_k13_a_red_three_is_never_in_a_hand_to_be_discarded() -> None:
    state = position("canasta", hand="4S", stock="3H 5S 6S", phase=Phase.TAKE)
    state = after(state, "draw")
    assert refused(state, "discard 3H") == (Reason.NOT_HELD, "C-14", {"card": card("3H")})


# ---------------------------------------------------------------- going out


@pytest.mark.parametrize(("seats", "need"), [(4, 1), (3, 1), (2, 2)])
def test_k14_going_out_needs_one_canasta_and_two_with_two_players(seats: int, need: int) -> None:
    melds = [NATURAL, MIXED]
    enough = position("canasta", seats=seats, hand="4S", melds=melds[:need])
    assert may_go_out(see(enough, 0))
    assert after(enough, "discard 4S").public.out_seat == 0
    short = position("canasta", seats=seats, hand="4S", melds=["5D 5H 5C", *melds[: need - 1]])
    told = refused(short, "discard 4S")
    assert told == (
        Reason.CANNOT_GO_OUT,
        "K-14",
        {"left": 1, "have": need - 1, "need": need},
    )


def test_k14_a_player_goes_out_by_laying_the_last_card_too() -> None:
    state = position("canasta", hand="4S 4H 4C", melds=[NATURAL])
    assert after(state, "lay 4S 4H 4C").public.out_seat == 0
    state = position("canasta", hand="4S 4H 4C", melds=["5D 5H 5C"])
    told = refused(state, "lay 4S 4H 4C")
    assert told == (Reason.KEEP_TWO_CARDS, "C-13", {"left": 0, "have": 0, "need": 1})


def going_out(state: State, seat: int = 0) -> int:
    """What the side of a seat earned for going out."""
    assert state.public.ended_by is Ending.OUT
    return score(state)[state.public.setup.side(seat)].going_out


OTHERS = {1: "5S 5H", 2: "7S 7H", 3: "6S 6H"}
ROUND = ("draw", "discard 5S", "draw", "discard 7S", "draw", "discard 6S", "draw")
"""What the three others do, and the draw of seat 0 after them."""


@pytest.mark.parametrize(
    ("hand", "melds", "move"),
    [
        ("4S 4H 4C 5C TD", [NATURAL], "lay 4S 4H 4C"),
        ("QC 5C TD", [NATURAL, "4S 4H 4C"], "lay m1 QC"),
    ],
)
def test_k14_it_earns_100_for_who_laid_a_card_in_an_earlier_turn(
    hand: str, melds: list[str], move: str
) -> None:
    state = position("canasta", hand=hand, melds=melds, others=OTHERS, stock="5D 7D 6D 4D")
    state = after(state, move, "discard TD", *ROUND)
    assert going_out(after(state, "lay m2 4D", "discard 5C")) == 100


def test_k14_a_take_of_the_pile_in_an_earlier_turn_counts_as_laying() -> None:
    state = taking("9S 9H KC", "9C 9D", NATURAL, others=OTHERS, stock="5D 7D 6D 8H")
    state = after(state, "pile 9S 9H", "discard KC", *ROUND)
    assert going_out(after(state, "lay m2 9C", "discard 8H")) == 100


def test_k14_it_earns_200_to_lay_the_whole_hand_in_one_move() -> None:
    assert going_out(after(position("canasta", hand=NATURAL), f"lay {NATURAL}")) == 200


def test_k14_it_earns_200_in_several_moves_of_one_turn_with_a_last_discard() -> None:
    state = position("canasta", hand=f"{NATURAL} 4S 4H 4C 8D")
    state = after(state, f"lay {NATURAL}", "lay 4S 4H 4C", "discard 8D")
    assert going_out(state) == 200


def test_k14_it_earns_200_when_that_turn_began_with_a_take_of_the_pile() -> None:
    state = taking("QS QH QD QS QH QD", "QC")
    assert going_out(after(state, "pile QS QH QD QS QH QD")) == 200
    state = taking("QS QH QD QS QH QD 4S 4H 4C 8D 8C", "8S QC")
    state = after(state, "pile QS QH QD QS QH QD", "lay 4S 4H 4C", "lay 8S 8D 8C")
    assert going_out(state) == 200


def test_k14_it_earns_200_although_the_partner_has_melded_and_with_cards_added_there() -> None:
    others = OTHERS | {2: "4S 4H 4C QC"}
    state = position("canasta", hand=f"{NATURAL} 9C TC", others=others, stock="5D KD")
    state = after(state, f"lay {NATURAL}", "discard 9C", "draw", "discard 5S", "draw")
    state = after(state, "lay 4S 4H 4C", "lay m1 QC", "discard KD")
    assert going_out(state, 2) == 200


def test_k14_a_red_three_that_was_laid_is_no_card_laid() -> None:
    state = position(
        "canasta", hand=NATURAL, others=OTHERS, stock="3H 8C 5D 7D 6D 7C", phase=Phase.TAKE
    )
    state = after(state, "draw", "discard 8C", *ROUND, f"lay {NATURAL}", "discard 7C")
    assert state.public.red_threes == (cards("3H"), ())
    assert going_out(state) == 200


def test_k14_a_canasta_made_in_that_turn_is_enough() -> None:
    state = position("canasta", hand="QC 4S", melds=["QS QS QH QH QD QD"])
    assert not may_go_out(see(state, 0))
    assert going_out(after(state, "lay m1 QC", "discard 4S")) > 0
    told = refused(position("canasta", hand="KC 4S", melds=["KS KS KH KH KD"]), "lay m1 KC")
    assert told == (Reason.KEEP_TWO_CARDS, "C-13", {"left": 1, "have": 0, "need": 1})


@pytest.mark.parametrize(("melds", "points"), [([NATURAL], 500), ([MIXED], 300)])
def test_k15_a_canasta_earns_500_or_mixed_300(melds: list[str], points: int) -> None:
    assert scores(*melds).bonuses == points
    assert scores(*melds, ACES).bonuses == points + 500
    assert scores("QS QS QH QH QD QD").bonuses == 0


def test_k16_the_target_is_5000_and_7500_with_three_players() -> None:
    assert dict(CANASTA.target) == {2: 5_000, 3: 7_500, 4: 5_000}
    assert CANASTA.targets == (2_500, 5_000, 7_500, 10_000)


def test_k16_the_target_ends_the_game_and_a_lower_score_does_not() -> None:
    assert verdict(CANASTA, 5_000, (5_000, 4_995), 9) == Verdict("target", (0,))
    assert verdict(CANASTA, 5_000, (4_995, 4_990), 9) is None
    assert verdict(CANASTA, 7_500, (7_495, 0, 7_500), 9) == Verdict("target", (2,))
    assert verdict(CANASTA, 5_000, (5_100, 5_100), 9) == Verdict("draw", ())
    assert verdict(CANASTA, 5_000, (4_995, 0), 60) == Verdict("limit", ())


# ---------------------------------------------------------------- asking, black threes


def test_c17_partners_ask_and_others_do_not() -> None:
    hand = "4S 4H 4C 8D"
    state = position("canasta", hand=hand, melds=[NATURAL])
    lay = parse("lay 4S 4H 4C")
    assert isinstance(lay, Lay)
    assert check_plan(see(state, 0), lay, Discard(card("8D"))) is None
    assert going_out(after(state, "ask", "yes", str(lay), "discard 8D")) == 200
    state = after(state, "ask", "no")
    told = refused(state, str(lay))
    assert told == (Reason.PARTNER_SAID_NO, "C-17", {})
    alone = position("canasta", seats=3, hand=hand, melds=[NATURAL])
    assert refused(alone, "ask") == (Reason.NO_PARTNER, "C-17", {})


def test_c16_black_threes_are_melded_by_who_goes_out() -> None:
    state = position("canasta", hand="3S 3S 3C 8D", melds=[NATURAL])
    assert score(after(state, "lay 3S 3S 3C", "discard 8D"))[0].melds == 70 + 15
    state = position("canasta", hand="3S 3S 3C 8D 9D", melds=[NATURAL])
    told = refused(state, "lay 3S 3S 3C")
    assert told == (Reason.BLACK_THREES_ONLY_GOING_OUT, "C-16", {})
