"""The host's admin: everything to look at, nothing that decides a running game."""

from base64 import b64encode
from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games import identity
from games.models import LogEntry, Seat, Table
from tests.web.tables import Opened, begun
from tests.web.test_deals import finished_deal

pytestmark = pytest.mark.django_db


@pytest.fixture
def host() -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("host"))
    return client


def spellings(secret: bytes) -> Iterator[str]:
    yield secret.hex()
    yield b64encode(secret).decode()
    yield str(bytes(secret))


def page(host: Client, name: str, *args: int) -> str:
    answer = host.get(reverse(f"admin:games_{name}", args=args))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def playing() -> Opened:
    opened = begun()
    opened.play("draw")
    Seat.objects.filter(number=0).update(draft="lay AS AH AD")
    return opened


def test_no_seed_and_no_draft_is_shown_while_the_game_goes_on(
    host: Client, playing: Opened
) -> None:
    table = playing.table
    seen = page(host, "table_change", table.pk) + page(host, "table_changelist")
    assert table.commitment in seen
    for secret in (bytes(table.server_seed), bytes(table.game_seed)):
        assert not any(spelling in seen for spelling in spellings(secret))
    assert "lay AS AH AD" not in seen
    assert "secret until the game has ended" in seen


def test_the_published_seed_is_shown(host: Client) -> None:
    table = finished_deal(score=2400).table
    assert table.status == Table.Status.ENDED
    assert bytes(table.server_seed).hex() in page(host, "table_change", table.pk)


def test_no_secret_of_a_player_is_shown(host: Client) -> None:
    player, cookie = identity.create("Ann")
    seen = page(host, "player_change", player.pk) + page(host, "player_changelist")
    assert "Ann" in seen
    assert player.secret_hash not in seen
    assert cookie.split(":")[1] not in seen


def test_the_log_is_there_to_read(host: Client, playing: Opened) -> None:
    seen = page(host, "logentry_changelist")
    assert "draw" in seen
    assert "draw" in page(host, "logentry_change", LogEntry.objects.get().pk)


@pytest.mark.parametrize("model", ["table", "player", "logentry"])
def test_nothing_is_added_or_changed_by_hand(host: Client, playing: Opened, model: str) -> None:
    ids = {
        "table": playing.table.pk,
        "player": playing.opener.pk,
        "logentry": LogEntry.objects.get().pk,
    }
    assert host.get(reverse(f"admin:games_{model}_add")).status_code == 403
    before = list(Table.objects.values()), list(LogEntry.objects.values())
    change = reverse(f"admin:games_{model}_change", args=[ids[model]])
    assert host.post(change, {"status": "ended", "move": "stop", "name": "X"}).status_code == 403
    assert (list(Table.objects.values()), list(LogEntry.objects.values())) == before


def test_single_moves_cannot_be_deleted(host: Client, playing: Opened) -> None:
    address = reverse("admin:games_logentry_delete", args=[LogEntry.objects.get().pk])
    assert host.post(address, {"post": "yes"}).status_code == 403
    assert LogEntry.objects.exists()
