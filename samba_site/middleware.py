"""What every answer carries, whatever view made it.

All middleware here is synchronous: see `samba_site.asgi`.
"""

import logging
from collections.abc import Callable

import redis
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from rules_pages.search import listed

RETRY_AFTER = 5
"""Seconds after which somebody may come back whom the database could not serve."""

log = logging.getLogger(__name__)

SECRET_PATHS = ("/t/", "/me/")
"""Where addresses are secrets: tables, and the links that carry a person elsewhere."""
Handler = Callable[[HttpRequest], HttpResponse]

# Old Safari does not count a socket of the same host as 'self', so it is named.
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'{socket}",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "manifest-src 'self'",
        "worker-src 'self'",
    ]
)
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in [
        "accelerometer",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
    ]
)


def site_headers(get_response: Handler) -> Handler:
    """Add the headers that hold for all pages; a view may set its own beforehand.

    - Policies of content and permissions.
    - Pages are `no-store`: nearly all show a person's tables or cards. A page that may be
      kept says so itself. Static files come with their own `Cache-Control`.
    - Search engines keep what is in the sitemap and nothing else.
    - At a table the address is the secret, so no Referer leaves it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        try:
            socket = f" {'wss' if request.is_secure() else 'ws'}://{request.get_host()}"
        except DisallowedHost:
            socket = ""
        headers = response.headers
        headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY.format(socket=socket))
        headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        headers.setdefault("Cache-Control", "no-store")
        if not request.path_info.startswith(settings.STATIC_URL):
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
            if not (listed(request) or leads_on(request, response)):
                headers.setdefault("X-Robots-Tag", "noindex")
        if request.path_info.startswith(SECRET_PATHS):
            # What htmx asks for is a part of the page that has the same address.
            patch_vary_headers(response, ("HX-Request",))
            headers.setdefault("Referrer-Policy", "no-referrer")
        return response

    return middleware


def leads_on(request: HttpRequest, response: HttpResponse) -> bool:
    """Whether this is the way to a page, and no secret one: engines judge what it leads to."""
    secret = request.path_info.startswith(SECRET_PATHS)
    return response.status_code // 100 == 3 and not secret


def body_limit(get_response: Handler) -> Handler:
    """Refuse a body that is too large with 413, before anything reads it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        number = length.isascii() and length.isdigit()
        if not number or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return render(request, "413.html", status=413)
        return get_response(request)

    return middleware


def unavailable(get_response: Handler) -> Handler:
    """Answer 503 while database or Redis cannot be reached, or somebody else keeps them.

    Such a fault is none of the code's, so the log has a line for it and no traceback. A form that
    is sent once more does nothing twice, whether or not it was stored the first time: it names
    what it saw.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, (OperationalError, InterfaceError, redis.RedisError)):
            return None
        log.error("Not available: %s: %s", type(exception).__name__, exception)
        if "HX-Request" in request.headers:
            words = _("The table does not answer just now. Please try once more in a moment.")
            response = HttpResponse(words, content_type="text/plain; charset=utf-8", status=503)
        else:
            response = render(request, "503.html", status=503)
        response.headers["Retry-After"] = str(RETRY_AFTER)
        return response

    middleware.process_exception = process_exception
    return middleware


def null_origin(get_response: Handler) -> Handler:
    """Let the plain forms of a table page through Django's CSRF check.

    Under `Referrer-Policy: no-referrer` browsers send `Origin: null` with a form, which Django
    refuses. Where the browser says that the request comes from this site, or is too old (or
    the connection too plain) to say anything, the origin is taken as our own and the token
    decides; its cookie is `__Host-` under TLS, so nobody else can have set it. A sandboxed
    page elsewhere, the other sender of `null`, is `cross-site` and stays refused.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.META.get("HTTP_ORIGIN") == "null":
            site = request.META.get("HTTP_SEC_FETCH_SITE", "same-origin")
            if site == "same-origin":
                request.META["HTTP_ORIGIN"] = f"{request.scheme}://{request.get_host()}"
        return get_response(request)

    return middleware
