"""Melds suggested for the draft, and the key Enter, with a script and without."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.browsing import scrolls_sideways
from tests.browser.conftest import Browse
from tests.browser.screen import Board
from tests.browser.server import Site

WAYS = pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])


def board_of(browse: Browse, scene: dict[str, Any], *, script: bool = True) -> Board:
    page = browse(
        scene["cookies"][scene["turn"]],
        viewport={"width": 390, "height": 844},
        java_script_enabled=script,
    )
    page.goto(f"/t/{scene['key']}/")
    return Board(page, plain=not script)


@WAYS
def test_melds_are_suggested_and_put_down(browse: Browse, site: Site, script: bool) -> None:
    board = board_of(browse, site.stage("lay")["lay"], script=script)
    held = board.hand()
    board.press("suggest")
    board.until(lambda: len(board.hand()) < len(held), "the suggestion")
    number = board.number()
    board.press("down")
    board.until(lambda: board.number() > number, "the melds")
    expect(board.page.locator("#r-ours .meld")).not_to_have_count(0)


def test_a_draft_of_many_groups_names_each(browse: Browse, site: Site) -> None:
    board = board_of(browse, site.stage("big")["big"])
    board.press("suggest")
    groups = board.page.locator("#r-draft .groups > .lie")
    expect(groups.nth(5)).to_be_attached()
    names = board.page.locator("#r-draft .vh li").all_inner_texts()
    assert len(names) == groups.count()
    assert all(names)
    assert not scrolls_sideways(board.page)


@WAYS
def test_enter_in_the_field_plays_what_is_typed(browse: Browse, site: Site, script: bool) -> None:
    board = board_of(browse, site.stage("begun")["begun"], script=script)
    number = board.number()
    board.unfold("typed")
    board.page.fill("#typed", "draw")
    board.page.press("#typed", "Enter")
    board.until(lambda: board.number() > number, "the draw")
    expect(board.page.locator("#typed")).to_have_value("")
    expect(board.refusal()).to_have_count(0)


@WAYS
def test_enter_on_a_card_or_in_an_empty_field_does_no_harm(
    browse: Browse, site: Site, script: bool
) -> None:
    board = board_of(browse, site.stage("lay")["lay"], script=script)
    before = board.number(), board.hand(), board.draft()
    card = board.page.locator('input[name="cards"]').first
    card.focus()
    with board.page.expect_response(lambda answer: answer.url.endswith("/act/")):
        card.press("Enter")
    board.unfold("typed")
    with board.page.expect_response(lambda answer: answer.url.endswith("/act/")):
        board.page.press("#typed", "Enter")
    expect(board.refusal()).to_have_count(0)
    assert (board.number(), board.hand(), board.draft()) == before
