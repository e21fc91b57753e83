"""Where the wild cards of a side that has opened go."""

from games.engine.melds import CANASTA_SIZE

from .draft import KEEP, Draft, Row

WILD_ALONE_FROM = 5
"""Cards of a set from which on a wild is added even if that makes no canasta yet."""
MIX_WITH = 2
"""Most wilds spent on a mixed canasta that the side must have, where wilds are melded alone."""


def spend_wilds(draft: Draft, *, hurry: bool) -> None:
    """Lay what wilds are good for: canastas they finish and melds of their own; in a hurry all."""
    if draft.melding.wilds and not hurry:
        _arrange_wild_melds(draft)
        mixed = draft.melding.mixed
        if mixed in draft.kinds and mixed not in draft.canastas():
            _mix_one(draft)
        return
    for row in sorted(draft.sets, key=unfinished_first):
        room = min(draft.wild_room(row), draft.wilds, draft.left - KEEP)
        lack = row.lack
        if 0 < lack <= room or hurry or row.size >= WILD_ALONE_FROM:
            # A natural canasta is not spoilt; one that holds wilds may take more.
            most = lack if lack > 0 else room if row.wilds and hurry else 0
            for _ in range(min(room, most)):
                draft.put_wild(row, dear=hurry)
    if draft.melding.wilds:
        _arrange_wild_melds(draft)


def _arrange_wild_melds(draft: Draft) -> None:
    """Melds of wilds grow, or one is begun: their canasta is worth more than any that is mixed."""
    for row in sorted(draft.wild_melds, key=unfinished_first):
        draft.grow_wilds(row, max(min(draft.wilds, row.lack, draft.left - KEEP), 0))
    number = min(draft.wilds, draft.left - KEEP, CANASTA_SIZE)
    if number >= 3 and draft.may_begin_wilds:
        draft.new_wilds(number)


def _mix_one(draft: Draft) -> None:
    """Finish the longest set that few wilds finish."""
    for row in sorted(draft.sets, key=unfinished_first):
        room = min(draft.wild_room(row), draft.wilds, draft.left - KEEP, MIX_WITH)
        if 0 < row.lack <= room:
            for _ in range(row.lack):
                draft.put_wild(row)
            return


def unfinished_first(row: Row) -> int:
    """Long ones first, but canastas last."""
    return -row.size if row.lack > 0 else 0
