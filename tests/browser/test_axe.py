"""No page keeps anybody out: axe finds nothing serious on any, light or dark, on a phone."""

from typing import Any

import pytest

from tests.browser.browsing import PHONE, Watch, barriers
from tests.browser.conftest import Browse
from tests.browser.gallery import VIEWS, View, cookie_of, show


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
def test_axe_finds_nothing_serious(
    view: View,
    scheme: str,
    browse: Browse,
    scenes: dict[str, dict[str, Any]],
    watches: list[Watch],
) -> None:
    page = browse(cookie_of(view, scenes), viewport=PHONE, color_scheme=scheme)
    # A move refused on purpose, or a page that is not there.
    watches[0].allowed |= {422, view.status}
    show(page, view, scenes)
    found = barriers(page)
    assert not found, "\n".join(found)
