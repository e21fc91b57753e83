"""The levels, found by looking into this folder: the file's name is the level's name."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from types import MappingProxyType
from typing import Protocol, cast

from games.engine.moves import Discard, Lay, Move
from games.engine.view import View


class Level(Protocol):
    """What the file of a level defines."""

    OFFERED: bool
    """Whether tables may seat it."""

    def choose(self, view: View, rng: Random) -> Move:
        """The move that it makes."""

    def plan(self, view: View) -> tuple[Lay, Discard | None]:
        """How it would go out; `LookupError` where it sees no way."""


LEVEL_OF: Mapping[str, Level] = MappingProxyType(
    {
        found.name: cast(Level, import_module(f"{__name__}.{found.name}"))
        for found in iter_modules(__path__)
    }
)
