"""Playing over days: paces, deadlines, who minds whose seat, what people want together."""

from collections.abc import Mapping
from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from .text import fill, player

PACES: Mapping[str, str | Promise] = {
    "none": _("no time limit"),
    "1d": _("a day for each turn"),
    "3d": _("three days for each turn"),
    "7d": _("a week for each turn"),
    "1m": _("a minute for each turn, and three more in a deal"),
    "2m": _("two minutes for each turn, and six more in a deal"),
    "5m": _("five minutes for each turn, and fifteen more in a deal"),
}
SHORT_PACES: Mapping[str, str | Promise] = {
    "none": _("no limit"),
    "1d": _("1 day"),
    "3d": _("3 days"),
    "7d": _("7 days"),
    "1m": _("1 minute"),
    "2m": _("2 minutes"),
    "5m": _("5 minutes"),
}
OVERDUE: Mapping[str, str | Promise] = {
    "mind": _("A computer player minds the seat until its person is back."),
    "end": _("The game is over, as abandoned."),
}
ANSWERS: Mapping[int | None, str | Promise] = {
    None: _("when the time for a turn is over"),
    60: _("after 1 minute"),
    3600: _("after 1 hour"),
    6 * 3600: _("after 6 hours"),
    24 * 3600: _("after 1 day"),
}
QUESTIONS: Mapping[int, str | Promise] = {
    60: _("A computer player answers for a partner who has been asked for 1 minute."),
    3600: _("A computer player answers for a partner who has been asked for 1 hour."),
    6 * 3600: _("A computer player answers for a partner who has been asked for 6 hours."),
    24 * 3600: _("A computer player answers for a partner who has been asked for 1 day."),
}
EVENTS: Mapping[str, str | Promise] = {
    "minded": _("A computer player minds %(player)s’s seat."),
    "back": _("%(player)s is back."),
    "left": _("%(player)s has left; a computer player goes on."),
    "away": _("%(player)s is away until %(until)s."),
    "here": _("%(player)s is not away any more."),
    "link": _("A new link was made for %(player)s’s seat. Whoever opens it can sit down there."),
    "taken_over": _("Somebody has taken %(player)s’s seat by the new link."),
    "ask_pause": _("%(player)s would like a pause."),
    "ask_end": _("%(player)s would like to end the game."),
    "declined": _("%(player)s said no."),
    "paused": _("The game is paused."),
    "resumed": _("%(player)s has ended the pause."),
    "agreed": _("The game was ended by agreement."),
    "abandoned": _("The game was given up."),
    "closed": _("The host of this site has ended the game."),
    "answered": _("A computer player answered for %(player)s, who had been asked for long."),
}
WANTED: Mapping[str, str | Promise] = {
    "pause": ngettext_lazy(
        "%(players)s would like a pause.", "%(players)s would like a pause.", "count"
    ),
    "end": ngettext_lazy(
        "%(players)s would like to end the game.",
        "%(players)s would like to end the game.",
        "count",
    ),
}


def pace_name(pace: str) -> str:
    """How long a turn may take, as a part of a list of facts."""
    return str(PACES[pace])


def pace_label(pace: str) -> str:
    """The same in the fewest words, to choose from."""
    return str(SHORT_PACES[pace])


def overdue_words(overdue: str) -> str:
    """What happens when a turn takes longer."""
    return str(OVERDUE[overdue])


def answer_label(seconds: int | None) -> str:
    """When a question to the partner is answered for them."""
    return str(ANSWERS[seconds])


def answer_words(seconds: int) -> str:
    """The same as a sentence."""
    return str(QUESTIONS[seconds])


def event(kind: str, name: str = "", until: datetime | None = None) -> SafeString:
    """What happened at a table beside the moves."""
    when = moment(until) if until else ""
    return fill(EVENTS[kind], player=player(name), until=when)


def wanted(kind: str, names: SafeString, count: int) -> SafeString:
    """What some at the table want, which all must want."""
    return fill(WANTED[kind], players=names, count=count)


def moment(at: datetime) -> SafeString:
    """A time, which a script turns into the reader's own; without one it is told in UTC."""
    at = at.astimezone(UTC)
    words = date_format(at, "SHORT_DATETIME_FORMAT")
    return format_html('<time datetime="{}" data-local>{} UTC</time>', at.isoformat(), words)
