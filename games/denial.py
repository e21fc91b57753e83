"""Why a request about a table is denied, beside what the rules of the game refuse.

Like `engine.refusal.Refusal`: a member and typed parameters, no prose; `wording` has the words.
"""

from collections.abc import Mapping
from enum import StrEnum


class Denial(StrEnum):
    """One member for each reason; the comment names its parameters."""

    # sitting down
    NO_SEAT = "no_seat"
    SEAT_TAKEN = "seat_taken"
    NOT_YOUR_SEAT = "not_your_seat"
    NAME_EMPTY = "name_empty"
    NAME_LONG = "name_long"  # limit: characters
    NAME_TAKEN = "name_taken"  # name
    # the table
    NOT_OFFERED = "not_offered"  # a size, target or computer player that the game does not have
    NOT_OPENER = "not_opener"
    NOT_WAITING = "not_waiting"
    SEATS_FREE = "seats_free"
    NOT_PLAYING = "not_playing"
    NOT_BETWEEN = "not_between"
    ENDED = "ended"
    NOT_ENDED = "not_ended"
    PAUSED = "paused"
    # people who come and go
    NOT_ABANDONED = "not_abandoned"
    LINK_ENDED = "link_ended"
    ABSENCE_LONG = "absence_long"  # limit: days
    # the draft
    DRAFT_FROZEN = "draft_frozen"
    CARD_NOT_HELD = "card_not_held"  # card
    NO_MELD = "no_meld"  # meld: its number
    NO_PART = "no_part"
    NO_PLAN = "no_plan"
    # nothing to suggest for it
    HAND_TOO_LOW = "hand_too_low"  # have, need: points
    IN_THE_WAY = "in_the_way"
    NO_MELD_HELD = "no_meld_held"
    NOTHING_FITS = "nothing_fits"
    NOTHING_MORE = "nothing_more"
    ONLY_WILDS = "only_wilds"
    # company and notices
    TOO_MUCH_TALK = "too_much_talk"
    NOT_AN_ADDRESS = "not_an_address"
    # the board that the request was made from
    STALE = "stale"


class Denied(Exception):
    """A request that the table does not allow."""

    def __init__(self, denial: Denial, /, **params: object) -> None:
        super().__init__(denial, params)
        self.denial = denial
        self.params: Mapping[str, object] = params


class Stale(Denied):
    """The request was made from a board that has changed since; the fresh one answers it."""

    def __init__(self) -> None:
        super().__init__(Denial.STALE)
