"""Whatever is counted is said rightly, in every language and for every number."""

import re

import pytest
from django.utils.translation import ngettext, npgettext, override

from tests.catalogues import LANGUAGES, Entry, compiled, entries

NUMBERS = (0, 1, 2, 5)
NAMED = re.compile(r"%\((\w+)\)s")
COUNTED = {
    (language, number): [entry for entry in entries(compiled(folder)) if entry.plural]
    for language, folder in {"en": "el", **LANGUAGES}.items()
    for number in NUMBERS
}
"""English is what the entries themselves say."""


def said(entry: Entry, number: int) -> str:
    if entry.context:
        return npgettext(entry.context, entry.msgid, entry.plural, number)
    return ngettext(entry.msgid, entry.plural, number)


@pytest.mark.parametrize(("language", "number"), COUNTED)
def test_every_plural_says_what_it_counts(language: str, number: int) -> None:
    plurals = COUNTED[language, number]
    assert len(plurals) > 90
    for entry in plurals:
        names = NAMED.findall(entry.msgid + entry.plural)
        with override(language):
            words = said(entry, number) % {name: f"<{name}: {number}>" for name in names}
        # In English one thing is sometimes told without a figure, several never are.
        for name in NAMED.findall(entry.msgid if number == 1 else entry.plural):
            assert f"<{name}: {number}>" in words, entry
        assert not re.search(r"%\(|%[sd]|\{\{|\}\}", words), entry
        assert words.strip(), entry


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_counts_the_same_things(language: str) -> None:
    def counted(folder: str) -> set[tuple[str, str, str]]:
        return {entry[:3] for entry in entries(compiled(folder)) if entry.plural}

    assert counted(LANGUAGES[language]) == counted("el")
