"""Many at once: one is served, the others get an answer that is true."""

import threading
from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from django.db import connection

from games import selectors, services
from games.denial import Denial, Denied
from games.engine.moves import Draw, Part
from games.models import Deal, LogEntry, Seat
from tests.web.tables import begun, full, person, waiting
from tests.web.test_deals import finished_deal

pytestmark = pytest.mark.django_db(transaction=True)

Answer = str | int


def at_once(calls: Iterable[Callable[[], object]]) -> list[Answer]:
    """Make all calls at the same moment, each in a thread of its own; answers or denials."""
    calls = list(calls)
    gate = threading.Barrier(len(calls))
    answers: list[Answer] = []

    def run(call: Callable[[], object]) -> None:
        try:
            gate.wait()
            try:
                call()
                answers.append("done")
            except Denied as denied:
                answers.append(denied.denial.value)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return answers


def test_a_move_posted_20_times_at_once_is_made_once() -> None:
    opened = begun()
    loaded = opened.load()
    assert loaded.turn is not None
    seat, player = loaded.turn, opened.players[loaded.turn]

    def draw() -> None:
        services.play_move(
            key=opened.key, player=player, seat=seat, number=loaded.number, move=Draw()
        )

    answers = Counter(at_once([draw] * 20))
    assert answers == {"done": 1, Denial.STALE: 19}
    assert LogEntry.objects.count() == 1
    assert opened.table.number == loaded.number + 1
    assert len(opened.load().moves) == 1


def test_of_50_who_claim_the_last_seat_one_has_it() -> None:
    opened = waiting()
    people = [person() for _ in range(50)]

    def claim(number: int) -> Callable[[], object]:
        return lambda: services.take_seat(
            key=opened.key, player=people[number], seat=1, name=f"Guest {number}"
        )

    answers = Counter(at_once(map(claim, range(50))))
    assert answers == {"done": 1, Denial.SEAT_TAKEN: 49}
    holder = Seat.objects.get(table__key=opened.key, number=1).player
    assert [p for p in people if opened.load().seats_of(p)] == [holder]


def test_of_those_who_sit_down_under_one_name_one_sits() -> None:
    opened = waiting(4)
    names = ("Bo", "bo", "BO")

    def claim(number: int) -> Callable[[], object]:
        player = person()
        return lambda: services.take_seat(
            key=opened.key, player=player, seat=number + 1, name=names[number]
        )

    answers = Counter(at_once([claim(number) for number in range(3)]))
    assert answers == {"done": 1, Denial.NAME_TAKEN: 2}


def test_one_who_claims_every_seat_at_once_sits_in_one() -> None:
    opened, bo = waiting(4), person()

    def claim(number: int) -> Callable[[], object]:
        return lambda: services.take_seat(key=opened.key, player=bo, seat=number, name="Bo")

    at_once([claim(number) for number in (1, 2, 3)])
    assert len(opened.load().seats_of(bo)) == 1


def test_a_game_is_started_once() -> None:
    opened = full()

    def start() -> None:
        services.start(key=opened.key, player=opened.opener)

    answers = Counter(at_once([start] * 10))
    assert answers == {"done": 1, Denial.NOT_WAITING: 9}
    assert Deal.objects.count() == 1


def test_start_and_leaving_at_once_never_start_with_a_free_seat() -> None:
    opened = full()
    bo = opened.players[1]
    answers = at_once(
        [
            lambda: services.start(key=opened.key, player=opened.opener),
            lambda: services.leave_seat(key=opened.key, player=bo, seat=1),
        ]
    )
    assert sorted(answers) in (["done", Denial.NOT_WAITING], ["done", Denial.SEATS_FREE])


def test_going_on_at_once_begins_one_deal() -> None:
    opened = finished_deal()

    def go_on(number: int) -> Callable[[], object]:
        return lambda: services.go_on(key=opened.key, player=opened.players[number % 2])

    answers = Counter(at_once(map(go_on, range(10))))
    assert Deal.objects.count() == 2
    assert set(answers) <= {"done", Denial.NOT_BETWEEN}


def test_parts_set_out_at_once_all_stay() -> None:
    opened = begun()
    view = opened.load().view(0)
    faces = list(view.hand)[:6]

    def add(number: int) -> Callable[[], object]:
        part = Part(None, (faces[number],))
        return lambda: services.draft_add(
            key=opened.key, player=opened.players[0], seat=0, part=part
        )

    answers = Counter(at_once(map(add, range(6))))
    assert answers == {"done": 6}
    draft = services.draft_take_back(key=opened.key, player=opened.players[0], seat=0, index=0)
    assert (len(draft.parts), draft.revision) == (5, 7)


def test_one_button_of_the_draft_pressed_20_times_at_once_does_it_once() -> None:
    opened = begun()
    seat = {"key": opened.key, "player": opened.players[0], "seat": 0}
    face = next(iter(opened.load().view(0).hand))
    group = Part(None, (face,))

    def add() -> None:
        services.draft_add(**seat, part=group, revision=0)

    def back() -> None:
        services.draft_take_back(**seat, index=0, revision=3)

    assert Counter(at_once([add] * 20)) == {"done": 1, "stale": 19}
    for other in list(opened.load().view(0).hand)[1:3]:
        services.draft_add(**seat, part=Part(None, (other,)))
    assert Counter(at_once([back] * 20)) == {"done": 1, "stale": 19}
    assert len(selectors.draft(opened.load(), 0).parts) == 2


def test_referees_side_by_side_make_each_move_once() -> None:
    opened = begun(2, computers=[0, 1])

    def act() -> None:
        services.act_due(table_id=opened.table.pk)

    for _ in range(5):
        before = opened.table.number
        assert Counter(at_once([act] * 4)) == {"done": 4}
        assert opened.table.number > before
    numbers = list(LogEntry.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
