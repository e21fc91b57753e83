"""What pages read beside the table itself."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import selectors, services
from games.models import Table
from tests.web.tables import begun, person, waiting

pytestmark = pytest.mark.django_db


def test_my_tables_begin_with_those_that_wait_for_me() -> None:
    mine, others_turn = begun(), begun()
    ann, bo = person(), person()
    for opened in (mine, others_turn):
        turn = opened.load().turn
        assert turn is not None
        seat = turn if opened is mine else 1 - turn
        opened.table.seats.filter(number=seat).update(player=ann)
    elsewhere = waiting()
    found = selectors.tables_of(ann)
    assert [(table.key, table.waits) for table in found] == [
        (mine.key, True),
        (others_turn.key, False),
    ]
    assert selectors.tables_of(bo) == []
    assert [table.key for table in selectors.tables_of(elsewhere.opener)] == [elsewhere.key]


def test_my_tables_take_two_queries_however_many_they_are() -> None:
    ann = person()
    for _ in range(5):
        opened = waiting(3)
        services.take_seat(key=opened.key, player=ann, seat=2, name="Me")
    with CaptureQueriesContext(connection) as made:
        names = [[seat.name for seat in table.seats.all()] for table in selectors.tables_of(ann)]
    assert names == [["Ann", "", "Me"]] * 5
    assert len(made) == 2


def test_versions_of_a_table_take_one_query() -> None:
    opened = waiting(3)
    table = opened.table
    with CaptureQueriesContext(connection) as made:
        assert selectors.versions(table.pk) == (table.number, (0, 0, 0))
    assert len(made) == 1
    with pytest.raises(Table.DoesNotExist):
        selectors.versions(0)


def test_no_more_tables_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    selectors.forget()
    monkeypatch.setattr(selectors, "KEPT_TABLES", 3)
    tables = [waiting() for _ in range(5)]
    for opened in tables:
        opened.load()
    assert len(selectors._kept) == 3
    for opened in tables:
        assert opened.load().table.key == opened.key


def test_a_table_that_is_not_there_is_told_so() -> None:
    with pytest.raises(Table.DoesNotExist):
        selectors.load("nothing")
    with pytest.raises(Table.DoesNotExist):
        selectors.load("nothing", at_least=1)
