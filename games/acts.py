"""A button of the board, done: from what the form said to the service that does it."""

from games import selectors, services
from games.denial import Denial, Denied
from games.forms import Command
from games.models import Player

LOOKS = frozenset({"discard", "offers", "clear", "keep", "sort"})
"""Buttons that change nothing, but show the board in another way."""


def perform(*, key: str, player: Player | None, command: Command) -> None:
    """Do what the button says; `Denied` or `Refusal` where it may not be done."""
    place = {"key": key, "player": player, "seat": command.seat}
    match command.do:
        case "play":
            services.play_move(
                **place, number=command.number, move=command.move, revision=command.draft
            )
        case "pile":
            services.take_pile(
                **place, number=command.number, first=command.part, revision=command.draft
            )
        case "down":
            services.lay_draft(**place, number=command.number, revision=command.draft)
        case "new" | "add" | "grow":
            services.draft_add(
                **place, part=command.part, into=command.index, revision=command.draft
            )
        case "back":
            services.draft_take_back(**place, index=command.index, revision=command.draft)
        case "suggest":
            services.draft_suggest(**place, revision=command.draft)
        case _ if command.seat not in selectors.load(key).seats_of(player):
            raise Denied(Denial.NOT_YOUR_SEAT)
