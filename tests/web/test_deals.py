"""A table's life: start, deals, going on, the end."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games import selectors, services
from games.denial import Denial
from games.engine import record, scoring
from games.engine.moves import Draw
from games.models import Deal, LogEntry, Score, Table
from tests.engine.positions import position
from tests.web.tables import Opened, begun, full, person, put, waiting
from tests.web.test_seats import denied

pytestmark = pytest.mark.django_db

CANASTAS = ("7S 7S 7H 7H 7D 7D 7C", "9S 9S 9H 9H 9D 9D 9C")
"""Melds with which a side may go out."""


def last_discard(opened: Opened, *, score: int = 0) -> None:
    """Bring the first seat into a position in which discarding the five of spades goes out."""
    put(
        opened,
        position(seats=2, seat=0, hand="5S", melds=CANASTAS, score=score),
    )


def finished_deal(target: int = 2500, *, score: int = 0) -> Opened:
    opened = begun(2, target=target)
    last_discard(opened, score=score)
    opened.play("discard 5S")
    return opened


# ---------------------------------------------------------------- start


def test_the_opener_starts_when_all_seats_are_taken() -> None:
    opened = full(3)
    services.start(key=opened.key, player=opened.opener)
    loaded = opened.load()
    assert loaded.table.status == Table.Status.PLAYING
    assert loaded.deal is not None
    assert loaded.state is not None
    assert (loaded.deal.number, loaded.deal.dealer) == (1, loaded.state.public.setup.dealer)
    assert loaded.turn == loaded.state.public.seat == (loaded.deal.dealer + 1) % 3
    assert loaded.table.due_at is None


def test_nobody_else_starts() -> None:
    opened = full()
    for player in (opened.players[1], None):
        with denied(Denial.NOT_OPENER):
            services.start(key=opened.key, player=player)


def test_no_start_with_a_free_seat() -> None:
    opened = waiting()
    with denied(Denial.SEATS_FREE):
        services.start(key=opened.key, player=opened.opener)
    assert opened.table.game_seed is None


def test_a_game_starts_once() -> None:
    opened = begun()
    seed = opened.table.game_seed
    with denied(Denial.NOT_WAITING):
        services.start(key=opened.key, player=opened.opener)
    assert opened.table.game_seed == seed


def test_a_full_table_falls_due_and_a_seat_that_is_left_stops_that(settings: object) -> None:
    settings.START_AFTER = 60
    opened = full()
    wait = opened.table.due_at - timezone.now()
    assert timedelta(seconds=55) < wait <= timedelta(seconds=60)
    services.leave_seat(key=opened.key, player=opened.players[1], seat=1)
    assert opened.table.due_at is None


# ---------------------------------------------------------------- the end of a deal


def test_the_move_that_ends_a_deal_stores_the_scores() -> None:
    opened = finished_deal()
    deal = Deal.objects.get()
    assert (deal.ended_by, deal.out_seat) == ("out", 0)
    assert opened.table.status == Table.Status.BETWEEN
    loaded = opened.load()
    assert loaded.state is not None
    (sheet,) = selectors.scores(loaded.table)
    assert (sheet.number, sheet.ended_by, sheet.out_seat) == (1, "out", 0)
    assert sheet.sides == scoring.score(loaded.state)
    assert sheet.sides[0].going_out == 200


def test_no_move_between_deals() -> None:
    opened = finished_deal()
    with denied(Denial.NOT_PLAYING):
        opened.play(Draw(), seat=0)


def test_the_next_deal_begins_when_every_person_has_gone_on() -> None:
    opened = finished_deal()
    ann, bo = opened.players
    services.go_on(key=opened.key, player=ann)
    loaded = opened.load()
    assert loaded.table.status == Table.Status.BETWEEN
    assert [seat.went_on for seat in loaded.seats] == [True, False]
    services.go_on(key=opened.key, player=bo)
    loaded = opened.load()
    assert loaded.table.status == Table.Status.PLAYING
    assert [seat.went_on for seat in loaded.seats] == [False, False]
    assert loaded.deal is not None
    first = Deal.objects.get(number=1)
    assert (loaded.deal.number, loaded.deal.dealer) == (2, (first.dealer + 1) % 2)


def test_the_next_deal_begins_with_the_totals_of_the_last() -> None:
    opened = finished_deal()
    for player in opened.players:
        services.go_on(key=opened.key, player=player)
    totals = tuple(Score.objects.filter(deal__number=1).values_list("total", flat=True))
    selectors.forget()
    loaded = opened.load()
    assert loaded.state is not None
    assert loaded.state.public.setup.totals == totals
    assert totals[0] > 0


def test_going_on_twice_changes_nothing() -> None:
    opened = finished_deal()
    number = services.go_on(key=opened.key, player=opened.opener)
    assert services.go_on(key=opened.key, player=opened.opener) == number
    assert opened.load().number == number


def test_who_has_no_seat_does_not_go_on() -> None:
    opened = finished_deal()
    for player in (person(), None):
        with denied(Denial.NOT_YOUR_SEAT):
            services.go_on(key=opened.key, player=player)


def test_no_going_on_while_playing() -> None:
    opened = begun()
    with denied(Denial.NOT_BETWEEN):
        services.go_on(key=opened.key, player=opened.opener)


def test_between_deals_something_falls_due(settings: object) -> None:
    settings.GO_ON_AFTER = 60
    assert finished_deal().table.due_at is not None


# ---------------------------------------------------------------- the end of the game


def test_the_game_ends_with_the_deal_in_which_a_side_reaches_the_target() -> None:
    opened = finished_deal(target=2500, score=2400)
    table = opened.table
    assert (table.status, table.ended_by) == ("ended", "target")
    assert (table.turn, table.due_at) == (None, None)


def test_the_server_seed_is_published_with_the_end_and_not_before() -> None:
    between = finished_deal()
    assert selectors.published_seed(between.table) is None
    assert selectors.game_record(between.table).shuffle.server_seed is None
    ended = finished_deal(score=2400)
    seed = bytes(ended.table.server_seed)
    assert selectors.published_seed(ended.table) == seed.hex()
    assert selectors.game_record(ended.table).shuffle.server_seed == seed


def test_an_ended_table_takes_no_move() -> None:
    opened = finished_deal(score=2400)
    moves = LogEntry.objects.count()
    with denied(Denial.ENDED):
        opened.play(Draw(), seat=1)
    with denied(Denial.ENDED):
        services.go_on(key=opened.key, player=opened.opener)
    with denied(Denial.NOT_WAITING):
        services.start(key=opened.key, player=opened.opener)
    assert LogEntry.objects.count() == moves


# ---------------------------------------------------------------- the log


def play_on(opened: Opened) -> None:
    """Let the computer players do all that is due until the game has ended."""
    while opened.table.status != Table.Status.ENDED:
        Table.objects.filter(key=opened.key, status="between").update(due_at=timezone.now())
        services.act_due(table_id=opened.table.pk)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_log_of_a_whole_game_proves_it(seats: int) -> None:
    opened = begun(seats, computers=range(seats), target=2500)
    assert selectors.game_record(opened.table).result is None
    play_on(opened)
    text = record.dump(selectors.game_record(opened.table))
    record.verify(record.parse(text))
    log = json.loads(text)
    assert log["options"] == {"target": 2500}
    assert [seat["player"] for seat in log["seats"]] == ["steady"] * seats
    assert sum(len(deal["moves"]) for deal in log["deals"]) == LogEntry.objects.count()
    assert log["result"]["ended_by"] == opened.table.ended_by
    assert log["result"]["totals"] == [side["total"] for side in log["deals"][-1]["scores"]]


def test_the_log_of_a_game_that_goes_on_has_all_but_the_seed() -> None:
    opened = begun(2)
    opened.pass_turn()
    log = json.loads(record.dump(selectors.game_record(opened.table)))
    assert log["shuffle"]["server_seed"] is None
    assert len(log["deals"][0]["moves"]) == 2
    assert "scores" not in log["deals"][0]
    assert "result" not in log


def test_before_play_the_log_has_no_deal_and_no_seeds() -> None:
    shuffle = selectors.game_record(waiting().table).shuffle
    assert (shuffle.server_seed, shuffle.client_seeds) == (None, ())
