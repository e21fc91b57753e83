"""Tables for the load bench: four persons with cookies and sockets, who know what to play.

The bench reads the server's own database, so that it can follow each game in the engine and
always has a legal move to post.
"""

import asyncio
import re
from collections.abc import Callable, Mapping
from random import Random
from time import perf_counter

from asgiref.sync import sync_to_async
from django.urls import reverse

from games import bots, identity, selectors, services
from games.engine import rules
from games.engine.moves import Ask, Discard, Draw, Move
from games.engine.state import Phase, State
from games.engine.variants import get
from games.engine.view import see
from games.models import Player, Table

from .wire import Http, Socket

NAMES = ("Ann", "Bo", "Cleo", "Dag")
TOKEN = "b" * 32
LOST = 20.0
"""Seconds after which a move that did not reach every screen has failed."""
NUMBER = re.compile(rb'(?:id="r-number"[^>]* value|data-number)="(\d+)"')


def steady(state: State, rng: Random) -> Move:
    """What a sensible player does; asking the partner, which takes a draft, is left out."""
    view = see(state, state.public.seat)
    move = bots.choose("steady", view, rng)
    return bots.plan("steady", view)[0] if isinstance(move, Ask) else move


def plain(state: State, rng: Random) -> Move:
    """Draw, then discard: what most moves are."""
    if state.public.phase is Phase.TAKE:
        return Draw()
    view = see(state, state.public.seat)
    legal = [move for move in map(Discard, view.hand) if not rules.check(view, move)]
    return rng.choice(legal)


class Seated:
    """A table with four persons, first opened and played at through the services."""

    def __init__(self, seed: int, *, target: int | None = None) -> None:
        self.rng = Random(seed)
        people = [identity.create() for _ in NAMES]
        variant = get("samba")
        self.players: list[Player] = [player for player, _ in people]
        self.cookies = [f"csrf={TOKEN}; {identity.COOKIE}={cookie}" for _, cookie in people]
        self.key = services.open_table(
            player=self.players[0],
            name=NAMES[0],
            variant=variant,
            seats=len(NAMES),
            computers={},
            target=max(variant.targets),
        ).key
        for seat, player in enumerate(self.players[1:], 1):
            services.take_seat(key=self.key, player=player, seat=seat, name=NAMES[seat])
        if target:
            Table.objects.filter(key=self.key).update(target=target)
            selectors.forget()
        services.start(key=self.key, player=self.players[0])
        self.read()

    def read(self) -> None:
        """See how the table stands now."""
        loaded = selectors.load(self.key)
        assert loaded.state is not None
        self.number, self.state = loaded.number, loaded.state
        self.made = len(loaded.moves)
        self.over = loaded.table.status != Table.Status.PLAYING

    def prepare(self, moves: int) -> None:
        """Play a deal for so many moves and to the end of a turn; there are melds then."""
        while self.made < moves or self.state.public.phase is not Phase.TAKE:
            seat = self.state.public.seat
            services.play_move(
                key=self.key,
                player=self.players[seat],
                seat=seat,
                number=self.number,
                move=steady(self.state, self.rng),
            )
            self.read()
            if self.over:
                for player in self.players:
                    services.go_on(key=self.key, player=player)
                self.read()

    # ------------------------------------------------------------ over the network

    async def connect(self, host: str) -> None:
        """Open a connection for the posts and a socket for every seat."""
        self._headers = [
            {"Cookie": cookie, "Origin": f"http://{host}", "HX-Request": "true"}
            for cookie in self.cookies
        ]
        self.http = Http(host)
        await self.http.open()
        self._seen = [0] * len(NAMES)
        self._awaited: asyncio.Future[float] | None = None
        self._mover = 0
        self.sockets = [
            Socket(host, f"/ws/t/{self.key}/?seat={seat}", self._headers[seat], self._hears(seat))
            for seat in range(len(NAMES))
        ]
        for socket in self.sockets:
            await socket.open()
        # A page tells its number once its socket is open; the answer shows that it is heard.
        for socket in self.sockets:
            socket.send(f'{{"number": {self.number}, "draft": 0}}')
        await asyncio.sleep(0.2)

    def _hears(self, seat: int) -> Callable[[bytes], None]:
        def hear(frame: bytes) -> None:
            found = NUMBER.search(frame)
            if not found:
                return
            self._seen[seat] = int(found[1])
            waiting = self._awaited and not self._awaited.done()
            if waiting and all(
                seen > self.number for other, seen in enumerate(self._seen) if other != self._mover
            ):
                self._awaited.set_result(perf_counter())

        return hear

    async def post(self, name: str, seat: int, fields: Mapping[str, object]) -> int:
        """Post a form of that seat's person; the status."""
        fields = {"csrfmiddlewaretoken": TOKEN, "seat": seat, **fields}
        return await self.http.post(reverse(name, args=[self.key]), fields, self._headers[seat])

    async def move(self, move: Move) -> float:
        """Post the move; seconds until all other seats have a board past the last number."""
        self._mover = self.state.public.seat
        self._awaited = asyncio.get_running_loop().create_future()
        fields = {"number": self.number, "live": "1", **_button(move)}
        start = perf_counter()
        async with asyncio.timeout(LOST):
            status = await self.post("games:act", self._mover, fields)
            if status != 204:
                raise AssertionError(f"{move}: answer {status}")
            done = await self._awaited
        self.state = rules.play(self.state, move)
        self.over = self.state.public.phase is Phase.ENDED
        self.number += 1
        return done - start

    async def go_on(self) -> None:
        """Begin the next deal, as all four persons want it."""
        for seat in range(len(NAMES)):
            await self.post("games:go_on", seat, {})
        await sync_to_async(self.read)()

    @property
    def received(self) -> int:
        """Bytes that have come from the server."""
        return self.http.received + sum(socket.received for socket in self.sockets)

    def close(self) -> None:
        self.http.close()
        for socket in self.sockets:
            socket.close()


def _button(move: Move) -> dict[str, str]:
    match move:
        case Draw():
            return {"do": "draw"}
        case Discard(card):
            return {"do": f"sure {card}"}
    return {"do": "typed", "move": str(move)}
