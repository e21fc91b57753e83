"""What search engines are told about the pages that they may list; all others they may not."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

from games.wording import language_tag, spoken
from rules_pages.figures import all_games

Item = tuple[str, ...]
"""Name of an address and its arguments."""


def items() -> list[Item]:
    """The first page and the rules; tables are nobody else's business."""
    return [("home",), ("rules",), *(("rules_game", game.name) for game in all_games())]


class Alternate(NamedTuple):
    """The same page in another language."""

    code: str
    name: str
    url: str

    @property
    def tag(self) -> str:
        return language_tag(self.code)

    @property
    def spoken(self) -> SafeString:
        return spoken(self.code)


@dataclass(frozen=True)
class Place:
    """Where a page stands in each language; all addresses are absolute."""

    canonical: str
    alternates: list[Alternate]
    anybody: str
    """Without a language: leads on to the reader's own."""


def listed(request: HttpRequest) -> bool:
    """Whether search engines may list the page that is asked for."""
    found = request.resolver_match
    return found is not None and (found.view_name, *found.kwargs.values()) in items()


def place(request: HttpRequest) -> Place | None:
    """Where this page stands, if search engines may list it."""
    if not listed(request):
        return None
    page, args = request.resolver_match.view_name, [*request.resolver_match.kwargs.values()]
    alternates = []
    for code, name in settings.LANGUAGES:
        with translation.override(code):
            path = reverse(page, args=args)
        alternates.append(Alternate(code, name, request.build_absolute_uri(path)))
    own = reverse(page, args=args)
    anybody = own.removeprefix(f"/{translation.get_language()}")
    return Place(request.build_absolute_uri(own), alternates, request.build_absolute_uri(anybody))


def structured(data: Mapping[str, object]) -> SafeString:
    """What a page is about as search engines read it (schema.org), for a JSON-LD script."""
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False)
    # Safe: nothing in it can end the element that it stands in.
    return mark_safe(text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e"))
