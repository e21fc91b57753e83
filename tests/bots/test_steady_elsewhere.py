"""What `steady` does where Canasta, Bolivia and Railroad Canasta differ from Samba."""

from random import Random
from typing import Any

from games import bots
from games.engine import rules
from games.engine.moves import Move
from games.engine.state import Phase, State
from games.engine.view import see
from tests.engine import positions
from tests.engine.positions import after

STOCK = "4S 5C 5D 6C 6S 9C TC JC QC 4C 6H 4D"


def position(game: str, **told: Any) -> State:
    """A position far from the end of the stock unless told otherwise."""
    return positions.position(game, **{"stock": STOCK} | told)


def choice(state: State) -> Move:
    """What the seat that must act does; it is legal."""
    view = see(state, state.public.seat)
    chosen = bots.choose("steady", view, Random(0))
    assert rules.check(view, chosen) is None
    return chosen


def move(state: State) -> str:
    """The same in the notation of the log."""
    return str(choice(state))


def parts(state: State) -> set[str]:
    """The parts of the lay that it makes, their cards in order."""
    name, _, rest = move(state).partition(" ")
    assert name == "lay"
    return {" ".join(sorted(part.split())) for part in rest.split(" / ")}


PILE = "7H 5S 7D 9C TS 4D KD"


# the pile


def test_joins_the_pair_to_the_open_set_of_its_rank() -> None:
    state = position(
        "canasta", phase=Phase.TAKE, hand="KS KH 4S 6S 8C JH", pile=PILE, melds=["KS KH KC"]
    )
    assert move(state) == "pile m1 KS KH"


def test_takes_the_pile_with_a_wild_unless_it_is_frozen() -> None:
    told: dict[str, Any] = {"phase": Phase.TAKE, "hand": "KS 2H 4S 6S 8C JH", "pile": PILE}
    state = position("canasta", **told, melds=["QS QH QD"])
    assert move(state) == "pile KS 2H"
    state = position("canasta", **told, melds=["QS QH QD"], frozen=True)
    assert move(state) == "draw"


def test_takes_a_frozen_pile_with_a_natural_pair() -> None:
    told: dict[str, Any] = {"phase": Phase.TAKE, "hand": "KS KH 4S 6S 8C JH", "pile": PILE}
    state = position("canasta", **told, melds=["QS QH QD"], frozen=True)
    assert move(state) == "pile KS KH"


def test_takes_the_pile_onto_its_set_where_the_house_rule_allows_it() -> None:
    for game, rule in (("canasta", "take_onto_meld"), ("railroad", "top_takes_pile")):
        told: dict[str, Any] = {"phase": Phase.TAKE, "hand": "4S 6S 8C JH", "pile": PILE}
        state = position(game, **told, melds=["KS KH KC"], house_rules=[rule])
        assert move(state) == "pile m1"


def test_does_not_discard_onto_an_open_set_under_that_house_rule() -> None:
    told: dict[str, Any] = {"hand": "KS 9D 9H", "pile": "7H 5S 7D 6C TS 4D", "stock": None}
    state = position("canasta", **told, against=["KH KD KC"])
    assert move(state) == "discard KS"
    rule = ["take_onto_meld"]
    state = position("canasta", **told, against=["KH KD KC"], house_rules=rule)
    assert move(state) != "discard KS"


def test_takes_the_top_alone_where_it_finishes_a_canasta() -> None:
    told: dict[str, Any] = {"phase": Phase.TAKE, "hand": "4S 6S 8C JH", "pile": "9D KD"}
    six = ["KS KH KC KS KH KC"]
    assert move(position("railroad", **told, melds=six)) == "top m1"
    assert move(position("railroad", **told, melds=six, frozen=True)) == "draw"
    assert move(position("railroad", **told, melds=["KS KH KC"])) == "draw"


# melds


def test_wilds_are_melded_alone_before_they_mix_a_set() -> None:
    for game in ("bolivia", "railroad"):
        state = position(
            game, seats=2, hand="2S 2D XX 4S 6H 8C TD", melds=["QS QH QD QC QS QH", "JS JH JD"]
        )
        assert parts(state) == {"2D 2S XX"}


def test_two_wilds_wait_for_a_third_where_they_may_be_melded_alone() -> None:
    state = position("bolivia", hand="2S XX 4S 6H 8C TD", melds=["QS QH QD QC QS"])
    assert move(state).startswith("discard")
    assert move(state) not in ("discard 2S", "discard XX")


def test_spends_few_wilds_on_the_mixed_canasta_that_going_out_needs() -> None:
    state = position("railroad", seats=2, hand="2S XX 4S 6H 8C TD", melds=["QS QH QD QC QS"])
    assert parts(state) == {"2S XX m1"}


def test_does_not_open_with_wilds_beside_pairs_where_they_may_be_melded_alone() -> None:
    hand = "KS KH AS AD XX 8C 9D 4H 6S JH"
    assert move(position("bolivia", hand=hand)).startswith("discard")
    assert move(position("canasta", hand=hand)).startswith("lay")


def test_opens_with_wilds_alone() -> None:
    state = position("bolivia", hand="2S 2D XX 8C 9D 4H 6S JH")
    assert parts(state) == {"2D 2S XX"}


def test_fills_the_closing_set_first_and_then_begins_another() -> None:
    state = position(
        "railroad",
        seats=2,
        stock="4C 5C",
        others={1: "4D 5D"},
        hand="QS QS QH QH QD 5D 8C",
        melds=["QS QH QD QC QS"],
    )
    lay = choice(state)
    assert str(lay).startswith("lay m1 ")
    assert len(str(lay).partition(" / ")[2].split()) == 3


# barred sevens


def test_keeps_a_card_that_may_be_discarded() -> None:
    state = position("railroad", seats=2, hand="QS QH QD 7S 7H", melds=["KS KH KD"])
    state = after(state, move(state))
    while state.public.turn == 0:
        state = after(state, move(state))
    assert state.public.top is not None
    assert state.public.top.rank != "7"


def test_never_discards_a_barred_seven() -> None:
    state = position("railroad", seats=2, hand="AS 7S", melds=["KS KH KD"])
    assert move(state) == "discard AS"


def test_lays_the_sevens_that_it_is_stuck_with_and_stops() -> None:
    state = position("railroad", seats=2, hand="7S 7H 7D 7C", melds=["KS KH KD"], phase=Phase.STUCK)
    assert parts(state) == {"7C 7D 7H 7S"}
    state = position("railroad", seats=2, hand="7S 7H", melds=["KS KH KD"], phase=Phase.STUCK)
    assert move(state) == "stop"


# going out

FOUR = ["KSKHKDKCKSKHKD", "QSQHQDQCQS2S2H", "2S2H2D2C2S2HXX", "7S7H7D7C7S7H7D"]
FOUR = [" ".join(text[i : i + 2] for i in range(0, 14, 2)) for text in FOUR]


def test_goes_out_with_the_four_canastas_by_a_discard() -> None:
    state = position("railroad", seats=2, hand="8S 8H 8D 8C", melds=FOUR)
    lay = choice(state)
    assert str(lay).startswith("lay 8")
    state = after(state, str(lay))
    assert move(state).startswith("discard 8")
    assert after(state, move(state)).public.out_seat == 0


def test_does_not_lay_its_last_cards_while_a_kind_of_canasta_is_missing() -> None:
    state = position("railroad", seats=2, hand="8S 8H 8D 8C", melds=FOUR[:3])
    while state.public.turn == 0:
        state = after(state, move(state))
    assert state.public.ended_by is None


def test_needs_an_escalera_to_go_out_of_bolivia() -> None:
    natural, escalera = "9S 9H 9D 9C 9S 9H 9D", "4S 5S 6S 7S 8S 9S TS"
    told: dict[str, Any] = {"seats": 2, "hand": "JS JH JD 4C"}
    state = position("bolivia", **told, melds=[natural, "8S 8H 8D 8C 8S 8H 8D"])
    assert not move(state).startswith("lay JS JH JD 4C")
    state = position("bolivia", **told, melds=[natural, escalera])
    state = after(state, move(state))
    assert state.public.ended_by or move(state) == "discard 4C"


def test_goes_out_in_one_turn_before_it_has_opened() -> None:
    state = position("canasta", hand="AS AH AD AC AS AH AD KD", score=3_000)
    lay = choice(state)
    state = after(after(state, str(lay)), "discard KD")
    assert state.public.out_seat == 0
