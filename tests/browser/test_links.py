"""Programs that look at a link before a person does: they take nothing and change nothing."""

from typing import Any
from urllib.request import Request, urlopen

from tests.browser.conftest import Browse
from tests.browser.screen import Board
from tests.browser.server import Site


def test_previews_of_a_link_take_no_seat(site: Site, browse: Browse) -> None:
    table: dict[str, Any] = site.stage("waiting")["waiting"]
    url = f"{site.url}/t/{table['key']}/"
    page = browse(table["cookies"][0])
    page.goto(url)
    before = Board(page).kind(), page.locator("#seats").inner_text(), number(url)
    for method in ("GET", "HEAD") * 5:
        with urlopen(Request(url, method=method)) as answer:
            cookies = answer.headers.get_all("Set-Cookie", [])
            assert answer.status == 200
            assert not [cookie for cookie in cookies if cookie.startswith("player=")]
    page.reload()
    assert (Board(page).kind(), page.locator("#seats").inner_text(), number(url)) == before


def number(url: str) -> str:
    """The number of the table as a stranger's page tells it."""
    with urlopen(url) as answer:
        return answer.read().decode().partition('data-number="')[2].partition('"')[0]
