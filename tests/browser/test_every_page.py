"""Every kind of page, on small and large screens: nothing scrolls sideways, nothing goes wrong."""

from typing import Any

import pytest

from tests.browser.browsing import Watch, scrolls_sideways
from tests.browser.conftest import Browse
from tests.browser.gallery import VIEWS, View, cookie_of, show

WIDTHS = (320, 390, 820, 1440)


@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
def test_no_page_scrolls_sideways(
    view: View, browse: Browse, scenes: dict[str, dict[str, Any]], watches: list[Watch]
) -> None:
    page = browse(cookie_of(view, scenes))
    # A move refused on purpose, or a page that is not there.
    watches[0].allowed |= {422, view.status}
    show(page, view, scenes)
    sideways = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        if scrolls_sideways(page):
            sideways.append(width)
    assert sideways == []
