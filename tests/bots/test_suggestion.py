"""What is suggested to a person: melds that the engine lets them lay, and why there are none."""

from functools import cache
from itertools import combinations
from random import Random
from time import perf_counter

import pytest

from games import bots
from games.bots import Suggestion, suggest
from games.engine.cards import ALL_CARDS, Card, value
from games.engine.moves import Discard, Lay, parse_parts
from games.engine.refusal import Reason, Refusal
from games.engine.rules import check, check_plan, deal, play
from games.engine.state import Phase, Setup, State
from games.engine.variant import Variant
from games.engine.variants import all_variants
from games.engine.view import View, see
from tests.engine.positions import position

TABLES = [(game, seats) for game in all_variants() for seats in game.seats]
SAMBA_LESS_TWO = ("7S 7H 7D 7C 7S 7H 7D", "8S 8H 8D 8C 8S 8H 8D")
"""Two canastas: with a third a side may go out."""


def suggested(state: State, laid: str = "", *, seat: int = 0) -> Suggestion:
    return suggest(see(state, seat), parse_parts(laid) if laid else ())


def text(found: Suggestion) -> str:
    return str(Lay(found.parts)) if found.parts else ""


def test_a_side_that_has_not_opened_is_shown_enough_to_open_and_no_more() -> None:
    found = suggested(position(hand="KS KH KD QS QH QD JS JH JD 9C 4S"))
    assert value(Lay(found.parts).cards) >= 50
    assert len(found.parts) == 2


def test_wilds_help_to_open_where_naturals_alone_do_not() -> None:
    found = suggested(position("canasta", hand="KS KH 2D 9S 9H 9D 4C 5H"))
    assert value(Lay(found.parts).cards) >= 50


def test_an_opening_is_found_that_takes_sets_before_sequences() -> None:
    state = position(hand="KS KH KD QS QH QD JS JH JD TS 4C", score=1600)
    assert check(see(state, 0), Lay(suggested(state).parts)) is None
    assert value(Lay(suggested(state).parts).cards) == 90


def test_an_opening_out_of_reach_is_told_with_the_points_that_the_cards_make() -> None:
    found = suggested(position(hand="7S 7H 7D 5S 5H 2D 9C JD QC"))
    assert found.parts == ()
    assert found.why
    assert found.why.reason is Reason.OPENING_TOO_LOW
    assert (found.why.params["have"], found.why.params["need"]) == (45, 50)


def test_an_open_side_is_shown_new_melds_and_additions() -> None:
    found = suggested(position(hand="KS 7S 7H 7D 9H TH JH 4C 5D", melds=["KD KC KH"]))
    assert {str(part) for part in found.parts} == {"m1 KS", "7S 7H 7D", "9H TH JH"}


def test_two_cards_are_kept_where_the_side_may_not_go_out() -> None:
    found = suggested(position(hand="KS KS KH KD", melds=["7D 7C 7H"]))
    assert found.parts == ()
    assert found.why
    assert found.why.reason is Reason.KEEP_TWO_CARDS


def test_going_out_is_suggested_with_the_canastas_for_it() -> None:
    state = position(hand="KS KH KD 9H 9C", melds=(*SAMBA_LESS_TWO, "9S 9D 9C 9S 9H"))
    found = suggested(state)
    assert check_plan(see(state, 0), Lay(found.parts), None) is None


def test_who_discards_the_last_card_is_left_one() -> None:
    melds = ("8S 8H 8D 8C 8S 8H 8D", "9S 9H 9D 9C 9S 9H 2D", "2S 2H 2C 2D 2S 2H 2C")
    state = position("railroad", hand="7S 7H 7D KS KH KD JC", melds=(*melds, "7C 7S 7H 7D"))
    found = suggested(state)
    (last,) = state.hands[0] - Lay(found.parts).cards
    assert check_plan(see(state, 0), Lay(found.parts), Discard(last)) is None


def test_black_threes_go_down_with_who_goes_out_but_not_before_the_take() -> None:
    canasta = "canasta"
    melds = ("KS KH KD KC KS KH KD", "8S 8H 8D 8C 8S 8H 8D")
    at = {"hand": "3S 3C 3S 9S 9H 9D", "melds": melds}
    assert "3S" in text(suggested(position(canasta, **at)))
    assert "3S" not in text(suggested(position(canasta, phase=Phase.TAKE, **at)))


def test_the_partners_no_is_heeded() -> None:
    state = position(hand="KS KH KD 9H 9C", melds=(*SAMBA_LESS_TWO, "9S 9D 9C 9S 9H"))
    state = state._replace(public=state.public._replace(barred=True))
    found = suggested(state)
    assert found.parts
    assert check(see(state, 0), Lay(found.parts)) is None


def test_what_is_laid_out_stays_and_grows() -> None:
    state = position("canasta", hand="KS KH KD KC 9S 9H 9D 4C 5H 2S")
    found = suggested(state, "KS KH KD")
    assert str(found.parts[0]).startswith("KS KH KD")
    assert value(Lay(found.parts).cards) >= 50


def test_again_it_suggests_what_else_there_is_until_there_is_no_more() -> None:
    state = position(hand="KS KH KD QS QH QD JC 9C 4S 5D")
    once = suggested(state, "KS KH KD")
    assert text(once) == "lay KS KH KD / QS QH QD"
    assert suggested(state, "KS KH KD / QS QH QD") == once


def test_what_lies_there_and_makes_no_meld_is_named() -> None:
    found = suggested(position(hand="KS KH 7S 7H 7D 4C 5C", melds=["8D 8C 8H"]), "KS 4C 5C")
    assert found.parts == parse_parts("KS 4C 5C")
    assert found.why
    assert found.why.reason in (Reason.RANKS_DIFFER, Reason.SEQUENCE_BROKEN)


def test_a_second_set_of_a_rank_that_blocks_the_whole_is_named() -> None:
    state = position("canasta", hand="KS KH KD 9S 9H 9D 5C", melds=["KC KS KH"])
    found = suggested(state, "KS KH KD")
    assert found.why
    assert found.why.reason is Reason.RANK_IS_OPEN


def test_wilds_are_not_spent_where_they_finish_nothing() -> None:
    found = suggested(position(hand="2S 4C 9D JH", melds=["KD KC KH"]))
    assert found == Suggestion((), wilds=True)


def test_wilds_finish_canastas() -> None:
    found = suggested(position(hand="2S 4C 9D JH", melds=["KD KC KH KS KD KC"]))
    assert text(found) == "lay m1 2S"


def test_a_hand_without_melds_gets_none() -> None:
    assert suggested(position(hand="4C 9D JH QS 2S")) == Suggestion(())


def test_it_is_not_left_with_nothing_but_sevens_that_nobody_may_discard() -> None:
    state = position("railroad", hand="7S 7H KS KH KD KC", melds=["9S 9H 9D"])
    found = suggested(state)
    assert found.parts
    assert check(see(state, 0), Lay(found.parts)) is None


def test_who_is_stuck_may_lay_all() -> None:
    state = position("railroad", hand="7S 7H 7D", melds=["9S 9H 9D"], phase=Phase.STUCK)
    assert len(Lay(suggested(state).parts).cards) == 3


@pytest.mark.parametrize("phase", [Phase.TAKE, Phase.LAY])
def test_it_does_not_matter_whose_turn_it_is(phase: Phase) -> None:
    hands = {1: "KS KH KD QS QH QD JC 9C 4S"}
    found = suggested(position(hand="4C 5H", others=hands, phase=phase), seat=1)
    assert value(Lay(found.parts).cards) >= 50


def test_it_depends_on_nothing_but_the_view() -> None:
    state = position(hand="KS KH KD QS QH QD JC 9C 4S", others={1: "7S 7H"}, stock="8S 8H 8D")
    twin = position(hand="KS KH KD QS QH QD JC 9C 4S", others={1: "8S 8H"}, stock="7S 7H 8D")
    assert suggested(state) == suggested(twin)


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda it: getattr(it, "name", it))
def test_whatever_is_suggested_may_be_laid(game: Variant, seats: int) -> None:
    """In random positions, beside nothing and beside what a person laid out already."""
    rng = Random(f"{game.name} {seats}")
    for number in range(2):
        totals = tuple(rng.choice(game.openings)[1] * 20 for _ in range(game.sides(seats)))
        state = deal(Setup(game, seats, 0, totals), rng.randbytes(32), number + 1)
        while state.public.phase is not Phase.ENDED:
            view = see(state, state.public.seat)
            if view.public.phase in (Phase.LAY, Phase.STUCK, Phase.GO_OUT):
                _must_be_layable(view, rng)
            level = "steady" if rng.random() < 0.7 else "random"
            state = play(state, bots.choose(level, view, rng))


def _must_be_layable(view: View, rng: Random) -> None:
    found = suggest(view)
    if found.parts:
        assert check(view, Lay(found.parts)) is None
        some = found.parts[: rng.randrange(len(found.parts)) + 1]
        more = suggest(view, some)
        assert len(more.parts) >= len(some)
        if more.parts != some:
            assert check(view, Lay(more.parts)) is None
    elif not found.wilds and isinstance(move := bots.choose("steady", view, rng), Lay):
        pytest.fail(f"{move} could be laid from {view.hand}")


@pytest.mark.parametrize("game", all_variants(), ids=lambda game: game.name)
def test_no_opening_is_missed(game: Variant) -> None:
    """Small hands with many melds in them, against all ways to lay them."""
    rng = Random(game.name)
    found = 0
    for _ in range(60):
        ranks = set(rng.sample("456789TJQKA", 5)) | {"2"}
        faces = [card for card in ALL_CARDS if card.rank in ranks]
        hand = rng.sample(faces * game.packs[4], 10)
        # Black threes, to keep.
        state = position(game, hand=" ".join(map(str, hand)) + " 3S 3S", pile="3C", stock="3C")
        need = game.minimum(0)
        if most_points(game, tuple(sorted(hand))) >= need:
            found += 1
            assert suggested(state).parts, hand
        else:
            assert not suggested(state).parts
    assert found > 20


def most_points(game: Variant, hand: tuple[Card, ...]) -> int:
    """The points of the dearest melds that these cards make together, by trying all."""
    melds = []
    for size in range(3, 8):
        for places in combinations(range(len(hand)), size):
            try:
                meld = game.new_meld([hand[place] for place in places])
            except Refusal:
                continue
            rank = (meld.kind, meld.rank) if game.one_open_of_rank and not meld.closed else None
            melds.append((sum(1 << place for place in places), meld.value, rank))

    @cache
    def most(free: int, open_ranks: frozenset[object]) -> int:
        if not free:
            return 0
        first = free & -free
        best = most(free - first, open_ranks)
        for places, points, rank in melds:
            if places & first and places & free == places and rank not in open_ranks:
                ranks = open_ranks | {rank} if rank else open_ranks
                best = max(best, points + most(free - places, ranks))
        return best

    return most((1 << len(hand)) - 1, frozenset())


@pytest.mark.parametrize(("size", "limit"), [(15, 0.02), (25, 0.02), (45, 0.1)])
def test_it_is_quick(size: int, limit: float) -> None:
    """The best of three, as others use the machine as well; an opening out of reach is slowest."""
    rng = Random(size)
    faces = [card for card in ALL_CARDS if card.rank not in "3X"] * 3
    hand = " ".join(map(str, rng.sample(faces, size)))
    view = see(position(hand=hand, pile="3C", stock="3C", others=dict.fromkeys((1, 2, 3), "")), 0)
    assert min(_seconds(view) for _ in range(3)) < limit


def _seconds(view: View) -> float:
    start = perf_counter()
    suggest(view)
    return perf_counter() - start
