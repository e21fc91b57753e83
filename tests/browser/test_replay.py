"""A finished game, looked at again move by move."""

import json
import re
from typing import Any
from urllib.request import urlopen

from playwright.sync_api import Page, expect

from tests.browser.conftest import Browse
from tests.browser.server import Site


def test_the_replay_leads_through_the_log_to_the_stored_result(
    site: Site, browse: Browse, scenes: dict[str, dict[str, Any]]
) -> None:
    key = scenes["ended"]["key"]
    with urlopen(f"{site.url}/t/{key}/log.json") as answer:
        log = json.load(answer)
    page = browse()
    page.goto(f"/t/{key}/")
    result = page.locator("h1").inner_text()
    sheet = page.locator(".ledger").first.inner_text()

    page.goto(f"/t/{key}/replay/")
    first, *_, last = log["deals"]
    for number in range(1, len(first["moves"]) + 1):
        turn_to(page, "next", deal=1, move=number)
        expect(page.locator("[aria-current=step] .num")).to_have_text(str(number))
    turn_to(page, "next", deal=2, move=0)
    turn_to(page, "prev", deal=1, move=len(first["moves"]))

    end = len(last["moves"])
    page.goto(f"/t/{key}/replay/?deal={last['number']}&move={end - 1}")
    turn_to(page, "next", deal=last["number"], move=end)
    expect(page.locator(".film a[rel=next]")).to_have_count(0)
    expect(page.locator("#main")).to_contain_text(result)
    assert page.locator(".ledger").first.inner_text() == sheet
    for total in log["result"]["totals"]:
        expect(page.locator(".ledger .total")).to_contain_text(f"{total:,}")


def turn_to(page: Page, rel: str, *, deal: int, move: int) -> None:
    page.locator(f".film a[rel={rel}]").tap()
    expect(page).to_have_url(re.compile(rf"\?deal={deal}&move={move}$"))


def test_all_hands_lie_open_from_the_deal_on(
    browse: Browse, scenes: dict[str, dict[str, Any]]
) -> None:
    page = browse(java_script_enabled=False)
    page.goto(f"/t/{scenes['ended']['key']}/replay/?deal=1&move=0")
    hands = page.locator(".open > li")
    expect(hands).to_have_count(4)
    for hand in hands.all():
        expect(hand.locator(".hand > li")).to_have_count(15)
