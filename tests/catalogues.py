"""Catalogues as gettext compiles them, and one of a language that reads from right to left."""

import json
import re
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LOCALE = Path(__file__).resolve().parents[1] / "locale"
LANGUAGES = {"el": "el", "nb": "nb", "zh-hant": "zh_Hant"}
"""Folders of those that are translated."""


class Entry(NamedTuple):
    """One thing to translate; `plural` is empty where there is but one form."""

    context: str
    msgid: str
    plural: str
    translations: tuple[str, ...]


def compiled(folder: str, locale: Path = LOCALE) -> Path:
    return locale / folder / "LC_MESSAGES" / "django.mo"


def entries(catalogue: Path) -> Iterator[Entry]:
    """All of a ``.mo`` file but its head (see *The Format of GNU MO Files*)."""
    data = catalogue.read_bytes()
    magic, _revision, count, sources, targets = struct.unpack_from("<5I", data)
    assert magic == 0x950412DE

    def strings(table: int) -> Iterator[str]:
        for index in range(count):
            length, start = struct.unpack_from("<2I", data, table + 8 * index)
            yield data[start : start + length].decode()

    for source, target in zip(strings(sources), strings(targets), strict=True):
        if source:
            context, _mark, words = source.rpartition("\x04")
            msgid, _zero, plural = words.partition("\0")
            yield Entry(context, msgid, plural, tuple(target.split("\0")))


# ---------------------------------------------------------------- from right to left

LATIN, HEBREW = "abcdefghijklmnopqrstuvwxyz", "אבצדהפגחיךכלמנוףקרסטעםוזיש"
LETTERS = str.maketrans(LATIN + LATIN.upper(), HEBREW * 2)
KEPT = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|<code>.*?</code>|<[^>]+>|&\w+;|\b[A-Z]-\d+\b")
"""Placeholders, tags, typed moves and numbers of rules, which every language writes alike."""


def hebrew(words: str) -> str:
    """The English words in Hebrew letters: no language, but one can see where each has gone."""
    kept = KEPT.findall(words)
    between = [part.translate(LETTERS) for part in KEPT.split(words)]
    return "".join(part + mark for part, mark in zip(between, [*kept, ""], strict=True))


def right_to_left(locale: Path) -> Path:
    """Write a catalogue of all there is to translate into this folder; the folder again."""
    po = compiled("he", locale).with_suffix(".po")
    po.parent.mkdir(parents=True)
    po.write_text(HEAD + "".join(map(entry, entries(compiled("el")))))
    subprocess.run(["msgfmt", "--check-format", "-o", po.with_suffix(".mo"), po], check=True)
    return locale


def entry(one: Entry) -> str:
    lines = [f"msgctxt {quoted(one.context)}"] if one.context else []
    lines.append(f"msgid {quoted(one.msgid)}")
    if one.plural:
        lines += [
            f"msgid_plural {quoted(one.plural)}",
            f"msgstr[0] {quoted(hebrew(one.msgid))}",
            f"msgstr[1] {quoted(hebrew(one.plural))}",
        ]
    else:
        lines.append(f"msgstr {quoted(hebrew(one.msgid))}")
    return "\n".join([*lines, "\n"])


def quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


HEAD = r"""msgid ""
msgstr ""
"Language: he\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""
