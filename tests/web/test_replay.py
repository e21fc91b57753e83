"""A finished game, looked at again move by move, from its log alone."""

import random
import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games import bots, selectors, services, wording
from games.engine import record
from games.engine.moves import Ask
from games.models import LogEntry, Score, Table
from games.pages import replay
from tests.web.people import at, browser, masked
from tests.web.tables import Opened, begun

pytestmark = pytest.mark.django_db

Seen = tuple[int, int, int, list[int]]
"""(deal, cards in the pile, in the stock, in each hand) after a move."""
Finished = tuple[Opened, list[Seen]]


def play_on(opened: Opened, rng: random.Random) -> list[Seen]:
    """Play the game to its end; what the table showed after each move."""
    seen = []
    while (loaded := opened.load()).table.status != Table.Status.ENDED:
        if loaded.table.status == Table.Status.BETWEEN:
            for player in filter(None, opened.players):
                services.go_on(key=opened.key, player=player)
            continue
        seat = loaded.turn
        move = bots.choose("steady", loaded.view(seat), rng)
        if isinstance(move, Ask):
            lay, _discard = bots.plan("steady", loaded.view(seat))
            for part in lay.parts:
                services.draft_add(
                    key=opened.key, player=opened.players[seat], seat=seat, part=part
                )
        opened.play(move)
        public = opened.load().state.public
        deal = opened.load().deal.number
        seen.append((deal, len(public.pile), public.stock, list(public.sizes)))
    return seen


@pytest.fixture
def finished() -> Finished:
    opened = begun(2)
    return opened, play_on(opened, random.Random(1))


def shown(page: str) -> tuple[int, int, list[int]]:
    """What a page of the replay shows: pile, stock, cards in each hand."""
    pile, stock = re.findall(r"(?:Pile|Stock) <span class=\"num\">(\d+)", page)
    hands = re.search(r'(?s)<ul class="open.*?</section>', page)[0]
    counts = re.findall(r'<span class="num">(\d+) card', hands)
    return int(pile), int(stock), [int(count) for count in counts]


def test_while_the_game_goes_on_its_hands_stay_closed() -> None:
    opened = begun(2)
    opened.pass_turn()
    for client in (at(opened, 0), browser()):
        answer = client.get(f"/t/{opened.key}/replay/")
        assert answer.status_code == 404
        assert "After the game" in answer.text
        assert 'class="card' not in answer.text


def test_the_replay_shows_move_by_move_what_the_table_showed(
    finished: Finished, client: Client
) -> None:
    opened, seen = finished
    number = 0
    for place, (deal, *table_showed) in enumerate(seen):
        number = number + 1 if place and seen[place - 1][0] == deal else 1
        page = client.get(f"/t/{opened.key}/replay/?deal={deal}&move={number}").text
        assert shown(page) == tuple(table_showed)


def test_every_move_has_a_page_and_the_next_one_a_link(finished: Finished, client: Client) -> None:
    opened, seen = finished
    url = f"/t/{opened.key}/replay/"
    pages = 0
    log = record.parse(client.get(f"/t/{opened.key}/log.json").content)
    while url:
        page = client.get(url)
        assert page.status_code == 200
        pages += 1
        following = re.search(r'href="([^"]*)" rel="next"', page.text)
        url = following[1].replace("&amp;", "&") if following else ""
    assert pages == len(seen) + len(log.deals)
    assert re.search(r"Move (\d+) of \1", strip_tags(page.text))


def test_the_last_page_has_the_stored_scores_and_the_result(
    finished: Finished, client: Client
) -> None:
    opened, _seen = finished
    sheet = selectors.scores(opened.table)[-1]
    page = client.get(f"/t/{opened.key}/replay/?deal={sheet.number}&move=9999").text
    for score in sheet.sides:
        # The bonuses stand there one by one, by kind of canasta.
        for points in score._replace(bonuses=0):
            assert wording.number(points) in page or not points
    assert "wins the game" in page
    result = client.get(f"/t/{opened.key}/").text
    assert "wins the game" in result
    assert opened.table.commitment in result


def test_the_log_can_be_had_and_proves_the_game(finished: Finished, client: Client) -> None:
    opened, _seen = finished
    answer = client.get(f"/t/{opened.key}/log.json")
    assert "attachment" in answer["Content-Disposition"]
    record.verify(record.parse(answer.content))


def test_it_comes_from_the_log_alone(
    finished: Finished,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened, _seen = finished
    log = client.get(f"/t/{opened.key}/log.json").content
    last = len(record.parse(log).deals)
    paths = [f"/t/{opened.key}/replay/?deal={last}&move={move}" for move in (0, 5, 9999)]
    before = [masked(client.get(path).text) for path in paths]
    Score.objects.all().delete()
    LogEntry.objects.all().delete()
    replay.game.cache_clear()
    replay.states.cache_clear()
    monkeypatch.setattr(selectors, "game_record", lambda _table: record.parse(log))
    assert [masked(client.get(path).text) for path in paths] == before


def test_a_game_is_not_played_again_for_every_page(finished: Finished, client: Client) -> None:
    opened, _seen = finished
    client.get(f"/t/{opened.key}/replay/?deal=1&move=1")
    replay.states.cache_clear()
    for move in range(8):
        client.get(f"/t/{opened.key}/replay/?deal=1&move={move}")
    assert replay.states.cache_info().misses == 1


@pytest.mark.parametrize("query", ["deal=0", "deal=99", "deal=x", "move=-1", "deal=1&move=1e3"])
def test_a_place_that_is_not_there_is_no_page(query: str, client: Client) -> None:
    opened = begun(2)
    Table.objects.filter(key=opened.key).update(
        status="ended", ended_by="agreed", due_at=None, turn=None
    )
    selectors.forget()
    assert client.get(f"/t/{opened.key}/replay/?{query}").status_code == 404


def test_a_game_ended_by_agreement_has_its_pages() -> None:
    opened = begun(2)
    opened.pass_turn()
    Table.objects.filter(key=opened.key).update(
        status="ended", ended_by="agreed", due_at=None, turn=None
    )
    selectors.forget()
    client = browser()
    for path in ("", "replay/", "replay/?move=2", "log.json"):
        assert client.get(f"/t/{opened.key}/{path}").status_code == 200
