"""A cache that many readers share never gives one of them the language of another."""

import random
import re
from collections import defaultdict
from collections.abc import Iterable

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.utils import translation

from games.identity import COOKIE
from tests.web.people import cookie_of, form
from tests.web.tables import Opened, begun, waiting

pytestmark = pytest.mark.django_db

LANGUAGES = {"en": "en-GB", "el": "el-CY, el;q=0.9", "nb": "no, nn;q=0.8", "zh-hant": "zh-TW"}
"""Each with what a browser of its readers asks for."""
Headers = dict[str, str]


class Cache:
    """A cache before the site that keeps all it can and heeds nothing but `Vary`."""

    def __init__(self) -> None:
        self.kept: dict[str, list[tuple[Headers, HttpResponse]]] = defaultdict(list)
        self.hits = 0

    def get(self, path: str, headers: Headers) -> HttpResponse:
        for asked, response in self.kept[path]:
            if matches(response, asked, headers):
                self.hits += 1
                return response
        response = fetch(path, headers)
        self.kept[path].append((headers, response))
        return response


def matches(response: HttpResponse, asked: Headers, headers: Headers) -> bool:
    vary = [name.strip().lower() for name in response["Vary"].split(",")]
    return all(asked.get(name) == headers.get(name) for name in vary)


def fetch(path: str, headers: Headers) -> HttpResponse:
    response = Client(headers=headers).get(path)
    # A cache keeps what was sent, not what would be made of it later.
    _ = response.content
    return response


def readers(cookies: str = "") -> Iterable[tuple[str, Headers]]:
    """Who reads what: some by what their browsers ask for, some by their own choice."""
    for language, wish in LANGUAGES.items():
        yield language, {"accept-language": wish, "cookie": cookies}
        chosen = f"{settings.LANGUAGE_COOKIE_NAME}={language}"
        for other in ("zh-TW", "de"):
            yield language, {"accept-language": other, "cookie": f"{chosen}; {cookies}"}


def language_of(response: HttpResponse) -> str:
    """What the answer is in, by its own words where it is a page."""
    if "Location" in response:
        return response["Location"].split("/")[1]
    if found := re.search(r'<html lang="([\w-]+)"', response.text):
        return found[1].lower()
    if found := re.search(r' lang="([\w-]+)" dir=', response.text):
        return found[1].lower()
    return response["Content-Language"]


@pytest.fixture
def opened() -> Opened:
    return begun(2, computers=[1])


def paths(opened: Opened) -> list[str]:
    """Every kind of page whose address names no language."""
    table = f"/t/{opened.key}/"
    return [
        "/",
        "/rules/",
        "/rules/samba/?x=1",
        "/settings/",
        "/worker.js",
        "/nowhere/",
        "/t/nowhere/",
        "/me/nowhere/",
        "/feed/nowhere/",
        "/notices/stop/nowhere/",
        f"/t/{waiting().key}/",
        table,
        f"{table}?seat=0",
        f"{table}text/",
        f"{table}about/",
        f"{table}replay/",
        f"{table}step/?deal=1&move=0",
    ]


def paths_with_a_language() -> list[tuple[str, str]]:
    """(language, path) of pages whose address names it."""
    pages = ("", "rules/", "me/", "notices/", "settings/", "offline/")
    return [(language, f"/{language}/{page}") for language in LANGUAGES for page in pages]


@pytest.mark.parametrize("who", ["player", "stranger"])
def test_everybody_gets_the_own_language(opened: Opened, who: str) -> None:
    cookies = f"{COOKIE}={cookie_of(opened.opener)}" if who == "player" else ""
    cache = Cache()
    asked = [
        (path, language, headers)
        for path in paths(opened)
        for language, headers in readers(cookies)
        for _time in range(2)
    ]
    random.Random(1).shuffle(asked)
    for path, language, headers in asked:
        assert language_of(cache.get(path, headers)) == language, (path, headers)
    assert cache.hits


def test_an_address_with_a_language_is_in_that_language_for_all() -> None:
    cache = Cache()
    asked = [
        (language, path, headers)
        for language, path in paths_with_a_language()
        for _other, headers in readers()
    ]
    random.Random(2).shuffle(asked)
    for language, path, headers in asked:
        assert language_of(cache.get(path, headers)) == language


def test_a_cache_that_heeds_what_it_is_told_gives_nobody_what_it_kept(opened: Opened) -> None:
    """Not without asking whether it still holds."""
    for path in paths(opened) + [path for _language, path in paths_with_a_language()]:
        told = fetch(path, {})["Cache-Control"].split(", ")
        assert {"no-store", "no-cache"} & set(told), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_and_its_parts_are_told_apart_too(opened: Opened, language: str) -> None:
    cookies = f"{COOKIE}={cookie_of(opened.opener)}"
    cache = Cache()
    headers = {"accept-language": LANGUAGES[language], "cookie": cookies}
    path = f"/t/{opened.key}/"
    assert "<html" in cache.get(path, headers).text
    part = cache.get(path, {**headers, "hx-request": "true"})
    assert "<html" not in part.text
    assert language_of(part) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_form_brings_back_says_its_language(opened: Opened, language: str) -> None:
    """Refusals and fragments: nobody keeps them, and each names its language."""
    tag = language.replace("hant", "Hant")
    cookies = f"{COOKIE}={cookie_of(opened.opener)}"
    client = Client(headers={"accept-language": LANGUAGES[language], "cookie": cookies})
    forms = {
        "act": form(opened.load(), "typed", move="lay 7S", seat=0),
        "offers": form(opened.load(), "offers", cards=["XX", "XX", "7S"], seat=0),
        "talk": {"do": "say nonsense", "seat": 0},
    }
    for act, sent in forms.items():
        for more in ({}, {"hx-request": "true"}):
            answer = client.post(f"/t/{opened.key}/{act}/", sent, headers=more)
            assert answer["Cache-Control"] == "no-store"
            assert answer["Content-Language"] == language
            assert f'lang="{tag}" dir="ltr"' in answer.text


def test_an_answer_before_any_view_is_in_nobody_elses_language() -> None:
    for language, wish in LANGUAGES.items():
        client = Client(headers={"accept-language": wish})
        for answer in (
            client.post("/i18n/", {"language": "e" * 70_000}),
            client.get("/", headers={"host": "evil.example"}),
            Client(headers={"accept-language": wish}, enforce_csrf_checks=True).post("/i18n/"),
        ):
            assert answer.status_code in {400, 403, 413}
            assert language_of(answer) == language
            assert answer["Cache-Control"] == "no-store"
        with translation.override("en"):
            assert language_of(client.get("/t/nowhere/")) == language
