"""Installed on a phone: without a connection it says so, and it keeps no page of a table."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.browsing import Watch
from tests.browser.conftest import Browse
from tests.browser.server import Site

KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
            found.push(new URL(request.url).pathname);
    return found;
}"""


def controlled(page: Page, path: str) -> None:
    """The page with the worker between it and the site."""
    page.goto(path)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def test_without_a_connection_the_page_says_so_and_comes_back_with_it(
    browse: Browse, scenes: dict[str, dict[str, Any]], watches: list[Watch]
) -> None:
    table = scenes["take"]
    page = browse(table["cookies"][0], service_workers="allow")
    controlled(page, "/en/")
    watches[0].losing = True
    page.context.set_offline(True)
    page.goto(f"/t/{table['key']}/")
    expect(page.locator("h1")).to_have_text("No connection")
    # Its look is there as well.
    assert page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor") == (
        "rgb(245, 239, 227)"
    )
    page.context.set_offline(False)
    with page.expect_navigation():
        page.get_by_role("link", name="Try again").tap()
    expect(page.locator("#main")).to_have_attribute("data-kind", "board")


def test_nothing_is_kept_but_static_files_and_the_page_without_a_connection(
    browse: Browse, scenes: dict[str, dict[str, Any]]
) -> None:
    table = scenes["take"]
    page = browse(table["cookies"][0], service_workers="allow")
    controlled(page, "/en/")
    for path in ("", "text/", "log.json"):
        page.evaluate(
            "path => fetch(path).then((answer) => answer.text())", f"/t/{table['key']}/{path}"
        )
    page.goto(f"/t/{table['key']}/")
    page.goto("/en/settings/")
    kept = page.evaluate(KEPT)
    assert "/en/offline/" in kept
    assert any(path.startswith("/static/games/live.") for path in kept)
    assert [
        path for path in kept if not path.startswith("/static/") and path != "/en/offline/"
    ] == []


def test_a_new_version_takes_the_place_of_the_old_one(site: Site, browse: Browse) -> None:
    page = browse(service_workers="allow")
    controlled(page, "/en/")
    # As if an older version had been here.
    page.evaluate("caches.open('static old')")
    page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.unregister())")
    controlled(page, "/en/")
    page.wait_for_function("caches.keys().then((names) => !names.includes('static old'))")
