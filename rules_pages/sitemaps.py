"""The pages that search engines may list, in every language."""

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from rules_pages import search


class Pages(Sitemap):
    i18n = True
    alternates = True
    x_default = True

    def items(self) -> list[search.Item]:
        return search.items()

    def location(self, item: search.Item) -> str:
        page, *args = item
        return reverse(page, args=args)


SITEMAPS = {"pages": Pages}
