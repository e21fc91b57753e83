"""Forms and sockets are taken from this site's own pages only."""

import re

import pytest
from django.test import Client

from samba_site.asgi import SameOrigin


def post(headers: dict[str, str], *, token: bool = True, cookie: bool = True) -> int:
    """The status for a form sent to the choice of language, which changes nothing else."""
    client = Client(enforce_csrf_checks=True)
    page = client.get("/admin/login/").text
    data = {"language": "en", "next": "/en/"}
    if token:
        data["csrfmiddlewaretoken"] = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page)[1]
    if not cookie:
        client.cookies.clear()
    return client.post("/i18n/", data, headers=headers).status_code


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://testserver"}, 302),
        ({}, 302),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, 302),
        ({"origin": "null"}, 302),
        ({"origin": "null", "sec-fetch-site": "cross-site"}, 403),
        ({"origin": "null", "sec-fetch-site": "same-site"}, 403),
        ({"origin": "null", "sec-fetch-site": "none"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "https://testserver"}, 403),
        ({"origin": "http://testserver:8001"}, 403),
        ({"origin": "http://testserver.evil.example"}, 403),
    ],
)
def test_a_form_needs_our_origin_or_none(headers: dict[str, str], status: int) -> None:
    assert post(headers) == status


@pytest.mark.django_db
@pytest.mark.parametrize("origin", ["http://testserver", "null", None])
def test_a_form_always_needs_token_and_cookie(origin: str | None) -> None:
    headers = {"origin": origin} if origin else {}
    assert post(headers, token=False) == 403
    assert post(headers, cookie=False) == 403


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("https://cards.example", "inner:8000", True),
        ("https://localhost:8000", "localhost:8000", False),
        ("http://localhost:3000", "localhost:8000", False),
        ("http://evil.example", "localhost:8000", False),
        ("http://evil.example", "evil.example", False),
        ("http://localhost:8000.evil.example", "localhost:8000", False),
        ("null", "localhost:8000", False),
        ("", "localhost:8000", False),
        ("", "", False),
        ("http://", "", False),
    ],
)
def test_a_socket_needs_our_origin(settings, origin: str, host: str, allowed: bool) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "[::1]"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://cards.example"]
    assert SameOrigin.allows(origin, host) is allowed


def test_under_tls_a_socket_needs_an_https_page(settings) -> None:
    settings.TLS = True
    settings.ALLOWED_HOSTS = ["cards.example"]
    assert SameOrigin.allows("https://cards.example", "cards.example")
    assert not SameOrigin.allows("http://cards.example", "cards.example")
