"""Pieces that several sentences need: lists, steps, and numbers that depend on the players."""

from collections.abc import Iterable, Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.cards import card
from games.engine.refusal import Refusal
from games.engine.variant import BySeats, Variant
from games.wording import fill, listed, number, row


def one(numbers: BySeats) -> int | None:
    """The number that holds at every table size; None where they differ."""
    different = set(numbers.values())
    return different.pop() if len(different) == 1 else None


def least_cards(variant: Variant) -> int:
    """Cards with which a meld begins: the engine is asked with one king, two kings…"""
    kings = [card("KS")]
    while True:
        try:
            return variant.new_meld(kings).size
        except Refusal:
            kings.append(kings[0])


def spread(numbers: Iterable[int]) -> str:
    """The number, or from the least to the greatest: 15, or 11–15."""
    different = sorted(set(numbers))
    if len(different) == 1:
        return number(different[0])
    # Translators: a range of numbers, 11 to 15.
    return fill(_("%(least)s–%(most)s"), least=different[0], most=different[-1])


def either(items: Sequence[int]) -> SafeString:
    """Numbers of which one holds: 2; 2 or 3; 2, 3 or 4."""
    numbers = [number(item) for item in items]
    if len(numbers) < 2:
        return row(numbers)
    return fill(_("%(items)s or %(last)s"), items=row(numbers[:-1]), last=numbers[-1])


def at_sizes(numbers: BySeats) -> SafeString:
    """A number for each table size, the largest table first: 1 with 4 players, 2 with 2 or 3."""
    sizes: dict[int, list[int]] = {}
    for seats in sorted(numbers):
        sizes.setdefault(numbers[seats], []).append(seats)
    # Translators: within a list, e.g. "11 with 4 players, 13 with 3 players".
    item = _("%(number)s with %(players)s players")
    return listed(
        [
            fill(item, number=value, players=either(seats))
            for value, seats in sorted(sizes.items(), key=lambda pair: -max(pair[1]))
        ]
    )


def openings(variant: Variant) -> SafeString:
    """What the first meld must be worth, by the side's score."""
    # Translators: points that a first meld needs while the side's score is negative.
    below = _("%(points)s with a score below zero")
    # Translators: points that a first meld needs from this score on.
    above = _("%(points)s from %(score)s")
    return listed(
        [
            fill(below, points=points) if start is None else fill(above, points=points, score=start)
            for start, points in variant.openings
        ]
    )
