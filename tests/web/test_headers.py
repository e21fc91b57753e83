"""Every kind of answer carries the headers that keep a visitor safe."""

import pytest
from django.http import HttpResponse
from django.test import Client

from samba_site import views

POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self' ws://testserver",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
}

PAGES = [
    ("/", 302),
    ("/en/", 200),
    ("/en", 301),
    ("/healthz", 200),
    ("/static/site/table.css", 200),
    ("/static/no-such-file.css", 404),
    ("/admin/login/", 200),
    ("/admin/", 302),
    ("/no-such-page", 404),
    ("/t/no-such-table/", 404),
    ("/t/no-such-table/replay/", 404),
    ("/t/no-such-table/log.json", 404),
]


def assert_safe(response: HttpResponse) -> None:
    assert set(response["Content-Security-Policy"].split("; ")) == POLICY
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]
    assert "Strict-Transport-Security" not in response


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "status"), PAGES)
def test_every_kind_of_page_carries_the_headers(client: Client, path: str, status: int) -> None:
    response = client.get(path)
    response.close()
    assert response.status_code == status
    assert_safe(response)
    at_table = path.startswith("/t/")
    assert response["Referrer-Policy"] == ("no-referrer" if at_table else "same-origin")
    found_file = status == 200 and path.startswith("/static/")
    assert ("public" if found_file else "no-store") in response["Cache-Control"]
    if not path.startswith("/static/"):
        assert {"Accept-Language", "Cookie"} <= set(response["Vary"].split(", "))


@pytest.mark.django_db
def test_refusals_and_faults_carry_the_headers(client: Client, monkeypatch) -> None:
    client.raise_request_exception = False
    strict = Client(enforce_csrf_checks=True)
    monkeypatch.setattr(views, "connection", None)
    answers = {
        403: strict.post("/i18n/", {"language": "en"}),
        405: client.post("/healthz"),
        413: client.post("/i18n/", {"language": "e" * 70_000}),
        500: client.get("/healthz"),
    }
    for status, response in answers.items():
        assert response.status_code == status
        assert_safe(response)
        assert response["Cache-Control"] == "no-store"


@pytest.mark.django_db
def test_a_foreign_name_of_the_site_is_refused_and_not_echoed(client: Client) -> None:
    response = client.get("/en/", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "evil" not in response["Content-Security-Policy"]
    assert b"evil" not in response.content


@pytest.mark.django_db
def test_under_tls_browsers_are_told_to_stay_there(settings) -> None:
    settings.SECURE_HSTS_SECONDS = 31536000
    response = Client().get("/en/", secure=True)
    assert response["Strict-Transport-Security"] == "max-age=31536000"
    assert "connect-src 'self' wss://testserver;" in response["Content-Security-Policy"]


@pytest.mark.django_db
def test_pages_are_compressed(client: Client) -> None:
    response = client.get("/en/", headers={"accept-encoding": "gzip"})
    assert response["Content-Encoding"] == "gzip"
