"""The rules are for everybody to read, whatever their browser can do."""

import gzip
import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.browser.conftest import Browse
from tests.browser.gallery import RULES, View
from tests.browser.server import Site

HEAVIEST = 40_000
"""Bytes of a page, compressed."""


@pytest.mark.parametrize("view", RULES, ids=[view.name for view in RULES])
def test_nothing_is_missing_without_scripts(view: View, browse: Browse) -> None:
    told = []
    for script in (True, False):
        page = browse(java_script_enabled=script)
        page.goto(view.path)
        told.append(page.locator("body").inner_text())
    assert told[0] == told[1]
    assert len(told[0]) > 1500
    assert "JavaScript" not in told[0]


@pytest.mark.parametrize("view", RULES, ids=[view.name for view in RULES])
def test_a_page_comes_compressed_and_once(view: View, site: Site) -> None:
    headers = {"Accept-Encoding": "gzip"}
    with urlopen(Request(site.url + view.path, headers=headers)) as answer:
        sent = answer.read()
        kept = {
            "If-None-Match": answer.headers["ETag"],
            "Cookie": answer.headers["Set-Cookie"].partition(";")[0],
        }
    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(sent) < HEAVIEST
    assert re.search(r'<html lang="\S+" dir="ltr"', gzip.decompress(sent).decode())
    page = Request(site.url + view.path, headers={**headers, **kept})
    with pytest.raises(HTTPError) as again, urlopen(page):
        pass
    again.value.close()
    assert again.value.code == 304
