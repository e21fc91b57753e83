"""A game as its log has it: plain values, true or not."""

from dataclasses import dataclass
from enum import StrEnum

from ..moves import Move
from ..scoring import Score
from ..state import Ending
from ..variant import Variant

HUMAN = "human"
"""`Seat.player` of a person; anything else is the name of a computer player."""


class GameEnd(StrEnum):
    """How a game ended: the first three by the rules (C-20), the others by the people."""

    TARGET = "target"
    DRAW = "draw"
    LIMIT = "limit"
    AGREED = "agreed"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who held a seat when play began."""

    name: str
    player: str
    """`HUMAN` or the name of the computer player."""

    @property
    def level(self) -> str:
        """The name of the computer player; empty for a person."""
        return "" if self.player == HUMAN else self.player


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Where the cards came from."""

    commitment: str
    """64 digits of lower-case hex."""
    server_seed: bytes | None
    """None until the game has ended."""
    client_seeds: tuple[bytes, ...]
    """In the order of the seats."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended."""

    ended_by: Ending
    out_seat: int | None
    """The seat that went out; None for every other ending."""
    scores: tuple[Score, ...]
    """By side."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The moves of a deal, and its outcome once it has ended."""

    number: int
    dealer: int
    moves: tuple[tuple[int, Move], ...]
    """(seat, move) in the order played."""
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    ended_by: GameEnd
    winners: tuple[int, ...]
    """Sides; none but for `GameEnd.TARGET`."""
    totals: tuple[int, ...]
    """By side, after the last deal that has an outcome."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game. Deals count from 1, and only the last one may lack its outcome."""

    variant: Variant
    target: int
    house_rules: frozenset[str]
    """Names of those that the table played with."""
    seats: tuple[Seat, ...]
    shuffle: Shuffle
    deals: tuple[Deal, ...]
    result: Result | None = None
    """None while the game goes on."""

    @property
    def sides(self) -> int:
        """Number of sides."""
        return self.variant.sides(len(self.seats))

    def deal(self, number: int) -> Deal:
        """Deal `number`, from 1; `LookupError` where the game has no such deal."""
        if not 1 <= number <= len(self.deals):
            raise LookupError(f"no deal {number}")
        return self.deals[number - 1]

    def totals(self, deals: int) -> tuple[int, ...]:
        """Scores by side after the first so many deals."""
        outcome = self.deals[deals - 1].outcome if deals else None
        return tuple(score.total for score in outcome.scores) if outcome else (0,) * self.sides
