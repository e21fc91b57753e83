"""Cards and hands: C-1 and C-2."""

import pytest

from games.engine.cards import ALL_CARDS, Card, CardNotHeld, Hand, card, cards, value

POINTS = {"X": 50, "2": 20, "A": 20} | dict.fromkeys("KQJT98", 10) | dict.fromkeys("7654", 5)


@pytest.mark.parametrize("face", ALL_CARDS, ids=str)
def test_c1_each_card_has_its_value(face: Card) -> None:
    if face.rank == "3":
        assert face.value == (5 if face.suit in "SC" else 0)
    else:
        assert face.value == POINTS[face.rank]


def test_c1_the_values_of_a_hand_add_up() -> None:
    assert value(cards("XX 2S AH KD 8C 7H 4S 3C")) == 50 + 20 + 20 + 10 + 10 + 5 + 5 + 5
    assert Hand(cards("XX XX 2S 7H 7H 7H")).value == 135
    assert Hand().value == 0


def test_c1_a_pack_is_worth_540() -> None:
    assert value(ALL_CARDS) == 4 * 120 + 2 * 5 + 50


def test_c2_every_face_has_a_text_of_its_own() -> None:
    ranks, suits = "A23456789TJQK", "SHDC"
    assert [str(c) for c in ALL_CARDS] == [r + s for s in suits for r in ranks] + ["XX"]
    for face in ALL_CARDS:
        assert card(str(face)) == face
        assert str(face) == face.rank + face.suit


@pytest.mark.parametrize(
    "text",
    ["", "7", "H7", "7h", "10H", "1H", "XS", "X", "xx", " 7H", "7H ", "7H\n", "7♥", "٧H", "7H7H"],
)
def test_c2_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        card(text)


def test_c2_wilds_are_jokers_and_twos_and_threes_have_their_colours() -> None:
    assert {str(c) for c in ALL_CARDS if c.wild} == {"XX", "2S", "2H", "2D", "2C"}
    assert {str(c) for c in ALL_CARDS if c.red_three} == {"3H", "3D"}
    assert {str(c) for c in ALL_CARDS if c.black_three} == {"3S", "3C"}


def test_c2_cards_of_one_face_are_one_card() -> None:
    one, other = cards("7H 7H")
    assert one == other
    assert hash(one) == hash(other)
    assert Hand(cards("7H 4S 7H")) == Hand(cards("7H 7H 4S"))
    assert hash(Hand(cards("7H 4S"))) == hash(Hand(cards("4S 7H")))
    assert repr(Hand(cards("7H 4S"))) == repr(Hand(cards("4S 7H")))


def test_c2_every_card_is_true_the_first_of_the_pack_too() -> None:
    assert all(map(bool, ALL_CARDS))


def test_c2_a_hand_counts_faces() -> None:
    hand = Hand(cards("7H 7H 7D XX"))
    assert len(hand) == 4
    assert hand.count(card("7H")) == 2
    assert hand.rank_count("7") == 3
    assert card("7D") in hand
    assert card("7S") not in hand
    assert sorted(map(str, hand)) == ["7D", "7H", "7H", "XX"]
    assert hand.faces == cards("7H 7D XX")


def test_c2_a_hand_is_never_changed_in_place() -> None:
    hand = Hand(cards("7H 7H"))
    assert hand + cards("4S") == Hand(cards("4S 7H 7H"))
    assert hand - cards("7H") == Hand(cards("7H"))
    assert hand == Hand(cards("7H 7H"))


def test_c2_a_hand_gives_no_card_that_it_does_not_hold() -> None:
    with pytest.raises(CardNotHeld) as error:
        Hand(cards("7H 4S")) - cards("4S 7H 7H")
    assert error.value.card == card("7H")
