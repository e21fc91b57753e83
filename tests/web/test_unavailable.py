"""While the database is somebody else's or away, visitors are told so, and nothing is lost."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
import redis
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpResponse

from games import acts, selectors, views
from games.models import LogEntry
from tests.web.people import at, form
from tests.web.tables import begun

WAYS = [OperationalError("connection refused"), InterfaceError("closed"), redis.ConnectionError()]


def assert_told(answer: HttpResponse) -> None:
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert answer["Cache-Control"] == "no-store"
    assert "in a" in answer.text


@pytest.fixture
def impatient() -> Iterator[None]:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL locks rows, never the whole database.")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 50")
    yield
    connection.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("impatient")
def test_a_move_into_a_locked_database_is_answered_in_words_and_can_be_sent_again() -> None:
    opened = begun(2)
    loaded = opened.load()
    client = at(opened, loaded.turn)
    sent = form(loaded, "draw")
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
        other.execute("BEGIN IMMEDIATE")
        assert_told(client.post(f"/t/{opened.key}/act/", sent))
        assert client.get(f"/t/{opened.key}/").status_code == 200
        assert_told(client.post("/en/tables/", {"do": "now"}))
        assert_told(client.post(f"/t/{opened.key}/act/", sent, headers={"hx-request": "true"}))
    assert LogEntry.objects.count() == 0
    assert client.post(f"/t/{opened.key}/act/", sent).status_code == 303
    assert LogEntry.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("fault", WAYS, ids=lambda fault: type(fault).__name__)
def test_a_connection_that_fails_is_no_fault_of_ours_and_leaves_no_traceback(
    fault: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    opened = begun(2)

    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(selectors, "load", fail)
    client = at(opened, 0)
    page = client.get(f"/t/{opened.key}/")
    assert_told(page)
    assert "<h1>One moment, please</h1>" in page.text
    words = client.get(f"/t/{opened.key}/", headers={"hx-request": "true"})
    assert_told(words)
    assert words["Content-Type"] == "text/plain; charset=utf-8"
    assert type(fault).__name__ in caplog.text
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.django_db
def test_a_move_that_was_stored_is_never_answered_as_a_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = begun(2)
    loaded = opened.load()
    client = at(opened, loaded.turn)
    sent = form(loaded, "draw")

    def perform(**how: object) -> None:
        acts.perform(**how)
        patch.setattr(selectors, "load", lambda *_: (_ for _ in ()).throw(WAYS[0]))

    with monkeypatch.context() as patch:
        patch.setattr(views, "perform", perform)
        assert_told(client.post(f"/t/{opened.key}/act/", sent))
    assert LogEntry.objects.count() == 1
    assert client.post(f"/t/{opened.key}/act/", sent).status_code == 409
    assert LogEntry.objects.count() == 1
