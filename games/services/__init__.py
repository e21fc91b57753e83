"""Writes: what people and the referee do at tables.

Each service is one transaction. It locks the table's row first, so that everything at one
table happens one after another; checks; writes; and after the commit tells everybody the
table's new number. Denied requests raise `Denied` (`Stale` where the board was an old one),
moves against the rules the engine's `Refusal`; both leave everything as it was.
"""

from games.services.company import agree, close_table, decline, rematch, resume
from games.services.deals import go_on, start
from games.services.drafts import draft_add, draft_suggest, draft_take_back
from games.services.due import BEAT, act_due, beat, postpone
from games.services.keeping import purge
from games.services.looks import looked
from games.services.minding import (
    abandoned,
    announce_absence,
    come_back,
    end_absence,
    hide_table,
    leave_game,
    link_seat,
    linked_seat,
    mind_seat,
    seen,
    stand_answer,
    take_over_seat,
)
from games.services.notices import (
    close_feed,
    confirm_mail,
    open_feed,
    subscribe_mail,
    subscribe_push,
    unsubscribe,
)
from games.services.people import carry_on, renew_link
from games.services.play import lay_draft, play_move, take_pile
from games.services.seats import free_seat, leave_seat, open_table, seat_computer, take_seat
from games.services.talk import mute, say, unmute

__all__ = [
    "BEAT",
    "abandoned",
    "act_due",
    "agree",
    "announce_absence",
    "beat",
    "carry_on",
    "close_feed",
    "close_table",
    "come_back",
    "confirm_mail",
    "decline",
    "draft_add",
    "draft_suggest",
    "draft_take_back",
    "end_absence",
    "free_seat",
    "go_on",
    "hide_table",
    "lay_draft",
    "leave_game",
    "leave_seat",
    "link_seat",
    "linked_seat",
    "looked",
    "mind_seat",
    "mute",
    "open_feed",
    "open_table",
    "play_move",
    "postpone",
    "purge",
    "rematch",
    "renew_link",
    "resume",
    "say",
    "seat_computer",
    "seen",
    "stand_answer",
    "start",
    "subscribe_mail",
    "subscribe_push",
    "take_over_seat",
    "take_pile",
    "take_seat",
    "unmute",
    "unsubscribe",
]
