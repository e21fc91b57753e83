"""A game of three people over weeks, in their browsers; one disappears and returns."""

import random
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games import bots, selectors
from games.engine import record
from games.models import Deal, LogEntry, Seat, Table, TableEvent
from tests.web.days import START, Clock, clock
from tests.web.people import form

pytestmark = pytest.mark.django_db
__all__ = ["clock"]

NAMES = ("Ann", "Νίκος", "愛玲")
LANGUAGES = ("en", "el", "zh-hant")


def arriving(language: str) -> Client:
    return Client(headers={"accept-language": language})


def opened_by(client: Client) -> Table:
    """A table for three, a day for each turn."""
    wishes = {
        "do": "open",
        "variant": "samba",
        "samba-seats": "3",
        "samba-target": "7500",
        "pace": "1d",
    }
    client.post(reverse("open"), {**wishes, "name": NAMES[0]})
    return Table.objects.get()


def turn_of(client: Client, key: str, seat: int, rng: random.Random) -> None:
    """One whole turn: the moves that a good player would make, typed into the board's form."""
    while True:
        loaded = selectors.load(key)
        if loaded.turn != seat:
            return
        move = bots.choose("steady", loaded.view(seat), rng)
        sent = form(loaded, "typed", seat=seat, move=str(move))
        answer = client.post(reverse("games:act", args=[key]), sent)
        assert answer.status_code == 303, answer.text


def visits(clients: list[Client], gone: set[int], key: str, rng: random.Random) -> Iterator[int]:
    """Everybody who is there looks at their tables and does what waits for them."""
    for seat, client in enumerate(clients):
        if seat in gone:
            continue
        home = client.get("/en/").text
        if 'class="waiting"' not in home:
            continue
        yield seat
        if selectors.load(key).table.status == Table.Status.BETWEEN:
            client.post(reverse("games:go_on", args=[key]))
        else:
            turn_of(client, key, seat, rng)


def test_three_people_play_for_weeks_and_one_disappears_and_returns(clock: Clock) -> None:
    rng = random.Random(3)
    clients = [arriving(language) for language in LANGUAGES]
    key = opened_by(clients[0]).key
    for seat in (1, 2):
        clients[seat].post(
            reverse("games:seat", args=[key]), {"do": f"take {seat}", "name": NAMES[seat]}
        )
    clients[0].post(reverse("games:start", args=[key]))
    assert [one.name for one in selectors.load(key).seats] == list(NAMES)

    own = clients[2].get(reverse("me")).text
    link = re.search(r'value="http://testserver(/me/[^"]+)"', own)
    assert link
    gone: set[int] = set()
    minded = 0
    for day in range(200):
        if day == 4:
            # The third one's tablet is broken, cookie and all.
            gone.add(2)
            clients[2] = arriving(LANGUAGES[2])
        if day == 15:
            gone.remove(2)
            shown = clients[2].get(link[1]).text
            assert NAMES[2] in shown
            clients[2].post(link[1])
            board = clients[2].get(reverse("games:table", args=[key])).text
            with translation.override(LANGUAGES[2]):
                assert _("I am back") in board
            minded = LogEntry.objects.filter(seat=2).count()
            clients[2].post(reverse("games:deed", args=[key]), {"do": "back 2"})
        for _visitor in visits(clients, gone, key, rng):
            pass
        clock.run(hours=20)
        if selectors.load(key).table.status == Table.Status.ENDED:
            break

    table = Table.objects.get()
    assert (table.status, table.ended_by) == ("ended", "target")
    assert (clock.now - START).days > 20
    assert Deal.objects.count() > 1
    kinds = [event.kind for event in TableEvent.objects.all()]
    assert kinds == ["minded", "back"]
    # They played on while she was away, a computer player in her place, and she after that.
    assert LogEntry.objects.filter(seat=2).count() > minded > 4
    assert not Seat.objects.exclude(minded_by="").exists()

    for client in clients:
        home = client.get("/", follow=True)
        with translation.override(home.wsgi_request.path[1:-1]):
            assert _("Finished games") in home.text
        assert client.get(reverse("games:replay", args=[key])).status_code == 200
    log = clients[1].get(reverse("games:log", args=[key])).content.decode()
    game = record.parse(log)
    assert [one.player for one in game.seats] == [record.HUMAN] * 3
    record.verify(game)
