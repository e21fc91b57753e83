"""Sentences put together safely: named parts, names, numbers and lists."""

from collections.abc import Sequence

from django.conf import settings
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext_lazy, to_locale
from django.utils.translation import gettext as _

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
        return _sign(MINUS) + number(-value)
    if value < 1000:
        # Nothing to group, and most numbers are so small.
        return str(value)
    return number_format(value, use_l10n=True, force_grouping=True)


def signed(value: int) -> str:
    """A number of points with its sign: +200, −100."""
    return _sign("+") + number(value) if value > 0 else number(value)


def _sign(sign: str) -> str:
    """The sign, kept before its digits where words run from right to left."""
    return "\N{LEFT-TO-RIGHT MARK}" + sign if direction() == "rtl" else sign


def duration(seconds: int) -> SafeString:
    """A length of time, in whole minutes where it has such."""
    if seconds and seconds % 60 == 0:
        return fill(MINUTES, count=seconds // 60)
    return fill(SECONDS, count=seconds)


def row(items: Sequence[str]) -> SafeString:
    """Items one beside the other: a; a, b; a, b, c."""
    some = SafeString(conditional_escape(items[0])) if items else SafeString()
    for item in items[1:]:
        some = fill(_("%(items)s, %(next)s"), items=some, next=item)
    return some


def listed(items: Sequence[str]) -> SafeString:
    """Items as a sentence names them: a; a and b; a, b and c."""
    if len(items) < 2:
        return row(items)
    return fill(_("%(items)s and %(last)s"), items=row(items[:-1]), last=items[-1])


def further(item: str) -> SafeString:
    """An item that goes on with a row of which the beginning stands elsewhere: ", b"."""
    return row(("", item))


def labelled(title: str, text: str) -> SafeString:
    """What is told of something, after its name: Anna: 5 cards."""
    return fill(_("%(title)s: %(text)s"), title=title, text=text)


def sentence(line: str) -> SafeString:
    """A line that has no full stop yet as a sentence."""
    # Translators: a list, or a line of the log, as a sentence; only the full stop may change.
    return fill(_("%(items)s."), items=line)


def paragraph(*sentences: str | Promise) -> SafeString:
    """Whole sentences, one after the other; empty ones are left out."""
    told = [sentence for sentence in sentences if sentence]
    some = SafeString(conditional_escape(told[0])) if told else SafeString()
    for following in told[1:]:
        # Translators: two whole sentences of a paragraph; only the space between them may change.
        some = fill(_("%(first)s %(second)s"), first=some, second=following)
    return some


def language_tag(code: str | None = None) -> str:
    """The language as HTML and others name it (BCP 47): ``zh-Hant`` for Django's ``zh-hant``.

    Without a code the active language, here and below.
    """
    return to_locale(code or _language()).replace("_", "-")


def direction(code: str | None = None) -> str:
    """``rtl`` for a language that reads from right to left, else ``ltr``."""
    return "rtl" if (code or _language()).split("-")[0] in settings.LANGUAGES_BIDI else "ltr"


def spoken(code: str | None = None) -> SafeString:
    """Attributes that tell language and direction of an element."""
    return format_html('lang="{}" dir="{}"', language_tag(code), direction(code))


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE
