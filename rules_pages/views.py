"""The rules in the reader's language; what they say comes from the engine's variants."""

import hashlib
import re
from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine import variants
from rules_pages.figures import Figures, all_games, card_values, differences, overview
from rules_pages.search import structured

View = Callable[..., HttpResponse]
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


def revalidated(view: View) -> View:
    """Let the reader's browser keep the page, and ask each time whether it still holds (304).

    Only the browser: around the rules a page shows what is the reader's own, such as the token
    of the form that changes the language. The token is masked anew in every answer, so the
    validator looks past it and at the secret behind it.
    """

    @wraps(view)
    def asked(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        response = view(request, *args, **kwargs)
        shown = hashlib.sha256(TOKEN.sub(b"", response.content))
        shown.update(request.META.get("CSRF_COOKIE", "").encode())
        etag = quote_etag(shown.hexdigest()[:32])
        response.headers["ETag"] = etag
        response.headers["Cache-Control"] = "private, no-cache"
        return get_conditional_response(request, etag=etag, response=response)

    return asked


@require_safe
@revalidated
def index(request: HttpRequest) -> HttpResponse:
    """All games side by side."""
    games = all_games()
    context = {
        "games": [Figures(game) for game in games],
        "table": overview(games),
    }
    return render(request, "rules_pages/index.html", context)


@require_safe
@revalidated
def game(request: HttpRequest, name: str) -> HttpResponse:
    """One game: what it is, how it differs, its rules by number, and its history."""
    try:
        variant = variants.get(name)
    except KeyError:
        raise Http404 from None
    figures = Figures(variant)
    context = {
        "game": figures,
        "v": variant,
        "says": figures.says,
        "card_values": card_values(),
        "table": differences(variant),
        "others": [Figures(other) for other in all_games() if other.name != name],
        "crumbs": _crumbs(request, figures.title),
    }
    return render(request, f"rules_pages/games/{name}.html", context)


def _crumbs(request: HttpRequest, title: str) -> SafeString:
    """The way to the page, for search engines."""
    trail = [(_("Rules"), request.build_absolute_uri(reverse("rules"))), (title, None)]
    return structured(
        {
            "@type": "BreadcrumbList",
            "itemListElement": [
                {"@type": "ListItem", "position": place, "name": str(name)}
                | ({"item": url} if url else {})
                for place, (name, url) in enumerate(trail, 1)
            ],
        }
    )
