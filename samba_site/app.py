"""The site as an app on somebody's device: manifest, service worker, page without a connection."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.wording import direction, language_tag

SHELL = ("site/table.css", "site/site.css", "site/app.js", "site/icon.svg")
"""What the page without a connection needs."""
ICONS = {
    "site/icon-192.png": ("192x192", "any"),
    "site/icon-512.png": ("512x512", "any"),
    "site/icon-maskable.png": ("512x512", "maskable"),
    "site/icon.svg": ("any", "any"),
}
KINDS = {"png": "image/png", "svg": "image/svg+xml"}


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What the device shows of an installed site."""
    return JsonResponse(
        {
            "id": "/",
            "name": _("Samba and Canasta with family and friends"),
            "short_name": _("Samba"),
            "description": _("Open a table, send its link, play."),
            "lang": language_tag(),
            "dir": direction(),
            "start_url": reverse("home"),
            "scope": "/",
            "display": "standalone",
            "theme_color": settings.THEME_COLORS["light"],
            "background_color": settings.THEME_COLORS["light"],
            "categories": ["games"],
            "icons": [
                {
                    "src": static(name),
                    "sizes": sizes,
                    "type": KINDS[name.rpartition(".")[2]],
                    "purpose": purpose,
                }
                for name, (sizes, purpose) in ICONS.items()
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, at the top of the site because it may only look after what is below.

    Its text names the files that it keeps, so that a new version of any makes a new worker.
    """
    context = {
        "offline": reverse("offline"),
        "static": settings.STATIC_URL,
        "files": [static(name) for name in SHELL],
    }
    response = render(request, "worker.js", context, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown while there is no connection. It holds nothing that is anybody's own."""
    return render(request, "offline.html")
