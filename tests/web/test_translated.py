"""No page and no sentence of a language has an English word in it, and each page has its title."""

from collections.abc import Iterator
from functools import cache

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from tests.web.moments import NAMES, Visit, boards, words
from tests.web.reading import FOREIGN, english, glued, in_latin, read, title, untranslated
from tests.web.tour import Tour

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
OTHERS = [code for code in LANGUAGES if code != "en"]
PAGELESS = {"feed", "manifest"}
"""Answers with words that are no pages."""
WORDLESS = {
    # lead elsewhere, or have nothing that is read
    "healthz", "worker", "set_language", "sitemap", "log", "push",
    # buttons, whose answers are the pages above
    "hide", "deed", "rematch", "beside", "start", "offers", "go_on", "talk", "seen", "feed_address",
}  # fmt: skip


@cache
def pages(language: str) -> tuple[Visit, ...]:
    """Whole pages; they are only read, so one way through the site does for all tests."""
    return tuple(Tour(language).pages())


def findings(visits: Iterator[Visit] | tuple[Visit, ...], language: str) -> list[str]:
    """What a reader of the language cannot read, or stumbles over."""
    found = []
    for visit in visits:
        for where, text in read(visit.html, language):
            english_words = untranslated(text, language)
            if english_words:
                found.append(f"{visit}: <{where}> {text.strip()[:80]!r}: {english_words}")
            if language == "zh-hant":
                found += [f"{visit}: <{where}> is glued: {place!r}" for place in glued(text)]
    return found


# ---------------------------------------------------------------- everything is translated


@pytest.mark.parametrize("language", OTHERS)
def test_no_page_has_an_untranslated_word(language: str) -> None:
    assert findings(pages(language), language) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_state_of_the_board_has_an_untranslated_word(language: str) -> None:
    assert findings(boards(language), language) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_of_the_game_has_an_untranslated_word(language: str) -> None:
    assert findings(words(language), language) == []


def test_every_address_of_the_site_was_read() -> None:
    read_at = {visit.address.removeprefix("games:") for visit in pages("en")}
    assert set(named(get_resolver())) - read_at - WORDLESS == set()


def named(resolver: URLResolver) -> Iterator[str]:
    """Names of all addresses but the admin's."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            if pattern.name:
                yield pattern.name
        elif pattern.app_name != "admin":
            yield from named(pattern)


def test_every_foreign_word_that_may_stand_there_does() -> None:
    shown = "\n".join(
        text
        for language in ("el", "zh-hant")
        for visits in (pages(language), words(language))
        for visit in visits
        for _where, text in read(visit.html, language)
    ).casefold()
    assert [word for word in FOREIGN if word.casefold() not in shown] == []


# ---------------------------------------------------------------- the scan sees what it should


@pytest.mark.parametrize(
    "planted",
    [
        "<p>Draw two cards</p>",
        '<button aria-label="Take the pile">×</button>',
        '<img alt="The discard pile">',
        '<input class="text" placeholder="Your name">',
        '<button data-done="Copied">×</button>',
        "<title>The rules of the game</title>",
        '<meta name="description" content="Play with your friends">',
        "<svg><text>They</text></svg>",
        "<p>Σειρά σου, Ann. Your turn.</p>",
    ],
)
@pytest.mark.parametrize("language", OTHERS)
def test_the_scan_sees_a_planted_word(planted: str, language: str) -> None:
    page = next(iter(pages(language))).html
    clean = findings((Visit("home", "", page),), language)
    grown = page.replace("</main>", f"{planted}</main>")
    assert len(findings((Visit("home", "", grown),), language)) == len(clean) + 1


@pytest.mark.parametrize(
    "silent",
    [
        "<code>lay 7S 7H 7D</code>",
        '<script>const words = "none";</script>',
        '<button lang="en">English</button>',
        '<input name="move" placeholder="lay 7S 7H 7D / m1 8C">',
        '<span class="code seal">abcdef</span>',
    ],
)
def test_the_scan_passes_over_what_is_no_text(silent: str) -> None:
    assert findings((Visit("", "", silent),), "el") == []


def test_scripts_are_told_apart() -> None:
    assert {language: in_latin(language) for language in OTHERS if language in NAMES} == {
        "el": False,
        "nb": True,
        "zh-hant": False,
    }


def test_english_words_are_those_that_norwegian_has_not() -> None:
    assert {"discard", "your", "cards", "nobody"} <= english("nb")
    assert not {"canasta", "samba", "joker", "for", "bonus"} & english("nb")


@pytest.mark.parametrize(
    "text", ["輪到你了. 請出牌", "阿明, 電腦", "結束。 下一局", "純 (紅)", ": 森巴", "阿明: 電腦"]
)
def test_the_scan_sees_what_is_glued(text: str) -> None:
    assert glued(text)


@pytest.mark.parametrize(
    "text", ["輪到你了。請出牌", "1,000 分", "10:30 UTC", "擺出 K、Q", "見 C-12"]
)
def test_the_scan_passes_over_what_is_right(text: str) -> None:
    assert not glued(text)


# ---------------------------------------------------------------- titles


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_of_page_has_a_title_that_no_other_has(language: str) -> None:
    kinds: dict[str, set[str]] = {}
    for visit in pages(language):
        if visit.kind not in PAGELESS:
            assert title(visit.html), visit
            kinds.setdefault(title(visit.html), set()).add(visit.kind)
    assert {name: of for name, of in kinds.items() if len(of) > 1} == {}
