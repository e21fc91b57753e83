"""What is tapped is large enough for a thumb: buttons 44 px, everything else 24 px (WCAG 2.5.8)."""

from typing import Any

import pytest

from tests.browser.browsing import Watch
from tests.browser.conftest import Browse
from tests.browser.gallery import VIEWS, View, cookie_of, show

WIDTHS = (320, 390, 1440)
BUTTON, TARGET = 44, 24
"""CSS pixels that each is high; and wide, what is no button."""

SMALL = """
    ([button, target]) => {
        const found = [];
        for (const one of document.querySelectorAll("a, button, summary, input, select, label")) {
            // Boxes that their labels draw, names over fields, links in a sentence are no targets.
            const drawn = one.matches(
                ".vh, .pick input, .choice input, .fold > input, .skip, .label");
            const inline = getComputedStyle(one).display === "inline";
            const box = one.getBoundingClientRect();
            if (drawn || inline || box.width <= 1 || one.type === "hidden") continue;
            const least = one.matches(".btn, button:not(.languages button)") ? button : target;
            if (box.height < least - 0.5 || box.width < target) {
                found.push([one.outerHTML.slice(0, 90), box.width, box.height]);
            }
        }
        return found;
    }
"""
STEPS = """
    [...document.querySelectorAll("#r-hand .hand > li")].map((card, at, all) => {
        const next = all[at + 1];
        const here = card.getBoundingClientRect();
        if (!next || next.offsetTop !== card.offsetTop) return here.width;
        return next.getBoundingClientRect().left - here.left;
    })
"""
"""What is seen of each card of the hand, in CSS pixels from left to right."""


@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
def test_nothing_is_too_small_to_be_tapped(
    view: View, browse: Browse, scenes: dict[str, dict[str, Any]], watches: list[Watch]
) -> None:
    page = browse(cookie_of(view, scenes))
    # A move refused on purpose, or a page that is not there.
    watches[0].allowed |= {422, view.status}
    show(page, view, scenes)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(SMALL, [BUTTON, TARGET]) == [], width
        assert all(step >= TARGET - 0.5 for step in page.evaluate(STEPS)), width
