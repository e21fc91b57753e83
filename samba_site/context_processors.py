"""What every page shows besides its own content."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from games import preferences
from samba_site.version import COMMIT, VERSION


def site(request: HttpRequest) -> dict[str, object]:
    """The badge, version and commit, the languages to choose from, and the visitor's wishes."""
    return {
        "BETA": settings.BETA,
        "VERSION": VERSION,
        "COMMIT": COMMIT,
        "SITE_LANGUAGES": settings.LANGUAGES,
        "THEME_COLORS": settings.THEME_COLORS,
        "preferences": preferences.read(request.COOKIES),
        "here": here(request),
    }


def here(request: HttpRequest) -> str:
    """The address of this page, to come back to; of a refused form the page that it stood in."""
    found = request.resolver_match
    if found and "token" in found.kwargs:
        return reverse("home")  # a secret address stands in no other one
    if request.method == "POST" and found and "key" in found.kwargs:
        return reverse("games:table", args=[found.kwargs["key"]])
    return request.get_full_path()
