"""Pictures of every kind of page, on a phone, a tablet and a desk screen, light and dark.

`python -m tests.bench.screenshots [--out DIR] [NAME…]` starts a server with data of its own,
plays its tables up to moments worth seeing and writes `NAME-WIDTH-light.png` and the like.
"""

import argparse
import tempfile
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.browsing import chromium, context_of
from tests.browser.gallery import VIEWS, View, cookie_of, show
from tests.browser.server import Site, running

SIZES = ((390, 844), (820, 1180), (1440, 900))
SCHEMES = ("light", "dark")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--out", type=Path, default=Path("screenshots"), help="where to (%(default)s)"
    )
    parser.add_argument("names", nargs="*", help="only these pages")
    wanted = parser.parse_args()
    views = [view for view in VIEWS if not wanted.names or view.name in wanted.names]
    wanted.out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="samba-screenshots-") as data,
        running(Path(data)) as site,
        chromium() as browser,
    ):
        for picture in pictures(site, browser, views, wanted.out):
            print(picture)


def pictures(site: Site, browser: Browser, views: Iterable[View], out: Path) -> Iterable[Path]:
    scenes = site.stage(*sorted({view.scene for view in views if view.scene}))
    for view in views:
        for width, height in SIZES:
            for scheme in SCHEMES:
                with context_of(
                    browser,
                    site.url,
                    cookie_of(view, scenes),
                    viewport={"width": width, "height": height},
                    color_scheme=scheme,
                ) as context:
                    page = context.new_page()
                    show(page, view, scenes)
                    page.evaluate("document.activeElement.blur()")
                    yield save(page, out / f"{view.name}-{width}-{scheme}.png")


def save(page: Page, path: Path) -> Path:
    """The whole page; a board as it is first seen, as its hand sticks to the foot of the screen."""
    board = page.locator("main.table").count() > 0
    page.screenshot(path=path, full_page=not board)
    return path


if __name__ == "__main__":
    main()
