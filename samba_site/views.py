"""Views of the site as a whole: the way to a language, health, and the error pages."""

from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_supported_language_variant
from django.views.decorators.http import require_safe


@require_safe
def to_language(request: HttpRequest) -> HttpResponse:
    """Lead `/` to the home page in the visitor's language."""
    return redirect("home")


@require_safe
def to_neighbour(request: HttpRequest, code: str, rest: str) -> HttpResponse:
    """Lead `/no/…`, `/zh-TW/…` or `/zh-Hant/…` to the language in which we have that page."""
    try:
        language = get_supported_language_variant(code.lower())
    except LookupError:
        raise Http404 from None
    query = f"?{request.META['QUERY_STRING']}" if request.META["QUERY_STRING"] else ""
    return redirect(f"/{language}/{rest}{query}", permanent=True)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Where engines find the list of pages.

    Nothing is closed to them: who may not look never reads in the headers that nothing else is
    to be listed, and lists a secret address that somebody has made public.
    """
    sitemap = request.build_absolute_uri(reverse("sitemap"))
    text = f"User-agent: *\nDisallow:\n\nSitemap: {sitemap}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Tell a supervisor whether requests and the database work."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


# Django's own of the next two read the form that was sent, which may be no readable one.
def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    return render(request, "500.html", status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return render(request, "403_csrf.html", status=403)
