"""Live boards: what is pushed to whom, over the channel layer in memory and over Redis."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.core.cache import cache

from games import broadcast, consumers, identity, selectors, services
from games.engine.moves import Part
from games.models import LogEntry, Player
from samba_site.asgi import application
from tests.web.people import cookie_of
from tests.web.tables import NAMES, Opened, begun, full, person, waiting

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")
NUMBER = re.compile(r'id="r-number"[^>]* value="(\d+)"')


async def database(function: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    return await sync_to_async(function)(*args, **kwargs)


@pytest.fixture(params=["memory", "redis"], autouse=True)
async def layer(request: pytest.FixtureRequest, settings: Any) -> AsyncIterator[None]:
    """The channel layer, once in memory and once over a real Redis."""
    backend = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    if request.param == "redis":
        url = request.getfixturevalue("redis_url")
        backend = {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [url]},
        }
    settings.CHANNEL_LAYERS = {"default": backend}
    consumers.versions = consumers.Versions()
    cache.clear()
    yield
    await get_channel_layer().flush()


class Board:
    """A page of a table and its socket, as live.js keeps it."""

    def __init__(self, opened: Opened, player: Player | None = None, query: str = "") -> None:
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
        if player:
            headers.append((b"cookie", f"{identity.COOKIE}={cookie_of(player)}".encode()))
        self.socket = WebsocketCommunicator(application, f"/ws/t/{opened.key}/{query}", headers)
        self.pages: list[str] = []

    async def open(self, number: int | None = None, draft: int = 0) -> "Board":
        connected, _ = await self.socket.connect()
        assert connected
        if number is not None:
            await self.sign(number, draft)
        return self

    async def sign(self, number: int, draft: int = 0, language: str = "en") -> int:
        """Tell the number that the page shows; the number that the server answers."""
        told = {"number": number, "draft": draft, "language": language}
        await self.socket.send_to(json.dumps(told))
        while True:
            text = await self.socket.receive_from(5)
            if text.startswith("{"):
                return json.loads(text)["number"]
            self.pages.append(text)

    async def next(self) -> str:
        """The next pieces that are pushed."""
        while True:
            text = await self.socket.receive_from(5)
            if not text.startswith("{"):
                return text

    async def until(self, words: str) -> str:
        """The first of the next pieces that hold these words."""
        async with asyncio.timeout(5):
            while words not in (pieces := await self.next()):
                pass
        return pieces

    async def quiet(self) -> bool:
        return await self.socket.receive_nothing(0.2)

    async def closed(self) -> int:
        """The code with which the server closes."""
        while True:
            event = await self.socket.receive_output(5)
            if event["type"] == "websocket.close":
                return event.get("code", 1000)

    async def leave(self) -> None:
        await self.socket.disconnect()


async def boards(opened: Opened) -> list[Board]:
    """The open pages of all who sit there, and of a spectator."""
    number = (await database(opened.load)).number
    found = []
    for player in (*opened.players, None):
        cookie = await database(Board, opened, player)
        found.append(await cookie.open(number))
    return found


def number_of(pieces: str) -> int:
    found = NUMBER.search(pieces)
    assert found
    return int(found[1])


# ---------------------------------------------------------------- moves


async def test_a_move_reaches_every_seat_and_spectators() -> None:
    opened = await database(begun, 4)
    pages = await boards(opened)
    number = await database(opened.play, "draw")
    for page in pages:
        pieces = await page.next()
        assert number_of(pieces) == number
        assert 'hx-swap-oob="morph"' in pieces
        assert await page.quiet()
    for page in pages:
        await page.leave()


async def test_only_what_has_changed_is_pushed() -> None:
    opened = await database(begun, 2)
    turn = (await database(opened.load)).turn
    pages = await boards(opened)
    await database(opened.play, "draw")
    others = await pages[1 - turn].next()
    assert 'id="r-hand"' not in others
    assert 'id="r-status"' in others
    own = await pages[turn].next()
    assert 'id="r-hand"' in own
    assert "<main" not in own
    for page in pages:
        await page.leave()


async def test_a_page_that_shows_what_holds_is_sent_nothing() -> None:
    opened = await database(begun, 2)
    page = await (await database(Board, opened, opened.players[0])).open()
    number = (await database(opened.load)).number
    assert await page.sign(number) == number
    assert page.pages == []
    await page.leave()


async def test_a_page_in_the_language_that_was_read_before_is_sent_all_of_it_anew() -> None:
    opened = await database(begun, 2)
    page = await (await database(Board, opened, opened.players[0])).open()
    number = (await database(opened.load)).number
    await page.sign(number, language="el")
    (whole,) = page.pages
    assert "<main" in whole
    assert 'lang="en"' in whole
    await page.leave()


async def test_a_page_that_is_behind_is_sent_everything() -> None:
    opened = await database(begun, 2)
    page = await (await database(Board, opened, opened.players[0])).open()
    number = (await database(opened.load)).number
    assert await page.sign(number - 1) == number
    assert len(page.pages) == 1
    assert '<main class="table' in page.pages[0]
    await page.leave()


async def test_a_lost_message_is_made_good_by_the_next_sign_of_life(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(consumers, "FRESH", 0)
    opened = await database(begun, 2)
    pages = await boards(opened)
    number = (await database(opened.load)).number
    monkeypatch.setattr(broadcast, "table_changed", lambda *_: None)
    moved = await database(opened.play, "draw")
    for page in pages:
        assert await page.quiet()
        assert await page.sign(number) == moved
        assert number_of(page.pages[-1]) == moved
    for page in pages:
        await page.leave()


async def test_a_page_that_did_not_show_what_it_was_sent_is_sent_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(consumers, "PATIENCE", 0)
    opened = await database(begun, 2)
    page = (await boards(opened))[0]
    number = (await database(opened.load)).number
    moved = await database(opened.play, "draw")
    await page.next()
    assert await page.sign(number) == moved
    assert f'data-number="{moved}"' in page.pages[-1]
    await page.leave()


async def test_all_sockets_of_a_table_ask_the_database_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = await database(begun, 4)
    pages = await boards(opened)
    number = (await database(opened.load)).number
    asked = []
    read = selectors.versions
    monkeypatch.setattr(selectors, "versions", lambda pk: asked.append(pk) or read(pk))
    consumers.versions = consumers.Versions()
    for page in pages:
        assert await page.sign(number) == number
    assert len(asked) == 1
    for page in pages:
        await page.leave()


# ---------------------------------------------------------------- drafts


async def test_a_draft_is_told_to_its_own_seat_alone() -> None:
    opened = await database(begun, 2)
    pages = await boards(opened)
    second = await (await database(Board, opened, opened.players[0])).open(
        (await database(opened.load)).number
    )
    cards = tuple((await database(opened.load)).view(0).hand)
    pair = next(card for card in cards if not card.wild)
    await database(
        services.draft_add,
        key=opened.key,
        player=opened.players[0],
        seat=0,
        part=Part(None, (pair,)),
    )
    for page in (pages[0], second):
        assert 'id="r-draft"' in await page.next()
    assert await pages[1].quiet()
    assert await pages[2].quiet()
    for page in (*pages, second):
        await page.leave()


async def test_a_draft_of_which_nothing_was_heard_is_sent_with_the_next_sign(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(consumers, "FRESH", 0)
    opened = await database(begun, 2)
    pages = await boards(opened)
    number = (await database(opened.load)).number
    monkeypatch.setattr(broadcast, "draft_changed", lambda *_: None)
    card = next(iter((await database(opened.load)).view(0).hand))
    await database(
        services.draft_add,
        key=opened.key,
        player=opened.players[0],
        seat=0,
        part=Part(None, (card,)),
    )
    assert await pages[0].quiet()
    await pages[0].sign(number)
    assert 'id="r-draft"' in pages[0].pages[-1]
    for page in pages:
        await page.leave()


# ---------------------------------------------------------------- other pages


async def test_the_lobby_shows_who_sits_down_and_becomes_the_board() -> None:
    opened = await database(waiting, 2)
    ann = opened.players[0]
    page = await (await database(Board, opened, ann)).open()
    await page.sign((await database(opened.load)).number)
    bo = await database(person)
    await database(services.take_seat, key=opened.key, player=bo, seat=1, name="Bo")
    await page.until("<bdi>Bo</bdi>")
    await database(services.start, key=opened.key, player=ann)
    assert 'id="r-hand"' in await page.until('<main class="table two-seats"')
    await page.leave()


async def test_the_lobby_tells_who_is_at_the_page() -> None:
    opened = await database(full, 2)
    ann = await (await database(Board, opened, opened.players[0])).open()
    await ann.sign((await database(opened.load)).number)
    bo = await (await database(Board, opened, opened.players[1])).open()
    await bo.sign((await database(opened.load)).number)
    assert NAMES[1] in await ann.until('<span class="soft">here')
    await ann.leave()
    await bo.leave()


# ---------------------------------------------------------------- strange pages


async def test_a_socket_needs_a_page_of_ours() -> None:
    opened = await database(begun, 2)
    for origin in (b"http://evil.example", b"null", b""):
        board = await database(Board, opened, opened.players[0])
        headers = board.socket.scope["headers"]
        board.socket.scope["headers"] = [h for h in headers if h[0] != b"origin"]
        board.socket.scope["headers"].append((b"origin", origin))
        connected, _ = await board.socket.connect()
        assert not connected


async def test_a_table_that_is_not_there_is_told_once_and_for_all() -> None:
    opened = Opened("nosuchtable", ())
    board = await Board(opened).open()
    assert await board.closed() == consumers.NO_TABLE


@pytest.mark.parametrize(
    "text",
    [
        " ",
        "{",
        "[]",
        "7",
        "null",
        "{}",
        '{"number": "7"}',
        '{"number": null}',
        '{"number": true}',
        '{"number": 1.5}',
        '{"number": [1]}',
        "[" * 150,
        "\x00",
        "NaN",
        "x" * 5000,
    ],
)
async def test_what_no_page_sends_closes_the_socket_and_nothing_else(text: str) -> None:
    opened = await database(begun, 2)
    board = await (await database(Board, opened, opened.players[0])).open()
    await board.socket.send_to(text)
    assert await board.closed() in {consumers.UNREADABLE, consumers.TOO_LONG}
    assert not await database(LogEntry.objects.exists)


async def test_bytes_close_the_socket() -> None:
    opened = await database(begun, 2)
    board = await Board(opened).open()
    await board.socket.send_to(bytes_data=b"\xff\x00")
    assert await board.closed() == consumers.UNREADABLE


@pytest.mark.parametrize("number", [-1, 0, 10**30])
async def test_a_number_that_cannot_be_is_answered_with_the_true_one(number: int) -> None:
    opened = await database(begun, 2)
    board = await Board(opened).open()
    assert await board.sign(number) == (await database(opened.load)).number
    await board.leave()


async def test_who_sends_without_end_is_cut_off() -> None:
    opened = await database(begun, 2)
    board = await Board(opened).open()
    for _ in range(2 * consumers.SIGNS + 1):
        await board.socket.send_to('{"number": 1}')
    assert await board.closed() == consumers.TOO_OFTEN


async def test_a_fault_of_ours_sends_the_page_away_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = await database(begun, 2)
    board = await Board(opened).open()

    def broken(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(consumers.Versions, "of", broken)
    await board.socket.send_to('{"number": 1}')
    assert await board.closed() == consumers.TROUBLE


async def test_a_forged_cookie_is_a_spectators() -> None:
    opened = await database(begun, 2)
    board = await database(Board, opened)
    board.socket.scope["headers"].append((b"cookie", f"{identity.COOKIE}=1:x:y".encode()))
    await board.open()
    await board.sign(0)
    assert " watching" in board.pages[-1]
    assert 'id="r-hand"' not in board.pages[-1]
    await board.leave()


async def test_many_moves_in_a_row_leave_every_board_at_the_last() -> None:
    opened = await database(begun, 2)
    pages = await boards(opened)
    number = 0
    for _ in range(6):
        await database(opened.pass_turn)
        number = (await database(opened.load)).number
    for page in pages:
        async with asyncio.timeout(5):
            while number_of(await page.next()) < number:
                pass
    for page in pages:
        await page.leave()
