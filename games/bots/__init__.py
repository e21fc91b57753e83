"""Computer players: a view in, a move out. One file in `levels` is one level.

They know nothing but the `View` of their seat, the same as a person who sits there, so there is
nothing to peek at. What a level chooses depends on the view and the given generator alone.
"""

from random import Random

from games.engine.moves import Discard, Lay, Move
from games.engine.view import View

from .levels import LEVEL_OF
from .suggestion import Suggestion, suggest

__all__ = ["LEVELS", "OFFERED", "Suggestion", "choose", "plan", "suggest"]

LEVELS = tuple(LEVEL_OF)
"""Names of all levels."""
OFFERED = tuple(name for name, level in LEVEL_OF.items() if level.OFFERED)
"""Names of the levels that a table may seat."""


def choose(level: str, view: View, rng: Random) -> Move:
    """The move of a player of this level, who must act; legal always. `KeyError`: no such level."""
    return LEVEL_OF[level].choose(view, rng)


def plan(level: str, view: View) -> tuple[Lay, Discard | None]:
    """How a player of this level that chose to ask its partner would go out (C-17).

    The same again after the partner's yes. `LookupError` where it sees no way out.
    """
    return LEVEL_OF[level].plan(view)
