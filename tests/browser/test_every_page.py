"""Every kind of page, on small and large screens: nothing scrolls sideways, nothing goes wrong."""

from typing import Any

import pytest

from tests.browser.browsing import Watch, scrolls_sideways
from tests.browser.conftest import Browse
from tests.browser.gallery import VIEWS, View, cookie_of, show

SIZES = ((320, 844), (390, 844), (820, 1180), (1440, 900), (320, 256))
"""The last is a desk screen of 1280 by 1024 at 400 %."""


STUCK = """
    [...document.querySelectorAll("body *")].filter((one) =>
        ["sticky", "fixed"].includes(getComputedStyle(one).position)
        && one.getBoundingClientRect().height > innerHeight / 4
    ).map((one) => one.className || one.nodeName)
"""
"""What does not scroll with the page and takes more than a quarter of the screen."""


@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
def test_no_page_scrolls_sideways(
    view: View, browse: Browse, scenes: dict[str, dict[str, Any]], watches: list[Watch]
) -> None:
    page = browse(cookie_of(view, scenes))
    # A move refused on purpose, or a page that is not there.
    watches[0].allowed |= {422, view.status}
    show(page, view, scenes)
    sideways = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        if scrolls_sideways(page):
            sideways.append((width, height))
    assert sideways == []
    # So far enlarged, nothing may stand still over the rest of the page.
    assert page.evaluate(STUCK) == []
