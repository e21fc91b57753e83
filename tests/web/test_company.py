"""What people agree on, how they come and go, and seats that somebody has left behind."""

from datetime import timedelta

import pytest

from games import identity, selectors, services
from games.denial import Denial
from games.engine import record
from games.models import Consent, LogEntry, Seat, Table
from tests.web.days import Clock, clock, slow
from tests.web.tables import Opened, begun, full, person, waiting
from tests.web.test_deals import finished_deal
from tests.web.test_pace import acting, kinds, seat
from tests.web.test_races import at_once
from tests.web.test_seats import SEED, denied

pytestmark = pytest.mark.django_db
__all__ = ["clock"]


def agree(opened: Opened, number: int, kind: str) -> None:
    services.agree(key=opened.key, player=opened.players[number], kind=kind)


# ---------------------------------------------------------------- the end by agreement


def test_the_game_ends_when_all_want_it() -> None:
    opened = begun(3)
    agree(opened, 0, "end")
    agree(opened, 1, "end")
    assert opened.table.status == "playing"
    agree(opened, 2, "end")
    table = opened.table
    assert (table.status, table.ended_by) == ("ended", "agreed")
    assert kinds(opened) == ["ask_end", "agreed"]
    assert selectors.game_record(table).result.winners == ()
    assert not Consent.objects.exists()


def test_computer_players_want_what_people_want() -> None:
    opened = begun(4, computers=[1, 2, 3])
    agree(opened, 0, "end")
    assert opened.table.ended_by == "agreed"


def test_a_minded_seat_does_not_stand_in_the_way(clock: Clock) -> None:
    opened = slow()
    late = acting(opened)
    agree(opened, 1 - late, "end")
    clock.run(days=1)
    assert opened.table.ended_by == "agreed"


def test_one_no_takes_the_proposal_off_the_table() -> None:
    opened = begun(3)
    agree(opened, 0, "end")
    agree(opened, 1, "end")
    services.decline(key=opened.key, player=opened.players[2], kind="end")
    agree(opened, 2, "end")
    assert opened.table.status == "playing"
    assert kinds(opened) == ["ask_end", "declined", "ask_end"]


def test_agreeing_twice_is_agreeing_once() -> None:
    opened = begun(2)
    agree(opened, 0, "end")
    number = opened.table.number
    agree(opened, 0, "end")
    assert (opened.table.number, Consent.objects.count()) == (number, 1)


def test_only_who_sits_there_agrees() -> None:
    opened = begun(2)
    for player in (person(), None):
        for service in (services.agree, services.decline):
            with denied(Denial.NOT_YOUR_SEAT):
                service(key=opened.key, player=player, kind="end")
        with denied(Denial.NOT_YOUR_SEAT):
            services.resume(key=opened.key, player=player)


def test_before_and_after_the_game_there_is_nothing_to_agree_on() -> None:
    opened = full(2)
    with denied(Denial.NOT_PLAYING):
        agree(opened, 0, "end")
    opened = finished_deal(score=2400)
    with denied(Denial.ENDED):
        agree(opened, 0, "pause")


# ---------------------------------------------------------------- pauses


def test_nobodys_time_runs_in_a_pause(clock: Clock) -> None:
    opened = slow()
    clock.run(hours=20)
    agree(opened, 0, "pause")
    agree(opened, 1, "pause")
    assert opened.table.paused_at == clock.now
    assert (opened.table.deadline_at, opened.table.due_at) == (None, None)
    clock.run(days=20)
    assert not LogEntry.objects.exists()
    services.resume(key=opened.key, player=opened.players[1])
    assert opened.table.deadline_at == clock.now + timedelta(days=1)
    assert kinds(opened) == ["ask_pause", "paused", "resumed"]


def test_no_move_is_made_in_a_pause() -> None:
    opened = begun(2)
    agree(opened, 0, "pause")
    agree(opened, 1, "pause")
    with denied(Denial.PAUSED):
        opened.play("draw")
    with denied(Denial.PAUSED):
        agree(opened, 0, "pause")
    services.resume(key=opened.key, player=opened.players[0])
    opened.play("draw")


def test_computer_players_rest_too(clock: Clock) -> None:
    opened = begun(2, computers=[1])
    agree(opened, 0, "pause")
    clock.run(hours=1)
    assert not LogEntry.objects.exists()
    services.resume(key=opened.key, player=opened.players[0])
    clock.run(seconds=1)
    assert acting(opened) == 0


def test_the_next_deal_waits_for_the_end_of_a_pause(clock: Clock) -> None:
    opened = finished_deal()
    agree(opened, 0, "pause")
    agree(opened, 1, "pause")
    clock.run(days=1)
    assert opened.table.status == "between"
    with denied(Denial.PAUSED):
        services.go_on(key=opened.key, player=opened.players[0])
    services.resume(key=opened.key, player=opened.players[0])
    clock.run(minutes=1)
    assert opened.table.status == "playing"


def test_a_game_can_be_ended_in_a_pause() -> None:
    opened = begun(2)
    for kind in ("pause", "end"):
        agree(opened, 0, kind)
        agree(opened, 1, kind)
    assert (opened.table.status, opened.table.paused_at) == ("ended", None)


# ---------------------------------------------------------------- leaving


def test_who_leaves_gives_the_seat_to_a_computer_player(clock: Clock) -> None:
    opened = begun(3)
    turn = acting(opened)
    services.leave_game(key=opened.key, player=opened.players[turn], seat=turn)
    left = seat(opened, turn)
    assert (left.player, left.level) == (None, "steady")
    clock.run(seconds=1)
    assert acting(opened) != turn
    assert LogEntry.objects.filter(seat=turn).exists()
    assert selectors.game_record(opened.table).seats[turn].player == record.HUMAN
    assert kinds(opened) == ["left"]


def test_a_table_has_an_opener_while_there_are_people() -> None:
    opened = begun(3)
    services.leave_game(key=opened.key, player=opened.players[0], seat=0)
    assert opened.table.opener == opened.players[1]


def test_a_game_that_everybody_left_is_over() -> None:
    opened = begun(2)
    for number in (0, 1):
        services.leave_game(key=opened.key, player=opened.players[number], seat=number)
    assert opened.table.ended_by == "abandoned"


def test_nobody_leaves_for_others() -> None:
    opened = begun(2)
    with denied(Denial.NOT_YOUR_SEAT):
        services.leave_game(key=opened.key, player=opened.players[0], seat=1)


def test_who_leaves_ends_what_the_others_wait_for() -> None:
    opened = begun(3)
    agree(opened, 0, "end")
    agree(opened, 1, "end")
    services.leave_game(key=opened.key, player=opened.players[2], seat=2)
    assert opened.table.ended_by == "agreed"


# ---------------------------------------------------------------- abandoned seats


def test_the_opener_gives_an_abandoned_seat_a_new_link_and_all_are_told(clock: Clock) -> None:
    opened = begun(3)
    clock.pass_(hours=73)
    services.link_seat(key=opened.key, player=opened.opener, seat=1)
    assert kinds(opened) == ["link"]
    token = identity.seat_token(opened.load().seats[1])
    cleo = person()
    assert services.take_over_seat(key=opened.key, player=cleo, token=token) == 1
    assert opened.load().seats_of(cleo) == (1,)
    assert opened.load().seats_of(opened.players[1]) == ()
    assert kinds(opened) == ["link", "taken_over"]
    with denied(Denial.LINK_ENDED):
        services.take_over_seat(key=opened.key, player=person(), token=token)


def test_a_seat_whose_person_was_seen_is_not_abandoned(clock: Clock) -> None:
    opened = begun(3)
    clock.pass_(hours=71)
    with denied(Denial.NOT_ABANDONED):
        services.link_seat(key=opened.key, player=opened.opener, seat=1)
    services.seen(loaded=opened.load(), player=opened.players[1])
    clock.pass_(hours=3)
    with denied(Denial.NOT_ABANDONED):
        services.link_seat(key=opened.key, player=opened.opener, seat=1)
    with denied(Denial.NOT_ABANDONED):
        services.mind_seat(key=opened.key, player=opened.opener, seat=1)


def test_an_announced_absence_is_no_abandoning(clock: Clock) -> None:
    opened = slow(3)
    services.announce_absence(player=opened.players[1], days=10)
    clock.run(days=9)
    with denied(Denial.NOT_ABANDONED):
        services.link_seat(key=opened.key, player=opened.opener, seat=1)


def test_nobody_else_makes_such_a_link(clock: Clock) -> None:
    opened = begun(3)
    clock.pass_(hours=100)
    for player in (opened.players[1], opened.players[2], person(), None):
        with denied(Denial.NOT_OPENER):
            services.link_seat(key=opened.key, player=player, seat=1)


def test_who_moves_again_keeps_the_seat(clock: Clock) -> None:
    opened = begun(3)
    clock.pass_(hours=100)
    turn = acting(opened)
    services.link_seat(key=opened.key, player=opened.opener, seat=turn)
    token = identity.seat_token(opened.load().seats[turn])
    opened.play("draw")
    with denied(Denial.LINK_ENDED):
        services.take_over_seat(key=opened.key, player=person(), token=token)


def test_whoever_says_that_they_are_there_keeps_the_seat(clock: Clock) -> None:
    opened = begun(3)
    clock.pass_(hours=100)
    services.link_seat(key=opened.key, player=opened.opener, seat=1)
    services.come_back(key=opened.key, player=opened.players[1], seat=1)
    assert seat(opened, 1).link_salt == ""
    with denied(Denial.NOT_ABANDONED):
        services.link_seat(key=opened.key, player=opened.opener, seat=1)


def test_a_new_link_ends_the_one_before(clock: Clock) -> None:
    opened = begun(3)
    clock.pass_(hours=100)
    services.link_seat(key=opened.key, player=opened.opener, seat=1)
    old = identity.seat_token(opened.load().seats[1])
    services.link_seat(key=opened.key, player=opened.opener, seat=1)
    with denied(Denial.LINK_ENDED):
        services.take_over_seat(key=opened.key, player=person(), token=old)


def test_without_deadlines_the_opener_lets_an_abandoned_seat_be_minded(clock: Clock) -> None:
    opened = begun(3)
    clock.pass_(hours=100)
    services.mind_seat(key=opened.key, player=opened.opener, seat=1)
    assert seat(opened, 1).minded_by == "steady"


# ---------------------------------------------------------------- a rematch


def ended(seats: int = 2) -> Opened:
    opened = begun(seats)
    for number in range(seats):
        agree(opened, number, "end")
    return opened


def test_a_rematch_begins_with_the_same_seats_when_all_have_joined() -> None:
    opened = ended(3)
    first = services.rematch(key=opened.key, player=opened.players[1], client_seed=SEED)
    assert (first.status, first.rematch_of, first.opener) == (
        "waiting",
        opened.table,
        opened.players[1],
    )
    second = services.rematch(key=opened.key, player=opened.players[0])
    assert second == first
    services.rematch(key=opened.key, player=opened.players[2])
    loaded = selectors.load(first.key)
    assert loaded.table.status == "playing"
    assert [row.player for row in loaded.seats] == list(opened.players)
    assert [row.name for row in loaded.seats] == ["Ann", "Bo", "Cleo"]
    assert loaded.seats[1].client_seed == SEED
    assert loaded.table.commitment != opened.table.commitment
    assert not any(row.went_on for row in loaded.seats)


def test_a_table_for_a_rematch_does_not_begin_without_those_who_have_not_joined(
    clock: Clock,
) -> None:
    opened = ended()
    again = services.rematch(key=opened.key, player=opened.players[0])
    clock.run(hours=1)
    again.refresh_from_db()
    assert again.status == "waiting"


def test_the_seat_of_who_does_not_join_can_be_given_away(clock: Clock) -> None:
    opened = ended()
    ann = opened.players[0]
    again = services.rematch(key=opened.key, player=ann)
    services.free_seat(key=again.key, player=ann, seat=1)
    services.seat_computer(key=again.key, player=ann, seat=1, level="steady")
    clock.run(minutes=1)
    again.refresh_from_db()
    assert again.status == "playing"


def test_who_has_joined_is_not_sent_away() -> None:
    opened = ended()
    again = services.rematch(key=opened.key, player=opened.players[0])
    with denied(Denial.NO_SEAT):
        services.free_seat(key=again.key, player=opened.players[0], seat=0)


def test_against_computer_players_the_rematch_begins_at_once() -> None:
    opened = begun(4, computers=[1, 2, 3])
    agree(opened, 0, "end")
    again = services.rematch(key=opened.key, player=opened.players[0])
    assert again.status == "playing"


def test_no_rematch_while_the_game_goes_on_or_by_strangers() -> None:
    with denied(Denial.NOT_ENDED):
        opened = begun()
        services.rematch(key=opened.key, player=opened.players[0])
    opened = ended()
    for player in (person(), None):
        with denied(Denial.NOT_YOUR_SEAT):
            services.rematch(key=opened.key, player=player)


@pytest.mark.django_db(transaction=True)
def test_a_rematch_wanted_by_all_at_once_is_one_table() -> None:
    opened = ended(4)
    answers = at_once(
        [
            lambda player=player: services.rematch(key=opened.key, player=player)
            for player in opened.players * 3
        ]
    )
    assert answers == ["done"] * 12
    again = Table.objects.get(rematch_of=opened.table)
    assert Table.objects.count() == 2
    assert again.status == "playing"


# ---------------------------------------------------------------- my list


def test_a_finished_game_is_taken_from_ones_own_list_alone() -> None:
    opened = ended()
    ann, bo = opened.players
    services.hide_table(key=opened.key, player=ann)
    assert selectors.tables_of(ann) == []
    assert len(selectors.tables_of(bo)) == 1
    with denied(Denial.NOT_YOUR_SEAT):
        services.hide_table(key=opened.key, player=person())
    with denied(Denial.NOT_ENDED):
        running = begun()
        services.hide_table(key=running.key, player=running.opener)


def test_an_ended_table_waits_for_nobody_and_stands_last() -> None:
    opened = ended()
    ann = opened.players[0]
    Seat.objects.filter(table=begun().table, number=0).update(player=ann)
    assert [table.status for table in selectors.tables_of(ann)] == ["playing", "ended"]


def test_a_finished_deal_waits_for_who_has_not_gone_on() -> None:
    opened = finished_deal()
    ann = opened.players[0]
    assert selectors.tables_of(ann)[0].waits
    services.go_on(key=opened.key, player=ann)
    assert not selectors.tables_of(ann)[0].waits


def test_a_paused_game_waits_for_nobody() -> None:
    opened = begun()
    agree(opened, 0, "pause")
    agree(opened, 1, "pause")
    assert not any(selectors.tables_of(player)[0].waits for player in opened.players)


def test_a_table_that_waits_for_people_is_theirs(clock: Clock) -> None:
    assert not selectors.tables_of(waiting().opener)[0].waits
