"""Games that computer players play among themselves: for logs, tests and figures."""

from collections.abc import Iterator, Sequence
from random import Random

from games.engine import rules, scoring, shuffle
from games.engine.moves import Move
from games.engine.record import Deal, GameEnd, GameRecord, Outcome, Result, Seat, Shuffle
from games.engine.state import Phase, Setup, State
from games.engine.variant import Variant
from games.engine.view import see

from . import choose


def play_deal(
    state: State, players: Sequence[str], rng: Random
) -> Iterator[tuple[int, Move, State]]:
    """Play on to the end of the deal; after each move (seat, move, the state that it made).

    `players` are the levels of the seats. What they choose depends on `state` and `rng` alone.
    """
    while state.public.phase is not Phase.ENDED:
        seat = state.public.seat
        move = choose(players[seat], see(state, seat), rng)
        state = rules.play(state, move, seat)
        yield seat, move, state


def play_game(
    variant: Variant,
    players: Sequence[str],
    *,
    target: int,
    server_seed: bytes,
    house_rules: frozenset[str] = frozenset(),
) -> GameRecord:
    """A whole game between these levels, in the order of seats; the same seed, the same game."""
    seats = len(players)
    client_seeds = tuple(shuffle.computer_seed(server_seed, seat) for seat in range(seats))
    seed = shuffle.game_seed(server_seed, client_seeds)
    rng = Random(seed)
    setup = Setup(
        variant=variant,
        seats=seats,
        dealer=shuffle.first_dealer(seed, seats),
        totals=(0,) * variant.sides(seats),
        house_rules=house_rules,
    )
    deals: list[Deal] = []
    verdict = None
    while verdict is None:
        number = len(deals) + 1
        moves, last = _play_out(rules.deal(setup, seed, number), players, rng)
        scores = scoring.score(last)
        ended_by = last.public.ended_by
        assert ended_by is not None  # played out
        outcome = Outcome(ended_by, last.public.out_seat, scores)
        deals.append(Deal(number, setup.dealer, moves, outcome))
        totals = tuple(score.total for score in scores)
        verdict = scoring.verdict(variant, target, totals, number)
        setup = setup._replace(dealer=setup.after(setup.dealer), totals=totals)
    return GameRecord(
        variant=variant,
        target=target,
        house_rules=house_rules,
        seats=tuple(Seat(f"{level.title()} {n}", level) for n, level in enumerate(players, 1)),
        shuffle=Shuffle(shuffle.commitment(server_seed), server_seed, client_seeds),
        deals=tuple(deals),
        result=Result(GameEnd(verdict.ended_by), verdict.winners, setup.totals),
    )


def _play_out(
    state: State, players: Sequence[str], rng: Random
) -> tuple[tuple[tuple[int, Move], ...], State]:
    """All moves of the deal, and how it stands at its end."""
    moves = []
    for seat, move, after in play_deal(state, players, rng):
        moves.append((seat, move))
        state = after
    return tuple(moves), state
