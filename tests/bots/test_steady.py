"""What `steady` does in positions where a sensible player knows what to do."""

from random import Random
from typing import Any

from games import bots
from games.engine import rules
from games.engine.state import Phase, State
from games.engine.view import see
from tests.engine import positions
from tests.engine.positions import after

LONG_STOCK = "4S 5C 5D 6C 7S 9C TC JC QC 4C 6H 7C"
TWO_CANASTAS = ("8S 8H 8D 8C 8S 8H 8D", "9S 9H 9D 9C 9S 9H 9D")


def position(**told: Any) -> State:
    """A position as the engine's tests write it, by default far from the end of the stock."""
    return positions.position(**{"stock": LONG_STOCK} | told)


def move(state: State) -> str:
    """What the seat that must act does, in the notation of the log; it is legal."""
    view = see(state, state.public.seat)
    chosen = bots.choose("steady", view, Random(0))
    assert rules.check(view, chosen) is None
    return str(chosen)


def parts(state: State) -> set[str]:
    """The parts of the lay that it makes, their cards in order."""
    name, _, rest = move(state).partition(" ")
    assert name == "lay"
    return {" ".join(sorted(part.split())) for part in rest.split(" / ")}


# opening


def test_opens_with_exactly_what_the_minimum_needs() -> None:
    state = position(hand="KS KH KD QS QH QC 5S 5H 5D 8C 9D 4H")
    assert parts(state) == {"KD KH KS", "QC QH QS"}


def test_opens_with_wilds_only_where_naturals_do_not_suffice() -> None:
    state = position(hand="AS AH AD 2D XX 8C 9D 4H 6S JH")
    assert parts(state) == {"AD AH AS"}
    state = position(hand="KS KH KD 2D XX 8C 9D 4H 6S JH")
    assert parts(state) == {"2D KD KH KS"}


def test_spares_the_joker_where_a_two_opens() -> None:
    state = position(hand="AS AH 2D XX 8C 9D 4H 6S JH")
    assert parts(state) == {"2D AH AS"}


def test_does_not_open_below_the_minimum() -> None:
    state = position(hand="KS KH KD 8C 9D 4H 6S JH")
    assert move(state).startswith("discard")


def test_opens_low_with_a_negative_score() -> None:
    state = position(hand="KS KH KD 8C 9D 4H 6S JH", score=-50)
    assert parts(state) == {"KD KH KS"}


def test_opens_by_taking_the_pile() -> None:
    state = position(phase=Phase.TAKE, hand="KS KH 4S 4H 4D 6S 8C JH AD AC AH", pile="7H 5S KD")
    assert move(state) == "pile KS KH / AH AD AC"


# taking


def test_takes_a_big_pile_with_a_pair() -> None:
    state = position(
        phase=Phase.TAKE,
        hand="KS KH 4S 6S 8C JH",
        pile="7H 5S 7D 9C TS 4D KD",
        melds=["QS QH QD"],
    )
    assert move(state) == "pile KS KH"


def test_leaves_a_small_pile() -> None:
    state = position(phase=Phase.TAKE, hand="KS KH 4S 6S 8C JH", pile="7H KD", melds=["QS QH QD"])
    assert move(state) == "draw"


def test_takes_the_pile_with_the_cards_that_no_sequence_wants() -> None:
    state = position(
        phase=Phase.TAKE,
        hand="KS KH KC 4S QC 8C JC",
        pile="7H 5S 7D 9C TS 4D KD",
        melds=["QS QH QD"],
    )
    assert move(state) == "pile KS KH"


def test_takes_the_top_that_makes_a_samba() -> None:
    state = position(
        phase=Phase.TAKE, hand="KS 6S 8C JH", pile="7H 9D TH", melds=["4H 5H 6H 7H 8H 9H"]
    )
    assert move(state) == "top m1"


def test_draws_where_the_pile_is_blocked() -> None:
    state = position(
        phase=Phase.TAKE,
        hand="3S 3C 4S 6S 8C JH",
        pile="7H 5S 7D 9C TS 4D 3S",
        melds=["QS QH QD"],
    )
    assert move(state) == "draw"


def test_stops_where_the_stock_is_empty_and_the_pile_of_no_use() -> None:
    state = position(phase=Phase.TAKE, hand="KS 6S 8C JH", pile="7H 9D", stock="")
    assert move(state) == "stop"


def test_does_not_take_a_pile_that_would_leave_it_stuck() -> None:
    state = position(phase=Phase.TAKE, hand="KS KH 4S", pile="KD", stock="", melds=["QS QH QD"])
    assert move(state) == "stop"


# laying


def test_continues_sequences_before_anything_else() -> None:
    state = position(hand="8H 9H TS TD JC 4C 6D 6S", melds=["5H 6H 7H"])
    assert parts(state) == {"8H 9H m1"}


def test_starts_a_sequence_from_the_hand() -> None:
    state = position(hand="8H 9H TH TD JC 4C 6D 6S", melds=["QS QH QD"])
    assert parts(state) == {"8H 9H TH"}


def test_does_not_start_a_second_sequence_of_a_suit_that_grows() -> None:
    state = position(hand="8H 9H TH TD JC 4C 6D 6S", melds=["5H 6H 7H", "4H 5H 6H"])
    assert "8H 9H TH m1" in parts(state)


def test_finishes_a_canasta_with_wilds() -> None:
    state = position(hand="2D XX 4S 6H 8C TD", melds=["QS QH QD QC QS"])
    assert parts(state) == {"2D XX m1"}


def test_keeps_wilds_that_finish_nothing() -> None:
    state = position(hand="2D XX 4S 6H 8C TD", melds=["QS QH QD"])
    assert move(state).startswith("discard")
    assert move(state) not in ("discard 2D", "discard XX")


def test_keeps_two_cards_while_it_cannot_go_out() -> None:
    state = position(hand="QC QS QH 5D", melds=["QS QH QD"])
    assert len(move(after(state, move(state)))) == len("discard 5D")


def test_lays_wilds_too_when_the_deal_may_end() -> None:
    state = position(
        hand="2D XX 4S 6H 8C TD", melds=["QS QH QD"], stock="4C 5C", others={1: "4D 5D"}
    )
    assert parts(state) == {"XX m1"}


# discarding


def test_does_not_discard_what_continues_the_next_seats_sequence() -> None:
    for hand in ("8H KD", "4H KD"):
        state = position(hand=hand + " 3S", against=["5H 6H 7H"])
        assert move(state) == "discard 3S"
        state = position(hand=hand, against=["5H 6H 7H"])
        assert move(state) == "discard KD"


def test_does_not_break_a_pair_for_a_single_card() -> None:
    state = position(hand="KS KH 9D", against=["QS QH QD"])
    assert move(state) == "discard 9D"


def test_keeps_neighbours_of_its_own_sequence() -> None:
    state = position(hand="TH TD", melds=["5H 6H 7H 8H"], against=["QS QH QD"])
    state_alone = position(hand="TH JD 4C 6S", melds=["5H 6H 7H 8H"], against=["QS QH QD"])
    assert move(state) == "discard TD"
    assert move(state_alone) != "discard TH"


def test_blocks_a_big_pile_with_a_black_three() -> None:
    state = position(hand="3S KS 9D 7C", pile="4D 5S 9C TS 6H 7D 8D", against=["QS QH QD"])
    assert move(state) == "discard 3S"


def test_keeps_wilds_in_the_hand() -> None:
    state = position(hand="2S XX 9D", against=["QS QH QD"])
    assert move(state) == "discard 9D"


# going out and asking


def test_goes_out_as_soon_as_it_can() -> None:
    state = position(seats=2, hand="8S 9S QH", melds=TWO_CANASTAS)
    assert parts(state) == {"8S m1", "9S m2"}
    state = after(state, move(state))
    assert move(state) == "discard QH"


def test_goes_out_with_the_canasta_that_this_turn_makes() -> None:
    state = position(seats=2, hand="QD 2S QH 4C", melds=[TWO_CANASTAS[0], "QS QH QD QC QS"])
    state = after(state, move(state))
    assert state.public.ended_by or move(state) == "discard 4C"


def test_lays_black_threes_when_going_out() -> None:
    state = position(seats=2, hand="3S 3S 3C 8S QH", melds=TWO_CANASTAS)
    assert "3C 3S 3S" in parts(state)


def test_asks_a_partner_who_holds_many_cards() -> None:
    state = position(hand="8S 9S QH", melds=TWO_CANASTAS, others={2: "4S 5H 6D 7C TS JH KD"})
    assert move(state) == "ask"


def test_does_not_ask_a_partner_who_holds_few() -> None:
    state = position(hand="8S 9S QH", melds=TWO_CANASTAS, others={2: "4S 5H"})
    assert move(state).startswith("lay")


def test_goes_out_when_the_partner_says_yes() -> None:
    state = asked(partner="4S 4H 4D 4C 5S 5H")
    view = see(state, state.public.turn)
    planned = bots.plan("steady", see(state, 0))
    assert view.seat == 0
    state = after(state, "yes")
    assert bots.plan("steady", see(state, 0)) == planned
    state = after(state, move(state))
    assert state.public.phase is Phase.LAST
    state = after(state, move(state))
    assert state.public.out_seat == 0


def test_stays_in_when_the_partner_says_no() -> None:
    state = after(asked(partner="4S 4H 4D 4C 5S 5H"), "no")
    while state.public.turn == 0:
        state = after(state, move(state))
    assert state.public.phase is Phase.TAKE


def test_says_yes_with_a_cheap_hand() -> None:
    assert move(asked(partner="4S 4H 4D 4C 5S 5H")) == "yes"


def test_says_no_with_a_dear_hand() -> None:
    assert move(asked(partner="AS AH KD KC XX XX 2S QH")) == "no"


def asked(*, partner: str) -> State:
    """Seat 0 has asked its partner, who holds these cards."""
    others = {1: "4S 5H 6D 7C TS JH", 2: partner, 3: "4H 5S 6H 7H JD"}
    return after(position(hand="8S 9S QH 8H", melds=TWO_CANASTAS, others=others), "ask")
