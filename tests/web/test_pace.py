"""Deadlines: kept by the referee, shifted while nobody was at work, and what follows them."""

from datetime import timedelta

import pytest

from games import selectors, services
from games.denial import Denial
from games.engine import record
from games.engine.cards import cards
from games.engine.moves import Part
from games.engine.variants import get
from games.models import Heartbeat, LogEntry, Seat, Table, TableEvent
from tests.engine.positions import position
from tests.web.days import Clock, clock, slow
from tests.web.tables import Opened, begun, person, put
from tests.web.test_deals import last_discard
from tests.web.test_seats import denied

pytestmark = pytest.mark.django_db
__all__ = ["clock"]

MELDS = ("7S 7S 7H 7H 7D 7D 7C", "9S 9S 9H 9H 9D 9D 9C")


def kinds(opened: Opened) -> list[str]:
    return [event.kind for event in TableEvent.objects.filter(table=opened.table)]


def seat(opened: Opened, number: int) -> Seat:
    return Seat.objects.get(table=opened.table, number=number)


def acting(opened: Opened) -> int:
    turn = opened.table.turn
    assert turn is not None
    return turn


# ---------------------------------------------------------------- opening


@pytest.mark.parametrize("pace", Table.Pace)
def test_a_table_is_opened_with_its_pace(pace: str) -> None:
    table = services.open_table(
        player=person(),
        name="Ann",
        variant=get("samba"),
        seats=2,
        computers={},
        target=2500,
        pace=pace,
        overdue="end",
        answer_after=3600,
        spectators=False,
    )
    table.refresh_from_db()
    assert (table.pace, table.overdue, table.answer_after) == (pace, "end", 3600)
    assert not table.spectators


@pytest.mark.parametrize("wish", [{"pace": "2d"}, {"overdue": "shrug"}, {"answer_after": 5}])
def test_a_pace_that_is_not_offered_is_denied(wish: dict[str, object]) -> None:
    with denied(Denial.NOT_OFFERED):
        services.open_table(
            player=person(),
            name="Ann",
            variant=get("samba"),
            seats=2,
            computers={},
            target=2500,
            **wish,
        )


# ---------------------------------------------------------------- slow


def test_without_a_pace_nobodys_time_runs(clock: Clock) -> None:
    opened = begun()
    clock.run(days=59)
    assert (opened.table.deadline_at, opened.table.due_at) == (None, None)
    assert not LogEntry.objects.exists()


@pytest.mark.parametrize(("pace", "days"), [("1d", 1), ("3d", 3), ("7d", 7)])
def test_the_deadline_is_so_many_days_after_the_turn_began(
    clock: Clock, pace: str, days: int
) -> None:
    opened = slow(pace=pace)
    assert opened.table.deadline_at == clock.now + timedelta(days=days) == opened.table.due_at


def test_moves_within_a_turn_do_not_wind_the_clock_anew(clock: Clock) -> None:
    opened = slow()
    deadline = opened.table.deadline_at
    clock.run(hours=5)
    opened.play("draw")
    assert opened.table.deadline_at == deadline
    loaded = opened.load()
    opened.play(f"discard {next(iter(loaded.view(acting(opened)).hand))}")
    assert opened.table.deadline_at == clock.now + timedelta(days=1)


def test_at_the_deadline_a_computer_player_minds_the_seat_for_all_to_see(clock: Clock) -> None:
    opened = slow()
    late = acting(opened)
    clock.run(hours=23.9)
    assert not LogEntry.objects.exists()
    clock.run(hours=0.2)
    assert seat(opened, late).minded_by == "steady"
    assert opened.load().seats[late].minded_by == "steady"
    assert LogEntry.objects.filter(seat=late).exists()
    assert acting(opened) == 1 - late
    assert kinds(opened) == ["minded"]
    # The other one has a whole day.
    assert opened.table.deadline_at - clock.now > timedelta(hours=23.8)


def test_a_minded_seat_does_not_wait_again(clock: Clock) -> None:
    opened = slow()
    late = acting(opened)
    clock.run(days=1)
    before = LogEntry.objects.filter(seat=late).count()
    opened.pass_turn()
    clock.run(seconds=1)
    assert LogEntry.objects.filter(seat=late).count() > before
    assert acting(opened) == 1 - late


def test_who_is_back_has_the_seat_from_the_next_move_on(clock: Clock) -> None:
    opened = slow()
    late = acting(opened)
    clock.run(days=1)
    services.come_back(key=opened.key, player=opened.players[late], seat=late)
    assert seat(opened, late).minded_by == ""
    opened.pass_turn()
    clock.run(hours=2)
    assert acting(opened) == late
    assert kinds(opened) == ["minded", "back"]


def test_who_moves_is_back(clock: Clock, settings: object) -> None:
    opened = slow()
    late = acting(opened)
    clock.run(days=1)
    settings.BOT_PACE = 60
    opened.pass_turn()  # the other; now it is the turn of the minded seat
    opened.play("draw", seat=late)
    assert seat(opened, late).minded_by == ""
    assert opened.table.deadline_at == clock.now + timedelta(days=1)
    assert acting(opened) == late


def test_nobody_comes_back_for_somebody_else(clock: Clock) -> None:
    opened = slow()
    late = acting(opened)
    clock.run(days=1)
    for player in (opened.players[1 - late], person(), None):
        with denied(Denial.NOT_YOUR_SEAT):
            services.come_back(key=opened.key, player=player, seat=late)


def test_or_the_game_is_ended_as_abandoned(clock: Clock) -> None:
    opened = slow(overdue="end")
    clock.run(hours=23)
    assert opened.table.status == "playing"
    clock.run(hours=1)
    table = opened.table
    assert (table.status, table.ended_by, table.due_at) == ("ended", "abandoned", None)
    assert kinds(opened) == ["abandoned"]
    log = selectors.game_record(table)
    assert log.result is not None
    assert log.result.winners == ()
    assert log.shuffle.server_seed is not None


def test_the_log_names_who_held_the_seat_when_play_began(clock: Clock) -> None:
    opened = slow(3)
    clock.run(hours=25)
    services.leave_game(
        key=opened.key, player=opened.opener, seat=opened.load().seats_of(opened.opener)[0]
    )
    assert {one.player for one in selectors.game_record(opened.table).seats} == {record.HUMAN}


def test_slow_tables_wait_for_the_next_deal_as_long_as_for_a_move(clock: Clock) -> None:
    opened = slow()
    last_discard(opened)
    opened.play("discard 5S", seat=0)
    assert opened.table.status == "between"
    clock.run(hours=23)
    assert opened.table.status == "between"
    clock.run(hours=1)
    assert opened.table.status == "playing"
    assert opened.load().deal.number == 2


def test_the_next_deal_does_not_wait_for_a_minded_seat(clock: Clock) -> None:
    opened = slow()
    Seat.objects.filter(number=1).update(minded_by="steady")
    selectors.forget()
    last_discard(opened)
    opened.play("discard 5S", seat=0)
    services.go_on(key=opened.key, player=opened.players[0])
    assert opened.table.status == "playing"


# ---------------------------------------------------------------- live


def test_at_a_live_pace_a_reserve_is_used_up_beyond_the_time_for_a_turn(clock: Clock) -> None:
    opened = slow(pace="1m")
    one, other = acting(opened), 1 - acting(opened)
    assert opened.table.deadline_at == clock.now + timedelta(minutes=4)
    clock.run(seconds=90)
    opened.pass_turn()
    assert (seat(opened, one).reserve, seat(opened, other).reserve) == (150, 180)
    clock.run(seconds=20)
    opened.pass_turn()
    assert seat(opened, other).reserve == 180
    assert opened.table.deadline_at == clock.now + timedelta(seconds=60 + 150)
    clock.run(seconds=211)
    assert seat(opened, one).minded_by == "steady"
    assert seat(opened, one).reserve == 0


def test_every_deal_has_its_reserve(clock: Clock) -> None:
    opened = slow(pace="2m")
    Seat.objects.update(reserve=3)
    selectors.forget()
    last_discard(opened)
    opened.play("discard 5S", seat=0)
    for player in opened.players:
        services.go_on(key=opened.key, player=player)
    assert [row.reserve for row in Seat.objects.all()] == [360, 360]


def test_live_tables_go_on_after_a_minute(clock: Clock) -> None:
    opened = slow(pace="5m")
    last_discard(opened)
    opened.play("discard 5S", seat=0)
    assert opened.table.due_at == clock.now + timedelta(seconds=60)
    assert opened.table.deadline_at is None


# ---------------------------------------------------------------- a server that was down


def test_deadlines_stand_still_while_no_referee_is_at_work(clock: Clock) -> None:
    opened = slow()
    clock.run(hours=20)
    deadline = opened.table.deadline_at
    clock.pass_(hours=30)  # the server is down over the deadline
    clock.run(hours=3.9)
    assert opened.table.deadline_at == deadline + timedelta(hours=30)
    assert opened.load().table.deadline_at == deadline + timedelta(hours=30)
    assert not LogEntry.objects.exists()
    clock.run(hours=0.2)
    assert kinds(opened) == ["minded"]


def test_a_short_restart_shifts_nothing(clock: Clock) -> None:
    opened = slow()
    clock.run(hours=1)
    deadline = opened.table.deadline_at
    clock.pass_(seconds=40)
    services.beat()
    assert opened.table.deadline_at == deadline


def test_a_live_turn_does_not_use_its_reserve_while_the_server_is_down(clock: Clock) -> None:
    opened = slow(pace="1m")
    one = acting(opened)
    clock.run(seconds=30)
    clock.pass_(minutes=10)
    clock.run(seconds=10)
    opened.pass_turn()
    assert seat(opened, one).reserve == 180


def test_a_question_stands_still_too(clock: Clock) -> None:
    opened = asked(pace="none", answer_after=3600)
    clock.run(minutes=30)
    clock.pass_(hours=5)
    clock.run(minutes=29)
    assert LogEntry.objects.count() == 1
    clock.run(minutes=1)
    assert LogEntry.objects.count() >= 2
    assert kinds(opened) == ["answered"]


def test_computer_players_do_not_wait_longer_for_that(clock: Clock, settings: object) -> None:
    settings.BOT_PACE = 2
    opened = begun(2, computers=[0, 1])
    Table.objects.update(answer_after=3600)
    clock.run(seconds=0)
    clock.pass_(hours=5)
    services.beat()
    assert opened.table.due_at <= clock.now + timedelta(seconds=2)


def test_the_first_sign_of_life_shifts_nothing(clock: Clock) -> None:
    opened = slow()
    deadline = opened.table.deadline_at
    clock.pass_(hours=5)
    services.beat()
    assert Heartbeat.objects.get().at == clock.now
    assert opened.table.deadline_at == deadline


def test_tables_without_a_deadline_are_not_touched(clock: Clock) -> None:
    opened = begun()
    clock.run(hours=1)
    number = opened.table.number
    clock.pass_(days=2)
    services.beat()
    assert opened.table.number == number


# ---------------------------------------------------------------- absence


def test_an_announced_absence_does_not_count(clock: Clock) -> None:
    opened = slow()
    late = acting(opened)
    player = opened.players[late]
    clock.run(hours=12)
    services.announce_absence(player=player, days=7)
    assert opened.load().seats[late].away_until == clock.now + timedelta(days=7)
    assert opened.table.deadline_at == clock.now + timedelta(days=8)
    clock.run(days=7.9)
    assert not LogEntry.objects.exists()
    assert kinds(opened) == ["away"]
    clock.run(days=0.2)
    assert kinds(opened) == ["away", "minded"]


def test_an_absence_holds_for_turns_that_begin_in_it(clock: Clock) -> None:
    opened = slow()
    late = acting(opened)
    services.announce_absence(player=opened.players[1 - late], days=3)
    clock.run(hours=12)
    opened.pass_turn()
    assert opened.table.deadline_at == clock.now + timedelta(days=3.5)


def test_who_is_here_earlier_has_a_whole_turn_again(clock: Clock) -> None:
    opened = slow()
    late = acting(opened)
    services.announce_absence(player=opened.players[late], days=10)
    clock.run(days=3)
    services.end_absence(player=opened.players[late])
    assert opened.table.deadline_at == clock.now + timedelta(days=1)
    assert opened.load().seats[late].away_until is None
    assert kinds(opened) == ["away", "here"]


@pytest.mark.parametrize("days", [0, -1, 31, 10_000])
def test_an_absence_has_a_measure(clock: Clock, days: int) -> None:
    with denied(Denial.ABSENCE_LONG):
        services.announce_absence(player=slow().opener, days=days)


def test_live_tables_know_no_absence(clock: Clock) -> None:
    opened = slow(pace="1m")
    deadline = opened.table.deadline_at
    services.announce_absence(player=opened.players[acting(opened)], days=3)
    assert opened.table.deadline_at == deadline


# ---------------------------------------------------------------- questions to the partner


def asked(**wishes: object) -> Opened:
    """Seat 0 has asked seat 2."""
    opened = slow(4, **wishes)
    put(opened, position(seats=4, seat=0, hand="5S 5H 5D KC", melds=MELDS))
    services.draft_add(
        key=opened.key, player=opened.players[0], seat=0, part=Part(None, cards("5S 5H 5D"))
    )
    opened.play("ask")
    assert acting(opened) == 2
    return opened


def test_a_question_is_answered_after_the_time_that_the_table_chose(clock: Clock) -> None:
    opened = asked(pace="7d", answer_after=3600)
    clock.run(minutes=59)
    assert LogEntry.objects.count() == 1
    clock.run(minutes=1)
    assert LogEntry.objects.get(number=2).move in ("yes", "no")
    assert LogEntry.objects.get(number=2).seat == 2
    assert kinds(opened) == ["answered"]
    assert not seat(opened, 2).minded_by


def test_without_such_a_time_the_deadline_answers(clock: Clock) -> None:
    opened = asked(pace="1d")
    clock.run(hours=23)
    assert LogEntry.objects.count() == 1
    clock.run(hours=1)
    assert LogEntry.objects.count() >= 2
    assert kinds(opened)[0] == "minded"


def test_without_any_time_a_question_waits(clock: Clock) -> None:
    asked(pace="none")
    clock.run(days=50)
    assert LogEntry.objects.count() == 1


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_standing_answer_answers_at_once(clock: Clock, answer: str) -> None:
    opened = slow(4, pace="7d")
    services.stand_answer(key=opened.key, player=opened.players[2], seat=2, answer=answer)
    put(opened, position(seats=4, seat=0, hand="5S 5H 5D KC", melds=MELDS))
    services.draft_add(
        key=opened.key, player=opened.players[0], seat=0, part=Part(None, cards("5S 5H 5D"))
    )
    opened.play("ask")
    clock.run(seconds=1)
    assert LogEntry.objects.get(number=2).move == answer
    assert opened.table.status == ("between" if answer == "yes" else "playing")


def test_a_standing_answer_can_still_be_given_once_asked(clock: Clock) -> None:
    opened = asked(pace="none")
    services.stand_answer(key=opened.key, player=opened.players[2], seat=2, answer="no")
    clock.run(seconds=1)
    assert LogEntry.objects.get(number=2).move == "no"


def test_nobody_answers_for_others(clock: Clock) -> None:
    opened = slow(4)
    with denied(Denial.NOT_YOUR_SEAT):
        services.stand_answer(key=opened.key, player=opened.opener, seat=2, answer="yes")
    with denied(Denial.NOT_OFFERED):
        services.stand_answer(key=opened.key, player=opened.players[2], seat=2, answer="maybe")
