"""The totals after each deal, as lines."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.selectors import DealScores
from games.wording import number

WIDTH, HEIGHT = 340, 248
LEFT, RIGHT, TOP, BOTTOM = 66, 256, 24, 214
LONGEST_KEY = 8
"""Characters of a name for which there is room; the table has the whole of it."""
KEY_GAP = 20
"""Least distance of two names at the lines' ends."""


class Grid(NamedTuple):
    y: int
    text: str


class Tick(NamedTuple):
    x: int
    text: str


class Line(NamedTuple):
    side: int
    name: str
    path: str
    dots: tuple[tuple[int, int], ...]
    key: int
    """Where the name stands."""


class RowOfTotals(NamedTuple):
    deal: int
    cells: tuple[tuple[str, str], ...]
    """(side, its total)."""


class Chart(NamedTuple):
    label: str
    names: tuple[str, ...]
    grid: tuple[Grid, ...]
    ticks: tuple[Tick, ...]
    lines: tuple[Line, ...]
    rows: tuple[RowOfTotals, ...]
    """The same as a table."""
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


def chart(sheets: Sequence[DealScores], sides: Sequence[str]) -> Chart | None:
    """The totals of all sides from nothing to the last deal; None before there are two deals."""
    if len(sheets) < 2:
        return None
    totals = [(0,) * len(sides)] + [tuple(score.total for score in s.sides) for s in sheets]
    step = _step(max(map(max, totals)) - min(map(min, totals)))
    low = min(map(min, totals)) // step * step
    high = -(-max(map(max, totals)) // step) * step

    def y(value: int) -> int:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low))

    def x(deal: int) -> int:
        return round(LEFT + (RIGHT - LEFT) * deal / len(sheets))

    every = -(-len(sheets) // 8)
    lines = []
    keys = _apart([y(total) for total in totals[-1]])
    for side, name in enumerate(sides):
        dots = tuple((x(deal), y(total[side])) for deal, total in enumerate(totals))
        path = "M" + " L".join(f"{across} {down}" for across, down in dots)
        lines.append(Line(side, Truncator(name).chars(LONGEST_KEY), path, dots, keys[side] + 6))
    return Chart(
        _("Totals after each deal; the table below has the numbers."),
        tuple(sides),
        tuple(Grid(y(value), number(value)) for value in range(low, high + 1, step)),
        tuple(Tick(x(deal), number(deal)) for deal in range(every, len(sheets) + 1, every)),
        tuple(lines),
        tuple(
            RowOfTotals(
                sheet.number,
                tuple(
                    (name, number(score.total))
                    for name, score in zip(sides, sheet.sides, strict=True)
                ),
            )
            for sheet in sheets
        ),
    )


def _step(span: int) -> int:
    """A round step that makes three to six lines."""
    for step in (100, 200, 500, 1000, 2000, 2500, 5000, 10_000):
        if span <= 5 * step:
            return step
    return 20_000


def _apart(places: list[int]) -> list[int]:
    """The places, those too close moved downwards so that names do not cover each other."""
    moved = dict[int, int]()
    last = -KEY_GAP
    for index in sorted(range(len(places)), key=places.__getitem__):
        last = moved[index] = max(places[index], last + KEY_GAP)
    return [moved[index] for index in range(len(places))]
