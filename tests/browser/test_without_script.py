"""The same game without JavaScript: forms and reloading do all of it."""

from playwright.sync_api import Page, expect

from tests.browser.browsing import Watch
from tests.browser.conftest import Browse
from tests.browser.screen import Board, follow, open_table, ranks, sit_down

TURNS = 3
REFUSED = 422


def test_three_full_turns_by_forms_and_reloading(browse: Browse, watches: list[Watch]) -> None:
    ann, bo = (browse(java_script_enabled=False) for _ in range(2))
    for watch in watches:
        watch.allowed.add(REFUSED)
    open_table(ann, name="Ann", computers=(1, 3))
    sit_down(bo, ann.locator("#url").input_value(), name="Bo", seat=2)
    ann.reload()
    follow(ann, ann.get_by_role("button", name="Start", exact=True))

    laid = False
    for _ in range(TURNS):
        for page in acting_first(ann, bo):
            board = Board(page, plain=True)
            reload_until_mine(board)
            board.press("draw")
            is_refused_with_words(board)
            laid = lay_out_and_take_back(board) or laid
            discard(board)
    assert laid, "Nobody held three of a kind"


def acting_first(ann: Page, bo: Page) -> list[Page]:
    """Both, the one who moves first in front; computer players move without being looked at."""
    boards = [Board(page, plain=True) for page in (ann, bo)]
    boards[0].until(lambda: any(reload(board.page) and board.mine() for board in boards), "a turn")
    return [board.page for board in sorted(boards, key=lambda board: not board.mine())]


def reload(page: Page) -> bool:
    page.reload()
    return True


def reload_until_mine(board: Board) -> None:
    board.until(lambda: board.mine() or (reload(board.page) and board.mine()), "one's turn")


def is_refused_with_words(board: Board) -> None:
    """A second draw is refused, with the rule, and the page stays usable as it is."""
    before = board.number(), board.hand()
    board.type("draw")
    expect(board.refusal()).to_contain_text("Rule")
    assert (board.number(), board.hand()) == before


def lay_out_and_take_back(board: Board) -> bool:
    """Ask what three of a kind can become, lay them out, then put them down or take them back."""
    cards = next(iter(ranks(board.hand()).values()), [])[:3]
    if len(cards) < 3:
        return False
    board.pick_all(cards)
    board.press("offers")
    assert board.chosen() == cards
    offered = board.offers()
    board.press(next(do for do in offered if do == "new" or do.startswith("add")))
    assert board.draft()
    number = board.number()
    if board.button("down").count():
        board.press("down")
        assert board.number() > number
    else:
        board.press("back 0")
        assert set(cards) <= set(board.hand())
        assert board.number() == number
    assert not board.draft()
    return True


def discard(board: Board) -> None:
    number = board.number()
    for card in reversed(board.hand()):
        board.pick(card)
        board.press("discard")
        if board.button(f"sure {card}").count():
            break
        board.press("clear")
    board.press("keep")
    board.pick(card)
    board.press("discard")
    board.press(f"sure {card}")
    assert board.number() > number
    assert not board.mine()
