"""A language that reads from right to left: the page is mirrored, cards and numbers are not."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsing import Watch, barriers, scrolls_sideways
from tests.browser.conftest import Browse
from tests.browser.gallery import VIEWS, View, cookie_of, show
from tests.browser.player import discard, lay_out, put_down, take
from tests.browser.screen import Board
from tests.browser.server import Site, running
from tests.catalogues import hebrew, right_to_left

WIDTHS = {390: 844, 1440: 900}
SHOWN = {
    view.name: view._replace(path=view.path.replace("/en/", "/he/"))
    for view in VIEWS
    if view.scene in {"take", "lay", "ended", "waiting", "railroad", "canasta-unopened"}
    or view.name in {"home", "rules-all-en", "rules-samba-en"}
}
CARDS = """(selector) => [...document.querySelectorAll(selector)].filter(
  (card) => card.checkVisibility()
).map((card) => {
  const all = card.getBoundingClientRect();
  const index = card.querySelector(".r").getBoundingClientRect();
  return {left: all.left, top: all.top, text: card.querySelector(".r").textContent,
          across: (index.left + index.width / 2 - all.left) / all.width,
          down: (index.top - all.top) / all.height};
})"""
"""Where cards lie, and where in them their index stands, in parts of their width and height."""
GLYPHS = """(root) => {
  const found = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    for (const match of node.data.matchAll(/[-+\\u2212]?\\d[\\d,]*/g)) {
      const places = [];
      for (let at = match.index; at < match.index + match[0].length; at++) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        places.push(range.getBoundingClientRect().left);
      }
      found.push([match[0], places]);
    }
  }
  return found;
}"""
"""Numbers with the place on the screen of each of their characters."""
FOCUSED = """() => {
  const at = document.activeElement.getBoundingClientRect();
  return [document.activeElement.id || document.activeElement.value || "", at.left, at.top];
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that speaks one language more, because there is a folder for it."""
    locale = right_to_left(tmp_path_factory.mktemp("locale"))
    with running(tmp_path_factory.mktemp("mirrored"), LOCALE_DIR=str(locale)) as site:
        yield site


@pytest.fixture(scope="module")
def scenes(site: Site) -> dict[str, dict[str, Any]]:
    return site.stage(*{view.scene for view in SHOWN.values() if view.scene})


@pytest.fixture
def look(browse: Browse, scenes: dict[str, dict[str, Any]], watches: list[Watch]):
    """Somebody whose browser asks for the language, at a page."""

    def at(name: str, width: int = 390) -> Page:
        view: View = SHOWN[name]
        size = {"width": width, "height": WIDTHS.get(width, 844)}
        page = browse(cookie_of(view, scenes), viewport=size, locale="he-IL")
        watches[-1].allowed |= {422, view.status}
        show(page, view, scenes)
        expect(page.locator("html")).to_have_attribute("dir", "rtl")
        expect(page.locator("html")).to_have_attribute("lang", "he")
        return page

    return at


@pytest.mark.parametrize("name", SHOWN)
def test_no_page_scrolls_sideways_or_keeps_anybody_out(look, name: str) -> None:
    page = look(name)
    found = barriers(page)
    assert not found, "\n".join(found)
    sideways = []
    for width in (320, 390, 820, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        if scrolls_sideways(page):
            sideways.append(width)
    assert sideways == []


@pytest.mark.parametrize("width", WIDTHS)
def test_the_hand_and_its_cards_lie_as_everywhere(look, width: int) -> None:
    page = look("board-take", width)
    cards = page.evaluate(CARDS, ".hand .card")
    assert len(cards) > 10
    places = [(card["top"], card["left"]) for card in cards]
    assert places == sorted(places), "from left to right, row by row"
    for card in [*cards, *page.evaluate(CARDS, ".lie .card, .heap .card")]:
        assert 0 < card["across"] < 0.4, card
        assert 0 <= card["down"] < 0.6, card


@pytest.mark.parametrize("width", WIDTHS)
def test_a_sequence_climbs_from_left_to_right(look, width: int) -> None:
    page = look("board-take", width)
    rank = [*map(str, range(2, 11)), *map(hebrew, "JQKA")]
    for place in range(page.locator(".ours .meld.seq").count()):
        cards = page.evaluate(CARDS, f".ours .meld.seq:nth-child({place + 1}) .lie .card")
        assert len(cards) >= 3
        lefts = [card["left"] for card in cards]
        ranks = [rank.index(card["text"]) for card in cards]
        assert lefts == sorted(lefts)
        assert ranks == sorted(ranks)


@pytest.mark.parametrize("name", ["board-take", "board-lay-chosen", "railroad-kitty", "result"])
def test_numbers_read_from_left_to_right_behind_their_sign(look, name: str) -> None:
    page = look(name, 1440)
    numbers = page.evaluate(GLYPHS, page.query_selector("#main"))
    assert any(len(text) > 1 for text, _places in numbers)
    for text, places in numbers:
        assert places == sorted(places), text
    if name in {"board-take", "result"}:
        assert any(text.startswith("\N{MINUS SIGN}") for text, _places in numbers)


def test_so_many_of_so_many_are_read_as_the_words_are(look) -> None:
    page = look("board-lay-chosen")
    (have, at), (need, beyond) = page.evaluate(GLYPHS, page.query_selector(".draft .num"))
    assert (int(have), int(need)) == (60, 50)
    assert at[0] > beyond[-1]


def test_who_moves_next_sits_at_the_left(look) -> None:
    page = look("board-take", 1440)
    across = {
        place: page.locator(f".seat.{place}").bounding_box()["x"] for place in ("w", "n", "e")
    }
    assert across["w"] < across["n"] < across["e"]


def test_between_three_the_melds_lie_below_whose_they_are(look) -> None:
    page = look("canasta-unopened", 1440)
    for place, nth in (("w", 1), ("e", 2)):
        owner = page.locator(f".seat.{place}").bounding_box()
        melds = page.locator(f".others li:nth-of-type({nth}) .melds").bounding_box()
        middle = owner["x"] + owner["width"] / 2
        assert melds["x"] < middle < melds["x"] + melds["width"]


def test_the_keyboard_goes_the_way_that_one_reads(look) -> None:
    page = look("board-lay-chosen", 1440)
    page.reload()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('a.skip')")
    page.locator("#hand").focus()
    stops = []
    for _ in range(20):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(FOCUSED))
    cards = [(top, left) for id_, left, top in stops if id_.startswith("c-")]
    assert len(cards) == page.locator(".hand li").count()
    assert cards == sorted(cards)
    back, down = (
        next(left for do, left, _top in stops if do == wanted) for wanted in ("back 0", "down")
    )
    assert back > down


@pytest.mark.parametrize("width", WIDTHS)
def test_turns_are_played_by_taps(site: Site, browse: Browse, width: int) -> None:
    pair = site.stage("pair")["pair"]
    size = {"width": width, "height": WIDTHS[width]}
    boards = [Board(browse(cookie, viewport=size, locale="he-IL")) for cookie in pair["cookies"]]
    for board in boards:
        board.page.goto(f"/t/{pair['key']}/")
    for _ in range(4):
        boards[0].until(lambda: any(board.mine() for board in boards), "somebody's turn")
        acting = next(board for board in boards if board.mine())
        take(acting)
        lay_out(acting)
        if acting.button("down").count():
            put_down(acting)
        discard(acting)
        assert not scrolls_sideways(acting.page)
        for region in ("r-hand", "r-status", "main"):
            expect(acting.page.locator(f"#{region}")).to_have_attribute("dir", "rtl")
