"""Cards and colours as each person likes them, kept by their browser."""

import re

import pytest
from django.test import Client

from games import preferences
from games.preferences import CHOICES, COOKIE, Preferences
from tests.web.people import at, form
from tests.web.tables import begun

ALL = {
    "pack": "4",
    "size": "large",
    "theme": "dark",
    "sort": "suit",
    "sound": "on",
    "vibration": "on",
}


def test_nothing_is_kept_of_what_is_usual() -> None:
    assert str(Preferences()) == ""
    assert preferences.read({}) == Preferences()


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in CHOICES.items() for value in values]
)
def test_every_choice_is_read_as_it_was_kept(name: str, value: str) -> None:
    wanted = Preferences()._replace(**{name: value})
    assert preferences.read({COOKIE: str(wanted)}) == wanted


@pytest.mark.parametrize(
    "cookie",
    ["x", "pack-5", "theme-<b>", 'theme-"', "-", "....", "pack", "4", "_fields-x", "é" * 3000],
)
def test_a_cookie_that_is_not_ours_is_passed_over(cookie: str) -> None:
    assert preferences.read({COOKIE: cookie}) == Preferences()


def test_what_is_good_in_a_cookie_holds_beside_what_is_not() -> None:
    assert preferences.read({COOKIE: "pack-9.size-large.x"}) == Preferences(size="large")


@pytest.mark.django_db
def test_the_page_has_a_choice_of_each_with_what_holds_now_chosen(client: Client) -> None:
    client.cookies[COOKIE] = "pack-4.theme-dark"
    text = client.get("/en/settings/").text
    elsewhere = {"note"}  # chosen where the browser is asked for leave
    for name, values in CHOICES.items():
        found = re.findall(rf'type="radio" name="{name}" value="([^"]+)"', text)
        assert found == ([] if name in elsewhere else [*values])
    chosen = dict(re.findall(r'name="(\w+)" value="(\w+)" checked', text))
    expected = Preferences(pack="4", theme="dark")._asdict()
    assert chosen == {name: expected[name] for name in expected if name not in elsewhere}


@pytest.mark.django_db
def test_notes_are_chosen_on_the_page_about_being_told(client: Client) -> None:
    assert 'name="note" value="on"' in client.get("/en/notices/").text
    client.post("/en/settings/", {"note": "on", "next": "/en/notices/"})
    assert 'name="note" value="off"' in client.get("/en/notices/").text


@pytest.mark.django_db
def test_choices_are_kept_for_long_and_shown_by_every_page(client: Client) -> None:
    answer = client.post("/en/settings/", {**ALL, "next": "/en/?x=1"})
    assert (answer.status_code, answer["Location"]) == (303, "/en/?x=1")
    cookie = answer.cookies[COOKIE]
    assert cookie["max-age"] == preferences.COOKIE_AGE
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    for path in ("/en/", "/no-such-page"):
        text = client.get(path).text
        assert '<html lang="en" dir="ltr" data-theme="dark">' in text
        assert '<meta name="theme-color" content="#1b1916">' in text
        assert re.search(r'<body class="pack-4 large [^"]*" data-signals="sound vibration">', text)


@pytest.mark.django_db
def test_a_choice_can_be_taken_back(client: Client) -> None:
    client.cookies[COOKIE] = "pack-4.sound-on"
    client.post("/en/settings/", {"pack": "2"})
    assert client.cookies[COOKIE].value == "sound-on"


@pytest.mark.django_db
def test_the_usual_page_says_nothing_of_theme_or_signals(client: Client) -> None:
    text = client.get("/en/").text
    assert "data-theme" not in text
    assert "data-signals" not in text
    assert "prefers-color-scheme: dark" in text


@pytest.mark.django_db
def test_an_unknown_choice_is_refused_and_keeps_nothing(client: Client) -> None:
    answer = client.post("/en/settings/", {"pack": "3"})
    assert answer.status_code == 400
    assert COOKIE not in answer.cookies


@pytest.mark.django_db
@pytest.mark.parametrize(
    "url", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example", ""]
)
def test_the_way_back_leads_nowhere_else(client: Client, url: str) -> None:
    assert client.post("/en/settings/", {"next": url})["Location"] == "/en/"
    assert "evil" not in client.get("/en/settings/", {"next": url}).text.partition("<main")[2]


@pytest.mark.django_db
def test_every_page_leads_there_and_back(client: Client) -> None:
    opened = begun(2)
    for path in ("/en/", f"/t/{opened.key}/?seat=1"):
        link = re.search(r'href="(/en/settings/[^"]+)"', client.get(path).text)
        assert link
        text = client.get(link[1].replace("&amp;", "&")).text
        assert f'name="next" value="{path}"' in text


@pytest.mark.django_db
def test_a_refused_form_leads_back_to_the_page_that_it_stood_in() -> None:
    opened = begun(2)
    loaded = opened.load()
    client = at(opened, loaded.turn)
    answer = client.post(f"/t/{opened.key}/act/", form(loaded, "typed", move="nonsense"))
    assert answer.status_code == 422
    assert f"/en/settings/?next=%2Ft%2F{opened.key}%2F" in answer.text


@pytest.mark.django_db
def test_where_the_table_is_goes_to_nobody_else(client: Client) -> None:
    answer = client.get("/en/settings/?next=/t/secret/")
    assert answer["Referrer-Policy"] == "no-referrer"
    assert {"Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_the_boards_button_and_the_page_keep_the_same_order_of_the_hand() -> None:
    opened = begun(2)
    loaded = opened.load()
    client = at(opened, loaded.turn)
    client.cookies[COOKIE] = "pack-4"
    client.post(f"/t/{opened.key}/act/", form(loaded, "sort suit"))
    assert client.cookies[COOKIE].value == "pack-4.sort-suit"
    assert 'value="sort rank"' in client.get(f"/t/{opened.key}/").text
    client.post("/en/settings/", {"sort": "rank"})
    assert 'value="sort suit"' in client.get(f"/t/{opened.key}/").text


@pytest.mark.django_db
def test_the_script_of_the_signals_comes_only_to_who_wants_them() -> None:
    opened = begun(2)
    client = at(opened, 0)
    assert "signal.js" not in client.get(f"/t/{opened.key}/").text
    client.cookies[COOKIE] = "vibration-on"
    assert "signal.js" in client.get(f"/t/{opened.key}/").text
