"""What somebody reads of a page, and what of it is in no language but English or glued together."""

import gettext
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import chain
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import to_locale

SPOKEN = {"title", "alt", "aria-label", "placeholder", "data-done", "data-failed"}
"""Attributes that are shown or read aloud, at once or by a script."""
VOID = {"meta", "link", "input", "br", "hr", "img", "use", "path", "line", "circle", "source"}
SILENT = {"script", "style", "code", "id"}
"""Elements without words: programs, marks of a feed, and moves, which everybody types alike."""

KEYS = {"Home", "End", "Esc"}
"""What is printed so on keyboards of all these countries."""
FOREIGN = (
    # names of games, in history and as titles of their own
    "Railroad Canasta",
    "Samba-Canasta",
    "Straat-Canasta",
    # Spanish terms that the rules explain, and the English one that Railroad's players use
    "escalera",
    "kitty",
    # what stands in the corner of a joker in most packs
    "JOKER",
    # what is called so everywhere
    "Atom",
    "Beta",
    "Cookie",
    "cookies",
    "iPad",
    "iPhone",
    "JavaScript",
    "QR",
    "RSS",
    "UTC",
    "e-mail",
)
"""Words in Latin letters that may stand in a Greek or Chinese page."""
NOTATION = re.compile(r"\bdraw(?=[,、])|\b(?:lay|pile|top|discard) (?=m\d|[2-9TJQKAX][SHDCX]\b)")
"""Moves as they are typed, in whatever language."""
ADDRESS = re.compile(r"\S+@\S+|https?://\S+|\btestserver\b|\bv\d[\d.]+ · \w+")
"""Addresses, and the version in the footer."""
LATIN = re.compile(r"[A-Za-z]{3,}")
WORD = re.compile(r"[^\W\d_]{3,}")
PART = re.compile(r"%\(\w+\)[sd]|<[^>]*>|&\w+;")
HAN = "\u3007\u4e00-\u9fff"
GLUE = re.compile(
    rf"[{HAN}»」』）\d] ?[,;:!?](?=\s|$|[{HAN}])|[{HAN}」』）]\.(?=\s|$|[{HAN}])"
    rf"|[{HAN}] ?\([^)]*[{HAN}]|^[,.:;] ?(?=[{HAN}])|[。，、；：！？] +(?=\S)"
)
"""Half-width punctuation or a space where Chinese has full-width punctuation and none."""


class Read(NamedTuple):
    """Something to read, and where it stands."""

    where: str
    text: str


class _Reader(HTMLParser):
    def __init__(self, language: str) -> None:
        super().__init__(convert_charrefs=True)
        self.language = language
        self.open: list[tuple[str, bool]] = []
        """Elements that are open, and whether what stands in them is read."""
        self.found: list[Read] = []

    @property
    def reads(self) -> bool:
        return all(reads for _tag, reads in self.open)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attributes}
        # Each language has its own name in the menu; seals and seeds are no words.
        reads = (
            tag not in SILENT
            and of.get("lang", self.language).casefold() == self.language
            and "code" not in of.get("class", "").split()
        )
        # Moves are typed in one notation.
        spoken = SPOKEN - {"placeholder"} if of.get("name") == "move" else SPOKEN
        if self.reads and reads:
            self.found += [Read(f"{tag} {name}", of[name]) for name in sorted(spoken & of.keys())]
            if tag == "meta" and of.get("name") == "description":
                self.found.append(Read("meta description", of["content"]))
        if tag not in VOID:
            self.open.append((tag, reads))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        key = self.open and self.open[-1][0] == "kbd" and data.strip() in KEYS
        if self.reads and data.strip() and not key:
            self.found.append(Read(self.open[-1][0] if self.open else "", data))


def read(page: str, language: str) -> list[Read]:
    """All that is shown or read aloud of a page or a piece of one in this language."""
    reader = _Reader(language)
    reader.feed(page)
    reader.close()
    return reader.found


def title(page: str) -> str:
    """What stands in the browser's tab."""
    found = re.search(r"<title>(.*?)</title>", page, re.DOTALL)
    return found[1] if found else ""


def untranslated(text: str, language: str) -> list[str]:
    """English words in a text of another language."""
    text = NOTATION.sub(" ", ADDRESS.sub(" ", text))
    if in_latin(language):
        return [word for word in WORD.findall(text) if word.casefold() in english(language)]
    for known in FOREIGN:
        text = re.sub(rf"\b{known}\b", " ", text, flags=re.ASCII)
    return LATIN.findall(text)


def glued(text: str) -> list[str]:
    """Places of a Chinese text at which a template has put punctuation or a space of its own."""
    return [text[max(0, at.start() - 8) : at.end() + 8] for at in GLUE.finditer(text.strip())]


@cache
def in_latin(language: str) -> bool:
    """Whether the language is written in Latin letters, as English is."""
    letters = "".join(chain(*(_words(text) for _source, text in _catalogue(language))))
    return 2 * len(re.findall("[A-Za-z]", letters)) > len(letters)


@cache
def english(language: str) -> frozenset[str]:
    """Words of the English sentences that stand in no sentence of this language."""
    sources, words = set[str](), set[str]()
    for source, translation in _catalogue(language):
        sources |= _words(source)
        words |= _words(translation)
    return frozenset(sources - words)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(NOTATION.sub(" ", PART.sub(" ", text)))}


def _catalogue(language: str) -> Iterator[tuple[str, str]]:
    """Each English sentence, or form of one, beside its translation."""
    domain, folders = "django", settings.LOCALE_PATHS
    found = gettext.translation(domain, folders[0], languages=[to_locale(language)])
    for key, translation in found._catalog.items():  # type: ignore[attr-defined]
        source = key[0] if isinstance(key, tuple) else key
        if source:
            yield source.rpartition("\x04")[2], translation
