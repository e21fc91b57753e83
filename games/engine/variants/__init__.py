"""The games, found by looking into this folder: one file a game, each with its versions.

A file names them in `VERSIONS`, oldest first; a new table plays the last.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..variant import Variant


@cache
def _registered() -> dict[tuple[str, str], Variant]:
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    variants: list[Variant] = [variant for module in modules for variant in module.VERSIONS]
    return {(variant.name, variant.rules): variant for variant in variants}


def get(name: str, rules: str | None = None) -> Variant:
    """The game of this name, in this version of its rules or else the newest; `KeyError`."""
    if rules is not None:
        return _registered()[name, rules]
    return {variant.name: variant for variant in _registered().values()}[name]


def all_variants() -> tuple[Variant, ...]:
    """The newest version of every game, by name."""
    newest = {variant.name: variant for variant in _registered().values()}
    return tuple(newest[name] for name in sorted(newest))
