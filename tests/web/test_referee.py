"""The referee: what falls due is done, once, and trouble at one table stays there."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.utils import timezone

from games import bots, referee, selectors, services
from games.engine.cards import Hand, cards
from games.engine.moves import Ask, Draw, Lay, Move, Part
from games.engine.view import View
from games.models import LogEntry, Table
from games.referee import Referee
from tests.engine.positions import position
from tests.web.tables import begun, full, put
from tests.web.test_deals import finished_deal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def at_once(settings: object) -> None:
    settings.BOT_PACE = settings.START_AFTER = settings.GO_ON_AFTER = 0


def watched(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run the scenario with a referee beside it on the same loop."""

    async def both() -> None:
        watcher = Referee()
        task = asyncio.create_task(watcher.run())
        try:
            await scenario()
        finally:
            watcher.stop()
            await asyncio.wait_for(task, 5)

    async_to_sync(both)()


async def until(reached: Callable[[], bool], seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not await sync_to_async(reached)():
            await asyncio.sleep(0.005)


# ---------------------------------------------------------------- what it does


def test_computer_players_play_a_whole_game_by_themselves() -> None:
    opened = full(4, computers=range(4))
    watched(lambda: until(lambda: opened.table.status == "ended"))
    assert opened.table.ended_by == "target"
    assert opened.table.due_at is None


def test_a_full_table_begins_by_itself() -> None:
    opened = full(2)
    watched(lambda: until(lambda: opened.table.status == "playing"))


def test_the_next_deal_begins_by_itself() -> None:
    opened = finished_deal()
    watched(lambda: until(lambda: opened.table.status == "playing"))
    assert opened.load().deal.number == 2


def test_it_waits_for_people() -> None:
    opened = begun(2)
    number = opened.load().number
    watched(lambda: asyncio.sleep(0.1))
    assert opened.load().number == number


def test_a_move_wakes_it() -> None:
    opened = begun(2, computers=[1])

    def persons_turn() -> bool:
        return opened.table.turn == 0

    async def scenario() -> None:
        await until(persons_turn)
        before = await sync_to_async(LogEntry.objects.count)()
        # Nothing is due now, so it sleeps for long.
        await asyncio.sleep(0.05)
        await sync_to_async(opened.pass_turn)()
        await until(lambda: persons_turn() and LogEntry.objects.count() >= before + 4, seconds=5)

    watched(scenario)


def test_it_keeps_a_human_pace(settings: object) -> None:
    opened = begun(2, computers=[0, 1])
    settings.BOT_PACE = 60
    services.act_due(table_id=opened.table.pk)
    wait = opened.table.due_at - timezone.now()
    assert timedelta(seconds=55) < wait <= timedelta(seconds=60)
    number = opened.table.number
    watched(lambda: asyncio.sleep(0.1))
    assert opened.table.number == number


def test_it_sleeps_no_longer_than_to_the_next_thing_due() -> None:
    opened = begun(2, computers=[0, 1])
    Table.objects.filter(key=opened.key).update(due_at=timezone.now() + timedelta(seconds=0.3))
    number = opened.table.number
    watched(lambda: until(lambda: opened.table.number > number, seconds=5))


def test_what_is_not_due_yet_is_left_alone(settings: object) -> None:
    settings.START_AFTER = 60
    opened = full(2)
    services.act_due(table_id=opened.table.pk)
    assert opened.table.status == "waiting"


def test_who_comes_second_does_nothing() -> None:
    """Two referees saw the same table fall due."""
    opened = full(2)
    services.act_due(table_id=opened.table.pk)
    number = opened.table.number
    services.act_due(table_id=opened.table.pk)
    assert opened.table.number == number


def test_a_computer_player_that_thought_too_long_is_not_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = begun(2, computers=[0, 1])
    loaded = opened.load()

    def slow(level: str, view: View, rng: Random) -> Move:
        monkeypatch.undo()
        services.act_due(table_id=opened.table.pk)  # another referee is faster
        return Draw()

    monkeypatch.setattr(bots, "choose", slow)
    services.act_due(table_id=opened.table.pk)
    assert opened.load().number == loaded.number + 1
    assert LogEntry.objects.count() == 1


# ---------------------------------------------------------------- trouble


def test_trouble_at_one_table_does_not_keep_the_others_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = begun(2, computers=[0, 1]), full(2)
    act_due = services.act_due

    def act(*, table_id: int) -> None:
        if table_id == broken.table.pk:
            raise RuntimeError("trouble")
        act_due(table_id=table_id)

    monkeypatch.setattr(services, "act_due", act)
    watched(lambda: until(lambda: sound.table.status == "playing"))
    told = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(told) == 1
    wait = broken.table.due_at - timezone.now()
    assert wait > timedelta(seconds=referee.SECOND_TRY / 2)


@pytest.mark.parametrize("fault", [RuntimeError("bug"), None])
def test_where_a_computer_player_fails_a_random_one_moves(
    fault: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = begun(2, computers=[0, 1])
    choose = bots.choose

    def faulty(level: str, view: View, rng: Random) -> Move:
        if level == "random":
            return choose(level, view, rng)
        if fault:
            raise fault
        return Ask()  # not legal before the take

    monkeypatch.setattr(bots, "choose", faulty)
    services.act_due(table_id=opened.table.pk)
    assert LogEntry.objects.count() == 1


def test_it_survives_a_database_that_is_gone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = full(2)
    due = selectors.due
    calls = []

    def gone(*args: object) -> list[int]:
        calls.append(1)
        if len(calls) == 1:
            raise OSError("no database")
        return due(*args)

    monkeypatch.setattr(selectors, "due", gone)
    monkeypatch.setattr(referee, "POLL", 0.01)
    watched(lambda: until(lambda: opened.table.status == "playing"))


# ---------------------------------------------------------------- asking the partner


MELDS = ("7S 7S 7H 7H 7D 7D 7C", "9S 9S 9H 9H 9D 9D 9C")


def test_a_computer_player_asks_with_a_plan_that_the_yes_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = begun(4, computers=[0, 1, 3])
    put(opened, position(seats=4, seat=0, hand="5S 5H 5D KC", melds=MELDS))
    monkeypatch.setattr(bots, "choose", lambda level, view, rng: Ask())
    services.act_due(table_id=opened.table.pk)
    assert (opened.table.turn, opened.table.due_at) == (2, None)
    opened.play("yes")
    _ask, _yes, lay, discard = [move for _seat, move in opened.load().moves]
    assert isinstance(lay, Lay)
    assert Hand(lay.cards) == Hand(cards("5S 5H 5D"))
    assert str(discard) == "discard KC"
    assert opened.table.status == "between"


def test_a_computer_partner_answers() -> None:
    opened = begun(4, computers=[1, 2, 3])
    put(opened, position(seats=4, seat=0, hand="5S 5H 5D KC", melds=MELDS))
    plan = Part(None, cards("5S 5H 5D"))
    services.draft_add(key=opened.key, player=opened.players[0], seat=0, part=plan)
    opened.play("ask")
    assert opened.table.turn == 2
    watched(lambda: until(lambda: LogEntry.objects.count() >= 2))
    assert LogEntry.objects.get(number=2).move in ("yes", "no")
