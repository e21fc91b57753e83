"""Every kind of page, on small and large screens: nothing is cut off, covered or too small."""

from typing import Any

import pytest

from tests.browser.browsing import Watch, scrolls_sideways
from tests.browser.conftest import Browse
from tests.browser.gallery import VIEWS, View, cookie_of, show

ENLARGED = (320, 256)
"""A desk screen of 1280 by 1024 at 400 %."""
SIZES = ((390, 844), (820, 1180), (1440, 900), (320, 844), ENLARGED)
BUTTON, TARGET = 44, 24
"""CSS pixels that a button is high at least; and any other target, both ways (WCAG 2.5.8)."""

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
STUCK = """
    [...document.querySelectorAll("body *")].filter((one) =>
        ["sticky", "fixed"].includes(getComputedStyle(one).position)
        && one.getBoundingClientRect().height > innerHeight / 4
    ).map((one) => one.className || one.nodeName)
"""
"""What does not scroll with the page and takes more than a quarter of the screen."""


@pytest.mark.parametrize("view", VIEWS, ids=[view.name for view in VIEWS])
def test_nothing_scrolls_sideways_or_is_too_small_to_be_tapped(
    view: View, browse: Browse, scenes: dict[str, dict[str, Any]], watches: list[Watch]
) -> None:
    page = browse(cookie_of(view, scenes))
    # A move refused on purpose, or a page that is not there.
    watches[0].allowed |= {422, view.status}
    show(page, view, scenes)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert not scrolls_sideways(page), width
        assert page.evaluate(SMALL, [BUTTON, TARGET]) == [], width
        assert all(step >= TARGET - 0.5 for step in page.evaluate(STEPS)), width
    # So far enlarged, nothing may stand still over the rest of the page.
    assert (width, height) == ENLARGED
    assert page.evaluate(STUCK) == []
