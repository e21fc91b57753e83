"""What holds at every moment of every deal, and random deals to hold it against."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from random import Random
from typing import NamedTuple

from games import bots
from games.engine import rules
from games.engine.cards import RED_THREES, Card, value
from games.engine.melds import Meld
from games.engine.moves import Ask, Discard, Draw, Move, No, Stop, Yes
from games.engine.moves import parse as parse_move
from games.engine.scoring import canastas, score
from games.engine.state import Ending, Phase, Setup, State
from games.engine.variant import Variant
from games.engine.variants import all_variants
from games.engine.view import see

TOTALS = (-300, 0, 1_500, 3_000, 7_000, 15_000)
"""Scores before a random deal: one for each minimum of every game."""
LONGEST = 5_000
"""Moves that no deal needs."""


class Broken(Exception):
    """Something that must hold does not; the message says what and where."""


class Step(NamedTuple):
    """A move of a random deal, and the state that it led to."""

    seat: int
    move: Move
    state: State


@dataclass(frozen=True)
class RandomDeal:
    """A deal that follows from its seed alone."""

    variant: Variant
    seats: int
    seed: int
    level: str = "random"

    def __str__(self) -> str:
        return f"{self.variant.name} for {self.seats}, seed {self.seed}, level {self.level}"

    def begin(self) -> State:
        """The state before the first move."""
        rng = self._rng("setup")
        setup = Setup(
            self.variant,
            self.seats,
            dealer=rng.randrange(self.seats),
            totals=tuple(rng.choice(TOTALS) for _ in range(self.variant.sides(self.seats))),
            house_rules=frozenset(r.name for r in self.variant.house_rules if rng.random() < 0.5),
        )
        seed = hashlib.sha256(f"{self}".encode()).digest()
        return rules.deal(setup, seed, 1)

    def steps(self, state: State) -> Iterator[Step]:
        """The moves from its first state to its end."""
        rng = self._rng("moves")
        while state.public.phase is not Phase.ENDED:
            seat = state.public.seat
            move = bots.choose(self.level, see(state, seat), rng)
            state = rules.play(state, move, seat)
            yield Step(seat, move, state)

    def _rng(self, what: str) -> Random:
        return Random(f"{self}: {what}")


def tables() -> list[tuple[Variant, int]]:
    """Every game at every table size, by discovery."""
    return [(variant, seats) for variant in all_variants() for seats in variant.seats]


def play_through(deal: RandomDeal) -> list[Step]:
    """Play the deal to its end, with every invariant held at every step; `Broken`."""
    made: list[Step] = []
    try:
        state = deal.begin()
        whole = tally(state.deck)
        must_hold(state, whole)
        for step in deal.steps(state):
            made.append(step)
            must_follow(state, step)
            must_hold(step.state, whole)
            state = step.state
            if len(made) > LONGEST:
                raise Broken("the deal does not end")
        must_replay(deal, made)
    except Exception as error:
        last = f"{made[-1].move} of seat {made[-1].seat}" if made else "the deal"
        raise Broken(f"{deal}, move {len(made)}, {last}: {error!r}") from error
    return made


def must_replay(deal: RandomDeal, made: list[Step]) -> None:
    """The text of its moves leads to the same end again."""
    state = deal.begin()
    for step in made:
        state = rules.play(state, parse_move(str(step.move)), step.seat)
    _must(state == made[-1].state, "the replay ends otherwise")


def must_hold(state: State, whole: dict[Card, int]) -> None:
    """What is true of every state of a deal with these cards."""
    public = state.public
    setup = public.setup
    _must(tally(everywhere(state)) == whole, "cards are lost or doubled")
    _must(public.sizes == tuple(map(len, state.hands)), "sizes of the hands")
    _must(public.kitties == tuple(map(len, state.kitties)), "sizes of the kitties")
    for hand in state.hands:
        _must(not any(map(hand.count, RED_THREES)), "a red three in a hand")
    _must((public.phase is Phase.ENDED) == (public.ended_by is not None), "phase and ending")
    _must((public.ended_by is Ending.OUT) == (public.out_seat is not None), "who is out")
    if public.phase is Phase.ENDED:
        must_add_up(state)
    else:
        asked = public.phase is Phase.ASKED
        _must(public.seat == (setup.partner(public.turn) if asked else public.turn), "who acts")
        _must(bool(public.sizes[public.turn]), "an empty hand that is not out")
        _must(way_on(state) is not None, "no legal move")


def must_follow(before: State, step: Step) -> None:
    """What is true of every move: it touches what it may touch, and nothing goes back."""
    old, new = before.public, step.state.public
    turn = old.turn
    for seat in range(old.setup.seats):
        if seat != turn:
            _must(before.hands[seat] == step.state.hands[seat], "a hand out of turn")
    for side, (melds, later) in enumerate(zip(old.melds, new.melds, strict=True)):
        if melds is not later:
            _must(side == old.setup.side(turn), "melds of another side")
            _must_grow(old.setup.variant, melds, later)
    _must(new.stock <= old.stock, "the stock grew")
    rest = len(step.state.hands[turn])
    if new.phase is Phase.LAY and rest < 2:
        _must(rules.may_go_out(see(step.state, turn)), "one card left, and no way out")
    if new.ended_by is Ending.OUT:
        need = old.setup.variant.canastas_to_go_out[old.setup.seats]
        _must(canastas(new.melds[old.setup.side(turn)]) >= need, "out without the canastas")
        _must(not old.barred, "out after a no")


def must_add_up(state: State) -> None:
    """Scores are the sums of their parts, and no point is lost between sides, stock and pile."""
    public = state.public
    variant = public.setup.variant
    scores = score(state)
    for side, told in enumerate(scores):
        _must(told.score == sum(told[:5]), "the parts of a score")
        _must(told.total == public.setup.totals[side] + told.score, "the total")
        _must(told.in_hand <= 0, "the sign of in_hand")
    left = sum(-told.in_hand for told in scores)
    if public.ended_by is Ending.OUT:
        held = chain(*state.hands, *state.kitties)
        left -= (variant.black_three_left - 5) * sum(c.black_three for c in held)
    lying = value(chain(state.deck[: public.stock], public.pile))
    _must(left + sum(told.melds for told in scores) + lying == value(state.deck), "points lost")


def way_on(state: State) -> Move | None:
    """A legal move, found without any search; None where the player is stuck."""
    public = state.public
    view = see(state, public.seat)
    choices: Iterable[Move]
    match public.phase:
        case Phase.TAKE | Phase.STUCK:
            choices = (Draw(), Stop())
        case Phase.ASKED:
            choices = (Yes(), No())
        case Phase.GO_OUT:
            choices = (bots.plan("random", view)[0],)
        case _:
            choices = map(Discard, view.hand)
    return next((move for move in choices if rules.check(view, move) is None), None)


def tally(cards: Iterable[Card]) -> dict[Card, int]:
    """How many there are of each face."""
    return dict(Counter(cards))


def everywhere(state: State) -> Iterator[Card]:
    """All cards of a deal, wherever they lie, in no order that means anything."""
    public = state.public
    return chain(
        state.deck[: public.stock],
        public.pile,
        *state.hands,
        *state.kitties,
        *(meld.cards for melds in public.melds for meld in melds),
        *public.red_threes,
    )


def asked(made: list[Step]) -> bool:
    """Whether somebody asked the partner."""
    return any(isinstance(step.move, Ask) for step in made)


def _must_grow(variant: Variant, melds: Sequence[Meld], later: Sequence[Meld]) -> None:
    """Melds keep their cards and numbers, closed ones get none, and each is one by the rules."""
    _must(len(melds) <= len(later), "a meld is gone")
    for old, new in zip_longest(melds, later):
        if old is new:
            continue
        _must(old is None or not old.closed, "a closed meld grew")
        _must(old is None or not Counter(old.cards) - Counter(new.cards), "melded cards went back")
        again = variant.new_meld(new.cards)
        _must(again._replace(cards=()) == new._replace(cards=()), f"no such meld: {new}")
        _must(sorted(again.cards) == sorted(new.cards), f"no such meld: {new}")


def _must(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)
