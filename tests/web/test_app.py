"""The site as an app: what devices are told, and what they may keep."""

import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from samba_site import app

pytestmark = pytest.mark.django_db


def test_the_manifest_names_the_site_in_the_readers_language(client: Client) -> None:
    answer = client.get("/en/app.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert told["lang"] == "en"
    assert (told["start_url"], told["scope"], told["id"]) == ("/en/", "/", "/")
    assert told["name"]
    assert len(told["short_name"]) <= 12
    assert told["display"] == "standalone"


def test_the_manifest_has_icons_for_every_device(client: Client) -> None:
    icons = client.get("/en/app.webmanifest").json()["icons"]
    assert {(icon["sizes"], icon["purpose"]) for icon in icons} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
        ("any", "any"),
    }


@pytest.mark.parametrize("name", [*app.ICONS, *app.SHELL, "site/icon-180.png"])
def test_everything_that_is_named_is_there(name: str) -> None:
    assert finders.find(name)


@pytest.mark.parametrize("name", [name for name in app.ICONS if name.endswith("png")])
def test_the_icons_are_as_large_as_they_say(name: str) -> None:
    with open(finders.find(name), "rb") as file:  # noqa: PTH123 (a name from Django)
        head = file.read(24)
    width, height = (int.from_bytes(head[at : at + 4], "big") for at in (16, 20))
    assert app.ICONS[name][0] == f"{width}x{height}"


def test_the_colours_around_the_page_are_those_of_the_page() -> None:
    with open(finders.find("site/table.css"), encoding="utf-8") as file:  # noqa: PTH123
        linen = re.findall(r"--linen: (#\w+);", file.read())
    assert {*linen} == {*settings.THEME_COLORS.values()}


def test_the_worker_stands_at_the_top_of_the_site_and_is_always_asked_for(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert '"/en/offline/"' in answer.text


def test_another_version_of_a_file_makes_another_worker(client: Client, monkeypatch) -> None:
    before = client.get("/worker.js").text
    assert client.get("/worker.js").text == before
    monkeypatch.setattr(app, "static", lambda name: f"/static/new/{name}")
    assert client.get("/worker.js").text != before


def test_the_page_without_a_connection_is_nobodys(client: Client) -> None:
    answer = client.get("/en/offline/")
    assert answer.status_code == 200
    assert not answer.cookies
    assert "<form" not in answer.text
    assert "<nav" not in answer.text
