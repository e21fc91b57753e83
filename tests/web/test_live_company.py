"""What a table's socket carries beside the board: what is said, and that somebody looks."""

import json
from typing import Any

import pytest
from django.core.cache import cache

from games import consumers, presence, selectors, services
from games.models import Look
from tests.web.tables import begun
from tests.web.test_live import Board, database, layer  # noqa: F401 (a fixture)

pytestmark = pytest.mark.django_db(transaction=True)


async def shows(board: Board, words: str) -> str:
    """The next pieces that hold these words."""
    while True:
        text = await board.next()
        if words in text:
            return text


async def say(opened: Any, seat: int, phrase: str) -> None:
    await database(
        services.say, key=opened.key, player=opened.players[seat], seat=seat, phrase=phrase
    )


async def test_what_is_said_reaches_everybody_at_once_and_spectators_too() -> None:
    opened = await database(begun)
    number = (await database(opened.load)).number
    boards = [
        await (await database(Board, opened, player)).open(number)
        for player in (*opened.players, None)
    ]
    await say(opened, 1, "thanks")
    for board in boards:
        text = await shows(board, "Thank you!")
        assert 'id="talk-said"' in text
        assert 'class="heard"' in text
        assert 'id="r-number"' not in text
        await board.socket.disconnect()


async def test_who_hid_a_seat_hears_nothing_of_it() -> None:
    opened = await database(begun)
    number = (await database(opened.load)).number
    await database(services.mute, key=opened.key, player=opened.players[0], seat=1)
    board = await (await database(Board, opened, opened.players[0])).open(number)
    await say(opened, 1, "thanks")
    text = await shows(board, "talk-said")
    assert "Thank you!" not in text
    await board.socket.disconnect()


async def test_what_was_said_meanwhile_comes_with_the_first_sign() -> None:
    opened = await database(begun)
    number = (await database(opened.load)).number
    await say(opened, 1, "thanks")
    board = await Board(opened).open()
    await board.socket.send_to(json.dumps({"number": number, "draft": 0, "said": 0}))
    assert "Thank you!" in await shows(board, "talk-said")
    await board.socket.disconnect()


async def test_a_page_before_ones_eyes_has_been_seen_and_one_behind_others_has_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(consumers, "SEEN_EVERY", 0)
    opened = await database(begun)
    loaded = await database(opened.load)
    turn = loaded.turn
    player = opened.players[turn]
    board = await (await database(Board, opened, player)).open(loaded.number)
    await board.sign(loaded.number)
    assert not await database(Look.objects.exists)
    assert not await database(presence.looks_at, loaded.table.pk, player.pk)
    await board.socket.send_to(json.dumps({"number": loaded.number, "seen": True}))
    await board.sign(loaded.number)
    look = await database(Look.objects.get)
    assert (look.deal, look.move) == (1, 0)
    assert await database(presence.looks_at, loaded.table.pk, player.pk)
    await board.socket.disconnect()
    await database(cache.clear)


async def test_a_spectators_look_is_nobodys() -> None:
    opened = await database(begun)
    number = (await database(opened.load)).number
    board = await Board(opened).open(number)
    await board.socket.send_to(json.dumps({"number": number, "seen": True, "said": "x"}))
    await board.sign(number)
    assert not await database(Look.objects.exists)
    assert await database(selectors.last_remark, 0) == 0
    await board.socket.disconnect()
