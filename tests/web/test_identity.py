"""People: one signed cookie, its secret stored hashed."""

import hashlib

import pytest
from django.core.signing import Signer
from django.http import HttpResponse

from games import identity
from games.models import Player

pytestmark = pytest.mark.django_db


def test_a_cookie_is_its_player() -> None:
    player, cookie = identity.create("Ann")
    assert identity.identify(cookie) == player


def test_only_the_hash_of_the_secret_is_stored() -> None:
    player, cookie = identity.create()
    secret = cookie.split(":")[1]
    stored = Player.objects.values().get(pk=player.pk)
    assert stored["secret_hash"] == hashlib.sha256(secret.encode()).hexdigest()
    assert secret not in str(stored)
    assert len(secret) >= 43  # 32 bytes


@pytest.mark.parametrize(
    "cookie", [None, "", "1", "1:abc", "1:abc:def", "x" * 5000, "\x00:\x00:\x00"]
)
def test_what_we_have_not_signed_is_nobody(cookie: str | None) -> None:
    identity.create()
    assert identity.identify(cookie) is None


def test_a_changed_cookie_is_nobody() -> None:
    player, cookie = identity.create()
    other, _ = identity.create()
    assert identity.identify(cookie.replace(f"{player.pk}:", f"{other.pk}:", 1)) is None
    assert identity.identify(cookie[:-1] + ("A" if cookie[-1] != "A" else "B")) is None


def test_a_wrong_secret_is_nobody_even_when_signed() -> None:
    """Whoever gets hold of the signing key alone does not sit down in anybody's place."""
    player, _ = identity.create()
    forged = Signer(salt="games.player").sign(f"{player.pk}:guessed")
    assert identity.identify(forged) is None


def test_a_player_who_is_gone_is_nobody() -> None:
    player, cookie = identity.create()
    player.delete()
    assert identity.identify(cookie) is None


@pytest.mark.parametrize("tls", [True, False])
def test_the_cookie_lasts_a_year_out_of_reach_of_scripts_and_other_sites(
    tls: bool, settings: pytest.FixtureRequest
) -> None:
    settings.TLS = tls
    response = HttpResponse()
    identity.set_cookie(response, "value")
    cookie = response.cookies[identity.COOKIE]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 365 * 24 * 3600
    assert bool(cookie["secure"]) is tls
    assert cookie["path"] == "/"
