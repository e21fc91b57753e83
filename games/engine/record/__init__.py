"""The log of a game: one JSON document from which everything can be played again and proved.

`parse` and `dump` are its text form, `verify` proves it by the rules alone, and `states` plays
one of its deals again. A `GameRecord` is what the text says, as values.
"""

from .fault import OUTSIDE_THE_RULES, Fault
from .game import HUMAN, Deal, GameEnd, GameRecord, Outcome, Result, Seat, Shuffle
from .proof import verify
from .reading import LONGEST, parse
from .replay import begin, states
from .writing import dump

__all__ = [
    "HUMAN",
    "LONGEST",
    "OUTSIDE_THE_RULES",
    "Deal",
    "Fault",
    "GameEnd",
    "GameRecord",
    "Outcome",
    "Result",
    "Seat",
    "Shuffle",
    "begin",
    "dump",
    "parse",
    "states",
    "verify",
]
