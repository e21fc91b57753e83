"""Writes: what people and the referee do at tables.

Each service is one transaction. It locks the table's row first, so that everything at one
table happens one after another; checks; writes; and after the commit tells everybody the
table's new number. Denied requests raise `Denied` (`Stale` where the board was an old one),
moves against the rules the engine's `Refusal`; both leave everything as it was.
"""

from games.services.deals import go_on, start
from games.services.drafts import draft_add, draft_take_back
from games.services.due import act_due, postpone
from games.services.play import lay_draft, play_move, take_pile
from games.services.seats import free_seat, leave_seat, open_table, seat_computer, take_seat

__all__ = [
    "act_due",
    "draft_add",
    "draft_take_back",
    "free_seat",
    "go_on",
    "lay_draft",
    "leave_seat",
    "open_table",
    "play_move",
    "postpone",
    "seat_computer",
    "start",
    "take_pile",
    "take_seat",
]
