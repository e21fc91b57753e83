"""A server, a browser, and people with phones."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.browsing import Watch, chromium, context_of
from tests.browser.gallery import VIEWS
from tests.browser.server import Site, running

Browse = Callable[..., Page]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="session")
def scenes(site: Site) -> dict[str, dict[str, Any]]:
    """A table for every scene, to look at; tests that play take one of their own."""
    return site.stage(*{view.scene for view in VIEWS if view.scene})


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def watches() -> list[Watch]:
    """An eye on each browser of the test."""
    return []


@pytest.fixture
def browse(site: Site, browser: Browser, watches: list[Watch]) -> Iterator[Browse]:
    """A page in a browser of its own; afterwards nothing may have gone wrong in any of them."""
    contexts = []
    logged = site.log.stat().st_size

    def new(cookie: str = "", **options: Any) -> Page:
        context = context_of(browser, site.url, cookie, **options)
        contexts.append(context)
        watches.append(Watch(context))
        return context.new_page()

    yield new
    for context in contexts:
        context.close()
    troubles = [trouble for watch in watches for trouble in watch.troubles]
    troubles += site.complaints(logged)
    if troubles:
        pytest.fail("\n".join(troubles), pytrace=False)
