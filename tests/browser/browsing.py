"""Chromium, and an eye on everything that goes wrong in its pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    sync_playwright,
)

CHROMIUM = "/usr/bin/chromium"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
)
PHONE = {"width": 390, "height": 844}
GRAVE = {"serious", "critical"}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PATIENCE = 10_000
"""Milliseconds after which a page that does not do what it should has failed."""


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        yield browser
        browser.close()


class Watch:
    """What went wrong in a browser: CSP violations, errors of scripts, requests that failed.

    `allowed` are codes of answers that a test asks for; `losing` is true while it takes the
    server away from under a page.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.allowed: set[int] = set()
        self.losing = False
        self.troubles: list[str] = []
        context.on("console", self._said)
        context.on("weberror", lambda error: self._note(f"script: {error.error}"))
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def _note(self, trouble: str) -> None:
        if not self.losing:
            self.troubles.append(trouble)

    def _said(self, message: ConsoleMessage) -> None:
        # Chromium tells of every 4xx here too; those are judged by their answers. Playwright tells
        # of every worker that it keeps away. A newer choice of cards cancels the question about
        # the older one, of which htmx tells twice.
        quiet = (
            "Failed to load resource",
            "Service Worker registration blocked by Playwright",
            "htmx:afterRequest, ",
            "htmx:sendAbort, ",
        )
        if message.type in {"error", "warning"} and not message.text.startswith(quiet):
            self._note(f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        # Who leaves a page leaves what it still asked for.
        dropped = request.url.endswith("/offers/") or "/site/icon" in request.url
        if not (dropped and request.failure == "net::ERR_ABORTED"):
            self._note(f"{request.method} {request.url} failed: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.allowed:
            self._note(f"{response.request.method} {response.url} answered {response.status}")


def context_of(browser: Browser, url: str, cookie: str = "", **options: Any) -> BrowserContext:
    """A browser of somebody: a phone unless `options` say otherwise; `cookie` says who it is."""
    context = browser.new_context(
        **{
            "base_url": url,
            "viewport": PHONE,
            "has_touch": True,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            # Each context would fetch the worker's files anew.
            "service_workers": "block",
            **options,
        }
    )
    context.set_default_timeout(PATIENCE)
    if cookie:
        context.add_cookies([{"name": "player", "value": cookie, "url": url}])
    return context


def scrolls_sideways(page: Page) -> bool:
    return page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )


def barriers(page: Page) -> list[str]:
    """What axe finds that keeps somebody out, in words."""
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n    {node['html'][:200]}"
        f"\n    {node['failureSummary']}"
        for violation in Axe().run(page, options=options).response["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]
