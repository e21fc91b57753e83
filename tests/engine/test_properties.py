"""What holds for every game at every table size, whatever is dealt and played."""

from functools import lru_cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import rules
from games.engine.cards import ALL_CARDS, Hand
from games.engine.moves import (
    Ask,
    Discard,
    Draw,
    Lay,
    Move,
    No,
    Part,
    Pile,
    Stop,
    Top,
    Yes,
    parse,
)
from games.engine.refusal import Refusal
from games.engine.state import Phase, State
from games.engine.variant import Variant
from games.engine.variants import get
from games.engine.view import see
from tests.bench.invariants import (
    RandomDeal,
    Step,
    must_add_up,
    must_follow,
    must_hold,
    play_through,
    tables,
    tally,
    way_on,
)

CARDS = 4_000
"""Cards dealt at each table size: fewer deals of the large packs. `make soak` deals far more."""

every_table = pytest.mark.parametrize(
    ("variant", "seats"),
    [pytest.param(variant, seats, id=f"{variant.name}-{seats}") for variant, seats in tables()],
)
few = settings(max_examples=4, deadline=None)
many = settings(max_examples=25, deadline=None)
seeds = st.integers(0, 2**32)
a_moment = st.floats(0, 1, exclude_max=True)
a_card = st.sampled_from(ALL_CARDS)
some_cards = st.lists(a_card, min_size=1, max_size=8).map(tuple)
a_number = st.integers(1, 999)
a_part = st.builds(Part, st.none() | a_number, some_cards)
some_parts = st.lists(a_part, min_size=1, max_size=5).map(tuple)
any_move: st.SearchStrategy[Move] = st.one_of(
    st.sampled_from([Draw(), Stop(), Ask(), Yes(), No()]),
    st.builds(Discard, a_card),
    st.builds(Top, a_number),
    st.builds(Lay, some_parts),
    st.builds(Pile, a_part | st.builds(Part, a_number, st.just(())), some_parts | st.just(())),
)


@lru_cache(maxsize=40)
def _played(name: str, seats: int, seed: int) -> tuple[tuple[State, ...], list[Step]]:
    deal = RandomDeal(get(name), seats, seed)
    first = deal.begin()
    steps = list(deal.steps(first))
    return (first, *(step.state for step in steps)), steps


def played(variant: Variant, seats: int, seed: int) -> tuple[tuple[State, ...], list[Step]]:
    """(all states of a random deal, the moves between them)."""
    return _played(variant.name, seats, seed)


def moment(variant: Variant, seats: int, seed: int, when: float) -> State:
    """A state of a random deal, at this part of its length."""
    states, _ = played(variant, seats, seed)
    return states[int(when * len(states))]


@every_table
def test_random_deals_keep_every_invariant_and_end(variant: Variant, seats: int) -> None:
    for seed in range(-(-CARDS // variant.cards(seats))):
        made = play_through(RandomDeal(variant, seats, seed))
        assert made[-1].state.public.phase is Phase.ENDED


@given(any_move)
@settings(max_examples=200, deadline=None)
def test_text_forms_round_trip(move: Move) -> None:
    assert parse(str(move)) == move
    assert str(parse(str(move))) == str(move)
    assert hash(parse(str(move))) == hash(move)


@every_table
@given(seed=seeds)
@few
def test_a_replay_of_the_log_equals_live_play(variant: Variant, seats: int, seed: int) -> None:
    states, steps = played(variant, seats, seed)
    state = RandomDeal(variant, seats, seed).begin()
    for live, step in zip(states, [*steps, None], strict=True):
        assert repr(state) == repr(live)
        if step is not None:
            state = rules.play(state, parse(str(step.move)), step.seat)


@every_table
@given(seed=seeds, when=a_moment, mixer=seeds)
@many
def test_a_view_stays_the_same_when_hidden_cards_are_permuted(
    variant: Variant, seats: int, seed: int, when: float, mixer: int
) -> None:
    state = moment(variant, seats, seed, when)
    for seat in range(seats):
        view = see(state, seat)
        other = see(with_hidden_cards_permuted(state, seat, Random(mixer)), seat)
        assert repr(other) == repr(view)
        for move in (Draw(), Stop(), Ask(), *map(Discard, view.hand.faces)):
            one, two = rules.check(view, move), rules.check(other, move)
            assert str(one) == str(two)


def with_hidden_cards_permuted(state: State, seat: int, rng: Random) -> State:
    """The same, but for what `seat` does not see: the stock, other hands, kitties, cards gone."""
    stock = state.public.stock
    hands = list(state.hands)
    kitties = list(state.kitties)
    others = [s for s in range(len(hands)) if s != seat]
    unseen = see(state, seat).kitty is None
    hidden = [c for c in state.deck[:stock] if not c.red_three]
    hidden += [c for s in others for c in hands[s]]
    hidden += [c for s, kitty in enumerate(kitties) if s in others or unseen for c in kitty]
    rng.shuffle(hidden)
    for s in others:
        hands[s] = Hand(hidden.pop() for _ in range(len(hands[s])))
    for s, kitty in enumerate(kitties):
        if s in others or unseen:
            kitties[s] = Hand(hidden.pop() for _ in range(len(kitty)))
    rest = [*hidden, *(c for c in state.deck[:stock] if c.red_three)]
    rng.shuffle(rest)
    spent = list(state.deck[stock:])
    rng.shuffle(spent)
    return state._replace(deck=(*rest, *spent), hands=tuple(hands), kitties=tuple(kitties))


@every_table
@given(seed=seeds, when=a_moment, mixer=seeds)
@few
def test_nothing_that_happened_depends_on_the_order_of_the_stock(
    variant: Variant, seats: int, seed: int, when: float, mixer: int
) -> None:
    states, steps = played(variant, seats, seed)
    until = int(when * len(steps))
    state = states[until]
    rest = list(state.deck[: state.public.stock])
    Random(mixer).shuffle(rest)
    deck = (*rest, *state.deck[state.public.stock :])
    twin = rules.begin(state.public.setup, deck)
    for step in steps[:until]:
        twin = rules.play(twin, step.move, step.seat)
    assert repr(twin.public) == repr(state.public)
    assert [see(twin, s) for s in range(seats)] == [see(state, s) for s in range(seats)]


@every_table
@given(seed=seeds)
@few
def test_every_position_before_the_end_has_a_legal_move(
    variant: Variant, seats: int, seed: int
) -> None:
    states, _ = played(variant, seats, seed)
    for state in states[:-1]:
        move = way_on(state)
        assert move is not None
        assert rules.play(state, move) != state


@every_table
@given(seed=seeds)
@few
def test_only_who_must_act_can_move(variant: Variant, seats: int, seed: int) -> None:
    states, steps = played(variant, seats, seed)
    for state, step in zip(states, steps, strict=False):
        for seat in set(range(seats)) - {state.public.seat}:
            refusal = rules.check(see(state, seat), step.move)
            assert refusal is not None
            assert refusal.rule == "C-3"


@every_table
@given(seed=seeds)
@few
def test_states_never_change_in_place(variant: Variant, seats: int, seed: int) -> None:
    state = RandomDeal(variant, seats, seed).begin()
    told = [(state, repr(state))]
    for step in RandomDeal(variant, seats, seed).steps(state):
        told.append((step.state, repr(step.state)))
    for state, before in told:
        assert repr(state) == before


@every_table
@given(seed=seeds)
@few
def test_no_red_three_is_ever_in_a_hand(variant: Variant, seats: int, seed: int) -> None:
    states, _ = played(variant, seats, seed)
    assert not any(c.red_three for state in states for hand in state.hands for c in hand.faces)


@every_table
@given(seed=seeds)
@few
def test_scores_add_up_at_any_moment(variant: Variant, seats: int, seed: int) -> None:
    states, _ = played(variant, seats, seed)
    for state in states:
        must_add_up(state)


@every_table
@given(data=st.data(), seed=seeds, when=a_moment)
@many
def test_any_move_is_refused_with_a_reason_or_keeps_the_invariants(
    variant: Variant, seats: int, data: st.DataObject, seed: int, when: float
) -> None:
    """Not only what a player would think of: cards of the hand, put together anyhow."""
    state = moment(variant, seats, seed, when)
    view = see(state, state.public.seat)
    held = st.sampled_from(list(view.hand) or list(ALL_CARDS))
    parts = st.lists(
        st.builds(
            Part,
            st.none() | st.integers(1, len(view.melds) + 1),
            st.lists(held | a_card if len(view.hand) > 3 else held, max_size=5).map(tuple),
        ),
        max_size=3,
    ).map(tuple)
    move = data.draw(
        any_move
        | st.builds(Discard, held)
        | st.builds(Lay, parts)
        | st.builds(Top, st.integers(1, 8))
        | st.builds(lambda first, rest: Pile(Part(None, first), rest), some_cards, parts)
    )
    before = repr(state)
    refusal = rules.check(view, move)
    if refusal is None:
        after = rules.play(state, move)
        must_follow(state, Step(view.seat, move, after))
        if after.public.phase is not Phase.GO_OUT:
            must_hold(after, tally(state.deck))
    else:
        with pytest.raises(Refusal) as raised:
            rules.play(state, move)
        assert str(raised.value) == str(refusal)
    assert repr(state) == before
