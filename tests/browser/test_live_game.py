"""A deal from the first page to the score sheet, on two phones, by taps alone."""

from itertools import cycle

from playwright.sync_api import Page, expect

from tests.browser.conftest import Browse
from tests.browser.screen import Board, follow, open_table, ranks, sit_down

KEEP = 8
"""Cards that these simple players keep in the hand beside what they lay."""


def test_two_people_and_two_computer_players_play_a_deal_by_taps(browse: Browse) -> None:
    ann, bo = browse(), browse()
    open_table(ann, name="Ann", computers=(1, 3))
    link = ann.locator("#url").input_value()
    sit_down(bo, link, name="Bo", seat=2)
    follow(ann, ann.get_by_role("button", name="Start", exact=True))

    boards = [Board(ann), Board(bo)]
    for board in boards:
        board.await_kind("board")
    reloaded = 0
    boards[0].until(lambda: any(board.mine() for board in boards), "somebody's turn")
    for board in cycle(sorted(boards, key=lambda board: not board.mine())):
        if not board.await_turn():
            break
        take(board)
        lay_out(board)
        if board is boards[0] and board.draft() and reloaded < 2:
            lose_nothing_by_reloading(board)
            reloaded += 1
        if board.button("down").count():
            put_down(board)
        if board.over():
            break
        discard(board)
    assert reloaded, "Ann never laid anything out"

    for board in boards:
        board.until(board.over, "the score sheet")
        expect(board.page.locator(".ledger").first).to_contain_text("Total")
    go_on(ann, bo)


def take(board: Board) -> None:
    """Draw; where the stock is empty, stop."""
    number = board.number()
    board.press("draw" if "draw" in board.offers() else "stop")
    board.until(lambda: board.over() or board.number() > number, "the take")


def lay_out(board: Board) -> None:
    """Set out three or four of a kind, as the page offers it."""
    if board.over() or len(board.hand()) < KEEP + 3:
        return
    cards = next(iter(ranks(board.hand()).values()), [])[:4]
    if len(cards) < 3:
        return
    before = board.draft()
    offered = board.pick_and_ask(cards)
    laying = next((do for do in offered if do == "new" or do.startswith("add")), "clear")
    board.press(laying)
    if laying == "clear":
        board.until(lambda: not board.chosen(), "no choice")
        return
    board.until(lambda: board.draft() != before and not board.chosen(), "the draft")


def lose_nothing_by_reloading(board: Board) -> None:
    """A draft, the hand and the turn are the table's, not the page's."""
    board.pick(board.hand()[0])
    before = board.number(), board.draft(), board.hand(), board.mine()
    board.page.reload()
    assert (board.number(), board.draft(), board.hand(), board.mine()) == before


def put_down(board: Board) -> None:
    number = board.number()
    board.press("down")
    board.until(lambda: board.over() or board.number() > number, "the lay")


def discard(board: Board) -> None:
    """Throw away the first card that may go: one tap to choose, one to ask, one to confirm."""
    if board.over():
        return
    number = board.number()
    for card in dict.fromkeys(reversed(board.hand())):
        if "discard" in board.pick_and_ask([card]):
            break
        board.pick(card)
    board.press("discard")
    board.press(f"sure {card}")
    board.until(lambda: board.over() or board.number() > number, "the discard")


def go_on(ann: Page, bo: Page) -> None:
    """The next deal begins when both are ready."""
    for page in (ann, bo):
        page.get_by_role("button", name="Next deal").tap()
    for board in (Board(ann), Board(bo)):
        board.await_kind("board")
        expect(board.page.locator("#where")).to_contain_text("Deal 2")
