"""The pages that search engines may list, in every language."""

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from rules_pages.figures import all_games

Item = tuple[str, ...]
"""Name of an address and its arguments."""


class Pages(Sitemap):
    """The first page and the rules; tables are nobody else's business."""

    i18n = True
    alternates = True
    x_default = True

    def items(self) -> list[Item]:
        return [("home",), ("rules",), *(("rules_game", game.name) for game in all_games())]

    def location(self, item: Item) -> str:
        page, *args = item
        return reverse(page, args=args)


SITEMAPS = {"pages": Pages}
