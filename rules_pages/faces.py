"""Cards to look at, by the board's own template."""

from collections.abc import Iterable

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.engine.cards import Card
from games.wording import card_index


def faces(cards: Iterable[Card]) -> SafeString:
    """These cards, one beside the other."""
    # Safe: joined from what templates made.
    return mark_safe("".join(map(_face, cards)))


def _face(card: Card) -> SafeString:
    suit = "j" if card.suit == "X" else card.suit.lower()
    looks = {
        "court": card.rank in "JQK",
        "ace": card.rank == "A",
        "wild": card.wild,
        "joker": card.suit == "X",
        "red3": card.red_three,
    }
    return render_to_string(
        "games/board/face.html",
        {
            "classes": " ".join([suit, *(name for name, so in looks.items() if so)]),
            "index": card_index(card),
            "ten": card.rank == "T",
            "small": suit,
            "large": "j" if card.wild else suit,
        },
    )
