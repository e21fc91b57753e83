"""Pages of games that last: the table's own page, my tables, several people at one device."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import selectors, services
from games.models import Seat, Table
from tests.web.days import Clock, clock, slow
from tests.web.people import at, browser, form
from tests.web.tables import Opened, begun, full, person, waiting
from tests.web.test_company import agree, ended
from tests.web.test_deals import finished_deal
from tests.web.test_pace import acting

pytestmark = pytest.mark.django_db
__all__ = ["clock"]


def url(opened: Opened, name: str = "table") -> str:
    return reverse(f"games:{name}", args=[opened.key])


def read(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.text


# ---------------------------------------------------------------- opening


def test_pace_and_company_are_chosen_when_a_table_is_opened() -> None:
    client = Client()
    answer = client.post(
        reverse("open"),
        {
            "do": "open",
            "variant": "samba",
            "samba-seats": "2",
            "samba-target": "10000",
            "name": "Ann",
            "pace": "3d",
            "overdue": "end",
            "answer_after": "3600",
            "barred": "1",
        },
    )
    assert answer.status_code == 303
    table = Table.objects.get()
    assert (table.pace, table.overdue, table.answer_after, table.spectators) == (
        "3d",
        "end",
        3600,
        False,
    )
    lobby = read(Client(), url(Opened(table.key, ())))
    assert "three days for each turn" in lobby
    assert "as abandoned" in lobby
    assert "Only those who play see this table" in lobby


def test_who_chooses_nothing_has_no_limit() -> None:
    Client().post(
        reverse("open"),
        {
            "do": "open",
            "variant": "samba",
            "samba-seats": "2",
            "samba-target": "10000",
            "name": "Ann",
        },
    )
    table = Table.objects.get()
    assert (table.pace, table.overdue, table.answer_after, table.spectators) == (
        "none",
        "mind",
        None,
        True,
    )
    assert Client().post(reverse("open"), {"do": "now"}).status_code == 303


# ---------------------------------------------------------------- the board


def test_everybody_sees_until_when_somebody_has_time(clock: Clock) -> None:
    opened = slow()
    turn = acting(opened)
    assert "You have time until" in read(at(opened, turn), url(opened))
    assert "has time until" in read(at(opened, 1 - turn), url(opened))
    assert "has time until" in read(Client(), url(opened))


def test_a_minded_seat_is_seen_and_taken_back(clock: Clock) -> None:
    opened = slow()
    late = acting(opened)
    clock.run(days=1)
    assert "A computer player minds" in read(Client(), url(opened))
    mine = read(at(opened, late), url(opened))
    assert "I am back" in mine
    assert f'value="back {late}"' in mine
    answer = at(opened, late).post(url(opened, "deed"), {"do": f"back {late}"})
    assert answer.status_code == 303
    assert "I am back" not in read(at(opened, late), url(opened))


def test_a_wish_is_seen_by_all_and_agreed_to_by_a_button() -> None:
    opened = begun(2)
    deed = url(opened, "deed")
    at(opened, 0).post(deed, {"do": "end"})
    assert "Never mind" in read(at(opened, 0), url(opened))
    other = read(at(opened, 1), url(opened))
    assert "would like to end the game" in other
    assert "I agree" in other
    assert "I agree" not in read(Client(), url(opened))
    at(opened, 1).post(deed, {"do": "end"})
    assert "The game was ended by agreement" in read(Client(), url(opened))


def test_a_no_takes_it_back() -> None:
    opened = begun(2)
    at(opened, 0).post(url(opened, "deed"), {"do": "pause"})
    at(opened, 1).post(url(opened, "deed"), {"do": "no-pause"})
    assert "would like" not in read(at(opened, 0), url(opened))


def test_a_pause_is_seen_and_ended() -> None:
    opened = begun(2)
    for seat in (0, 1):
        at(opened, seat).post(url(opened, "deed"), {"do": "pause"})
    shown = read(at(opened, 0), url(opened))
    assert "The game is paused" in shown
    loaded = opened.load()
    answer = at(opened, acting(opened)).post(url(opened, "act"), form(loaded, "draw"))
    assert answer.status_code == 409
    assert "The game is paused." in answer.text
    at(opened, 1).post(url(opened, "deed"), {"do": "resume"})
    assert "The game is paused" not in read(at(opened, 0), url(opened))


@pytest.mark.parametrize("do", ["", "end 1", "back", "back 9", "answer 1", "answer 1 maybe", "no"])
def test_what_no_page_sends_is_refused(do: str) -> None:
    opened = begun(2)
    assert at(opened, 0).post(url(opened, "deed"), {"do": do}).status_code == 400


@pytest.mark.parametrize(
    "do", ["pause", "end", "no-end", "resume", "back 0", "leave 0", "link 1", "answer 0 yes"]
)
def test_strangers_may_do_nothing(do: str) -> None:
    opened = begun(2)
    before = Table.objects.values().get(), list(Seat.objects.values())
    for client in (Client(), browser(person())):
        assert client.post(url(opened, "deed"), {"do": do}).status_code == 403
    assert (Table.objects.values().get(), list(Seat.objects.values())) == before


@pytest.mark.parametrize("name", ["deed", "rematch", "beside"])
def test_a_get_does_nothing(name: str) -> None:
    opened = begun(2)
    assert at(opened, 0).get(url(opened, name)).status_code == 405


# ---------------------------------------------------------------- the page about the table


def test_the_page_about_the_table_offers_what_one_may_do() -> None:
    opened = begun(4)
    shown = read(at(opened, 0), url(opened, "about"))
    for do in ("pause", "end", "leave 0", "answer 0 yes"):
        assert f'value="{do}"' in shown
    assert 'value="leave 1"' not in shown
    assert 'value="answer 1 yes"' not in shown
    assert 'name="do"' not in read(Client(), url(opened, "about"))


def test_a_standing_answer_is_ones_own_secret() -> None:
    opened = begun(4)
    answer = at(opened, 0).post(url(opened, "deed"), {"do": "answer 0 no"})
    assert answer["Location"] == url(opened, "about")
    assert Seat.objects.get(number=0).standing == "no"
    shown = read(at(opened, 0), url(opened, "about"))
    pressed = re.findall(r'value="(answer [^"]+)" aria-pressed', shown)
    assert pressed == ["answer 0 no"]
    at(opened, 0).post(url(opened, "deed"), {"do": "answer 0 ask"})
    assert Seat.objects.get(number=0).standing == ""


def test_leaving_is_told_to_all() -> None:
    opened = begun(3)
    at(opened, 1).post(url(opened, "deed"), {"do": "leave 1"})
    assert "<bdi>Bo</bdi> has left; a computer player goes on." in read(
        Client(), url(opened, "about")
    )


def test_a_new_link_to_a_seat_is_told_to_all_on_the_board(clock: Clock) -> None:
    opened = begun(3)
    clock.pass_(hours=100)
    services.link_seat(key=opened.key, player=opened.opener, seat=1)
    for client in (at(opened, 0), at(opened, 2), Client()):
        assert "A new link was made for <bdi>Bo</bdi>’s seat" in read(client, url(opened))
    assert "a new link was made for your seat" in read(at(opened, 1), url(opened))
    at(opened, 1).post(url(opened, "deed"), {"do": "back 1"})
    assert "A new link was made" not in read(Client(), url(opened))


# ---------------------------------------------------------------- looking on barred


@pytest.fixture
def closed() -> Opened:
    opened = full(2)
    Table.objects.update(spectators=False)
    selectors.forget()
    return opened


def test_before_the_game_everybody_may_look(closed: Opened) -> None:
    assert "Anna" not in read(Client(), url(closed))
    assert "Ann" in read(Client(), url(closed))


def test_then_only_those_who_play_do(closed: Opened) -> None:
    services.start(key=closed.key, player=closed.opener)
    for client in (Client(), browser(person())):
        shown = read(client, url(closed))
        assert "Only those who play see this table" in shown
        assert "r-piles" not in shown
        for name in ("log", "about", "replay"):
            read(client, url(closed, name), 403)
    assert 'id="r-hand"' in read(at(closed, 1), url(closed))
    assert read(at(closed, 1), url(closed, "log"))
    for seat in (0, 1):
        agree(closed, seat, "end")
    read(Client(), url(closed, "replay"), 403)
    assert "ended by agreement" not in read(Client(), url(closed))


# ---------------------------------------------------------------- one device


def family() -> tuple[Opened, Client]:
    """Ann and Nikos at one tablet, Bo elsewhere."""
    opened = waiting(3)
    ann = opened.opener
    client = browser(ann)
    answer = client.post(url(opened, "beside"), {"beside_seat": "2", "beside_name": "Nikos"})
    assert answer.status_code == 303
    services.take_seat(key=opened.key, player=person(), seat=1, name="Bo")
    services.start(key=opened.key, player=ann)
    return opened, client


def test_who_passes_the_device_sees_no_cards_that_are_not_theirs() -> None:
    opened, client = family()
    assert opened.load().seats_of(opened.opener) == (0, 2)
    bare = read(client, url(opened))
    assert "r-hand" not in bare
    assert "r-draft" not in bare
    table = opened.table
    for turn, shown in ((0, "0"), (2, "2"), (1, "02")):
        while opened.table.turn != turn:
            seat = opened.table.turn
            player = opened.opener if seat != 1 else Seat.objects.get(table=table, number=1).player
            Opened(opened.key, tuple(player for _ in range(3))).pass_turn()
        for seat in (0, 2):
            page = read(client, f"{url(opened)}?seat={seat}")
            assert ("r-hand" in page) == (str(seat) in shown)
            if str(seat) not in shown:
                name = "Nikos" if turn == 2 else "Ann"
                assert f"Pass this to <bdi>{name}</bdi>" in page
                assert f"?seat={turn}" in page


def test_only_who_sits_there_seats_somebody_beside_them() -> None:
    opened = waiting(3)
    for client in (Client(), browser(person())):
        answer = client.post(url(opened, "beside"), {"beside_seat": "2", "beside_name": "Nikos"})
        assert answer.status_code == 403
    nameless = {"beside_seat": "2", "beside_name": ""}
    assert browser(opened.opener).post(url(opened, "beside"), nameless).status_code == 422


# ---------------------------------------------------------------- my tables


def test_the_first_page_lists_what_waits_and_what_is_over() -> None:
    opened = begun()
    turn = acting(opened)
    home = read(at(opened, turn), "/en/")
    assert 'class="waiting"' in home
    assert "It is your turn" in home
    agree(opened, 0, "end")
    agree(opened, 1, "end")
    home = read(at(opened, turn), "/en/")
    assert "Finished games" in home
    assert "The game was ended by agreement." in home
    assert url(opened, "replay") in home
    answer = at(opened, turn).post(reverse("hide"), {"key": opened.key})
    assert answer.status_code == 303
    assert "Finished games" not in read(at(opened, turn), "/en/")
    assert "Finished games" in read(at(opened, 1 - turn), "/en/")


def test_a_finished_game_is_listed_with_its_result() -> None:
    opened = finished_deal(score=2400)
    home = read(at(opened, 0), "/en/")
    assert "wins the game" in home
    assert re.search(r"Final score.*Ann", home)


@pytest.mark.parametrize("key", ["", "nothing", "x" * 50])
def test_removing_what_is_not_there_changes_nothing(key: str) -> None:
    opened = ended()
    assert at(opened, 0).post(reverse("hide"), {"key": key}).status_code == 303
    assert "Finished games" in read(at(opened, 0), "/en/")


# ---------------------------------------------------------------- a rematch


def test_a_rematch_is_proposed_seen_and_joined() -> None:
    opened = ended()
    ann, bo = at(opened, 0), at(opened, 1)
    assert "Play again with the same seats" in read(ann, url(opened))
    assert "Play again" not in read(Client(), url(opened))
    where = ann.post(url(opened, "rematch"))["Location"]
    assert "has not joined yet" in read(ann, where)
    assert "To the next game" in read(ann, url(opened))
    assert "would like to play again" in read(bo, url(opened))
    assert url(opened, "rematch") in read(bo, where)
    assert bo.post(url(opened, "rematch"))["Location"] == where
    assert 'id="r-hand"' in read(bo, where)
