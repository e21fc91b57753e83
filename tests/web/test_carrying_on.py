"""A private link carries a person to any browser, and previews of it take nothing."""

import logging
import re

import pytest
from django.test import Client
from django.urls import reverse

from games import identity, selectors, services
from games.models import Browser, Player, Seat, Table, TableEvent
from samba_site.logs import RedactingFormatter
from tests.web.days import Clock, clock
from tests.web.people import at, browser
from tests.web.tables import begun, person, waiting

pytestmark = pytest.mark.django_db
__all__ = ["clock"]


def link(player: Player) -> str:
    player.refresh_from_db()
    return reverse("games:carry_on", args=[identity.link_token(player)])


def player_in(client: Client) -> Player | None:
    cookie = client.cookies.get(identity.COOKIE)
    return identity.identify(cookie.value) if cookie else None


def rows() -> list[object]:
    return [list(model.objects.order_by("pk").values()) for model in (Browser, Player, Seat, Table)]


# ---------------------------------------------------------------- the link


def test_whoever_lost_the_cookie_is_back_by_the_link() -> None:
    opened = begun()
    ann = opened.opener
    shown = at(opened, 0).get(reverse("me")).text
    url = re.search(r'value="http://testserver(/me/[^"]+)"', shown)
    assert url
    phone = Client()
    page = phone.get(url[1])
    assert page.status_code == 200
    assert "Ann" in page.text
    assert player_in(phone) is None
    answer = phone.post(url[1])
    assert (answer.status_code, answer["Location"]) == (303, "/en/")
    assert player_in(phone) == ann
    board = phone.get(reverse("games:table", args=[opened.key])).text
    assert 'id="r-hand"' in board
    # The first browser is still her.
    assert 'id="r-hand"' in at(opened, 0).get(reverse("games:table", args=[opened.key])).text


def test_it_works_in_any_number_of_browsers() -> None:
    ann = person("Ann")
    clients = [Client() for _ in range(5)]
    for client in clients:
        client.post(link(ann))
    assert [player_in(client) for client in clients] == [ann] * 5
    assert Browser.objects.filter(player=ann).count() == 5


def test_in_a_browser_that_is_that_person_already_nothing_changes() -> None:
    ann = person("Ann")
    client = browser(ann)
    assert "already" in client.get(link(ann)).text
    client.post(link(ann))
    assert not Browser.objects.exists()


def test_previews_take_nothing() -> None:
    opened = waiting(2)
    ann = opened.opener
    url = link(ann)
    before = rows()
    robot = Client()
    for _ in range(100):
        assert robot.get(url).status_code == 200
        assert robot.head(url).status_code == 200
    assert rows() == before
    assert player_in(robot) is None
    assert identity.COOKIE not in robot.cookies


def test_a_renewed_link_refuses_the_old_one() -> None:
    ann = person("Ann")
    client, phone = browser(ann), Client()
    old = link(ann)
    phone.post(old)
    assert client.post(reverse("me"), {"do": "renew"}).status_code == 303
    assert link(ann) != old
    for method in (Client().get, Client().post):
        assert method(old).status_code == 404
    assert player_in(phone) == ann
    other = Client()
    other.post(link(ann))
    assert player_in(other) == ann


def test_renewing_can_end_all_other_browsers() -> None:
    ann = person("Ann")
    first, phone, stolen = browser(ann), Client(), Client()
    phone.post(link(ann))
    stolen.post(link(ann))
    phone.post(reverse("me"), {"do": "renew", "alone": "1"})
    assert player_in(phone) == ann
    assert player_in(stolen) is None
    assert player_in(first) is None
    assert not Browser.objects.exists()


@pytest.mark.parametrize(
    "token", ["x", "1", "1-", "0-0", "-", "999999999999999999999-a", "1-" + "0" * 48]
)
def test_what_is_no_link_is_a_page_with_words(token: str) -> None:
    person("Ann")
    for method in (Client().get, Client().post):
        answer = method(f"/me/{token}/")
        assert answer.status_code == 404
        assert "This link has ended" in answer.text


def test_links_of_two_people_differ_and_neither_key_nor_database_alone_makes_one() -> None:
    ann, bo = person("Ann"), person("Bo")
    assert identity.link_token(ann).split("-")[1] != identity.link_token(bo).split("-")[1]
    assert ann.link_salt not in identity.link_token(ann)
    stored = str(list(Player.objects.values()))
    assert identity.link_token(ann).split("-")[1] not in stored


def test_the_site_s_key_is_part_of_the_link(settings: object) -> None:
    ann = person("Ann")
    before = identity.link_token(ann)
    settings.SECRET_KEY = "another"
    assert identity.link_token(ann) != before
    assert identity.by_link(before) is None


def test_the_secret_stays_out_of_referers_logs_and_error_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = person("Ann")
    url = link(ann)
    secret = identity.link_token(ann)
    client = Client(raise_request_exception=False)
    for answer in (client.get(url), client.post(url), client.get(url + "x/"), client.put(url)):
        assert answer["Referrer-Policy"] == "no-referrer"
        assert "no-store" in answer["Cache-Control"]
        assert answer["X-Robots-Tag"] == "noindex"
    record = logging.LogRecord("x", logging.WARNING, "", 0, "Not Found: %s", (url,), None)
    assert secret not in RedactingFormatter().format(record)
    assert browser(ann).get(reverse("me"))["Referrer-Policy"] == "no-referrer"

    def fails(*args: object) -> None:
        raise RuntimeError("trouble")

    monkeypatch.setattr("games.days.staying.titles", fails)
    answer = client.get(url)
    assert answer.status_code == 500
    assert secret not in answer.text


def test_whoever_is_somebody_else_here_is_warned() -> None:
    opened = begun()
    bo = opened.players[1]
    assert bo is not None
    page = at(opened, 0).get(link(bo)).text
    assert "So far you are <bdi>Ann</bdi> here" in page


def test_without_a_table_there_is_no_link() -> None:
    assert "/me/" not in re.sub(
        r'(href|action|value)="[^"]*"', "", Client().get(reverse("me")).text
    )
    assert Client().post(reverse("me"), {"do": "renew"}).status_code == 400
    assert not Player.objects.exists()


def test_a_foreign_site_makes_nobody_somebody_else() -> None:
    ann = person("Ann")
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(link(ann)).status_code == 403
    assert not Browser.objects.exists()


# ---------------------------------------------------------------- an abandoned seat


def test_a_seat_link_is_shown_to_the_opener_and_its_previews_take_nothing(clock: Clock) -> None:
    opened = begun(3)
    clock.pass_(hours=100)
    about, deed = (reverse(f"games:{name}", args=[opened.key]) for name in ("about", "deed"))
    opener = at(opened, 0)
    assert "link 1" in opener.get(about).text
    assert "link 1" not in at(opened, 2).get(about).text
    assert opener.post(deed, {"do": "link 1"})["Location"] == about
    found = re.search(r'value="http://testserver(/t/[^"]+/take/[^"]+)"', opener.get(about).text)
    assert found
    assert "/take/" not in at(opened, 2).get(about).text
    assert "A new link was made" in at(opened, 2).get(about).text
    robot = Client()
    before = rows()
    for _ in range(100):
        assert robot.get(found[1]).status_code == 200
        assert robot.head(found[1]).status_code == 200
    assert rows() == before
    cleo = Client()
    assert cleo.post(found[1]).status_code == 303
    assert opened.load().seats_of(player_in(cleo)) == (1,)
    assert Client().post(found[1]).status_code == 404
    assert TableEvent.objects.filter(kind="taken_over").count() == 1


# ---------------------------------------------------------------- absence


def test_an_absence_is_announced_and_ended_on_ones_own_page() -> None:
    opened = begun()
    Table.objects.update(pace="3d")
    selectors.forget()
    client = at(opened, 0)
    assert client.post(reverse("me"), {"do": "away", "days": "7"}).status_code == 303
    assert "I am here again" in client.get(reverse("me")).text
    board = at(opened, 1).get(reverse("games:table", args=[opened.key])).text
    assert re.search(r"<bdi>Ann</bdi> is away until <time", board)
    client.post(reverse("me"), {"do": "here"})
    assert "I am here again" not in client.get(reverse("me")).text
    assert client.post(reverse("me"), {"do": "away", "days": "99"}).status_code == 409


def test_signed_out_browsers_lose_the_seat_at_once() -> None:
    opened = begun()
    ann = opened.opener
    phone = Client()
    phone.post(link(ann))
    url = reverse("games:table", args=[opened.key])
    assert 'id="r-hand"' in phone.get(url).text
    services.renew_link(player=ann, cookie=at(opened, 0).cookies[identity.COOKIE].value, alone=True)
    assert 'id="r-hand"' not in phone.get(url).text
