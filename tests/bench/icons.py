"""Pictures of the site's mark for devices on which it is installed.

`python -m tests.bench.icons` draws them anew from `icon.svg`: a card on the cloth, with the mark
for its suit. A maskable one keeps the card within the circle that every device leaves.
"""

import re
from pathlib import Path

from tests.browser.browsing import chromium
from tests.browser.server import ROOT

PLACE = ROOT / "samba_site" / "static" / "site"
ICONS = {
    "icon-180.png": (180, 0.0, 1.0),
    "icon-192.png": (192, 0.2, 1.0),
    "icon-512.png": (512, 0.2, 1.0),
    "icon-maskable.png": (512, 0.0, 0.8),
}
"""Size in pixels, how round the corners are, how large the cards."""

PICTURE = """
<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 100 100">
  <defs>
    <symbol id="mark" viewBox="0 0 32 32"><path d="{mark}"/></symbol>
  </defs>
  <rect width="100" height="100" rx="{corner}" fill="#d2dac6"/>
  <g transform="translate(50 51) scale({scale})">
    <g transform="rotate(-15) translate(-5 0)" stroke="#a59c86" stroke-width="1">
      <rect x="-27" y="-34" width="46" height="66" rx="5"
            fill="#8d3b2c" stroke="#fffdf6" stroke-width="3"/>
    </g>
    <g transform="rotate(9) translate(5 1)">
      <rect x="-23" y="-34" width="48" height="68" rx="5" fill="#fffdf6" stroke="#a59c86"/>
      <use href="#mark" x="-16" y="-17" width="34" height="34" fill="#b5122a"/>
    </g>
  </g>
</svg>
"""


def main() -> None:
    found = re.search(r' d="([^"]+)"', (PLACE / "icon.svg").read_text())
    assert found
    with chromium() as browser:
        page = browser.new_page()
        for name, (size, round_, scale) in ICONS.items():
            picture = PICTURE.format(size=size, corner=round_ * 100, scale=scale, mark=found[1])
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{picture}"
            )
            written: Path = PLACE / name
            page.screenshot(path=written, omit_background=True)
            print(written.relative_to(ROOT), written.stat().st_size)


if __name__ == "__main__":
    main()
