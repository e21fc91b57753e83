"""The finished games in a person's list."""

from typing import NamedTuple

from django.utils.safestring import SafeString

from games import selectors, wording
from games.engine import variants
from games.models import Player, Table
from games.pages import score
from games.pages.viewer import table_name

FINISHED = 30
"""Finished games in a person's list, the newest."""


class Ended(NamedTuple):
    """A finished game in a person's list."""

    key: str
    title: SafeString
    words: SafeString | str
    score: SafeString | str


def finished(player: Player) -> tuple[Ended, ...]:
    """Their finished games that they have not removed, with the results."""
    tables = [table for table in selectors.tables_of(player) if table.over][:FINISHED]
    totals = selectors.final_totals(tables)
    return tuple(_ended(table, totals.get(table.pk, ())) for table in tables)


def _ended(table: Table, totals: tuple[int, ...]) -> Ended:
    seats = sorted(table.seats.all(), key=lambda seat: seat.number)
    sides = variants.get(table.variant, table.rules).sides(len(seats))
    called = wording.names(seats)
    members = [called[side::sides] for side in range(sides)]
    won = table.ended_by == Table.Ending.TARGET
    best = [side for side, total in enumerate(totals) if total == max(totals)]
    shown = [wording.side_name(names) for names in members]
    return Ended(
        table.key,
        table_name(table, seats),
        score.how_it_ended(table.ended_by, tuple(best) if won else (), members),
        score.final(shown, totals),
    )
