"""Who a visitor is: a browser that keeps one signed cookie, no account.

The cookie carries the player's id and a secret; only the secret's SHA-256 is stored, so that
nobody who reads the database can sit down in a player's name.
"""

import hashlib
import secrets
import time
from functools import lru_cache

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpResponse
from django.utils.crypto import constant_time_compare

from games.models import Player

COOKIE = "__Host-player" if settings.TLS else "player"
COOKIE_AGE = 365 * 24 * 3600
SECRET_BYTES = 32
KEPT_SECONDS = 60
KEPT_PLAYERS = 2000
"""Whose cookies need not be looked up anew with every move, and for how long."""


def _signer() -> Signer:
    return Signer(salt="games.player")


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def create(name: str = "") -> tuple[Player, str]:
    """A new player and the value of the cookie that is them from now on."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    player = Player.objects.create(secret_hash=_hash(secret), name=name)
    return player, _signer().sign(f"{player.pk}:{secret}")


def identify(cookie: str | None) -> Player | None:
    """The player whose cookie this is; None for none and for whatever is no such cookie."""
    if not cookie:
        return None
    try:
        number, _, secret = _signer().unsign(cookie).partition(":")
    except BadSignature:
        return None
    player = Player.objects.filter(pk=int(number)).first()
    if player is None or not constant_time_compare(player.secret_hash, _hash(secret)):
        return None
    return player


def recognise(cookie: str | None) -> Player | None:
    """As `identify`, mostly from memory; the player's name may be one of a minute ago."""
    return _recognised(cookie, int(time.monotonic() / KEPT_SECONDS)) if cookie else None


@lru_cache(KEPT_PLAYERS)
def _recognised(cookie: str, _minute: int) -> Player | None:
    return identify(cookie)


def set_cookie(response: HttpResponse, value: str) -> None:
    """Give or renew the cookie, for a year."""
    response.set_cookie(
        COOKIE,
        value,
        max_age=COOKIE_AGE,
        secure=settings.TLS,
        httponly=True,
        samesite="Lax",
    )
