"""A discard takes two steps: choosing and confirming, or two taps on the same card."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Browse
from tests.browser.screen import Board, follow
from tests.browser.server import Site

TWICE = """
    (label) => {
        for (const detail of [1, 2]) {
            const how = { detail, bubbles: true, cancelable: true };
            label.dispatchEvent(new MouseEvent("click", how));
        }
    }
"""


@pytest.fixture
def pair(site: Site) -> dict[str, Any]:
    return site.stage("pair")["pair"]


def drawn(browse: Browse, pair: dict[str, Any]) -> Board:
    """Of who has drawn and is to discard."""
    page = browse(pair["cookies"][pair["turn"]])
    page.goto(f"/t/{pair['key']}/")
    board = Board(page)
    number = board.number()
    board.press("draw")
    board.until(lambda: board.number() > number, "the draw")
    return board


def tap(board: Board, card: str) -> None:
    board.page.locator(f"#c-{card}-1").locator("xpath=..").tap(position={"x": 10, "y": 12})


def test_two_taps_on_the_same_card_discard_it(browse: Browse, pair: dict[str, Any]) -> None:
    board = drawn(browse, pair)
    card, held = board.hand()[0], len(board.hand())
    # In one go, as no busy machine may make two slow taps of them.
    label = board.page.locator(f"#c-{card}-1").locator("xpath=..")
    label.evaluate(TWICE)
    board.until(lambda: not board.mine(), "the discard")
    assert len(board.hand()) == held - 1
    expect(board.page.locator("#r-moves")).to_contain_text("discarded")


def test_two_slow_taps_choose_a_card_and_let_it_go(browse: Browse, pair: dict[str, Any]) -> None:
    board = drawn(browse, pair)
    number = board.number()
    board.pick_and_ask([board.hand()[0]])
    board.page.wait_for_timeout(500)  # longer than two taps of one go
    board.pick(board.hand()[0])
    expect(board.button("discard")).to_be_hidden()
    assert (board.number(), board.chosen()) == (number, [])


def test_taps_on_two_cards_discard_neither(browse: Browse, pair: dict[str, Any]) -> None:
    board = drawn(browse, pair)
    number, (first, second) = board.number(), board.hand()[:2]
    if first == second:
        second = next(card for card in board.hand() if card != first)
    tap(board, first)
    tap(board, second)
    tap(board, second)
    expect(board.button("discard")).to_be_visible()
    assert (board.number(), board.chosen()) == (number, [first])


def test_who_does_not_want_that_switches_it_off(browse: Browse, pair: dict[str, Any]) -> None:
    board = drawn(browse, pair)
    board.page.goto(f"/en/settings/?next=/t/{pair['key']}/")
    board.page.locator('input[name="twice"][value="off"]').tap()
    follow(board.page, board.page.get_by_role("button", name="Keep"))
    number, card = board.number(), board.hand()[0]
    for _ in range(3):
        tap(board, card)
    expect(board.button("discard")).to_be_visible()
    assert (board.number(), board.chosen()) == (number, [card])


def test_the_space_bar_pressed_twice_lets_a_card_go(browse: Browse, pair: dict[str, Any]) -> None:
    board = drawn(browse, pair)
    number, card = board.number(), board.hand()[0]
    board.page.locator(f"#c-{card}-1").focus()
    board.page.keyboard.press("Space")
    board.page.keyboard.press("Space")
    expect(board.button("discard")).to_be_hidden()
    assert (board.number(), board.chosen()) == (number, [])


def test_an_impatient_second_tap_on_the_button_does_not_answer_the_question(
    browse: Browse, pair: dict[str, Any]
) -> None:
    board = drawn(browse, pair)
    number, card = board.number(), board.hand()[0]
    for part in (0.25, 0.75):
        board.pick_and_ask([card])
        place = board.button("discard").bounding_box()
        assert place
        at = place["x"] + place["width"] * part, place["y"] + place["height"] / 2
        board.page.touchscreen.tap(*at)
        board.page.touchscreen.tap(*at)
        board.await_offer(f"sure {card}")
        assert board.number() == number
        board.press("keep")
        expect(board.button("keep")).to_be_hidden()
        board.until(lambda: not board.chosen(), "the card kept")
    assert board.number() == number
