"""Moves: from the board that somebody saw into the log, and the news after the commit."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games import broadcast, selectors, services
from games.denial import Denial, Stale
from games.engine.moves import Discard, Draw
from games.engine.refusal import Refusal
from games.models import LogEntry, Table
from tests.web.tables import begun, full, person
from tests.web.test_seats import denied

pytestmark = pytest.mark.django_db


def test_a_move_is_logged_in_the_notation_of_the_log() -> None:
    opened = begun()
    seat = opened.load().turn
    opened.play("draw")
    entry = LogEntry.objects.get()
    assert (entry.number, entry.seat, entry.move) == (1, seat, "draw")


def test_every_move_makes_a_new_number() -> None:
    opened = begun()
    before = opened.load().number
    assert opened.play("draw") == before + 1 == opened.table.number


def test_a_move_from_an_old_board_is_stale() -> None:
    opened = begun()
    loaded = opened.load()
    assert loaded.turn is not None
    player = opened.players[loaded.turn]
    opened.play("draw")
    for number in (loaded.number, loaded.number + 2, 0, -1):
        with pytest.raises(Stale):
            services.play_move(
                key=opened.key, player=player, seat=loaded.turn, number=number, move=Draw()
            )
    assert LogEntry.objects.count() == 1


def test_nobody_moves_for_others() -> None:
    opened = begun()
    loaded = opened.load()
    assert loaded.turn is not None
    other = opened.players[1 - loaded.turn]
    for player in (other, person(), None):
        with denied(Denial.NOT_YOUR_SEAT):
            services.play_move(
                key=opened.key, player=player, seat=loaded.turn, number=loaded.number, move=Draw()
            )
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_is_nobodys(seat: int) -> None:
    opened = begun()
    with denied(Denial.NOT_YOUR_SEAT):
        services.play_move(
            key=opened.key,
            player=opened.opener,
            seat=seat,
            number=opened.load().number,
            move=Draw(),
        )


def test_a_move_against_the_rules_is_refused_and_changes_nothing() -> None:
    opened = begun()
    loaded = opened.load()
    assert loaded.turn is not None
    with pytest.raises(Refusal) as refused:
        opened.play("discard 7H")
    assert refused.value.rule == "C-7"
    with pytest.raises(Refusal) as refused:
        opened.play("draw", seat=1 - loaded.turn)
    assert refused.value.rule == "C-3"
    assert opened.load().number == loaded.number
    assert opened.load().state == loaded.state
    assert not LogEntry.objects.exists()


def test_no_move_before_the_start() -> None:
    opened = full()
    with denied(Denial.NOT_PLAYING):
        opened.play("draw", seat=0)


def test_two_moves_never_take_the_same_place_in_the_log() -> None:
    opened = begun()
    opened.play("draw")
    entry = LogEntry.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        LogEntry.objects.create(deal=entry.deal, number=1, seat=0, move="stop")


def test_where_a_lock_let_a_second_move_by_the_log_refuses_it_as_stale() -> None:
    opened = begun()
    loaded = opened.load()
    assert loaded.deal is not None
    LogEntry.objects.create(deal=loaded.deal, number=1, seat=loaded.turn, move="draw")
    with pytest.raises(Stale):
        opened.play("draw")
    assert opened.table.number == loaded.number


def test_who_moves_next_falls_due_only_if_it_is_a_computer_player() -> None:
    opened = begun(2, computers=[1])
    if opened.load().turn == 1:
        while opened.load().turn == 1:
            services.act_due(table_id=opened.table.pk)
    assert opened.table.due_at is None
    opened.pass_turn()
    assert opened.load().turn == 1
    assert opened.table.due_at is not None


# ---------------------------------------------------------------- cost


def test_a_move_late_in_a_deal_asks_the_database_no_more_than_an_early_one() -> None:
    opened = begun()

    def queries() -> int:
        loaded = opened.load()
        assert loaded.turn is not None
        with CaptureQueriesContext(connection) as made:
            opened.pass_turn()
        return len(made)

    first = queries()
    for _ in range(20):
        opened.pass_turn()
    assert queries() <= first


@pytest.mark.django_db(transaction=True)
def test_a_move_takes_one_read_two_writes_and_the_draft_at_the_end_of_a_turn() -> None:
    opened = begun()
    loaded = opened.load()
    assert loaded.turn is not None
    with CaptureQueriesContext(connection) as made:
        opened.play("draw")
    asked = [query["sql"].split()[0] for query in made]
    # `opened.play` itself asks for the number first.
    assert asked == ["SELECT", "BEGIN", "SELECT", "INSERT", "UPDATE", "COMMIT"]


@pytest.mark.django_db(transaction=True)
def test_who_was_told_the_number_finds_the_table_without_asking_the_database() -> None:
    opened = begun()
    number = opened.play("draw")
    with CaptureQueriesContext(connection) as made:
        loaded = selectors.load(opened.key, at_least=number)
    assert loaded.number == number
    assert not made.captured_queries


def test_a_process_that_meets_the_game_in_the_middle_sees_the_same() -> None:
    opened = begun(4)
    for _ in range(6):
        opened.pass_turn()
    here = opened.load()
    selectors.forget()
    there = opened.load()
    assert there.state == here.state
    assert there.moves == here.moves
    assert there.before == here.before
    assert len(there.before) == len(there.moves) == 12


def test_a_process_that_knows_the_beginning_reads_only_what_came_after() -> None:
    opened = begun()
    opened.pass_turn()
    earlier = opened.load()
    opened.pass_turn()
    newest = opened.load()
    selectors.forget()
    selectors.remember(earlier)
    with CaptureQueriesContext(connection) as made:
        again = opened.load()
    assert again.state == newest.state
    (entries,) = (q["sql"] for q in made if "logentry" in q["sql"])
    assert f'"number" > {len(earlier.moves)}' in entries


# ---------------------------------------------------------------- news


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, object]]]:
    messages: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(broadcast, "_send", lambda to, message: messages.append((to, message)))
    return messages


@pytest.mark.django_db(transaction=True)
def test_a_move_is_told_once_by_its_number_alone(sent: list[tuple[str, dict[str, object]]]) -> None:
    opened = begun()
    sent.clear()
    number = opened.play("draw")
    table = opened.table
    assert sent == [(broadcast.group(table.pk), {"type": "table.changed", "number": number})]
    assert table.key not in str(sent)


@pytest.mark.django_db(transaction=True)
def test_a_refused_move_is_told_to_nobody(sent: list[tuple[str, dict[str, object]]]) -> None:
    opened = begun()
    sent.clear()
    with pytest.raises(Refusal):
        opened.play("discard 7H")
    assert not sent


class GoneLayer:
    """A channel layer whose Redis has gone away."""

    async def group_send(self, group: str, message: object) -> None:
        raise ConnectionError("no Redis")


class HangingLayer:
    """A channel layer whose Redis does not answer."""

    async def group_send(self, group: str, message: object) -> None:
        await asyncio.sleep(60)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("layer", [GoneLayer(), HangingLayer()])
def test_a_move_counts_though_nobody_can_be_told(
    layer: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    opened = begun()
    monkeypatch.setattr(broadcast, "SEND_TIMEOUT", 0.05)
    monkeypatch.setattr(broadcast, "get_channel_layer", lambda: layer)
    number = opened.play("draw")
    assert opened.table.number == number
    assert opened.load().moves[-1][1] == Draw()
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.django_db(transaction=True)
def test_who_sits_at_a_socket_hears_of_moves_from_any_thread() -> None:
    opened = begun()
    table_id, number = opened.table.pk, opened.load().number

    async def scenario() -> dict[str, object]:
        layer = get_channel_layer()
        assert layer is not None
        channel = await layer.new_channel()
        await layer.group_add(broadcast.group(table_id), channel)

        def move() -> None:
            opened.play("draw")
            connection.close()

        with ThreadPoolExecutor(1) as threads:
            await sync_to_async(move, thread_sensitive=False, executor=threads)()
        async with asyncio.timeout(5):
            return await layer.receive(channel)

    assert asyncio.run(scenario()) == {"type": "table.changed", "number": number + 1}


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_was_never_seen() -> None:
    opened = begun()
    before = opened.load()
    with transaction.atomic():
        opened.play("draw")
        transaction.set_rollback(True)
    assert opened.load() == before
    assert Table.objects.get(key=opened.key).number == before.number
    opened.play("draw")
    opened.play(Discard(next(iter(opened.load().view(before.turn).hand))))
