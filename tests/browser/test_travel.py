"""A card that is played travels from where it was to where it goes, if motion is welcome."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Browse
from tests.browser.screen import Board
from tests.browser.server import Site

NOTE = """
    window.travelled = [];
    const start = document.startViewTransition;
    document.startViewTransition = function (change) {
        const transition = start.call(document, change);
        transition.ready.then(() => window.travelled.push(...document.getAnimations()
            .map((one) => one.effect.pseudoElement || "")
            .filter((name) => name.startsWith("::view-transition-group("))
            .map((name) => name.slice(24, -1))), () => {});
        return transition;
    };
"""
"""Notes from where each card travelled: ``stock``, ``pile`` or ``hand``."""


@pytest.fixture
def pair(site: Site) -> dict[str, Any]:
    return site.stage("pair")["pair"]


def boards(browse: Browse, pair: dict[str, Any], motion: str) -> list[Board]:
    """Of both players, who acts first."""
    pages = [browse(cookie, reduced_motion=motion) for cookie in pair["cookies"]]
    for page in pages:
        page.add_init_script(NOTE)
        page.goto(f"/t/{pair['key']}/")
    return sorted(map(Board, pages), key=lambda board: not board.mine())


def travelled(page: Page) -> list[str]:
    return page.evaluate("window.travelled")


def draw_and_discard(acting: Board, other: Board) -> None:
    number = acting.number()
    acting.press("draw")
    for board in (acting, other):
        board.until(lambda board=board: board.number() > number, "the draw")
    card = acting.hand()[-1]
    acting.pick_and_ask([card])
    acting.press("discard")
    acting.press(f"sure {card}")
    other.until(other.mine, "the discard")


def test_a_drawn_card_comes_from_the_stock_and_a_discard_from_the_hand(
    browse: Browse, pair: dict[str, Any]
) -> None:
    acting, other = boards(browse, pair, "no-preference")
    draw_and_discard(acting, other)
    for board in (acting, other):
        board.until(lambda board=board: len(travelled(board.page)) == 2, "two travels")
        assert travelled(board.page) == ["stock", "hand"]
        # Nothing is left that would travel by itself.
        named = "[...document.querySelectorAll('[style]')].filter((one) => one.style.length).length"
        board.until(lambda board=board, named=named: board.page.evaluate(named) == 0, "an end")


def test_nothing_travels_where_motion_is_unwelcome(browse: Browse, pair: dict[str, Any]) -> None:
    acting, other = boards(browse, pair, "reduce")
    draw_and_discard(acting, other)
    for board in (acting, other):
        assert travelled(board.page) == []
