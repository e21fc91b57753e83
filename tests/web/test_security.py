"""Secrets stay secret: hidden cards, seeds, cookies, and the headers of every page of a table."""

import io
import logging
import random
import re
from dataclasses import replace

import pytest
from django.test import Client

from games import bots, identity, selectors, services
from games.engine.rules import begin
from games.engine.shuffle import deck
from games.engine.state import Setup, State
from games.engine.variants import all_variants
from games.models import Table
from games.pages import Viewer, page
from games.selectors import Loaded
from tests.web.boards import permuted, table
from tests.web.people import at, browser, form, masked
from tests.web.tables import Opened, begun, put, waiting


def dealt(variant_index: int, seats: int, seed: int) -> State:
    variant = all_variants()[variant_index]
    setup = Setup(variant, seats, 0, (0,) * variant.sides(seats))
    cards = deck(bytes([seed] * 32), 1, variant.packs[seats], variant.jokers[seats])
    return begin(setup, cards)


class Seen(Viewer):
    """A viewer who holds one seat, or none, without a database."""

    def seat(self, loaded: Loaded) -> int | None:
        return self.wanted


TABLES = [(index, seats) for index, variant in enumerate(all_variants()) for seats in variant.seats]


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_nothing_that_is_sent_depends_on_a_hidden_card(variant: int, seats: int) -> None:
    """By twins: the same deal with all that the viewer cannot see dealt otherwise."""
    rng = random.Random(variant * 10 + seats)
    state = dealt(variant, seats, seats)
    loaded = table(state)
    loaded.table.status = Table.Status.PLAYING
    loaded.table.target = 5000
    shown: dict[int | None, object] = dict.fromkeys([*range(seats), None])
    sent = 0
    while loaded.state.public.ended_by is None and sent < 300:
        for seat in shown:
            viewer = Seen(wanted=seat)
            twin = replace(loaded, state=permuted(loaded.state, seat, rng))
            mine, theirs = page(loaded, viewer), page(twin, viewer)
            assert mine.whole() == theirs.whole()
            assert mine.since(shown[seat]) == theirs.since(shown[seat])
            shown[seat] = mine
        acting = loaded.state.public.seat
        move = bots.choose("random", loaded.view(acting), rng)
        loaded.table.number += 1
        loaded = selectors.played(loaded, [(acting, move)])
        sent += 1
    assert sent > 10


@pytest.mark.django_db
def test_no_page_of_a_table_depends_on_a_hidden_card() -> None:
    opened = begun(4)
    for _ in range(3):
        opened.pass_turn()
    state = opened.load().state
    rng = random.Random(4)
    for seat in (0, 1, 2, 3, None):
        client = browser() if seat is None else at(opened, seat)
        answers = []
        for twin in (state, permuted(state, seat, rng)):
            put(opened, twin)
            answers.append(
                [
                    masked(client.get(f"/t/{opened.key}/").text),
                    client.get(f"/t/{opened.key}/log.json").text,
                    masked(client.get(f"/t/{opened.key}/replay/").text),
                ]
            )
        assert answers[0] == answers[1]


# ---------------------------------------------------------------- seeds and cookies


@pytest.mark.django_db
def test_no_page_before_the_end_holds_a_seed_of_the_server() -> None:
    opened = begun(2)
    row = opened.table
    secrets = [bytes(row.server_seed).hex(), bytes(row.game_seed).hex()]
    for client in (at(opened, 0), browser()):
        for path in ("", "log.json", "replay/"):
            text = client.get(f"/t/{opened.key}/{path}").text
            assert not any(secret in text for secret in secrets)


@pytest.mark.django_db
def test_the_log_of_a_game_that_goes_on_has_neither_server_seed_nor_result() -> None:
    opened = begun(2)
    opened.pass_turn()
    answer = browser().get(f"/t/{opened.key}/log.json")
    assert answer["Content-Type"] == "application/json"
    log = answer.json()
    assert log["shuffle"]["server_seed"] is None
    assert "result" not in log
    assert log["deals"][0]["moves"][0][1] == "draw"


@pytest.mark.django_db
def test_neither_cookies_nor_links_nor_cards_are_written_to_the_logs() -> None:
    opened = begun(2)
    loaded = opened.load()
    client = at(opened, 0)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.getLogger().handlers[0].formatter)
    logging.getLogger().addHandler(handler)
    try:
        client.get(f"/t/{opened.key}/replay/")
        client.post(f"/t/{opened.key}/act/", form(loaded, "cheat", seat=0, cards=["7S"]))
    finally:
        logging.getLogger().removeHandler(handler)
    text = written.getvalue()
    assert opened.key not in text
    assert client.cookies[identity.COOKIE].value not in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("&".join(f"f{number}=1" for number in range(300)), "application/x-www-form-urlencoded"),
        ("a=1", "application/x-www-form-urlencoded; charset=utf-7"),
        ("--x\r\nnonsense", "multipart/form-data; boundary=x"),
        ("--x", "multipart/form-data; boundary="),
        (
            '--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nf\r\n--x--\r\n',
            "multipart/form-data; boundary=x",
        ),
    ],
)
def test_a_request_that_nobody_of_ours_sends_leaves_no_traceback_in_the_log(
    body: str, kind: str
) -> None:
    opened = begun(2)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logging.getLogger().handlers[0].formatter)
    logging.getLogger().addHandler(handler)
    try:
        answer = at(opened, 0).post(f"/t/{opened.key}/act/", body, content_type=kind)
    finally:
        logging.getLogger().removeHandler(handler)
    assert answer.status_code == 400
    assert 1 <= len(written.getvalue().splitlines()) <= 2


@pytest.mark.django_db
@pytest.mark.parametrize("cookie", ["", "x", "1:x", "1:x:y", "0" * 5000, "é", "1::", ":::"])
def test_a_cookie_that_is_not_ours_is_nobodys(cookie: str) -> None:
    opened = begun(2)
    client = Client()
    client.cookies[identity.COOKIE] = cookie
    answer = client.get(f"/t/{opened.key}/")
    assert answer.status_code == 200
    assert 'id="r-hand"' not in answer.text


# ---------------------------------------------------------------- headers and forms


def kinds() -> list[tuple[str, Opened]]:
    """A table of every kind."""
    return [("lobby", waiting(2)), ("board", begun(2))]


@pytest.mark.django_db
def test_every_page_of_a_table_is_private() -> None:
    for kind, opened in kinds():
        for client in (at(opened, 0), browser()):
            for path in ("", "replay/", "log.json", "?seat=1"):
                answer = client.get(f"/t/{opened.key}/{path}")
                assert answer["Cache-Control"] == "no-store", (kind, path)
                assert answer["Referrer-Policy"] == "no-referrer"
                assert answer["X-Robots-Tag"] == "noindex"
                assert {"Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))


@pytest.mark.django_db
def test_no_page_holds_what_the_policy_forbids() -> None:
    for _kind, opened in kinds():
        text = at(opened, 0).get(f"/t/{opened.key}/").text
        assert not re.search(r"\sstyle=|\son\w+=|<style|javascript:|hx-on|hx-vals=.js", text)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))


@pytest.mark.django_db
@pytest.mark.parametrize("action", ["seat/", "start/", "act/", "offers/", "go-on/"])
def test_a_form_needs_the_token_of_our_page(action: str) -> None:
    opened = begun(2)
    loaded = opened.load()
    client = Client(enforce_csrf_checks=True)
    client.cookies[identity.COOKIE] = at(opened, loaded.turn).cookies[identity.COOKIE].value
    sent = form(loaded, "draw")
    assert client.post(f"/t/{opened.key}/{action}", sent).status_code == 403
    assert opened.table.number == loaded.number
    text = client.get(f"/t/{opened.key}/").text
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', text)[1]
    for origin, status in (("http://evil.example", 403), ("http://testserver", 303)):
        if action != "act/":
            break
        answer = client.post(
            f"/t/{opened.key}/act/",
            {**sent, "csrfmiddlewaretoken": token},
            headers={"origin": origin},
        )
        assert answer.status_code == status


@pytest.mark.django_db
def test_names_are_shown_as_text() -> None:
    opened = waiting(2)
    evil = "<img src=x onerror=1>"
    browser().post(f"/t/{opened.key}/seat/", {"do": "take 1", "name": evil})
    services.start(key=opened.key, player=opened.opener)
    for path in ("", "log.json"):
        answer = browser().get(f"/t/{opened.key}/{path}")
        if answer["Content-Type"].startswith("text/html"):
            assert "<img" not in answer.text
    assert "&lt;img" in browser().get(f"/t/{opened.key}/").text


@pytest.mark.django_db
def test_a_body_that_is_too_large_is_refused() -> None:
    opened = begun(2)
    answer = at(opened, 0).post(f"/t/{opened.key}/act/", {"move": "x" * 70_000})
    assert answer.status_code == 413


@pytest.mark.django_db
def test_an_unreadable_form_to_an_unknown_address_is_told_that_there_is_no_such_page() -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrf"] = "abcdefghijabcdefghijabcdefghij12"
    answer = client.post("/nope/", {f"field-{number}": "" for number in range(300)})
    assert answer.status_code == 404
