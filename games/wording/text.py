"""Sentences put together safely: named parts, names, numbers and lists."""

from collections.abc import Sequence

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

MINUS = "\N{MINUS SIGN}"
SECONDS = ngettext_lazy("%(count)s second", "%(count)s seconds", "count")
MINUTES = ngettext_lazy("%(count)s minute", "%(count)s minutes", "count")


class _Number(int):
    """A number that picks the plural form as itself and prints the way the language writes it."""

    def __str__(self) -> str:
        return number(int(self))


def fill(sentence: str | Promise, **parts: object) -> SafeString:
    """The translated sentence with its ``%(named)s`` parts, each escaped unless it is safe.

    Of a lazy plural (`ngettext_lazy` with the name of a part) the form for that part is taken.
    """
    shown = {
        name: _Number(part) if isinstance(part, int) else conditional_escape(part)
        for name, part in parts.items()
    }
    # Safe: translations belong to the program, and every part is a number or escaped.
    return mark_safe(sentence % shown)


def player(name: str) -> SafeString:
    """A player's name, kept apart from the direction of the words around it."""
    return format_html("<bdi>{}</bdi>", name)


def number(value: int) -> str:
    """A whole number grouped the language's way: 10,000 in English, 10.000 in Greek."""
    if value < 0:
        return MINUS + number(-value)
    if value < 1000:
        # Nothing to group, and most numbers are so small.
        return str(value)
    return number_format(value, use_l10n=True, force_grouping=True)


def signed(value: int) -> str:
    """A number of points with its sign: +200, −100."""
    return f"+{number(value)}" if value > 0 else number(value)


def duration(seconds: int) -> SafeString:
    """A length of time, in whole minutes where it has such."""
    if seconds and seconds % 60 == 0:
        return fill(MINUTES, count=seconds // 60)
    return fill(SECONDS, count=seconds)


def listed(items: Sequence[str]) -> SafeString:
    """Items as a sentence names them: a; a and b; a, b and c."""
    if not items:
        return SafeString()
    some = SafeString(conditional_escape(items[0]))
    for item in items[1:-1]:
        some = fill(_("%(items)s, %(next)s"), items=some, next=item)
    if len(items) > 1:
        some = fill(_("%(items)s and %(last)s"), items=some, last=items[-1])
    return some
