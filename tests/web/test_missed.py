"""Coming back: what happened since one last looked, and the table as it was after each turn."""

import random
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games import services
from games.board import snapshot
from games.models import LogEntry, Look
from games.pages import missed
from tests.web.boards import permuted
from tests.web.people import at
from tests.web.tables import begun, put
from tests.web.test_deals import finished_deal

pytestmark = pytest.mark.django_db

HEADING = "Since you last looked"


def away() -> None:
    """Everything so far happened long ago."""
    long_ago = timezone.now() - timedelta(hours=3)
    LogEntry.objects.update(at=long_ago)
    Look.objects.update(at=long_ago)


def table_of(opened, seat: int | None) -> str:
    client = Client() if seat is None else at(opened, seat)
    return client.get(f"/t/{opened.key}/").text


def told(page: str) -> list[str]:
    section = re.search(r'<section class="missed".*?</section>', page, re.DOTALL)
    lines = re.findall(r"<li[^>]*>(.*?)</li>", section[0], re.DOTALL) if section else []
    return [" ".join(re.sub(r"<[^>]+>", "", line).split()) for line in lines]


def test_who_comes_back_reads_what_the_others_did_since_their_own_move() -> None:
    opened = begun(3)
    me = opened.load().turn
    for _ in range(3):
        opened.pass_turn()
    away()
    lines = told(table_of(opened, me))
    assert len(lines) == 2
    names = [opened.load().seats[(me + step) % 3].name for step in (1, 2)]
    for line, name in zip(lines, names, strict=True):
        assert line.startswith(f"{name} drew 2 cards and discarded")


def test_a_page_that_was_seen_is_not_told_again() -> None:
    opened = begun(3)
    me = (opened.load().turn + 2) % 3
    opened.pass_turn()
    services.looked(loaded=opened.load(), player=opened.players[me])
    opened.pass_turn()
    away()
    assert len(told(table_of(opened, me))) == 1
    services.looked(loaded=opened.load(), player=opened.players[me])
    away()
    assert HEADING not in table_of(opened, me)


def test_who_was_here_a_moment_ago_is_told_nothing() -> None:
    opened = begun(3)
    me = opened.load().turn
    for _ in range(3):
        opened.pass_turn()
    assert HEADING not in table_of(opened, me)


def test_looking_by_a_get_counts_as_nothing_seen() -> None:
    opened = begun(3)
    me = (opened.load().turn + 2) % 3
    opened.pass_turn()
    away()
    for _ in range(3):
        assert HEADING in table_of(opened, me)
        at(opened, me).head(f"/t/{opened.key}/")
    assert not Look.objects.exists()


def test_a_button_says_that_it_was_seen() -> None:
    opened = begun(3)
    me = (opened.load().turn + 2) % 3
    opened.pass_turn()
    away()
    assert HEADING in table_of(opened, me)
    assert at(opened, me).post(f"/t/{opened.key}/seen/").status_code == 303
    away()
    assert HEADING not in table_of(opened, me)


def test_what_was_seen_stays_seen_when_an_older_page_tells_of_itself() -> None:
    opened = begun(3)
    me = opened.players[(opened.load().turn + 2) % 3]
    older = opened.load()
    opened.pass_turn()
    services.looked(loaded=opened.load(), player=me)
    services.looked(loaded=older, player=me)
    assert Look.objects.get().move == len(opened.load().moves)


def test_spectators_are_told_nothing_and_leave_no_trace() -> None:
    opened = begun(3)
    opened.pass_turn()
    away()
    assert HEADING not in table_of(opened, None)
    assert Client().post(f"/t/{opened.key}/seen/").status_code == 303
    assert not Look.objects.exists()


def test_of_many_turns_the_last_ones_are_told(monkeypatch) -> None:
    monkeypatch.setattr(missed, "MOST", 3)
    opened = begun(3)
    me = (opened.load().turn + 2) % 3
    for _ in range(2):
        opened.pass_turn()
    opened.pass_turn()
    for _ in range(2):
        opened.pass_turn()
    monkeypatch.setattr(missed, "MOST", 1)
    away()
    lines = told(table_of(opened, me))
    assert lines[0] == "1 turn before these."
    assert len(lines) == 2


def test_each_turn_leads_to_the_table_as_it_was_then() -> None:
    opened = begun(3)
    me = (opened.load().turn + 2) % 3
    tops = []
    for _ in range(2):
        opened.pass_turn()
        tops.append(opened.load().state.public.top)
    away()
    page = table_of(opened, me)
    links = re.findall(r'href="(/t/[^"]+/step/[^"]+)"', page)
    assert len(links) == 2
    client = at(opened, me)
    for link, moves in zip(links, (2, 4), strict=True):
        then = client.get(link.replace("&amp;", "&"))
        assert then.status_code == 200
        assert f"move {moves}" in then.text
    first = client.get(links[0].replace("&amp;", "&")).text
    assert 'rel="next"' in first
    assert f"/t/{opened.key}/step/?deal=1&amp;move=4" in first


@pytest.mark.parametrize("query", ["", "?deal=1", "?deal=2&move=0", "?deal=1&move=99", "?deal=x"])
def test_moments_that_never_were_are_no_pages(query: str) -> None:
    opened = begun()
    opened.pass_turn()
    assert Client().get(f"/t/{opened.key}/step/{query}").status_code == 404


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_a_moment_shows_no_hidden_card_not_even_ones_own(seat: int | None) -> None:
    opened = begun(4)
    for _ in range(3):
        opened.pass_turn()
    loaded = opened.load()
    rng = random.Random(3)
    before = [snapshot(loaded, seat, move) for move in range(len(loaded.moves) + 1)]
    put(opened, permuted(loaded.state, None, rng))
    twin = opened.load()
    assert [snapshot(twin, seat, move) for move in range(len(twin.moves) + 1)] == before


def test_the_end_of_a_deal_is_told_in_a_sentence() -> None:
    opened = finished_deal()
    for player in opened.players:
        services.go_on(key=opened.key, player=player)
    me = 1 - opened.load().turn
    opened.pass_turn()
    away()
    lines = told(table_of(opened, me))
    assert lines[0].startswith("Deal 1: ")
    assert len(lines) == 2
