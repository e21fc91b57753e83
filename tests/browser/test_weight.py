"""Boards come quickly over slow lines, and stand still while they change."""

import gzip
import re
import socket
import zlib
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Browse
from tests.browser.player import take_a_turn
from tests.browser.screen import Board
from tests.browser.server import ROOT, Site

BOARD = 25_000
"""Bytes, compressed, of the page of a board with all that is our own of styles and scripts."""
UPDATE = 6_000
"""Bytes of what a move changes on a page."""
SCRIPT_LINES = 300
"""Of the scripts of a board; what makes sounds and shows notes comes to those who ask for it."""
TURNS = 4
WATCH = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) {
            if (shift.hadRecentInput) continue;
            window.shifts.push([shift.value, shift.sources.map((source) =>
                source.node && (source.node.id || source.node.className || source.node.nodeName))]);
        }
    }).observe({ type: "layout-shift", buffered: true });
"""


class File(NamedTuple):
    """What the server sent, and how large it was on the way."""

    path: str
    text: str
    size: int


def fetch(site: Site, path: str, cookie: str = "") -> File:
    headers = {"Accept-Encoding": "gzip", "Cookie": f"player={cookie}" if cookie else ""}
    with urlopen(Request(site.url + path, headers=headers)) as answer:
        sent = answer.read()
        assert answer.headers["Content-Encoding"] == "gzip", path
    return File(path, gzip.decompress(sent).decode(), len(sent))


def own_files(html: str) -> list[str]:
    """Addresses of our style sheets and scripts in a page."""
    found = re.findall(r'<(?:link rel="stylesheet" href|script src)="([^"]+)"', html)
    assert any("/vendor/" in path for path in found)
    return [path for path in found if "/vendor/" not in path]


@pytest.fixture
def begun(site: Site) -> dict[str, Any]:
    """A table whose first player has fifteen cards."""
    return site.stage("begun")["begun"]


def test_a_board_of_fifteen_cards_weighs_little(site: Site, begun: dict[str, Any]) -> None:
    cookie = begun["cookies"][begun["turn"]]
    page = fetch(site, f"/t/{begun['key']}/", cookie)
    assert len(re.findall(r'name="cards"', page.text)) == 15
    files = [page, *(fetch(site, path) for path in own_files(page.text))]
    told = "\n".join(f"{file.size:6} {file.path}" for file in files)
    assert sum(file.size for file in files) < BOARD, told


def test_the_boards_own_scripts_are_short(site: Site, begun: dict[str, Any]) -> None:
    page = fetch(site, f"/t/{begun['key']}/", begun["cookies"][0])
    names = {
        re.sub(r"\.[0-9a-f]{12}\.js$", ".js", path.rpartition("/")[2])
        for path in own_files(page.text)
        if path.endswith(".js")
    }
    assert {"live.js", "hand.js", "travel.js"} <= names
    lines = {file: len(file.read_text().splitlines()) for file in scripts(names)}
    assert sum(lines.values()) < SCRIPT_LINES, lines


def scripts(names: set[str]) -> list[Path]:
    found = [*ROOT.glob("games/static/**/*.js"), *ROOT.glob("samba_site/static/site/*.js")]
    return [file for file in found if file.name in names]


class Frames:
    """Bytes of what sockets bring to a page, as they are on the wire."""

    def __init__(self, page: Page) -> None:
        self.sizes: list[int] = []
        page.on("websocket", lambda opened: opened.on("framereceived", self._received))

    def _received(self, frame: str | bytes) -> None:
        sent = frame.encode() if isinstance(frame, str) else frame
        if not sent.startswith(b"{"):
            # As the server sends it: each message by itself.
            self.sizes.append(len(zlib.compress(sent, wbits=-15)))


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_updates_are_small_and_move_nothing(browse: Browse, site: Site, width: int) -> None:
    pair = site.stage("pair")["pair"]
    size = {"width": width, "height": 844}
    boards = [Board(browse(cookie, viewport=size)) for cookie in pair["cookies"]]
    frames = [Frames(board.page) for board in boards]
    for board in boards:
        board.page.add_init_script(WATCH)
        board.page.goto(f"/t/{pair['key']}/")
        board.until(lambda board=board: live(board), "the socket")
        # From now on, once the page has been painted, it is updates that move things.
        board.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        board.page.evaluate("window.shifts = []")
    for _ in range(TURNS):
        acting = next(board for board in boards if board.mine())
        number = take_a_turn(acting)
        for board in boards:
            board.until(
                lambda board=board, number=number: board.number() == number, "the newest board"
            )
    for board, received in zip(boards, frames, strict=True):
        assert len(received.sizes) >= TURNS
        assert max(received.sizes) < UPDATE, received.sizes
        assert board.page.evaluate("window.shifts") == []


def live(board: Board) -> bool:
    return board.page.locator('#play input[name="live"]').input_value() == "1"


def test_sockets_are_compressed_for_browsers_that_offer_it(
    site: Site, begun: dict[str, Any]
) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=10) as wire:
        head = (
            f"GET /ws/t/{begun['key']}/ HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n"
            f"Origin: {site.url}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n\r\n"
        )
        wire.sendall(head.encode())
        answer = wire.recv(4096).decode("latin1")
    assert " 101 " in answer.partition("\r\n")[0]
    assert "permessage-deflate; client_no_context_takeover" in answer
