"""Company: what may be said at a table, who reads it, and how often."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from games import company, services, wording
from games.denial import Denial, Denied
from games.models import Player, Remark
from games.services.talk import KEPT, OFTEN
from tests.web.people import at, browser
from tests.web.tables import begun, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> None:
    company.WORDS._counts.clear()


def say(opened, seat: int = 0, phrase: str = "hello", player=None) -> Remark:
    player = player or opened.players[seat]
    return services.say(key=opened.key, player=player, seat=seat, phrase=phrase)


def test_what_is_said_is_stored_by_its_name_and_read_by_everybody() -> None:
    opened = begun()
    say(opened, 1, "well-played")
    assert Remark.objects.get().phrase == "well-played"
    for client in (at(opened, 0), at(opened, 1), Client()):
        assert "<bdi>Bo</bdi>: Well played!" in client.get(f"/t/{opened.key}/").text


def test_each_reader_has_it_in_their_own_language(monkeypatch) -> None:
    monkeypatch.setitem(
        wording.PHRASES, "hello", translation.gettext_lazy("Yes")
    )  # a word that Django itself translates
    opened = begun()
    say(opened)
    page = at(opened, 1, **{"accept-language": "en"}).get(f"/t/{opened.key}/").text
    assert "<bdi>Ann</bdi>: Yes" in page
    with translation.override("de"):
        assert wording.remark("Ann", "hello").endswith(": Ja")


def test_talking_makes_no_board_stale() -> None:
    opened = begun()
    number = opened.load().number
    say(opened)
    assert opened.table.number == number
    opened.play("draw")


def test_only_who_sits_there_says_it_and_only_what_is_on_the_list() -> None:
    opened = begun()
    with pytest.raises(Denied) as denied:
        say(opened, 0, player=opened.players[1])
    assert denied.value.denial is Denial.NOT_YOUR_SEAT
    with pytest.raises(Denied) as denied:
        say(opened, 0, "you-cheat")
    assert denied.value.denial is Denial.NOT_OFFERED
    answer = Client().post(f"/t/{opened.key}/talk/", {"do": "say hello", "seat": 0})
    assert answer.status_code == 403
    assert not Remark.objects.exists()


def test_nobody_says_too_much_at_once() -> None:
    opened = begun()
    for _ in range(OFTEN):
        say(opened)
    with pytest.raises(Denied) as denied:
        say(opened)
    assert denied.value.denial is Denial.TOO_MUCH_TALK
    say(opened, 1)
    for remark in Remark.objects.all():
        remark.at -= timedelta(minutes=1)
        remark.save()
    say(opened)


def test_old_remarks_are_forgotten() -> None:
    opened = begun()
    for _ in range(KEPT + 10):
        say(opened)
        Remark.objects.update(at=timezone.now() - timedelta(hours=1))
    assert Remark.objects.count() == KEPT


def test_the_page_has_a_button_for_each_phrase_that_works_without_a_script() -> None:
    opened = begun()
    client = at(opened, 0)
    page = client.get(f"/t/{opened.key}/").text
    for name in wording.PHRASES:
        assert f'value="say {name}"' in page
    answer = client.post(f"/t/{opened.key}/talk/", {"do": "say thumb", "seat": 0})
    assert answer.status_code == 303
    assert "<bdi>Ann</bdi>: 👍" in client.get(f"/t/{opened.key}/").text
    assert 'value="say hello"' not in Client().get(f"/t/{opened.key}/").text


def test_every_picture_has_words() -> None:
    for name, words in wording.PHRASES.items():
        assert wording.phrase_label(name).isascii()
        assert bool(name in wording.EMOJI) != str(words).isascii()


def test_who_hides_a_seat_does_not_read_it_and_others_do() -> None:
    opened = begun()
    say(opened, 1)
    client = at(opened, 0)
    url = f"/t/{opened.key}/talk/"
    assert client.post(url, {"do": "mute 1"}).status_code == 303
    assert "Hello!</li>" not in client.get(f"/t/{opened.key}/").text
    assert "Show again what <bdi>Bo</bdi> says" in client.get(f"/t/{opened.key}/").text
    assert "Hello!</li>" in at(opened, 1).get(f"/t/{opened.key}/").text
    client.post(url, {"do": "hear 1"})
    assert "Hello!</li>" in client.get(f"/t/{opened.key}/").text


def test_a_spectator_may_hide_somebody_too() -> None:
    opened = begun()
    say(opened, 1)
    spectator = Client()
    assert spectator.post(f"/t/{opened.key}/talk/", {"do": "mute 1"}).status_code == 303
    assert "Hello!</li>" not in spectator.get(f"/t/{opened.key}/").text


def test_with_a_socket_the_answer_is_the_panel_itself() -> None:
    opened = begun()
    client = at(opened, 0)
    htmx = {"hx-request": "true"}
    url = f"/t/{opened.key}/talk/"
    answer = client.post(url, {"do": "say hello", "seat": 0}, headers=htmx)
    assert answer.status_code == 200
    assert 'id="talk-said"' in answer.text
    assert 'hx-swap-oob="morph"' in answer.text
    for _ in range(OFTEN):
        answer = client.post(url, {"do": "say hello", "seat": 0}, headers=htmx)
    assert answer.status_code == 409
    assert "That was a lot at once." in answer.text


@pytest.mark.parametrize("do", ["say", "say Hello", "mute 9", "mute", "hear x", "", "say a b"])
def test_what_no_button_says_is_refused(do: str) -> None:
    opened = begun()
    assert at(opened, 0).post(f"/t/{opened.key}/talk/", {"do": do, "seat": 0}).status_code == 400


def test_hiding_a_seat_that_is_not_there_makes_nobody() -> None:
    opened = begun()
    people = Player.objects.count()
    assert Client().post(f"/t/{opened.key}/talk/", {"do": "mute 5"}).status_code == 400
    assert Player.objects.count() == people
    assert browser(person()).get(f"/t/{opened.key}/talk/").status_code == 405
