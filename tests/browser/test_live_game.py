"""A deal from the first page to the score sheet, on two phones, by taps alone."""

from itertools import cycle

from playwright.sync_api import Page, expect

from tests.browser.conftest import Browse
from tests.browser.player import discard, lay_out, put_down, take
from tests.browser.screen import Board, follow, open_table, sit_down


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


def lose_nothing_by_reloading(board: Board) -> None:
    """A draft, the hand and the turn are the table's, not the page's."""
    board.pick(board.hand()[0])
    before = board.number(), board.draft(), board.hand(), board.mine()
    board.page.reload()
    assert (board.number(), board.draft(), board.hand(), board.mine()) == before


def go_on(ann: Page, bo: Page) -> None:
    """The next deal begins when both are ready."""
    for page in (ann, bo):
        page.get_by_role("button", name="Next deal").tap()
    for board in (Board(ann), Board(bo)):
        board.await_kind("board")
        expect(board.page.locator("#where")).to_contain_text("Deal 2")
