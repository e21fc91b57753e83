"""What every page shows around its own content."""

import re

import pytest
from django.test import Client

from samba_site import context_processors

pytestmark = pytest.mark.django_db

PAGES = ["/en/", "/no-such-page", "/t/no-such-table/"]


@pytest.mark.parametrize("path", PAGES)
def test_a_skip_link_comes_first(client: Client, path: str) -> None:
    body = client.get(path).text.partition("<body")[2]
    assert re.search(r"<(a|button|input|select|summary)\b[^>]*>", body)[0] == (
        '<a class="skip" href="#main">'
    )
    assert 'id="main"' in body


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_inline_that_the_policy_forbids(client: Client, path: str) -> None:
    text = client.get(path).text
    assert not re.search(r"<[^>]*\s(style|on\w+)\s*=", text)
    assert "<style" not in text
    # What is told to search engines is data, which no browser runs.
    assert not re.search(r"<script(?![^>]*\s(?:src=|type=\"application/ld\+json\"))", text)


@pytest.mark.parametrize("path", PAGES)
def test_the_badge_is_a_setting(client: Client, settings, path: str) -> None:
    assert 'class="beta"' in client.get(path).text
    settings.BETA = False
    assert 'class="beta"' not in client.get(path).text


@pytest.mark.parametrize(
    ("commit", "shown"), [("abc1234", "v0.1.0 · abc1234</span>"), ("", "v0.1.0</span>")]
)
def test_the_footer_names_version_and_commit(
    client: Client, monkeypatch, commit: str, shown: str
) -> None:
    monkeypatch.setattr(context_processors, "VERSION", "0.1.0")
    monkeypatch.setattr(context_processors, "COMMIT", commit)
    assert shown in client.get("/en/").text


def test_one_language_offers_no_choice(client: Client, settings) -> None:
    settings.LANGUAGES = [("en", "English")]
    assert 'class="languages"' not in client.get("/no-such-page").text


def test_a_language_is_chosen_by_post_and_kept_in_a_cookie(client: Client, settings) -> None:
    settings.LANGUAGES = [("en", "English"), ("nb", "Norsk")]
    assert (
        '<button name="language" value="nb" lang="nb" dir="ltr">Norsk'
        in client.get("/no-such-page").text
    )
    response = client.post("/i18n/", {"language": "nb", "next": "/en/"})
    assert response.status_code == 302
    cookie = response.cookies["django_language"]
    assert cookie.value == "nb"
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
