"""Seats survive lost cookies, and a device that goes round shows nobody's cards to another."""

import re

from playwright.sync_api import expect

from tests.browser.browsing import Watch
from tests.browser.conftest import Browse
from tests.browser.player import take_a_turn
from tests.browser.screen import Board
from tests.browser.server import Site


def test_who_loses_the_cookie_comes_back_by_link_in_another_browser(
    site: Site, browse: Browse, watches: list[Watch]
) -> None:
    table = site.stage("pair")["pair"]
    first = browse(table["cookies"][0])
    first.goto(f"/t/{table['key']}/")
    hand = Board(first).hand()
    first.locator(".menu summary").click()
    first.get_by_role("link", name="Carry on elsewhere").click()
    first.wait_for_load_state("networkidle")
    link = first.locator("#own").input_value()
    assert re.fullmatch(r"http://[^/]+/me/[0-9]+-[0-9a-f]{48}/", link)

    first.context.clear_cookies()
    first.goto(f"/t/{table['key']}/")
    expect(first.locator("#r-hand")).to_have_count(0)

    other = browse()
    other.goto(link)
    expect(other.locator("h1")).to_contain_text("Carry on as")
    other.wait_for_load_state("networkidle")
    other.goto(f"/t/{table['key']}/")
    expect(other.locator("#r-hand")).to_have_count(0)
    other.goto(link)
    other.get_by_role("button", name="Carry on here").click()
    other.wait_for_load_state("networkidle")
    other.goto(f"/t/{table['key']}/")
    assert Board(other).hand() == hand

    # And here again; then the link is renewed, which ends the old one.
    first.goto(link)
    first.get_by_role("button", name="Carry on here").click()
    first.wait_for_load_state("networkidle")
    first.goto("/en/me/")
    first.locator("summary", has_text="Renew the link").click()
    first.get_by_role("button", name="Renew").click()
    first.wait_for_load_state("networkidle")
    assert first.locator("#own").input_value() != link
    third = browse()
    watches[2].allowed.add(404)
    third.goto(link)
    expect(third.locator("h1")).to_have_text("This link has ended")
    # The other browser was signed out with it.
    other.goto(f"/t/{table['key']}/")
    expect(other.locator("#r-hand")).to_have_count(0)
    first.goto(f"/t/{table['key']}/")
    assert Board(first).hand() == hand


def test_a_family_at_one_tablet_passes_it_round(site: Site, browse: Browse) -> None:
    page = browse()
    page.goto("/en/#open")
    page.locator("#f-samba-seats label", has_text="2").click()
    page.locator("#f-name").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    page.locator("summary", has_text="Somebody beside you").click()
    page.locator("#beside-name").fill("Nikos")
    page.get_by_role("button", name="Sit down beside me").click()
    page.get_by_role("button", name="Start").click()
    names = ["Ann", "Nikos"]
    cover = page.locator(".cover h1")
    expect(cover).to_contain_text("Pass this to")
    acting = next(name for name in names if name in cover.inner_text())
    for _ in range(3):
        expect(page.locator("#r-hand")).to_have_count(0)
        page.get_by_role("link", name=f"I am {acting}").click()
        expect(page.locator("#r-status h1")).to_contain_text(f"Your turn, {acting}")
        take_a_turn(Board(page))
        acting = next(name for name in names if name != acting)
        expect(cover).to_contain_text(f"Pass this to {acting}")


def test_what_one_would_like_is_agreed_to_live(site: Site, browse: Browse) -> None:
    table = site.stage("pair")["pair"]
    ann, bo = (browse(cookie) for cookie in table["cookies"])
    for page in (ann, bo):
        page.goto(f"/t/{table['key']}/")
    ann.locator(".menu summary").click()
    ann.get_by_role("link", name="About this table").click()
    ann.get_by_role("button", name="Propose to end the game").click()
    expect(bo.locator("#r-standing")).to_contain_text("would like to end the game")
    bo.locator("#r-standing").get_by_role("button", name="I agree").click()
    for page in (ann, bo):
        expect(page.locator("h1")).to_have_text("The game was ended by agreement.")
    ann.get_by_role("button", name="Play again with the same seats").click()
    expect(ann.locator("body")).to_contain_text("has not joined yet")
    bo.reload()
    bo.get_by_role("button", name="Join").click()
    for page in (ann, bo):
        expect(page.locator("#r-hand")).to_be_visible()
    assert ann.url.split("?")[0] == bo.url.split("?")[0]
