"""What a forger would try: into right logs of Samba one move is put that a rule forbids.

Each kind of forgery looks for places in the logs where it can be tried, and has to be refused
there, at that move, by the rule that it breaks.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest

from games.engine.cards import ALL_CARDS, HEIGHT, RANKS, Card, cards
from games.engine.melds import CANASTA_SIZE, Kind
from games.engine.moves import Discard, Draw, Lay, Move, No, Part, Pile, Stop, Top, Yes, parse
from games.engine.record import Fault, GameRecord, states, verify
from games.engine.record import parse as read
from games.engine.rules import check
from games.engine.state import Phase
from games.engine.view import View, see

from .logs import RIGHT

PLACES = 5
"""So many places are tried for each kind of forgery."""


class Place(NamedTuple):
    """Before one move of a right log."""

    record: GameRecord
    deal: int
    move: int
    """From 1."""
    view: View
    """Of the seat that must act."""
    played: Move | None
    """What it does in the log; None after the end of the deal."""

    @property
    def phase(self) -> Phase:
        """What the seat that must act has to do."""
        return self.view.public.phase

    def held(self, *faces: Card) -> bool:
        """Whether the seat holds all these cards."""
        hand = self.view.hand
        return all(hand.count(face) >= faces.count(face) for face in faces)

    @property
    def wilds(self) -> list[Card]:
        """The wild cards held."""
        return [c for c in self.view.hand if c.wild]

    def of_rank(self, rank: str) -> list[Card]:
        """The cards of this rank that are held."""
        return [c for c in self.view.hand if c.rank == rank]


Forger = Callable[[Place], Move | None]
FORGERIES: dict[str, tuple[Forger, frozenset[str]]] = {}


def forgery(*rules: str) -> Callable[[Forger], Forger]:
    """A kind of forgery, which breaks these rules (any of them may be cited)."""

    def add(forger: Forger) -> Forger:
        FORGERIES[forger.__name__] = forger, frozenset(rules)
        return forger

    return add


@cache
def records() -> tuple[GameRecord, ...]:
    """Right logs, of which a few deals are enough."""
    found = [read(path.read_bytes()) for path in sorted(RIGHT.glob("samba-*.json"))]
    return tuple(replace(record, deals=record.deals[:13]) for record in found)


@cache
def places() -> tuple[Place, ...]:
    """Every place where a move could be put."""
    return tuple(_places())


def _places() -> Iterator[Place]:
    for record in records():
        for deal in record.deals:
            moves = [move for _, move in deal.moves]
            following = [*moves, None]
            for number, state in enumerate(states(record, deal.number)):
                view = see(state, state.public.seat)
                yield Place(record, deal.number, number + 1, view, following[number])


def forged(place: Place, seat: int, move: Move) -> GameRecord:
    """The log in which this seat makes this move there."""
    deal = place.record.deal(place.deal)
    moves = (*deal.moves[: place.move - 1], (seat, move), *deal.moves[place.move :])
    deals = list(place.record.deals)
    deals[place.deal - 1] = replace(deal, moves=moves)
    return replace(place.record, deals=tuple(deals))


def fault_at(place: Place, seat: int, move: Move) -> Fault:
    """The fault of the forged log, which has to be at that very move."""
    with pytest.raises(Fault) as raised:
        verify(forged(place, seat, move))
    fault = raised.value
    assert (fault.deal, fault.move) == (place.deal, place.move), str(fault)
    assert fault.refusal is not None
    return fault


def new(*faces: Card) -> Lay:
    """A lay of one new meld."""
    return Lay((Part(None, faces),))


# ---------------------------------------------------------------- whose turn, which step


@forgery("C-7")
def discards_before_taking(at: Place) -> Move | None:
    return Discard(at.view.hand.faces[0]) if at.phase is Phase.TAKE else None


@forgery("C-7")
def lays_before_taking(at: Place) -> Move | None:
    return (at.phase is Phase.TAKE and a_set(at)) or None


@forgery("C-7")
def draws_twice(at: Place) -> Move | None:
    return Draw() if at.phase is Phase.LAY else None


@forgery("C-7")
def draws_and_takes_the_pile(at: Place) -> Move | None:
    top = at.view.public.top
    if at.phase is not Phase.LAY or top is None or top.wild or top.rank == "3":
        return None
    pair = at.of_rank(top.rank)[:2]
    return Pile(Part(None, tuple(pair))) if len(pair) == 2 else None


@forgery("C-7")
def takes_the_top_after_drawing(at: Place) -> Move | None:
    return Top(1) if at.phase is Phase.LAY and at.view.melds else None


@forgery("C-7")
def stops_after_drawing(at: Place) -> Move | None:
    return Stop() if at.phase is Phase.LAY else None


@forgery("C-7")
def draws_after_the_end(at: Place) -> Move | None:
    return Draw() if at.phase is Phase.ENDED else None


@forgery("C-7")
def stops_after_the_end(at: Place) -> Move | None:
    return Stop() if at.phase is Phase.ENDED else None


@forgery("C-9")
def stops_with_a_stock(at: Place) -> Move | None:
    return Stop() if at.phase is Phase.TAKE and at.view.public.stock else None


@forgery("C-9")
def draws_from_an_empty_stock(at: Place) -> Move | None:
    return Draw() if at.phase is Phase.TAKE and not at.view.public.stock else None


# ---------------------------------------------------------------- the pile


def takeable(at: Place) -> Card | None:
    """The top card where it may be taken."""
    top = at.view.public.top
    if at.phase is not Phase.TAKE or top is None or top.wild or top.rank == "3":
        return None
    return top


@forgery("S-8")
def takes_a_blocked_pile(at: Place) -> Move | None:
    top = at.view.public.top
    if at.phase is not Phase.TAKE or top is None or takeable(at) is not None:
        return None
    pair = at.of_rank(top.rank)[:2]
    return Pile(Part(None, tuple(pair))) if len(pair) == 2 else None


@forgery("S-8")
def takes_a_blocked_top(at: Place) -> Move | None:
    blocked = at.phase is Phase.TAKE and takeable(at) is None
    return Top(1) if blocked and at.view.melds else None


@forgery("S-9")
def takes_the_pile_with_a_wild(at: Place) -> Move | None:
    top = takeable(at)
    one = at.of_rank(top.rank) if top is not None else []
    return Pile(Part(None, (one[0], at.wilds[0]))) if len(one) == 1 and at.wilds else None


@forgery("S-9")
def takes_the_pile_with_a_pair_of_another_rank(at: Place) -> Move | None:
    top = takeable(at)
    for rank in RANKS[3:] if top is not None else "":
        pair = at.of_rank(rank)[:2]
        if top is not None and rank != top.rank and len(pair) == 2:
            return Pile(Part(None, tuple(pair)))
    return None


@forgery("S-9")
def takes_the_pile_for_a_sequence(at: Place) -> Move | None:
    top = takeable(at)
    for one in at.view.hand if top is not None else ():
        for two in at.view.hand:
            if top is not None and one.suit == two.suit == top.suit:
                steps = sorted(HEIGHT[c] for c in (one, two, top))
                if steps[0] >= 4 and steps == list(range(steps[0], steps[0] + 3)):
                    return Pile(Part(None, (one, two)))
    return None


@forgery("S-9")
def takes_the_pile_onto_an_own_set(at: Place) -> Move | None:
    top = takeable(at)
    pair = at.of_rank(top.rank)[:2] if top is not None else []
    for number, meld in enumerate(at.view.melds, 1):
        if top is not None and meld.rank == top.rank and len(pair) == 2:
            return Pile(Part(number, tuple(pair)))
    return None


@forgery("S-9")
def takes_the_pile_by_a_bare_number(at: Place) -> Move | None:
    top = takeable(at)
    for number, meld in enumerate(at.view.melds, 1):
        if top is not None and meld.rank == top.rank:
            return Pile(Part(number, ()))
    return None


@forgery("S-9", "C-10", "C-14")
def takes_the_pile_with_cards_it_does_not_hold(at: Place) -> Move | None:
    top = takeable(at)
    pair = (top, top) if top is not None and len(at.of_rank(top.rank)) < 2 else ()
    return Pile(Part(None, pair)) if pair else None


@forgery("C-12")
def opens_too_low_with_the_pile(at: Place) -> Move | None:
    top = takeable(at)
    pair = at.of_rank(top.rank)[:2] if top is not None and not at.view.melds else []
    least = at.view.setup.variant.minimum(at.view.setup.totals[at.view.side])
    if top is not None and len(pair) == 2 and 3 * top.value < least:
        return Pile(Part(None, tuple(pair)))
    return None


@forgery("S-10")
def takes_a_top_that_does_not_fit(at: Place) -> Move | None:
    top = takeable(at)
    for number, meld in enumerate(at.view.melds, 1):
        if top is not None and meld.kind is Kind.SEQUENCE and meld.suit != top.suit:
            return Top(number)
    return None


@forgery("S-10")
def takes_the_top_onto_a_set(at: Place) -> Move | None:
    top = takeable(at)
    for number, meld in enumerate(at.view.melds, 1):
        if top is not None and meld.rank == top.rank:
            return Top(number)
    return None


@forgery("S-10", "C-10")
def takes_the_top_onto_no_meld(at: Place) -> Move | None:
    return Top(len(at.view.melds) + 1) if takeable(at) is not None else None


# ---------------------------------------------------------------- melds


def laying(at: Place) -> bool:
    """Whether the seat may lay and has cards to spare."""
    return at.phase is Phase.LAY and len(at.view.hand) > 4


def a_set(at: Place) -> Lay | None:
    """Three naturals of one rank."""
    for rank in RANKS[3:] + "A":
        three = at.of_rank(rank)[:3]
        if len(three) == 3:
            return new(*three)
    return None


@forgery("C-10", "C-14")
def lays_a_card_it_does_not_hold(at: Place) -> Move | None:
    for rank in RANKS[3:] if laying(at) else "":
        two = at.of_rank(rank)
        if len(two) == 2:
            return new(*two, two[0])
    return None


@forgery("C-10")
def adds_to_no_meld(at: Place) -> Move | None:
    number = len(at.view.melds) + 1
    return Lay((Part(number, at.view.hand.faces[:1]),)) if laying(at) else None


@forgery("C-10")
def adds_to_the_meld_that_it_begins(at: Place) -> Move | None:
    lay = a_set(at) if laying(at) else None
    rest = [c for c in at.view.hand if lay and c not in lay.cards]
    return Lay((*lay.parts, Part(len(at.view.melds) + 1, (rest[0],)))) if lay and rest else None


@forgery("C-10")
def names_a_meld_twice(at: Place) -> Move | None:
    for number, meld in enumerate(at.view.melds, 1):
        two = at.of_rank(meld.rank)[:2] if meld.rank and laying(at) else []
        if len(two) == 2:
            return Lay((Part(number, (two[0],)), Part(number, (two[1],))))
    return None


@forgery("S-4")
def lays_two_cards(at: Place) -> Move | None:
    for rank in RANKS[3:] if laying(at) else "":
        two = at.of_rank(rank)[:2]
        if len(two) == 2:
            return new(*two)
    return None


@forgery("S-4")
def lays_as_many_wilds_as_naturals(at: Place) -> Move | None:
    for rank in RANKS[3:] if laying(at) and len(at.wilds) >= 2 else "":
        two = at.of_rank(rank)[:2]
        if len(two) == 2:
            return new(*two, *at.wilds[:2])
    return None


@forgery("S-4")
def lays_wilds_alone(at: Place) -> Move | None:
    return new(*at.wilds[:3]) if laying(at) and len(at.wilds) >= 3 else None


@forgery("S-4")
def adds_a_third_wild(at: Place) -> Move | None:
    for number, meld in enumerate(at.view.melds, 1):
        if laying(at) and meld.wilds == 2 and at.wilds:
            return Lay((Part(number, (at.wilds[0],)),))
    return None


@forgery("S-4")
def adds_another_rank_to_a_set(at: Place) -> Move | None:
    for number, meld in enumerate(at.view.melds, 1):
        for face in at.view.hand:
            if laying(at) and meld.rank and HEIGHT[face] >= 4 and face.rank != meld.rank:
                return Lay((Part(number, (face,)),))
    return None


@forgery("S-4", "S-5")
def lays_two_ranks_and_a_wild(at: Place) -> Move | None:
    if not laying(at) or not at.wilds:
        return None
    faces = [c for c in at.view.hand.faces if HEIGHT[c] >= 4]
    return new(faces[0], faces[-1], at.wilds[0]) if len(faces) > 1 else None


def run(at: Place, *steps: int, lowest: int = 4) -> tuple[Card, ...] | None:
    """Cards of one suit that lie so many steps above the first, if such are held."""
    for low in at.view.hand.faces if laying(at) else ():
        found = {
            HEIGHT[c] - HEIGHT[low]: c for c in at.view.hand if c.suit == low.suit and not c.wild
        }
        if HEIGHT[low] >= lowest and all(step in found for step in steps):
            return tuple(found[step] for step in steps)
    return None


@forgery("S-5")
def lays_a_sequence_with_a_gap(at: Place) -> Move | None:
    gap = run(at, 0, 1, 3)
    return new(*gap) if gap else None


@forgery("S-5")
def lays_a_sequence_round_the_corner(at: Place) -> Move | None:
    corner = [f"A{s} 4{s} 5{s}" for s in "SHDC"]
    held = [text for text in corner if laying(at) and at.held(*cards(text))]
    return new(*cards(held[0])) if held else None


@forgery("S-5")
def lays_a_sequence_of_two_suits(at: Place) -> Move | None:
    two = run(at, 0, 1)
    for third in at.view.hand if two else ():
        if two and HEIGHT[third] == HEIGHT[two[1]] + 1 and third.suit != two[0].suit:
            return new(*two, third)
    return None


@forgery("S-5")
def lays_a_sequence_of_two(at: Place) -> Move | None:
    two = run(at, 0, 1)
    return new(*two) if two else None


@forgery("S-5")
def fills_a_sequence_with_a_wild(at: Place) -> Move | None:
    two = run(at, 0, 2)
    return new(*two, at.wilds[0]) if two and at.wilds else None


@forgery("S-5")
def lays_a_sequence_from_three(at: Place) -> Move | None:
    low = run(at, 0, 1, 2, lowest=3)
    return new(*low) if low and HEIGHT[low[0]] == 3 else None


@forgery("S-5")
def lays_a_card_twice_in_a_sequence(at: Place) -> Move | None:
    three = run(at, 0, 1, 2)
    return new(*three, three[0]) if three and at.held(three[0], three[0]) else None


@forgery("S-5")
def adds_a_wild_to_a_sequence(at: Place) -> Move | None:
    for number, meld in enumerate(at.view.melds, 1):
        if laying(at) and meld.kind is Kind.SEQUENCE and not meld.closed and at.wilds:
            return Lay((Part(number, (at.wilds[0],)),))
    return None


@forgery("S-5")
def adds_to_a_samba(at: Place) -> Move | None:
    for number, meld in enumerate(at.view.melds, 1):
        if laying(at) and meld.kind is Kind.SEQUENCE and meld.size == CANASTA_SIZE:
            return Lay((Part(number, at.view.hand.faces[:1]),))
    return None


@forgery("C-12")
def opens_too_low(at: Place) -> Move | None:
    lay = a_set(at) if laying(at) and not at.view.melds else None
    least = at.view.setup.variant.minimum(at.view.setup.totals[at.view.side])
    return lay if lay and sum(c.value for c in lay.cards) < least else None


@forgery("C-16")
def lays_black_threes_and_does_not_go_out(at: Place) -> Move | None:
    blacks = [c for c in at.view.hand if c.black_three][:3]
    return new(*blacks) if laying(at) and len(blacks) == 3 else None


@forgery("C-16")
def lays_black_threes_with_a_wild(at: Place) -> Move | None:
    blacks = [c for c in at.view.hand if c.black_three][:2]
    return new(*blacks, at.wilds[0]) if laying(at) and len(blacks) == 2 and at.wilds else None


@forgery("C-16")
def lays_black_threes_with_the_take(at: Place) -> Move | None:
    blacks = [c for c in at.view.hand if c.black_three][:3]
    if not isinstance(at.played, Pile) or len(blacks) < 3:
        return None
    return Pile(at.played.first, (*at.played.parts, Part(None, tuple(blacks))))


# ---------------------------------------------------------------- discarding and going out


@forgery("C-14")
def discards_a_card_it_does_not_hold(at: Place) -> Move | None:
    other = next(c for c in ALL_CARDS if c not in at.view.hand and not c.red_three)
    return Discard(other) if at.phase is Phase.LAY else None


@forgery("C-14")
def discards_a_red_three(at: Place) -> Move | None:
    return Discard(cards("3H")[0]) if at.phase is Phase.LAY else None


@forgery("C-13")
def lays_all_but_one_without_canastas(at: Place) -> Move | None:
    """What the log lays, and one or two more cards that fit there."""
    if not isinstance(at.played, Lay) or at.view.public.barred:
        return None
    used = at.played.cards
    left = list(at.view.hand - used)
    if len(left) != 2:
        return None
    for number, meld in enumerate(at.view.melds, 1):
        for face in left:
            if face.rank == meld.rank and all(part.meld != number for part in at.played.parts):
                return _unless_allowed(at, Lay((*at.played.parts, Part(number, (face,)))))
    return None


def _unless_allowed(at: Place, move: Move) -> Move | None:
    return move if check(at.view, move) else None


# ---------------------------------------------------------------- asking


@forgery("C-17")
def answers_though_nobody_asked(at: Place) -> Move | None:
    return No() if at.phase in (Phase.TAKE, Phase.LAY) else None


@forgery("C-17")
def asks_before_taking(at: Place) -> Move | None:
    return parse("ask") if at.phase is Phase.TAKE else None


@forgery("C-17")
def asks_without_a_partner(at: Place) -> Move | None:
    alone = at.view.setup.partner(at.view.seat) is None
    return parse("ask") if at.phase is Phase.LAY and alone else None


@forgery("C-17")
def asks_after_a_lay(at: Place) -> Move | None:
    return parse("ask") if at.phase is Phase.LAY and at.view.public.laid else None


@forgery("C-17")
def asks_again(at: Place) -> Move | None:
    return parse("ask") if at.view.public.barred else None


@forgery("C-17")
def draws_instead_of_answering(at: Place) -> Move | None:
    return Draw() if at.phase is Phase.ASKED else None


@forgery("C-17")
def discards_instead_of_answering(at: Place) -> Move | None:
    return Discard(at.view.hand.faces[0]) if at.phase is Phase.ASKED else None


@forgery("C-17")
def asks_instead_of_answering(at: Place) -> Move | None:
    return parse("ask") if at.phase is Phase.ASKED else None


@forgery("C-17")
def discards_after_a_yes(at: Place) -> Move | None:
    return Discard(at.view.hand.faces[0]) if at.phase is Phase.GO_OUT else None


@forgery("C-17")
def lays_only_a_part_after_a_yes(at: Place) -> Move | None:
    if at.phase is not Phase.GO_OUT or not isinstance(at.played, Lay):
        return None
    part = next(p for p in at.played.parts if not any(c.black_three for c in p.cards))
    return Lay((part,)) if len(at.played.cards) - len(part.cards) > 1 else None


@forgery("C-17")
def lays_again_after_a_yes(at: Place) -> Move | None:
    return Lay((Part(1, at.view.hand.faces[:1]),)) if at.phase is Phase.LAST else None


@forgery("C-17")
def asks_again_after_a_yes(at: Place) -> Move | None:
    return parse("ask") if at.phase in (Phase.GO_OUT, Phase.LAST) else None


# ---------------------------------------------------------------- the tests


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_move_is_refused_where_it_stands_by_the_rule_that_it_breaks(name: str) -> None:
    forger, rules = FORGERIES[name]
    tried = 0
    for place in places():
        move = forger(place)
        if move is not None:
            fault = fault_at(place, place.view.seat, move)
            assert fault.rule in rules, str(fault)
            tried += 1
        if tried == PLACES:
            break
    assert tried, "no place in the logs for this forgery"


@pytest.mark.parametrize("phase", [Phase.TAKE, Phase.LAY, Phase.ASKED, Phase.GO_OUT, Phase.LAST])
def test_c3_nobody_moves_for_another_seat(phase: Phase) -> None:
    tried = 0
    for place in places():
        if place.phase is phase and place.played and tried < PLACES:
            for seat in set(range(place.view.setup.seats)) - {place.view.seat}:
                assert fault_at(place, seat, place.played).rule == "C-3"
                tried += 1
    assert tried


@pytest.mark.parametrize(("told", "forged_answer"), [(Yes(), No()), (No(), Yes())])
def test_c17_what_follows_an_answer_does_not_follow_the_other_answer(
    told: Move, forged_answer: Move
) -> None:
    asked = [place for place in places() if place.played == told]
    assert asked
    for place in asked[:PLACES]:
        with pytest.raises(Fault) as raised:
            verify(forged(place, place.view.seat, forged_answer))
        fault = raised.value
        assert (fault.rule, fault.deal, fault.move) == ("C-17", place.deal, place.move + 1)
