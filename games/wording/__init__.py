"""Every word of the game, in the language that is active.

Whole sentences with named parts, marked for translation; a part that a person wrote is escaped
and isolated. What comes back from here is safe to stand in a page, but for the plain sentences
of `plain`, which are text.
"""

from .cards import (
    canasta_colour,
    canasta_name,
    card_index,
    card_name,
    in_card,
    in_cards,
    meld_detail,
    meld_phrase,
    meld_title,
    rank_cards,
    rank_together,
)
from .days import (
    answer_label,
    answer_words,
    event,
    moment,
    overdue_words,
    pace_label,
    pace_name,
    wanted,
)
from .log import Line, entry, line, turns
from .notices import Message, confirm_mail, turn_mail, your_turn
from .refusals import Problem, denied, plain, refused
from .table import (
    ending,
    game_hint,
    game_name,
    house_rule_hint,
    house_rule_name,
    level_name,
    needs,
    side_name,
    verdict,
)
from .talk import EMOJI, PHRASES, phrase, phrase_label, remark
from .text import direction, duration, fill, language_tag, listed, number, player, signed, spoken

__all__ = [
    "EMOJI",
    "PHRASES",
    "Line",
    "Message",
    "Problem",
    "answer_label",
    "answer_words",
    "canasta_colour",
    "canasta_name",
    "card_index",
    "card_name",
    "confirm_mail",
    "denied",
    "direction",
    "duration",
    "ending",
    "entry",
    "event",
    "fill",
    "game_hint",
    "game_name",
    "house_rule_hint",
    "house_rule_name",
    "in_card",
    "in_cards",
    "language_tag",
    "level_name",
    "line",
    "listed",
    "meld_detail",
    "meld_phrase",
    "meld_title",
    "moment",
    "needs",
    "number",
    "overdue_words",
    "pace_label",
    "pace_name",
    "phrase",
    "phrase_label",
    "plain",
    "player",
    "rank_cards",
    "rank_together",
    "refused",
    "remark",
    "side_name",
    "signed",
    "spoken",
    "turn_mail",
    "turns",
    "verdict",
    "wanted",
    "your_turn",
]
