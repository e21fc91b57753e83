"""Every kind of page, each with the way to get there from a staged table."""

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from games.engine.variants import all_variants
from tests.browser.screen import Board, ranks

SPECTATOR = -1
TURN = -2
"""Whoever must act."""


class View(NamedTuple):
    """One picture; `seat` is whose page it is."""

    name: str
    scene: str = ""
    seat: int = TURN
    path: str = ""
    """Within the table; a whole path where there is no scene."""
    prepare: Callable[[Board], None] | None = None
    status: int = 200
    """What the server answers to the page itself."""


def lay_out(board: Board) -> None:
    """Three chosen cards beside the draft, and what they can become."""
    board.pick_and_ask(next(iter(ranks(board.hand()).values()))[:3])


def be_refused(board: Board) -> None:
    """A first meld that is too low."""
    cards = next(iter(ranks(board.hand()).values()))[:3]
    board.type("lay " + " ".join(cards))
    expect(board.refusal()).to_be_visible()


def confirm(board: Board) -> None:
    card = board.hand()[0]
    board.pick_and_ask([card])
    board.press("discard")
    expect(board.button(f"sure {card}")).to_be_visible()


def choose_pair(board: Board) -> None:
    board.pick_and_ask(board.hand()[:2])


def unfold(board: Board) -> None:
    for fold in ("theirs", "moves", "typed"):
        if board.page.locator(f'label[for="f-{fold}"]').is_visible():
            board.unfold(fold)


def to_the_end(board: Board) -> None:
    with board.page.expect_navigation():
        board.page.locator(".film .bar a").last.tap()


def choose_railroad(board: Board) -> None:
    """The game with the most seats, and a rule of the table."""
    board.page.locator('input[name="variant"][value="railroad"]').check(force=True)
    board.page.locator('input[name="railroad-house_rules"]').check(force=True)


LANGUAGES = ("en", "el", "nb", "zh-hant")
RULES = tuple(
    View(f"rules-{page}-{language}", path=f"/{language}/rules/{path}")
    for page, path in [("all", ""), *((game.name, f"{game.name}/") for game in all_variants())]
    for language in LANGUAGES
)
"""The rules, each page in each language."""
VIEWS = (
    View("home", path="/en/"),
    View("home-railroad", path="/en/", prepare=choose_railroad),
    View("home-mine", "take", 0, path="/en/"),
    View("lobby-waiting", "waiting", 0),
    View("lobby-invited", "waiting", SPECTATOR),
    View("lobby-full", "full", 0),
    View("board-take", "take"),
    View("board-take-pair", "take", prepare=choose_pair),
    View("board-others", "take", seat=3, prepare=unfold),
    View("board-spectator", "take", SPECTATOR),
    View("board-lay", "lay"),
    View("board-lay-chosen", "lay", prepare=lay_out),
    View("board-refused", "lay", prepare=be_refused),
    View("board-discard", "lay", prepare=confirm),
    View("board-big", "big"),
    View("board-asked", "asked"),
    View("board-crammed", "crammed"),
    View("board-crammed-others", "crammed", seat=0, prepare=unfold),
    View("board-crammed-spectator", "crammed", SPECTATOR),
    View("text-take", "take", path="text/"),
    View("text-spectator", "take", SPECTATOR, "text/"),
    View("text-big", "big", path="text/"),
    View("canasta-frozen", "canasta-frozen"),
    View("canasta-unopened", "canasta-unopened"),
    View("bolivia-wilds", "bolivia"),
    View("railroad-kitty", "railroad"),
    View("railroad-others", "railroad", prepare=unfold),
    View("railroad-spectator", "railroad", SPECTATOR),
    View("railroad-four", "railroad-four"),
    View("railroad-big", "railroad-big"),
    View("railroad-lobby", "railroad-waiting", 0),
    View("railroad-score", "railroad-score", 0),
    View("score", "score", 0),
    View("result", "ended", 0),
    View("replay", "ended", SPECTATOR, "replay/?deal=1&move=24"),
    View("replay-end", "ended", SPECTATOR, "replay/", to_the_end),
    View("step", "take", 0, "step/?deal=1&move=5"),
    View("replay-early", "take", SPECTATOR, "replay/", status=404),
    View("about", "take", 0, "about/"),
    View("me", "take", 0, "/en/me/"),
    View("notices", "take", 0, "/en/notices/"),
    View("settings", path="/en/settings/"),
    View("offline", path="/en/offline/"),
    *RULES,
    View("404", path="/t/nothing-of-that-kind/", status=404),
)


def cookie_of(view: View, scenes: dict[str, dict[str, Any]]) -> str:
    """Who the browser is that looks at the view; empty for a stranger."""
    if not view.scene or view.seat == SPECTATOR:
        return ""
    scene = scenes[view.scene]
    return scene["cookies"][scene["turn"] if view.seat == TURN else view.seat]


def show(page: Page, view: View, scenes: dict[str, dict[str, Any]]) -> None:
    """Bring the page to what the view is about."""
    path = view.path
    if view.scene and not path.startswith("/"):
        path = f"/t/{scenes[view.scene]['key']}/{path}"
    answer = page.goto(path)
    assert answer
    assert answer.status == view.status, f"{view.name}: {answer.status}"
    if view.prepare:
        view.prepare(Board(page))
