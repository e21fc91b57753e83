"""What a person has chosen, opened or laid out is theirs: others' moves do not touch it."""

from playwright.sync_api import expect

from tests.browser.browsing import Watch
from tests.browser.conftest import Browse
from tests.browser.player import take_a_turn
from tests.browser.screen import Board, open_table, ranks, sit_down
from tests.browser.server import Site


def test_choice_focus_draft_and_folds_survive_the_moves_of_others(
    site: Site, browse: Browse
) -> None:
    table = site.stage("pair")["pair"]
    boards = [Board(browse(cookie)) for cookie in table["cookies"]]
    for board in boards:
        board.page.goto(f"/t/{table['key']}/")
    acting, other = sorted(boards, key=lambda board: not board.mine())

    # In another's turn: groups are laid out, cards chosen, folds opened, a move half typed.
    laid = next(iter(ranks(other.hand()).values()))[:3]
    assert "new" in other.pick_and_ask(laid)
    other.press("new")
    other.until(lambda: other.draft() and not other.chosen(), "the draft")
    kept = other.hand()[0], other.hand()[-1]
    other.pick_and_ask(kept)
    other.unfold("moves")
    other.unfold("typed")
    other.page.locator("#typed").fill("lay 7S")
    other.page.locator(f"#c-{kept[1]}-{other.hand().count(kept[1])}").focus()
    draft, focused = other.draft(), focus(other)

    number = take_a_turn(acting)
    other.until(lambda: other.number() == number and other.mine(), "one's own turn")

    assert sorted(other.chosen()) == sorted(kept)
    assert focus(other) == focused
    assert other.draft() == draft
    expect(other.page.locator("#f-moves")).to_be_checked()
    expect(other.page.locator("#r-moves ol")).to_be_visible()
    expect(other.page.locator("#typed")).to_have_value("lay 7S")

    # One's own draw brings new cards between the old ones; the choice stays what it was.
    other.press("draw")
    other.until(lambda: other.number() > number, "the draw")
    assert other.draft() == draft
    expect(other.page.locator("#f-moves")).to_be_checked()


def focus(board: Board) -> str:
    return board.page.evaluate("document.activeElement.id")


def test_a_refusal_is_seen_and_loses_nothing(
    site: Site, browse: Browse, watches: list[Watch]
) -> None:
    table = site.stage("lay")["lay"]
    board = Board(browse(table["cookies"][table["turn"]]))
    watches[0].allowed.add(422)
    board.page.goto(f"/t/{table['key']}/")
    kept = board.hand()[:2]
    board.pick_and_ask(kept)
    before = board.number(), board.hand(), board.draft()

    move = f"lay {board.hand()[0]} {board.hand()[-1]}"
    board.type(move)

    expect(board.refusal()).to_contain_text("Rule")
    expect(board.refusal()).to_be_in_viewport()
    assert (board.number(), board.hand(), board.draft()) == before
    assert sorted(board.chosen()) == sorted(kept)
    expect(board.page.locator("#typed")).to_have_value(move)


def test_what_is_opened_in_the_lobby_stays_open_when_somebody_sits_down(browse: Browse) -> None:
    ann, bo = browse(), browse()
    open_table(ann, name="Ann")
    Board(ann).until(
        lambda: Board(ann).page.locator("#play [name=live]").input_value() == "1", "the socket"
    )
    fold = ann.locator("details", has_text="Somebody beside you")
    fold.locator("summary").tap()
    ann.locator("#beside-name").fill("Nik")
    sit_down(bo, ann.locator("#url").input_value(), name="Bo", seat=2)
    expect(ann.locator("#chair-2")).to_contain_text("Bo")
    expect(fold).to_have_attribute("open", "")
    expect(ann.locator("#beside-name")).to_have_value("Nik")


UPDATES = 100


def test_choice_focus_and_draft_are_kept_through_a_hundred_updates(
    site: Site, browse: Browse
) -> None:
    table = site.stage("pair")["pair"]
    boards = [Board(browse(cookie)) for cookie in table["cookies"]]
    for board in boards:
        board.page.goto(f"/t/{table['key']}/")
    acting, other = sorted(boards, key=lambda board: not board.mine())
    laid = next(iter(ranks(other.hand()).values()))[:3]
    other.pick_and_ask(laid)
    other.press("new")
    other.until(lambda: other.draft() and not other.chosen(), "the draft")
    kept = other.hand()[1:4]
    other.pick_and_ask(kept)
    other.page.locator(f"#c-{kept[0]}-1").focus()
    before = focus(other), other.draft(), sorted(other.chosen())

    number = acting.number()
    take_a_turn_but_for_the_discard(acting)
    for turn in range(UPDATES // 2):
        for wish in ("pause", "no-pause"):
            say(acting, wish)
        wanted = number + 1 + 2 * (turn + 1)
        other.until(lambda wanted=wanted: other.number() >= wanted, "the newest board")
        assert (focus(other), other.draft(), sorted(other.chosen())) == before


def take_a_turn_but_for_the_discard(board: Board) -> None:
    number = board.number()
    board.press("draw")
    board.until(lambda: board.number() > number, "the draw")


def say(board: Board, wish: str) -> None:
    """What all see at the table, and what changes no turn: somebody would like a pause."""
    status = board.page.evaluate(
        """async (wish) => {
          const form = new FormData(document.getElementById("sit"));
          form.set("do", wish);
          const answer = await fetch(location.pathname + "deed/", { method: "POST", body: form });
          return answer.status;
        }""",
        wish,
    )
    assert status == 200
