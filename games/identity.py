"""Who a visitor is: a browser that keeps one signed cookie, no account.

The cookie carries the player's id and a secret; only the secret's SHA-256 is stored, so that
nobody who reads the database can sit down in a player's name.

A person's private link carries them to another browser, which gets a secret of its own. The
link can be shown at any time, as it is made of the site's key and of a salt that is stored:
neither alone makes one. A new salt ends the old link.
"""

import hashlib
import secrets
import time
from functools import lru_cache

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Browser, Player, Seat, new_key

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
    if player is None:
        return None
    known = constant_time_compare(player.secret_hash, _hash(secret))
    if known or player.browsers.filter(secret_hash=_hash(secret)).exists():
        return player
    return None


def recognise(cookie: str | None) -> Player | None:
    """As `identify`, mostly from memory; the player's name may be one of a minute ago."""
    return _recognised(cookie, int(time.monotonic() / KEPT_SECONDS)) if cookie else None


@lru_cache(KEPT_PLAYERS)
def _recognised(cookie: str, _minute: int) -> Player | None:
    return identify(cookie)


# ---------------------------------------------------------------- links


def link_token(player: Player) -> str:
    """The secret part of the link that carries this person to another browser."""
    return _token("games.link", player.pk, player.link_salt)


def seat_token(seat: Seat) -> str:
    """The secret part of the link by which somebody may take this abandoned seat."""
    return _token("games.seat", seat.pk, seat.link_salt)


def by_link(token: str) -> Player | None:
    """The person to whom this link belongs; None for one that was renewed or never was."""
    number = token.partition("-")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    player = Player.objects.filter(pk=int(number)).first()
    return player if player and same_token(link_token(player), token) else None


def same_token(one: str, other: str) -> bool:
    """Whether the tokens are the same, in a time that tells nothing about them."""
    return constant_time_compare(one, other)


def new_salt() -> str:
    """What ends all links made with another one."""
    return new_key()


def add_browser(player: Player) -> str:
    """The value of a cookie that is this person in one more browser."""
    secret = secrets.token_urlsafe(SECRET_BYTES)
    Browser.objects.create(player=player, secret_hash=_hash(secret))
    return _signer().sign(f"{player.pk}:{secret}")


def keep_only(player: Player, cookie: str) -> None:
    """From now on this person is in the browser with that cookie, and in no other.

    Other processes may take a minute to know it, see `recognise`.
    """
    secret = _signer().unsign(cookie).partition(":")[2]
    Player.objects.filter(pk=player.pk).update(secret_hash=_hash(secret))
    player.browsers.all().delete()
    _recognised.cache_clear()


def _token(purpose: str, number: int, salt: str) -> str:
    made = salted_hmac(purpose, f"{number}:{salt}", algorithm="sha256").hexdigest()
    return f"{number}-{made[:48]}"


# ---------------------------------------------------------------- the cookie


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
