"""Live boards: one socket a page, to which the pieces that have changed are pushed.

A page shows itself alive every few seconds and tells the number that it shows; whatever was
lost on the way is sent again then.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.core.exceptions import SynchronousOnlyOperation
from django.http import HttpRequest, parse_cookie
from django.utils import translation

from games import broadcast, identity, preferences, presence, selectors, services, wording
from games.models import Table
from games.pages import Page, Viewer, draft_of, page, talk
from games.rates import Rate
from games.selectors import Draft, Loaded

T = TypeVar("T")

LONGEST_FRAME = 200
"""Characters of the longest message that a page sends; ours have about thirty."""
SIGNS = 40
"""Messages that a socket may send in ten seconds; a page sends one in five."""
FRESH = 1.0
"""Seconds for which the numbers read from the database serve all sockets of a table."""
SEEN_EVERY = 20.0
"""Seconds after which a page counts as looked at, and between two notes of how far."""
PATIENCE = 4.0
"""Seconds that a page is given to show what it was sent, before it is sent again."""

# Close codes. Pages come back after every one of them but the first.
NO_TABLE, UNREADABLE, TOO_LONG, TOO_OFTEN, TROUBLE = 4404, 4400, 4413, 4429, 4503
SOMEBODY_ELSE = 4401

log = logging.getLogger(__name__)


async def database(function: Callable[..., T], *args: Any) -> T:
    """Call what waits for the database or the cache, in the thread that keeps its connection."""
    return await database_sync_to_async(function)(*args)


async def load(key: str, number: int) -> Loaded:
    """The table at this number at least; mostly it is kept already, without any query."""
    try:
        return selectors.load(key, number)
    except SynchronousOnlyOperation:
        return await database(selectors.load, key, number)


class Versions:
    """What the database says about a table, read once for all its sockets in this process."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[float, asyncio.Task[tuple[int, tuple[int, ...]]]]] = {}

    async def of(self, table_id: int) -> tuple[int, tuple[int, ...]]:
        """As `selectors.versions`, not older than `FRESH` seconds."""
        now = time.monotonic()
        at, reading = self._read.get(table_id, (0.0, None))
        if reading is None or now - at > FRESH:
            self._read = {pk: read for pk, read in self._read.items() if now - read[0] <= FRESH}
            reading = asyncio.create_task(database(selectors.versions, table_id))
            self._read[table_id] = (now, reading)
        return await asyncio.shield(reading)


versions = Versions()


class TableConsumer(AsyncWebsocketConsumer):
    """The socket of one page of one table."""

    shown: Page | None = None
    """What the page shows; None while that is not known."""
    sent_at = 0.0
    seen = 0
    """The number of the table as the person was last known to have seen it."""
    seen_at = 0.0
    groups_joined: frozenset[str] = frozenset()

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Whatever goes wrong, the page is told to come back rather than left alone.

        Channels would hop to a thread first, to look after database connections. Few messages
        need one, and `database` looks after it then.
        """
        try:
            await getattr(self, get_handler_name(message))(message)
        except StopConsumer:
            raise
        except Table.DoesNotExist:
            await self.close(NO_TABLE)
        except Exception:
            log.exception("A board's socket failed")
            await self.close(TROUBLE)

    async def connect(self) -> None:
        headers = dict(self.scope["headers"])
        cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin1"))
        wanted = parse_qs(self.scope["query_string"].decode("latin1")).get("seat", [""])[0]
        self.key = self.scope["url_route"]["kwargs"]["key"]
        self.signs = Rate(SIGNS, 10)
        self.seen_at = time.monotonic()
        # For this task alone, which lasts as long as the socket.
        translation.activate(language_of(cookies, headers.get(b"accept-language", b"")))
        await self.accept()
        self.cookie = cookies.get(identity.COOKIE)
        self.viewer = Viewer(
            await database(identity.identify, self.cookie),
            int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 else None,
            preferences.read(cookies).sort,
            headers.get(b"origin", b"").decode("latin1"),
        )
        loaded = await database(selectors.load, self.key)
        self.table_id = loaded.table.pk
        await self.follow(loaded)

    async def disconnect(self, code: int) -> None:
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A sign of life: the number that the page shows, and how its hand is sorted."""
        sign, fault = read_sign(text_data)
        if not self.signs.allows():
            fault = TOO_OFTEN
        if fault:
            await self.close(fault)
            return
        if sign.get("sort") in ("rank", "suit"):
            self.viewer = replace(self.viewer, sort=sign["sort"])
        if not await self.is_still_the_same():
            await self.close(SOMEBODY_ELSE)
            return
        await self.arrive()
        await self.heal(sign)
        if sign.get("seen") is True:
            await self.note_look()
        if "said" in sign:
            await self.catch_up_on_talk(sign["said"])
        await self.send(json.dumps({"number": self.shown.number if self.shown else 0}))

    async def is_still_the_same(self) -> bool:
        """Whether this browser is still the person that it was, which they can end elsewhere."""
        try:
            player = identity.recognise(self.cookie)
        except SynchronousOnlyOperation:
            player = await database(identity.recognise, self.cookie)
        return player == self.viewer.player

    async def arrive(self) -> None:
        """Note that the people of these seats are here; those in the lobby see it."""
        loaded = await load(self.key, 0)
        seats = loaded.seats_of(self.viewer.player)
        if seats and await database(presence.arrive, self.table_id, seats):
            await database(partial(services.seen, loaded=loaded, player=self.viewer.player))
            await self.channel_layer.group_send(
                broadcast.group(self.table_id), {"type": "presence.changed"}
            )

    async def note_look(self) -> None:
        """Note what the person has before their eyes, and now and then how far they have seen."""
        shown, player = self.shown, self.viewer.player
        if shown is None or shown.seat is None or player is None:
            return
        if shown.yours:
            await database(presence.look, self.table_id, player.pk)
        now = time.monotonic()
        if shown.number != self.seen and now - self.seen_at > SEEN_EVERY:
            self.seen, self.seen_at = shown.number, now
            await database(partial(services.looked, loaded=shown.loaded, player=player))

    async def catch_up_on_talk(self, newest: Any) -> None:
        """Send what was said before the page could hear it."""
        if await database(selectors.last_remark, self.table_id) != newest:
            await self.push_talk(0)

    async def heal(self, sign: dict[str, Any]) -> None:
        """Send what the page lacks."""
        number, drafts = await versions.of(self.table_id)
        loaded = await load(self.key, number)
        if self.shown is None:
            fresh = await self.page(loaded, await self.read_draft(loaded))
            shows = (sign["number"], sign.get("draft"), sign.get("language"))
            if shows == (fresh.number, fresh.revision, wording.language_tag()):
                self.shown = fresh
            else:
                await self.push(fresh)
            return
        draft = self.shown.draft
        if loaded.number > self.shown.number or (
            draft and self.shown.seat is not None and drafts[self.shown.seat] > self.shown.revision
        ):
            await self.push(await self.page(loaded, await self.read_draft(loaded)))
        elif sign["number"] < self.shown.number and time.monotonic() - self.sent_at > PATIENCE:
            fresh, self.shown = self.shown, None
            await self.push(fresh)

    # ------------------------------------------------------------ what others tell

    async def table_changed(self, event: dict[str, Any]) -> None:
        """The table is at another number."""
        if self.shown and self.shown.number >= event["number"]:
            return
        loaded = await load(self.key, event["number"])
        draft = self.shown.draft if self.shown else None
        # Nothing was laid out, and what is laid out anew is told by itself.
        if draft is None or draft.parts or draft.dropped:
            draft = await self.read_draft(loaded)
        await self.push(await self.page(loaded, draft))

    async def draft_changed(self, event: dict[str, Any]) -> None:
        """The seat has laid out other cards, perhaps on another device."""
        loaded = await database(selectors.load, self.key)
        await self.push(await self.page(loaded, await self.read_draft(loaded)))

    async def presence_changed(self, event: dict[str, Any]) -> None:
        """Somebody has come; the lobby tells who is there."""
        loaded = await load(self.key, 0)
        if loaded.table.status == Table.Status.WAITING:
            await self.push(await self.page(loaded, None))

    async def table_said(self, event: dict[str, Any]) -> None:
        """Somebody said something, or wants to read other things."""
        await self.push_talk(event["remark"])

    async def push_talk(self, remark: int) -> None:
        """What is said at the table, for this reader; `remark` is new."""
        loaded = await load(self.key, 0)
        if self.viewer.barred(loaded):
            return
        await self.send(await database(partial(talk.fragment, loaded, self.viewer, fresh=remark)))

    # ------------------------------------------------------------ pages

    async def page(self, loaded: Loaded, draft: Draft | None) -> Page:
        """This viewer's page. A board needs no query and is made at once."""
        if loaded.table.status == Table.Status.PLAYING:
            return self.made(loaded, draft)
        return await database(self.made, loaded, draft)

    def made(self, loaded: Loaded, draft: Draft | None) -> Page:
        lobby = loaded.table.status == Table.Status.WAITING
        here = presence.here(loaded.table.pk, len(loaded.seats)) if lobby else frozenset()
        return page(loaded, self.viewer, draft=draft, here=here)

    async def read_draft(self, loaded: Loaded) -> Draft | None:
        if loaded.table.status != Table.Status.PLAYING or self.viewer.seat(loaded) is None:
            return None
        return await database(draft_of, loaded, self.viewer)

    async def push(self, fresh: Page) -> None:
        """Send the pieces that the page does not show yet."""
        if fresh.board and self.shown and self.shown.board:
            pieces = fresh.since(self.shown)
        else:
            pieces = await database(fresh.since, self.shown)
        if not self.shown or self.shown.loaded.seats is not fresh.loaded.seats:
            await self.follow(fresh.loaded)
        self.shown, self.sent_at = fresh, time.monotonic()
        await self.send(pieces)

    async def follow(self, loaded: Loaded) -> None:
        """Hear about the table, and about the drafts of one's own seats."""
        seats = loaded.seats_of(self.viewer.player)
        wanted = {broadcast.group(self.table_id)}
        wanted |= {broadcast.seat_group(self.table_id, seat) for seat in seats}
        for group in wanted - self.groups_joined:
            await self.channel_layer.group_add(group, self.channel_name)
        for group in self.groups_joined - wanted:
            await self.channel_layer.group_discard(group, self.channel_name)
        self.groups_joined = frozenset(wanted)


def read_sign(text: str | None) -> tuple[dict[str, Any], int]:
    """``{"number": 12}`` as a value; or the code with which to close, 0 for none."""
    if text is None:
        return {}, UNREADABLE
    if len(text) > LONGEST_FRAME:
        return {}, TOO_LONG
    try:
        sign = json.loads(text)
    except (ValueError, RecursionError):
        return {}, UNREADABLE
    if not isinstance(sign, dict) or type(sign.get("number")) is not int:
        return {}, UNREADABLE
    return sign, 0


def language_of(cookies: Mapping[str, str], accepted: bytes) -> str:
    """The language that pages of this browser come in."""
    request = HttpRequest()
    request.COOKIES = dict(cookies)
    request.META["HTTP_ACCEPT_LANGUAGE"] = accepted.decode("latin1")
    return translation.get_language_from_request(request)
