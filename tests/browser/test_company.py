"""Talk, notes and messages as people meet them in their browsers."""

import json

from playwright.sync_api import Page, expect

from tests.browser.conftest import Browse
from tests.browser.player import take_a_turn
from tests.browser.screen import Board, follow, open_table, sit_down

NOTES = """
  window.notes = [];
  window.Notification = class {
    static permission = "granted";
    static requestPermission() { return Promise.resolve("granted"); }
    constructor(title) { window.notes.push(title); }
    close() {}
  };
"""
HIDE = """
  Object.defineProperty(document, "hidden", { get: () => true });
  Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
"""


TURN = '#icon[href*="icon-turn"]'


def two_at_a_table(browse: Browse, script: str = "") -> tuple[Board, Board]:
    """(who moves first, the other one), in two browsers."""
    ann, bo = browse(), browse()
    for page in (ann, bo):
        if script:
            page.add_init_script(script)
    open_table(ann, name="Ann", seats=2, computers=())
    sit_down(bo, ann.locator("#url").input_value(), name="Bo", seat=1)
    follow(ann, ann.get_by_role("button", name="Start", exact=True))
    boards = [Board(ann), Board(bo)]
    for board in boards:
        board.await_kind("board")
    boards[0].until(lambda: any(board.mine() for board in boards), "somebody's turn")
    first, second = sorted(boards, key=lambda board: not board.mine())
    return first, second


def icon(page: Page) -> int:
    return page.locator(TURN).count()


def test_what_one_says_appears_at_the_other_ones_page_and_can_be_hidden(browse: Browse) -> None:
    first, second = two_at_a_table(browse)
    first.page.locator("#speak > summary").click()
    first.page.get_by_role("button", name="Good luck!").click()
    expect(second.page.locator("#talk-said")).to_contain_text("Good luck!")
    expect(second.page.locator(".heard")).to_contain_text("Good luck!")
    second.page.locator("#speak > summary").click()
    second.page.locator("#talk-mutes button").click()
    expect(second.page.locator("#talk-said")).not_to_contain_text("Good luck!")
    first.page.get_by_role("button", name="thumbs up").click()
    expect(first.page.locator("#talk-said")).to_contain_text("👍")
    second.page.wait_for_timeout(300)
    expect(second.page.locator("#talk-said")).not_to_contain_text("👍")


def test_too_much_talk_is_refused_in_words(browse: Browse, watches: list) -> None:
    first, _second = two_at_a_table(browse)
    watches[0].allowed.add(409)
    watches[1].allowed.add(409)
    first.page.locator("#speak > summary").click()
    for _ in range(6):
        with first.page.expect_response("**/talk/"):
            first.page.get_by_role("button", name="Hello!").click()
    expect(first.page.locator("#talk-problem [role=alert]")).to_contain_text("a lot at once")
    assert first.mine()


def test_icon_and_title_tell_whose_turn_it_is(browse: Browse) -> None:
    first, second = two_at_a_table(browse)
    assert (icon(first.page), icon(second.page)) == (1, 0)
    take_a_turn(first)
    expect(second.page.locator(TURN)).to_have_count(1)
    expect(second.page).to_have_title("Your turn: Samba")
    expect(first.page.locator(TURN)).to_have_count(0)


def test_a_page_behind_others_shows_a_note_once_asked_for(browse: Browse) -> None:
    first, second = two_at_a_table(browse, NOTES)
    table = second.page.url
    second.page.goto("/en/notices/")
    second.page.get_by_role("button", name="Show notes on this device").click()
    expect(second.page.get_by_role("button", name="No more notes on this device")).to_be_visible()
    second.page.add_init_script(HIDE)
    second.page.goto(table)
    second.await_kind("board")
    take_a_turn(first)
    second.until(second.mine, "the turn")
    second.page.wait_for_timeout(300)
    assert second.page.evaluate("window.notes") == ["Your turn: Samba"]


def test_the_worker_shows_what_the_push_service_brings_and_nothing_twice(browse: Browse) -> None:
    page = browse(service_workers="allow")
    page.goto("/en/")
    page.context.grant_permissions(["notifications"])
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    devtools = page.context.new_cdp_session(page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(
            one["registrationId"] for one in told["registrations"] if one["scopeURL"].endswith("/")
        ),
    )
    devtools.send("ServiceWorker.enable")
    page.wait_for_timeout(300)
    message = {"title": "Your turn", "text": "Samba waits.", "url": "/t/x/", "tag": "turn-1"}
    for _ in range(2):
        devtools.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": page.url.split("/en/")[0],
                "registrationId": found[0],
                "data": json.dumps(message),
            },
        )
    page.wait_for_timeout(500)
    shown = page.evaluate(
        """async () => {
          const made = await navigator.serviceWorker.getRegistration("/static/games/");
          const notes = await made.getNotifications();
          return notes.map((note) => [note.title, note.body, note.data.url]);
        }"""
    )
    assert shown == [["Your turn", "Samba waits.", "/t/x/"]]
