"""Everything at the board goes by keys: arrows over the hand, a key for each button."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Browse
from tests.browser.player import KEEP, PATIENCE
from tests.browser.screen import Board, about, follow, open_table, ranks
from tests.browser.server import Site

DESK = {"width": 1440, "height": 900}


class Keys:
    """A board on which nothing is touched but keys."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.page = board.page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def focused(self) -> str:
        """The card on which the focus is; empty elsewhere."""
        return self.page.evaluate("document.activeElement.closest('.hand input')?.value ?? ''")

    def act(self, do: str) -> None:
        """The key that the button itself names."""
        # A question is deaf for a moment.
        expect(self.board.button(do)).to_have_css("pointer-events", "auto")
        self.press(self.board.button(do).get_attribute("aria-keyshortcuts") or "")

    def act_and_wait(self, do: str) -> None:
        number = self.board.number()
        self.act(do)
        self.board.until(lambda: self.board.over() or self.board.number() > number, do)

    def choose(self, cards: list[str]) -> None:
        """From card to card, each chosen by the space bar."""
        if not self.focused():
            self.press("ArrowRight")
        self.press("Home")
        wanted = list(cards)
        with self.page.expect_response(about(cards)):
            for at, card in enumerate(self.board.hand()):
                if at:
                    self.press("ArrowRight")
                assert self.focused() == card
                if card in wanted:
                    wanted.remove(card)
                    self.press("Space")
        assert sorted(self.board.chosen()) == sorted(cards)
        # The class is there until the answer has been put in its place.
        expect(self.page.locator("#ask.htmx-request")).to_have_count(0)

    def lay(self) -> None:
        cards = next(iter(ranks(self.board.hand()).values()), [])[:4]
        if len(self.board.hand()) < KEEP + 3 or len(cards) < 3:
            return
        self.choose(cards)
        laying = [do for do in self.board.offers() if do == "new" or do.startswith("add")]
        if not laying:
            self.press("Escape")
            self.board.until(lambda: not self.board.chosen(), "no choice")
            return
        self.act(laying[0])
        self.board.until(lambda: self.board.draft() and not self.board.chosen(), "the draft")
        if self.board.button("down").count():
            number = self.board.number()
            self.press("0")
            self.board.until(lambda: self.board.over() or self.board.number() > number, "the lay")
        else:
            self.press("Backspace")
            self.board.until(lambda: not self.board.draft(), "nothing laid out")

    def discard(self) -> None:
        for card in dict.fromkeys(reversed(self.board.hand())):
            self.choose([card])
            if "discard" in self.board.offers():
                self.act("discard")
                self.act_and_wait(f"sure {card}")
                return
            self.press("Escape")
            self.board.until(lambda: not self.board.chosen(), "no choice")


@pytest.fixture
def board(browse: Browse, site: Site) -> Board:
    """Of who is to draw, at a desk."""
    pair: dict[str, Any] = site.stage("pair")["pair"]
    page = browse(pair["cookies"][pair["turn"]], viewport=DESK, has_touch=False)
    page.goto(f"/t/{pair['key']}/")
    return Board(page)


def test_a_deal_is_played_by_keys_alone(browse: Browse) -> None:
    page = browse(viewport=DESK)
    open_table(page, name="Ann", seats=2, computers=[1])
    follow(page, page.get_by_role("button", name="Start", exact=True))
    board = Board(page)
    board.await_kind("board")
    keys = Keys(board)
    while board.await_turn(PATIENCE):
        keys.act_and_wait("draw" if "draw" in board.offers() else "stop")
        if not board.over() and board.offers() == ["stop"]:
            keys.act_and_wait("stop")
        if not board.over():
            keys.lay()
        if not board.over():
            keys.discard()
    expect(page.locator(".ledger").first).to_contain_text("Total")


def test_arrows_home_and_end_go_over_the_hand_row_by_row(board: Board) -> None:
    board.page.set_viewport_size({"width": 390, "height": 844})
    keys, hand = Keys(board), board.hand()
    assert keys.focused() == ""
    keys.press("ArrowRight")
    assert at(board.page) == 0
    row = rows(board.page)[0]
    assert row < len(hand)
    for key, place in (
        ("ArrowLeft", 0),
        ("ArrowRight", 1),
        ("ArrowDown", 1 + row),
        ("ArrowUp", 1),
        ("End", len(hand) - 1),
        ("ArrowRight", len(hand) - 1),
        ("Home", 0),
    ):
        keys.press(key)
        assert at(board.page) == place, key


def at(page: Page) -> int:
    """Place in the hand of the card on which the focus is."""
    return page.evaluate(
        "[...document.querySelectorAll('.hand input')].indexOf(document.activeElement)"
    )


def rows(page: Page) -> list[int]:
    """Cards in each row of the hand."""
    tops = page.locator(".hand > li").evaluate_all("all => all.map(one => one.offsetTop)")
    return [tops.count(top) for top in dict.fromkeys(tops)]


def test_a_discarded_card_leaves_the_focus_in_the_hand(board: Board) -> None:
    keys = Keys(board)
    keys.act_and_wait("draw")
    card = board.hand()[2]
    keys.choose([card])
    keys.press("Home")
    for _ in range(2):
        keys.press("ArrowRight")
    keys.act("discard")
    keys.act_and_wait(f"sure {card}")
    assert at(board.page) == 2


def test_keys_that_are_typed_into_a_field_do_nothing_else(board: Board) -> None:
    number = board.number()
    board.page.locator("#f-typed").check()
    board.page.locator("#typed").focus()
    board.page.keyboard.type("1?0")
    expect(board.page.locator("#typed")).to_have_value("1?0")
    expect(board.page.locator("#keys")).to_be_hidden()
    assert board.number() == number


def test_a_question_mark_lists_the_keys(board: Board) -> None:
    listed = board.page.locator("#keys")
    number, card = board.number(), board.hand()[0]
    Keys(board).choose([card])
    expect(listed).to_be_hidden()
    board.page.keyboard.press("?")
    expect(listed).to_be_visible()
    expect(listed).to_contain_text("Home")
    # What lies under the list is left alone.
    board.page.keyboard.press("1")
    board.page.keyboard.press("Escape")
    expect(listed).to_be_hidden()
    assert (board.number(), board.chosen()) == (number, [card])


def test_keys_are_no_keys_of_the_menu(board: Board) -> None:
    number = board.number()
    board.page.locator(".menu summary").press("Enter")
    board.page.keyboard.press("1")
    board.page.locator("#main").focus()
    expect(board.page.locator("#r-offers button").first).to_be_visible()
    assert board.number() == number


def test_who_wants_no_keys_switches_them_off(board: Board, site: Site) -> None:
    board.page.context.add_cookies([{"name": "preferences", "value": "keys-off", "url": site.url}])
    board.page.reload()
    number = board.number()
    board.page.keyboard.press("1")
    board.page.keyboard.press("?")
    expect(board.page.locator("#keys")).to_be_hidden()
    expect(board.page.locator("#r-offers kbd").first).to_be_hidden()
    assert board.number() == number


def test_each_offered_action_shows_its_key(board: Board) -> None:
    buttons = board.page.locator("#r-offers button:visible")
    shown = [text.split()[0] for text in buttons.all_inner_texts()]
    assert shown == [str(place) for place in range(1, len(shown) + 1)]


def test_who_looks_on_has_no_keys(browse: Browse, board: Board) -> None:
    page = browse(viewport=DESK)
    page.goto(board.page.url)
    for key in ("1", "?", "ArrowRight", "Escape"):
        page.keyboard.press(key)
    # Nothing went wrong in the page, as every test looks at in the end.
    assert Board(page).number() == board.number()
