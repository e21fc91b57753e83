"""No page keeps anybody out: axe finds nothing serious on any, light or dark, on a phone."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.browsing import PHONE, Watch
from tests.browser.conftest import Browse
from tests.browser.gallery import VIEWS, View, cookie_of, show

GRAVE = {"serious", "critical"}
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


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
    options = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    grave = [
        f"{violation['id']} ({violation['impact']}): {violation['help']}\n    {node['html'][:200]}"
        f"\n    {node['failureSummary']}"
        for violation in found
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]
    assert not grave, "\n".join(grave)
