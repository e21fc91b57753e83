"""What can be said at a table: each phrase by its name, worded for whoever reads it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from .text import fill, player

PHRASES: Mapping[str, str | Promise] = {
    "hello": gettext_lazy("Hello!"),
    "well-played": gettext_lazy("Well played!"),
    "thanks": gettext_lazy("Thank you!"),
    "sorry": gettext_lazy("Sorry!"),
    "good-luck": gettext_lazy("Good luck!"),
    "oh-no": gettext_lazy("Oh no!"),
    "thinking": gettext_lazy("Let me think."),
    "moment": gettext_lazy("Back in a moment."),
    "later": gettext_lazy("I will go on later today."),
    "tomorrow": gettext_lazy("I will go on tomorrow."),
    "good-night": gettext_lazy("Good night!"),
    "again": gettext_lazy("Shall we play again?"),
    "smile": "😊",
    "laugh": "😂",
    "thumb": "👍",
    "clap": "👏",
    "heart": "❤️",
    "wow": "😮",
    "think": "🤔",
    "cry": "😭",
}
"""Names are stored: one that is no longer offered must keep its words."""
EMOJI: Mapping[str, Promise] = {
    "smile": gettext_lazy("smiling"),
    "laugh": gettext_lazy("laughing"),
    "thumb": gettext_lazy("thumbs up"),
    "clap": gettext_lazy("clapping"),
    "heart": gettext_lazy("a heart"),
    "wow": gettext_lazy("amazed"),
    "think": gettext_lazy("thinking"),
    "cry": gettext_lazy("crying"),
}
"""What the little pictures are, for who does not see them."""


def phrase(name: str) -> str:
    """A phrase or picture in the language that is active."""
    return str(PHRASES.get(name, "…"))


def phrase_label(name: str) -> str:
    """The same in words."""
    return str(EMOJI.get(name) or phrase(name))


def remark(name: str, what: str) -> SafeString:
    """Who said what, as one line."""
    return fill(_("%(player)s: %(words)s"), player=player(name), words=phrase(what))
