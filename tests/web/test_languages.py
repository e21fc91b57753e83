"""Who gets which language, by the browser's wish, by the address and by choice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from samba_site.languages import offered
from tests.catalogues import right_to_left

ROOT = Path(__file__).resolve().parents[2]
TAGS = {"en": "en", "el": "el", "nb": "nb", "zh-hant": "zh-Hant"}
"""Our languages, and how pages name them."""

WISHES = {
    "": "en",
    "*": "en",
    "en": "en",
    "en-GB": "en",
    "de-AT": "en",
    "fr-CH, fr;q=0.9, de;q=0.7": "en",
    "ja": "en",
    "he, ar;q=0.8": "en",
    "nonsense;;q=x, ???": "en",
    "el": "el",
    "el-GR": "el",
    "el-CY": "el",
    "EL-cy": "el",
    "nb": "nb",
    "nb-NO": "nb",
    "nb-SJ": "nb",
    "no": "nb",
    "no-NO": "nb",
    "nn": "nb",
    "nn-NO": "nb",
    "zh": "zh-hant",
    "zh-TW": "zh-hant",
    "zh-HK": "zh-hant",
    "zh-MO": "zh-hant",
    "zh-Hant": "zh-hant",
    "zh-Hant-TW": "zh-hant",
    "zh-Hant-HK": "zh-hant",
    "zh-Hant-MO": "zh-hant",
    "zh-Hant-US": "zh-hant",
    "zh-CN": "en",
    "zh-Hans": "en",
    "zh-Hans-SG": "en",
    # What is wanted more comes first, wherever it stands.
    "da, nn;q=0.8, en;q=0.5": "nb",
    "en;q=0.5, el-CY;q=0.9": "el",
    "de;q=1.0, zh-HK;q=0.3, nb;q=0.2": "zh-hant",
    "el;q=0.2, no;q=0.4, zh-TW;q=0.3": "nb",
    "zh-CN, zh-TW;q=0.5": "en",
    "zh-CN;q=0.4, zh-TW;q=0.5": "zh-hant",
    "nb;q=0, el;q=0.1": "el",
    "de, *;q=0.5": "en",
}
NEIGHBOURS = {
    "no": "nb",
    "No": "nb",
    "no-no": "nb",
    "nn": "nb",
    "nn-NO": "nb",
    "nb-NO": "nb",
    "NB": "nb",
    "el-cy": "el",
    "el-GR": "el",
    "zh": "zh-hant",
    "zh-tw": "zh-hant",
    "zh-TW": "zh-hant",
    "zh-HK": "zh-hant",
    "zh-Hant": "zh-hant",
    "zh-Hant-TW": "zh-hant",
    "zh-hant-hk": "zh-hant",
    "EN": "en",
    "en-GB": "en",
}
PATHS = ("", "?x=1&y=%20", "rules/", "rules/samba/", "rules/samba/?x=1", "settings/?next=/en/")

pytestmark = pytest.mark.django_db


def test_all_four_languages_are_offered() -> None:
    assert set(TAGS) <= {code for code, _name in settings.LANGUAGES}
    assert settings.LANGUAGES[0] == ("en", "English")


@pytest.mark.parametrize(("wish", "language"), WISHES.items())
def test_the_site_begins_in_the_language_that_the_browser_asks_for(
    wish: str, language: str
) -> None:
    client = Client(headers={"accept-language": wish})
    for path in ("/", "/rules/samba/", "/rules/?x=1"):
        answer = client.get(path)
        assert (answer.status_code, answer.url) == (302, f"/{language}{path}")
        assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].replace(" ", "").split(","))
    # A table's address names no language.
    page = client.get("/t/no-such-table/")
    assert f'<html lang="{TAGS[language]}"' in page.text
    assert page["Content-Language"] == language


@pytest.mark.parametrize(("code", "language"), NEIGHBOURS.items())
def test_neighbours_lead_to_the_language_that_we_have(code: str, language: str) -> None:
    for path in PATHS:
        answer = Client().get(f"/{code}/{path}")
        assert (answer.status_code, answer.url) == (301, f"/{language}/{path}")
        assert Client().get(answer.url).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/de/",
        "/xx/rules/",
        "/nb/nowhere/",
        "/no/nowhere/",
        "/t/",
        "/zz-zz/",
        "/zh-/",
        "/a/",
        "/no-such-page/",
    ],
)
def test_what_leads_nowhere_is_not_found(path: str) -> None:
    assert Client().get(path, follow=True).status_code == 404


def test_no_neighbour_leads_away_from_the_site() -> None:
    for path in ("/no//evil.example/", "/no/%2f%2fevil.example/", "/zh-TW/\\evil.example/"):
        answer = Client().get(path)
        assert "Location" not in answer or answer.url.startswith(("/nb/", "/zh-hant/"))


@pytest.mark.parametrize("language", TAGS)
def test_a_page_says_its_language_and_offers_the_others(language: str) -> None:
    answer = Client().get(f"/{language}/")
    assert f'<html lang="{TAGS[language]}" dir="ltr"' in answer.text
    assert answer["Content-Language"] == language
    for code, name in settings.LANGUAGES:
        assert f'value="{code}" lang="{TAGS[code]}" dir="ltr"' in answer.text
        assert name in answer.text


def test_a_language_once_chosen_is_remembered_and_keeps_the_place() -> None:
    client = Client(headers={"accept-language": "en"})
    answer = client.post("/i18n/", {"language": "nb", "next": "/en/rules/samba/"})
    assert (answer.status_code, answer.url) == (302, "/nb/rules/samba/")
    assert client.get("/").url == "/nb/"


# ---------------------------------------------------------------- one more


def test_a_language_is_there_once_its_folder_is(tmp_path: Path) -> None:
    for folder in ("he", "pt_BR", "zh_Hans"):
        catalogue = tmp_path / folder / "LC_MESSAGES" / "django.mo"
        catalogue.parent.mkdir(parents=True)
        catalogue.touch()
    (tmp_path / "fr" / "LC_MESSAGES").mkdir(parents=True)
    assert offered("en", [tmp_path]) == [
        ("en", "English"),
        ("he", "עברית"),
        ("pt-br", "Português Brasileiro"),
        ("zh-hans", "简体中文"),
    ]


LOOK = """
import django
django.setup()
from django.conf import settings
from django.test import Client
from tests.catalogues import hebrew
assert [code for code, _ in settings.LANGUAGES] == ["en", "el", "he", "nb", "zh-hant"]
client = Client(headers={"accept-language": "he-IL", "host": "localhost"})
assert client.get("/").url == "/he/"
assert client.get("/HE/rules/").url == "/he/rules/"
text = client.get("/he/rules/samba/").text
assert '<html lang="he" dir="rtl"' in text
assert 'value="he" lang="he" dir="rtl" aria-current="true">עברית' in text
assert 'value="el" lang="el" dir="ltr">Ελληνικά' in text
assert hebrew("Rules") in text
assert 'hreflang="he" href="http://localhost/he/rules/samba/"' in text
assert "10,000" in text
assert "/he/rules/" in client.get("/sitemap.xml").text
manifest = client.get("/he/app.webmanifest").json()
assert (manifest["lang"], manifest["dir"]) == ("he", "rtl")
"""


def test_a_folder_is_all_that_a_language_needs_from_right_to_left_too(tmp_path: Path) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(tmp_path / "data"),
        "LOCALE_DIR": str(right_to_left(tmp_path / "locale")),
        "DJANGO_SETTINGS_MODULE": "samba_site.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", LOOK], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
