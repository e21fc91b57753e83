"""Visitors of tables: browsers that keep the cookie of a person."""

import re

from django.test import Client

from games import identity, selectors
from games.models import Player
from games.selectors import Loaded
from tests.web.tables import Opened

SECRET = "a-secret-of-a-test"


def cookie_of(player: Player) -> str:
    """A cookie that is this player from now on."""
    player.secret_hash = identity._hash(SECRET)
    player.save(update_fields=["secret_hash"])
    return identity._signer().sign(f"{player.pk}:{SECRET}")


def browser(player: Player | None = None, **headers: str) -> Client:
    """The browser of this player, or of a stranger."""
    client = Client(headers=headers)
    if player:
        client.cookies[identity.COOKIE] = cookie_of(player)
    return client


def at(opened: Opened, seat: int, **headers: str) -> Client:
    """The browser of who holds the seat."""
    player = opened.players[seat]
    assert player is not None
    return browser(player, **headers)


def form(loaded: Loaded, do: str, *, seat: int | None = None, **more: object) -> dict[str, object]:
    """The board's form, as its page would send it."""
    seat = loaded.turn if seat is None else seat
    assert seat is not None
    draft = selectors.draft(loaded, seat).revision
    return {"seat": seat, "number": loaded.number, "draft": draft, "do": do, **more}


def masked(page: str) -> str:
    """A page without its tokens, which differ each time."""
    return re.sub(r'(csrfmiddlewaretoken" value=)"\w+"', r"\1", page)
