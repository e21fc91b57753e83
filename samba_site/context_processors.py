"""What every page shows besides its own content."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import preferences
from games.wording import direction, language_tag, spoken
from rules_pages.search import place, structured
from samba_site.version import COMMIT, VERSION


def site(request: HttpRequest) -> dict[str, object]:
    """The badge, version and commit, languages, the visitor's wishes, and the page's place."""
    return {
        "BETA": settings.BETA,
        "VERSION": VERSION,
        "COMMIT": COMMIT,
        "SITE_LANGUAGES": [(code, name, spoken(code)) for code, name in settings.LANGUAGES],
        "language_tag": language_tag(),
        "direction": direction(),
        "place": place(request),
        "about_site": partial(about, request),
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


def about(request: HttpRequest) -> SafeString:
    """What the site is, for search engines."""
    return structured(
        {
            "@type": "WebApplication",
            "name": _("Samba and Canasta with family and friends"),
            "description": _(
                "Open a table, send its link, play. No account, nothing to install, no advertising."
            ),
            "url": request.build_absolute_uri(reverse("home")),
            "image": request.build_absolute_uri(static("site/icon-512.png")),
            "applicationCategory": "GameApplication",
            "operatingSystem": "Any",
            "inLanguage": [language_tag(code) for code, _name in settings.LANGUAGES],
            "isAccessibleForFree": True,
            "offers": {"@type": "Offer", "price": "0", "priceCurrency": "EUR"},
        }
    )
