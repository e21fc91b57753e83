"""What now at a table: whose turn it is, and what the reader may do."""

from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, ngettext_lazy

from .days import moment
from .text import fill, player

HEADINGS = {
    "yours": gettext_lazy("Your turn, %(name)s"),
    "asks": gettext_lazy("%(name)s asks you"),
    "asked": gettext_lazy("%(name)s is asked"),
    "waiting": gettext_lazy("Waiting for %(name)s"),
    "playing": gettext_lazy("%(name)s is playing"),
    "over": gettext_lazy("The deal is over"),
}
TIPS = {
    "draw-take": gettext_lazy("Draw, or take from the pile."),
    "draw": ngettext_lazy("Draw %(count)s card.", "Draw %(count)s cards.", "count"),
    "take-stop": gettext_lazy("The stock is empty. Take from the pile, or stop."),
    "stop": gettext_lazy(
        "The stock is empty, and you cannot take from the pile: stop, which ends the deal."
    ),
    "open": ngettext_lazy(
        "Your first meld needs %(count)s point. Lay it out, or discard one card.",
        "Your first meld needs %(count)s points. Lay it out, or discard one card.",
        "count",
    ),
    "barred": gettext_lazy(
        "Your partner said no. Lay cards if you like, keep two, and discard one of them."
    ),
    "lay": gettext_lazy("Lay cards if you like, then discard one."),
    "go-out": gettext_lazy("Your partner said yes: now go out as you laid it out."),
    "last": gettext_lazy("Discard your last card and go out."),
    "stuck": gettext_lazy("Nothing can be discarded: lay cards if you like, then stop."),
    "answer": gettext_lazy("“May I go out?” If you say yes, the deal ends."),
    "wait": gettext_lazy("You asked whether you may go out."),
    "next": gettext_lazy("You are next."),
    "others": ngettext_lazy(
        "One more plays before you.", "%(count)s more play before you.", "count"
    ),
    "watch": gettext_lazy("You are looking on."),
}


def heading(word: str, name: str) -> SafeString:
    """Whose turn it is; `word` is one of `HEADINGS`, `name` the player's in it."""
    return fill(HEADINGS[word], name=player(name))


def tip(word: str, count: int) -> SafeString:
    """What the reader may do; empty for a `word` that is none of `TIPS`."""
    return fill(TIPS[word], count=count) if word in TIPS else SafeString()


def since(at: datetime) -> SafeString:
    """Since when a player has been waited for."""
    # Translators: the time is a clock's, with the day where it is not today's.
    return fill(gettext_lazy("Since %(time)s."), time=moment(at))
