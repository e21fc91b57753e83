"""A simple player, who sees no more than the page shows and does all by taps or typed moves."""

from tests.browser.screen import Board, ranks

KEEP = 8
"""Cards that this player keeps in the hand beside what is laid."""
PATIENCE = 30.0
"""Seconds within which the computer players have moved, on a busy machine."""


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


def take_a_turn(board: Board) -> int:
    """Draw and discard; the number of the table then."""
    number = board.number()
    board.press("draw")
    board.until(lambda: board.number() > number, "the draw")
    card = board.hand()[0]
    board.pick_and_ask([card])
    board.press("discard")
    board.press(f"sure {card}")
    board.until(lambda: not board.mine(), "the discard")
    return board.number()


def play_deal(board: Board) -> None:
    """A deal by taps alone: draw, lay what is three or four of a kind, discard."""
    while board.await_turn(PATIENCE):
        take(board)
        if "stop" in board.offers():
            take(board)
        lay_out(board)
        if board.button("down").count():
            put_down(board)
        discard(board)


def sit_deal_out(board: Board) -> None:
    """A deal by typed moves: draw, discard, lay nothing."""
    while board.await_turn(PATIENCE):
        typed(board, "draw" if "draw" in board.offers() else "stop")
        if not board.over() and board.offers() == ["stop"]:
            typed(board, "stop")
        if not board.over():
            next(card for card in dict.fromkeys(board.hand()) if typed(board, f"discard {card}"))


def typed(board: Board, move: str) -> bool:
    """Whether this move was made; it is refused otherwise."""
    number = board.number()
    with board.page.expect_response(lambda answer: answer.url.endswith("/act/")) as answer:
        board.type(move)
    if answer.value.status == REFUSED:
        return False
    board.until(lambda: board.over() or board.number() > number, move)
    return True


REFUSED = 422
