"""A page whose socket closes, for whatever reason, comes back and shows the newest board."""

from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.browser.browsing import Watch
from tests.browser.conftest import Browse
from tests.browser.player import take_a_turn
from tests.browser.screen import Board
from tests.browser.server import Site

CODES = (1000, 1001, 1006, 1011, 1012, 1013)
SOON = 15
"""Seconds within which every page must be back."""


class Sockets:
    """The sockets of one page, which reach the server through here."""

    def __init__(self, page: Page) -> None:
        self.opened = 0
        self.open: list[WebSocketRoute] = []
        page.route_web_socket("**/ws/**", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self.opened += 1
        self.open.append(route)
        server = route.connect_to_server()

        def left(code: int | None, reason: str | None) -> None:
            self.open.remove(route)
            server.close(code=1000)

        route.on_close(left)

    def close(self, code: int) -> None:
        """Close them all, as a server would."""
        for route in self.open:
            route.close(code=code)
        self.open.clear()


@pytest.fixture
def pair(site: Site) -> dict[str, Any]:
    return site.stage("pair")["pair"]


@pytest.fixture
def boards(browse: Browse, pair: dict[str, Any]) -> list[Board]:
    return [Board(browse(cookie)) for cookie in pair["cookies"]]


def test_a_page_comes_back_after_every_kind_of_close(
    boards: list[Board], pair: dict[str, Any]
) -> None:
    sockets = [Sockets(board.page) for board in boards]
    for board in boards:
        board.page.goto(f"/t/{pair['key']}/")
    for code in CODES:
        seat = next(seat for seat, board in enumerate(boards) if not board.mine())
        loses_and_finds(boards[seat], sockets[seat], code, acting=boards[1 - seat])


def loses_and_finds(board: Board, sockets: Sockets, code: int, *, acting: Board) -> None:
    """The board misses a turn of the other, and shows it once its socket is back."""
    opened = sockets.opened
    sockets.close(code)
    number = take_a_turn(acting)
    board.until(lambda: sockets.opened > opened, f"a socket after {code}", SOON)
    board.until(lambda: board.number() == number and board.mine(), f"the board after {code}", SOON)
    assert len(sockets.open) == 1, "one socket a page"


def test_pages_come_back_when_the_server_was_restarted(
    site: Site, boards: list[Board], pair: dict[str, Any], watches: list[Watch]
) -> None:
    for board in boards:
        board.page.goto(f"/t/{pair['key']}/")
    acting, other = sorted(boards, key=lambda board: not board.mine())
    for watch in watches:
        watch.losing = True
    site.stop()
    site.start()
    acting.until(lambda: connected(acting) and connected(other), "both sockets", SOON)
    for watch in watches:
        watch.losing = False
    number = take_a_turn(acting)
    other.until(lambda: other.number() == number and other.mine(), "the newest board", SOON)


def connected(board: Board) -> bool:
    """The page says in its form whether a socket brings it the news."""
    return board.page.locator('#play input[name="live"]').input_value() == "1"
