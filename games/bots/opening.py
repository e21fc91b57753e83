"""The first melds of a side: what reaches the minimum, and not much more."""

from games.engine.cards import VALUE

from .draft import HEIGHTS, OF_HEIGHT, TWO, Draft, Row

A_TWO = VALUE[OF_HEIGHT[TWO][0]]
"""Points of a two: a joker opens only where that would not do."""


def open_with(draft: Draft, need: int, keep: int, begun: Row | None = None) -> bool:
    """Put down melds worth at least `need` points, no more of them than it takes.

    `begun` is a row already there, the pair with which the pile is taken; what it gets beside
    those cards counts, and it stays. At least `keep` cards stay in the hand.
    False where it cannot be done.
    """
    rows: list[Row] = []
    if draft.sequences:
        for suit in range(4):
            while row := draft.new_run(suit, keep):
                rows.append(row)
    ranks = draft.ranks
    for height in HEIGHTS:
        if ranks[height] >= 3 and draft.left - ranks[height] >= keep:
            rows.append(draft.new_set(height, ranks[height]))
    have = sum([row.value for row in rows])
    for height in HEIGHTS:
        if have >= need:
            break
        if ranks[height] == 2 and draft.wilds and draft.left - 3 >= keep:
            row = draft.new_set(height, 2)
            draft.put_wild(row, dear=have + row.value + A_TWO < need)
            rows.append(row)
            have += row.value
    for row in (begun, *rows) if begun else rows:
        while have < need and draft.wilds and draft.left > keep and _takes_wild(draft, row):
            before = row.value
            draft.put_wild(row, dear=have + A_TWO < need)
            have += row.value - before
    for row in reversed(rows):
        if have - row.value >= need:
            have -= row.value
            draft.drop(row)
    return have >= need


def _takes_wild(draft: Draft, row: Row) -> bool:
    return row.suit < 0 and draft.wild_room(row) > 0
