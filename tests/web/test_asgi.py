"""The handler that serves a request in one hop to a thread."""

import threading
from collections.abc import Iterator

import pytest
from channels.testing import HttpCommunicator, WebsocketCommunicator
from django.core.signals import request_finished, request_started
from django.db import connection, connections

from samba_site import views
from samba_site.asgi import SiteHandler, application

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def handler(settings) -> Iterator[SiteHandler]:
    settings.REQUEST_THREADS = 1
    handler = SiteHandler()
    yield handler
    # The thread's own connection would keep the test database from being dropped.
    handler.threads.submit(connections.close_all).result()
    handler.threads.shutdown()


async def call(handler: SiteHandler, method: str, path: str, body: bytes = b"") -> dict:
    headers = [(b"host", b"testserver")]
    return await HttpCommunicator(handler, method, path, body, headers).get_response(timeout=10)


async def test_a_page_is_served(handler: SiteHandler) -> None:
    response = await call(handler, "GET", "/en/")
    assert response["status"] == 200
    assert b"<main" in response["body"]


async def test_a_static_file_is_served_whole(handler: SiteHandler) -> None:
    response = await call(handler, "GET", "/static/site/table.css")
    assert response["status"] == 200
    assert dict(response["headers"])[b"Content-Length"] == str(len(response["body"])).encode()


async def test_a_request_runs_in_one_thread_and_the_next_finds_its_connection(
    handler: SiteHandler, monkeypatch
) -> None:
    seen: list[tuple[str, int, int]] = []

    class Connection:
        def cursor(self):
            note("view")
            return connection.cursor()

    def note(name: str) -> None:
        seen.append((name, threading.get_ident(), id(connection.connection)))

    def started(**kwargs: object) -> None:
        note("started")

    def finished(**kwargs: object) -> None:
        note("finished")

    monkeypatch.setattr(views, "connection", Connection())
    request_started.connect(started)
    request_finished.connect(finished)
    try:
        for _ in range(3):
            assert (await call(handler, "GET", "/healthz"))["body"] == b"ok\n"
    finally:
        request_started.disconnect(started)
        request_finished.disconnect(finished)
    assert [name for name, _, _ in seen] == ["started", "view", "finished"] * 3
    assert len({thread for _, thread, _ in seen}) == 1
    assert seen[0][1] != threading.get_ident()
    assert len({kept for _, _, kept in seen[2:]}) == 1


async def test_a_fault_is_a_page_and_the_next_request_works(
    handler: SiteHandler, monkeypatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(views, "connection", None)
        response = await call(handler, "GET", "/healthz")
    assert response["status"] == 500
    assert b"<main" in response["body"]
    assert (await call(handler, "GET", "/healthz"))["status"] == 200


async def test_a_body_is_limited_also_without_a_length(handler: SiteHandler) -> None:
    assert (await call(handler, "POST", "/i18n/", b"x" * 65_536))["status"] == 403
    assert (await call(handler, "POST", "/i18n/", b"x" * 65_537))["status"] == 413
    assert (await call(handler, "POST", "/i18n/", b"x" * 1_000_000))["status"] == 413


@pytest.mark.parametrize("origin", [b"http://evil.example", b"null", None])
async def test_a_socket_from_elsewhere_is_refused(origin: bytes | None) -> None:
    headers = [(b"host", b"localhost")] + ([(b"origin", origin)] if origin else [])
    socket = WebsocketCommunicator(application, "/ws/t/some-table/", headers)
    connected, _ = await socket.connect(timeout=10)
    assert not connected
