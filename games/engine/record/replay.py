"""Deals played again from the log alone."""

from collections.abc import Iterator

from .. import rules, shuffle
from ..refusal import Refusal
from ..state import Setup, State
from .fault import Fault
from .game import GameRecord


def game_seed(record: GameRecord) -> bytes:
    """The seed of all deals; `Fault` while the game goes on, as its server seed is secret."""
    seed = record.shuffle.server_seed
    if seed is None:
        raise Fault("the game goes on: server_seed is published when it ends, not before")
    return shuffle.game_seed(seed, record.shuffle.client_seeds)


def begin(record: GameRecord, number: int) -> State:
    """Deal `number` before its first move; `Fault` as `game_seed`, `LookupError` for no deal."""
    variant = record.variant
    setup = Setup(
        variant=variant,
        seats=len(record.seats),
        dealer=record.deal(number).dealer,
        totals=record.totals(number - 1),
        house_rules=record.house_rules,
    )
    return rules.deal(setup, game_seed(record), number)


def states(record: GameRecord, number: int) -> Iterator[State]:
    """Deal `number` before its first move, then after each.

    Errors as `begin`, and `Fault` at a move that the rules refuse.
    """
    state = begin(record, number)
    yield state
    for place, (seat, move) in enumerate(record.deal(number).moves, 1):
        try:
            state = rules.play(state, move, seat)
        except Refusal as refusal:
            raise Fault(
                f"'{move}' by seat {seat}", refusal.rule, deal=number, move=place, refusal=refusal
            ) from None
        yield state
