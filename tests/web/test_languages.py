"""Who gets which language, by the browser's wish, by the address and by choice."""

import pytest
from django.conf import settings
from django.test import Client

WISHES = {
    "en": "en",
    "de-AT": "en",
    "el": "el",
    "el-CY": "el",
    "nb": "nb",
    "nb-NO": "nb",
    "no": "nb",
    "nn": "nb",
    "nn-NO": "nb",
    "zh-TW": "zh-hant",
    "zh-HK": "zh-hant",
    "zh-Hant": "zh-hant",
    "zh-Hant-TW": "zh-hant",
    "zh-Hant-HK": "zh-hant",
    "da, nn;q=0.8, en;q=0.5": "nb",
}
NEIGHBOURS = {
    "/no/": "/nb/",
    "/nn/rules/": "/nb/rules/",
    "/nb-NO/": "/nb/",
    "/el-cy/rules/samba/": "/el/rules/samba/",
    "/zh-tw/": "/zh-hant/",
    "/zh-HK/?x=1": "/zh-hant/?x=1",
    "/zh-Hant/rules/": "/zh-hant/rules/",
    "/EN/": "/en/",
}

pytestmark = pytest.mark.django_db


def test_all_four_languages_are_offered() -> None:
    assert [code for code, _name in settings.LANGUAGES] == ["en", "el", "nb", "zh-hant"]


@pytest.mark.parametrize(("wish", "language"), WISHES.items())
def test_the_site_begins_in_the_language_that_the_browser_asks_for(
    wish: str, language: str
) -> None:
    answer = Client(headers={"accept-language": wish}).get("/")
    assert answer.url == f"/{language}/"
    assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].replace(" ", "").split(","))


@pytest.mark.parametrize(("path", "right"), NEIGHBOURS.items())
def test_neighbours_lead_to_the_language_that_we_have(path: str, right: str) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer.url) == (301, right)
    assert Client().get(right).status_code == 200


@pytest.mark.parametrize("path", ["/de/", "/xx/rules/", "/nb/nowhere/", "/t/", "/zz-zz/"])
def test_what_leads_nowhere_is_not_found(path: str) -> None:
    assert Client().get(path).status_code == 404


@pytest.mark.parametrize("language", ["en", "el", "nb", "zh-hant"])
def test_a_page_says_its_language_and_offers_the_others(language: str) -> None:
    page = Client().get(f"/{language}/").text
    assert f'<html lang="{language}"' in page
    for code, name in settings.LANGUAGES:
        assert f'value="{code}" lang="{code}"' in page
        assert name in page


def test_a_language_once_chosen_is_remembered_and_keeps_the_place() -> None:
    client = Client(headers={"accept-language": "en"})
    answer = client.post("/i18n/", {"language": "nb", "next": "/en/rules/samba/"})
    assert (answer.status_code, answer.url) == (302, "/nb/rules/samba/")
    assert client.get("/").url == "/nb/"
