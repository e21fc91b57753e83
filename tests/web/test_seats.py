"""Opening a table, sitting down, changing seats, until play starts."""

import hashlib
import json
import unicodedata

import pytest
from django.utils import translation

from games import selectors, services, wording
from games.board import standing
from games.denial import Denial, Denied
from games.engine.record import dump
from games.engine.shuffle import computer_seed
from games.engine.variants import get
from games.models import Seat, Table
from tests.web.tables import begun, full, person, waiting

pytestmark = pytest.mark.django_db

SEED = "0123456789abcdef0123456789abcdef"


def denied(denial: Denial) -> "pytest.RaisesExc[Denied]":
    return pytest.raises(Denied, check=lambda error: error.denial is denial)


def seat(key: str, number: int) -> Seat:
    return Seat.objects.get(table__key=key, number=number)


# ---------------------------------------------------------------- opening


def test_who_opens_a_table_sits_in_its_lowest_seat_without_computer_player() -> None:
    opened = waiting(4, computers=[0, 2])
    assert [one.name for one in opened.load().seats] == ["Bot 1", "Ann", "Bot 2", ""]
    assert opened.load().seats_of(opened.opener) == (1,)


def test_a_table_with_computer_players_alone_is_watched_by_who_opened_it() -> None:
    opened = waiting(2, computers=[0, 1])
    assert opened.load().full
    assert not any(one.player_id for one in opened.load().seats)


def test_the_seed_is_committed_to_when_the_table_opens() -> None:
    table = waiting().table
    assert len(table.server_seed) == 32
    assert table.commitment == hashlib.sha256(table.server_seed).hexdigest()
    assert waiting().table.server_seed != table.server_seed


def test_links_cannot_be_guessed() -> None:
    keys = {waiting().key for _ in range(20)}
    assert len(keys) == 20
    assert all(len(key) >= 22 for key in keys)


@pytest.mark.parametrize(
    ("seats", "target", "computers"),
    [
        (5, 10_000, {}),
        (1, 10_000, {}),
        (4, 9_999, {}),
        (2, 10_000, {2: "steady"}),
        (2, 10_000, {1: "random"}),
        (2, 10_000, {1: "cheater"}),
    ],
)
def test_what_the_game_does_not_offer_is_denied(
    seats: int, target: int, computers: dict[int, str]
) -> None:
    with denied(Denial.NOT_OFFERED):
        services.open_table(
            player=person(),
            name="Ann",
            variant=get("samba"),
            seats=seats,
            computers=computers,
            target=target,
        )
    assert not Table.objects.exists()


def test_house_rules_are_those_that_the_game_declares_and_stand_in_the_log() -> None:
    what = {"player": person(), "name": "Ann", "seats": 2, "computers": {}}
    with denied(Denial.NOT_OFFERED):
        services.open_table(
            **what, variant=get("canasta"), target=2500, house_rules=["top_takes_pile"]
        )
    for chosen in ([], ["top_takes_pile"]):
        table = services.open_table(
            **what, variant=get("railroad"), target=5000, house_rules=chosen
        )
        log = json.loads(dump(selectors.game_record(table)))
        assert log["options"] == {"target": 5000, "top_takes_pile": bool(chosen)}


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Eva  ", "Eva"),
        ("Eva\t\n Lee", "Eva Lee"),
        ("E\u200bv\u202ea\u2066", "Eva"),
        ("\u2800\u3164Bo\ufe0f", "Bo"),
        ("Bo\x00\x1b[31m", "Bo[31m"),
        ("Ελένη", "Ελένη"),
        ("愛玲", "愛玲"),
        ("Åse", "Åse"),
        ("🂡", "🂡"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names_lose_what_cannot_be_seen(typed: str, name: str) -> None:
    opened = waiting()
    services.take_seat(key=opened.key, player=person(), seat=1, name=typed)
    assert seat(opened.key, 1).name == name


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "\u3164\u2800", "\u0301", "\u202e\u202c"])
def test_a_name_with_nothing_to_see_is_denied(typed: str) -> None:
    opened = waiting()
    with denied(Denial.NAME_EMPTY):
        services.take_seat(key=opened.key, player=person(), seat=1, name=typed)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Z" + "\u0327\u0334\u0335\u0336\u0337\u0338" + "oe", "Z\u0334\u0335oe"),
        ("\u0336Ann \u0336\u0489Lee", "Ann Lee"),
        ("a\u20dd\u20de\u20df\u20e0", "a\u20dd\u20de"),
        ("a" + "\u200b\u0334" * 5, "a\u0334\u0334"),
        ("น้ำผึ้ง", "น้ำผึ้ง"),
        ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_a_letter_carries_two_marks_at_most_and_paints_over_no_other_line(
    typed: str, kept: str
) -> None:
    opened = waiting()
    chair = services.take_seat(key=opened.key, player=person(), seat=1, name=typed)
    assert chair.name == unicodedata.normalize("NFC", kept)


def test_a_name_of_more_than_24_characters_is_denied() -> None:
    opened = waiting()
    with denied(Denial.NAME_LONG) as told:
        services.take_seat(key=opened.key, player=person(), seat=1, name="x" * 25)
    assert told.value.params == {"limit": 24}


@pytest.mark.parametrize("typed", ["Ann", "ANN", " ann ", "Ａnn", "A\u200bnn"])
def test_no_two_names_are_alike_at_a_table(typed: str) -> None:
    opened = waiting()
    with denied(Denial.NAME_TAKEN):
        services.take_seat(key=opened.key, player=person(), seat=1, name=typed)
    assert not seat(opened.key, 1).taken


def test_names_are_compared_in_every_script() -> None:
    opened = waiting(3)
    services.take_seat(key=opened.key, player=person(), seat=1, name="Ελένη")
    with denied(Denial.NAME_TAKEN):
        services.take_seat(key=opened.key, player=person(), seat=2, name="ΕΛΈΝΗ")


@pytest.mark.parametrize("language", ["en", "el", "zh-hant"])
@pytest.mark.parametrize("number", [1, 2, 12])
def test_nobody_is_called_as_a_computer_player_is_to_any_reader(language: str, number: int) -> None:
    with translation.override(language):
        called = wording.seat_name(Seat(name=f"Bot {number}", level="steady"))
    opened = waiting(3, computers=[1])
    with denied(Denial.NAME_TAKEN):
        services.take_seat(key=opened.key, player=person(), seat=2, name=called.upper())
    services.take_seat(key=opened.key, player=person(), seat=2, name=called + " B")


def test_a_computer_player_is_named_alike_all_over_the_table() -> None:
    opened = begun(2, computers=[1])
    if opened.load().turn == 0:
        opened.pass_turn()
    with translation.override("el"):
        loaded = opened.load()
        assert standing(loaded, (0,)).name == wording.names(loaded.seats)[1] == "Ρομπότ 1"


def test_computer_players_are_told_apart_by_number() -> None:
    opened = waiting(3, computers=[0])
    services.seat_computer(key=opened.key, player=opened.opener, seat=2, level="steady")
    assert seat(opened.key, 2).name == "Bot 2"
    services.free_seat(key=opened.key, player=opened.opener, seat=0)
    services.seat_computer(key=opened.key, player=opened.opener, seat=0, level="steady")
    assert seat(opened.key, 0).name == "Bot 1"


def test_the_name_last_given_is_remembered() -> None:
    opened, bo = waiting(), person()
    services.take_seat(key=opened.key, player=bo, seat=1, name=" Bo ")
    bo.refresh_from_db()
    assert bo.name == "Bo"


# ---------------------------------------------------------------- seats


def test_a_free_seat_is_taken_and_everybody_sees_a_new_number() -> None:
    opened, bo = waiting(), person()
    before = opened.load().number
    services.take_seat(key=opened.key, player=bo, seat=1, name="Bo")
    assert opened.load().seats_of(bo) == (1,)
    assert opened.load().number == before + 1


@pytest.mark.parametrize("computers", [[], [1]])
def test_a_seat_that_is_taken_is_denied(computers: list[int]) -> None:
    opened = full(2, computers=computers)
    with denied(Denial.SEAT_TAKEN):
        services.take_seat(key=opened.key, player=person(), seat=1, name="Eve")


@pytest.mark.parametrize("number", [-1, 2, 99])
def test_a_seat_that_is_not_there_is_denied(number: int) -> None:
    opened = waiting()
    with denied(Denial.NO_SEAT):
        services.take_seat(key=opened.key, player=person(), seat=number, name="Eve")


def test_taking_the_seat_one_has_changes_nothing() -> None:
    opened = waiting()
    before = opened.load().number
    services.take_seat(key=opened.key, player=opened.opener, seat=0, name="Other")
    assert seat(opened.key, 0).name == "Ann"
    assert opened.load().number == before


def test_who_changes_seats_brings_name_and_client_seed_along() -> None:
    opened, bo = waiting(4), person()
    services.take_seat(key=opened.key, player=bo, seat=1, name="Bo", client_seed=SEED)
    services.take_seat(key=opened.key, player=bo, seat=3)
    assert opened.load().seats_of(bo) == (3,)
    assert (seat(opened.key, 3).name, seat(opened.key, 3).client_seed) == ("Bo", SEED)
    assert (seat(opened.key, 1).name, seat(opened.key, 1).client_seed) == ("", "")


def test_a_family_at_one_tablet_holds_several_seats() -> None:
    opened = waiting(3)
    services.take_seat(key=opened.key, player=opened.opener, seat=2, name="Bo", also=True)
    assert opened.load().seats_of(opened.opener) == (0, 2)
    assert [one.name for one in opened.load().seats] == ["Ann", "", "Bo"]


def test_who_leaves_takes_the_client_seed_along() -> None:
    opened, bo = waiting(), person()
    services.take_seat(key=opened.key, player=bo, seat=1, name="Bo", client_seed=SEED)
    services.leave_seat(key=opened.key, player=bo, seat=1)
    left = seat(opened.key, 1)
    assert (left.player, left.name, left.client_seed, left.taken) == (None, "", "", False)


@pytest.mark.parametrize("number", [0, 1])
def test_nobody_leaves_for_others(number: int) -> None:
    opened = full()
    stranger = opened.players[1 - number]
    for player in (stranger, None):
        with denied(Denial.NOT_YOUR_SEAT):
            services.leave_seat(key=opened.key, player=player, seat=number)


def test_a_seed_that_is_none_counts_as_not_given() -> None:
    opened = waiting(3)
    for number, text in ((1, "zz" * 16), (2, SEED + "00")):
        services.take_seat(
            key=opened.key, player=person(), seat=number, name=f"P{number}", client_seed=text
        )
        assert seat(opened.key, number).client_seed == ""


def test_without_a_seed_of_the_browser_the_servers_follows_from_the_commitment() -> None:
    opened, bo = waiting(3, computers=[2]), person()
    services.take_seat(key=opened.key, player=bo, seat=1, name="Bo", client_seed=SEED)
    services.start(key=opened.key, player=opened.opener)
    server_seed = bytes(opened.table.server_seed)
    assert [one.client_seed for one in opened.load().seats] == [
        computer_seed(server_seed, 0).hex(),
        SEED,
        computer_seed(server_seed, 2).hex(),
    ]


# ---------------------------------------------------------------- computer players


def test_the_opener_seats_a_computer_player_and_sends_it_away() -> None:
    opened = waiting()
    services.seat_computer(key=opened.key, player=opened.opener, seat=1, level="steady")
    assert seat(opened.key, 1).level == "steady"
    services.free_seat(key=opened.key, player=opened.opener, seat=1)
    assert not seat(opened.key, 1).taken


def test_nobody_else_may() -> None:
    opened, bo = waiting(4, computers=[3]), person()
    services.take_seat(key=opened.key, player=bo, seat=1, name="Bo")
    for player in (bo, None):
        with denied(Denial.NOT_OPENER):
            services.seat_computer(key=opened.key, player=player, seat=2, level="steady")
        with denied(Denial.NOT_OPENER):
            services.free_seat(key=opened.key, player=player, seat=3)


def test_the_opener_sends_no_person_away() -> None:
    opened = full()
    with denied(Denial.NO_SEAT):
        services.free_seat(key=opened.key, player=opened.opener, seat=1)
    with denied(Denial.SEAT_TAKEN):
        services.seat_computer(key=opened.key, player=opened.opener, seat=1, level="steady")


def test_seats_stay_once_play_has_started() -> None:
    opened = begun(4, computers=[3])
    ann = opened.opener
    with denied(Denial.NOT_WAITING):
        services.leave_seat(key=opened.key, player=ann, seat=0)
    with denied(Denial.NOT_WAITING):
        services.take_seat(key=opened.key, player=person(), seat=1, name="Eve")
    with denied(Denial.NOT_WAITING):
        services.seat_computer(key=opened.key, player=ann, seat=1, level="steady")
    with denied(Denial.NOT_WAITING):
        services.free_seat(key=opened.key, player=ann, seat=3)
