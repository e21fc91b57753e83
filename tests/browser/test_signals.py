"""Being told that it is one's turn, by the title always, by a sound or a vibration if wanted."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Browse
from tests.browser.player import take_a_turn
from tests.browser.screen import Board
from tests.browser.server import Site

LISTEN = """
    window.heard = [];
    navigator.vibrate = (pattern) => { window.heard.push("vibration"); return true; };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) {
        window.heard.push("sound");
        return start.call(this, at);
    };
"""


@pytest.fixture
def pair(site: Site) -> dict[str, Any]:
    return site.stage("pair")["pair"]


def boards(browse: Browse, pair: dict[str, Any], wanted: str) -> tuple[Board, Board]:
    """(of who waits and has such preferences, of who is to move)."""
    turn = pair["turn"]
    waiting, acting = (browse(pair["cookies"][seat]) for seat in (1 - turn, turn))
    waiting.add_init_script(LISTEN)
    if wanted:
        choose(waiting, wanted)
    for page in (waiting, acting):
        page.goto(f"/t/{pair['key']}/")
    # Browsers let a page be heard after a touch.
    waiting.locator("h1").tap()
    return Board(waiting), Board(acting)


def choose(page: Page, wanted: str) -> None:
    page.goto("/en/settings/")
    for name in wanted.split():
        page.locator(f'input[name="{name}"][value="on"]').tap()
    with page.expect_navigation():
        page.get_by_role("button", name="Keep").tap()


@pytest.mark.parametrize(
    ("wanted", "heard"),
    [
        ("", []),
        ("vibration", ["vibration"]),
        ("sound", ["sound", "sound"]),
        ("sound vibration", ["sound", "sound", "vibration"]),
    ],
)
def test_one_is_told_once_when_it_becomes_ones_turn(
    browse: Browse, pair: dict[str, Any], wanted: str, heard: list[str]
) -> None:
    waiting, acting = boards(browse, pair, wanted)
    assert not waiting.page.title().startswith("Your turn")
    take_a_turn(acting)
    waiting.until(waiting.mine, "one's turn")
    expect(waiting.page).to_have_title("Your turn: Samba")
    assert waiting.page.evaluate("window.heard") == heard
    number = waiting.number()
    waiting.press("draw")
    waiting.until(lambda: waiting.number() > number, "the draw")
    assert waiting.page.evaluate("window.heard") == heard


def test_a_choice_is_heard_where_it_is_made(browse: Browse) -> None:
    page = browse()
    page.add_init_script(LISTEN)
    page.goto("/en/settings/")
    page.locator('input[name="sound"][value="on"]').tap()
    page.locator('input[name="vibration"][value="on"]').tap()
    page.wait_for_function("window.heard.length === 3")
