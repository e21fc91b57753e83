"""Why a move is refused: a reason, the number of the rule and typed parameters, no prose."""

from collections.abc import Mapping
from enum import StrEnum


class Reason(StrEnum):
    """One member for each way in which a move can be wrong; the comment names its parameters."""

    # whose turn, which step
    DEAL_OVER = "deal_over"
    NOT_YOUR_TURN = "not_your_turn"  # seat: who must act
    TAKE_FIRST = "take_first"
    TAKEN_ALREADY = "taken_already"
    ANSWER_FIRST = "answer_first"
    NOTHING_ASKED = "nothing_asked"
    GO_OUT_NOW = "go_out_now"
    # stock and pile
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"
    PILE_EMPTY = "pile_empty"
    PILE_BLOCKED = "pile_blocked"  # card: the top
    PAIR_NEEDED = "pair_needed"  # card: the top
    NATURAL_PAIR_NEEDED = "natural_pair_needed"  # card: the top; the pile is frozen
    PILE_FROZEN = "pile_frozen"  # card: the top
    PILE_NAMES_OTHER_MELD = "pile_names_other_meld"  # card: the top, meld: the number named
    TOP_TAKES_PILE = "top_takes_pile"  # card: the top
    TOP_NEVER_ALONE = "top_never_alone"
    PAIR_STARTS_NEW_SET = "pair_starts_new_set"  # meld: the number named
    TOP_DOES_NOT_FIT = "top_does_not_fit"  # card: the top, meld: the number named
    # cards and melds
    NOT_HELD = "not_held"  # card
    NO_SUCH_MELD = "no_such_meld"  # meld: the number named
    MELD_NAMED_TWICE = "meld_named_twice"  # meld
    MELD_CLOSED = "meld_closed"  # meld
    NOT_A_MELD = "not_a_meld"  # cards
    TOO_FEW_CARDS = "too_few_cards"  # size, need
    TOO_MANY_CARDS = "too_many_cards"  # size, most
    TOO_MANY_WILDS = "too_many_wilds"  # wilds, most: with these naturals
    NO_WILDS_IN_SEQUENCE = "no_wilds_in_sequence"
    RANKS_DIFFER = "ranks_differ"
    RANK_NOT_MELDED = "rank_not_melded"  # card
    SEQUENCE_BROKEN = "sequence_broken"
    RANK_IS_OPEN = "rank_is_open"  # card: one of the new meld, meld: the open one's number
    BLACK_THREES_FIXED = "black_threes_fixed"
    BLACK_THREES_ONLY_GOING_OUT = "black_threes_only_going_out"
    BLACK_THREES_NOT_WITH_TAKE = "black_threes_not_with_take"
    # what the whole move must leave or reach
    OPENING_TOO_LOW = "opening_too_low"  # need, have: points
    # left: cards; have, need: canastas that count; lacks: kinds that must be among them, if any
    KEEP_TWO_CARDS = "keep_two_cards"
    CANNOT_GO_OUT = "cannot_go_out"  # as KEEP_TWO_CARDS
    PARTNER_SAID_NO = "partner_said_no"
    LAST_CARD_IS_DISCARDED = "last_card_is_discarded"
    BARRED_RANK_LAST = "barred_rank_last"  # card
    RANK_BARRED = "rank_barred"  # card
    ONLY_BARRED_LEFT = "only_barred_left"
    STUCK = "stuck"
    # asking the partner
    NO_PARTNER = "no_partner"
    ASK_BEFORE_LAYING = "ask_before_laying"
    ASKED_ALREADY = "asked_already"
    ASK_NEEDS_TWO_CARDS = "ask_needs_two_cards"
    PLAN_DOES_NOT_GO_OUT = "plan_does_not_go_out"  # left: cards


class Refusal(Exception):
    """A move that the rules do not allow.

    `rule` is the number of the rule that forbids it, as the rule book counts (``"S-11"``).
    """

    def __init__(self, reason: Reason, rule: str, /, **params: object) -> None:
        super().__init__(reason, rule, params)
        self.reason = reason
        self.rule = rule
        self.params: Mapping[str, object] = params

    def __str__(self) -> str:
        told = "".join(f" {name}={value}" for name, value in self.params.items())
        return f"{self.reason}{told} [{self.rule}]"
