"""Tables for tests: opened, filled and begun through the services, as people do it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from games import identity, selectors, services
from games.engine.moves import Discard, Draw, Move, parse
from games.engine.state import State
from games.engine.variants import get
from games.models import Player, Table
from games.selectors import Loaded

NAMES = ("Ann", "Bo", "Cleo", "Dag", "Eve", "Finn")


class Opened(NamedTuple):
    """A table, and the person at each seat; None is a computer player's."""

    key: str
    players: tuple[Player | None, ...]

    @property
    def opener(self) -> Player:
        return next(player for player in self.players if player)

    def load(self) -> Loaded:
        return selectors.load(self.key)

    @property
    def table(self) -> Table:
        return Table.objects.get(key=self.key)

    def play(self, move: str | Move, *, seat: int | None = None) -> int:
        """The move of the seat that must act, or of `seat`, from the newest board."""
        loaded = self.load()
        if seat is None:
            seat = loaded.turn
        assert seat is not None
        return services.play_move(
            key=self.key,
            player=self.players[seat],
            seat=seat,
            number=loaded.number,
            move=parse(move) if isinstance(move, str) else move,
        )

    def pass_turn(self) -> None:
        """Draw, and discard the first card of the hand."""
        self.play(Draw())
        loaded = self.load()
        assert loaded.turn is not None
        self.play(Discard(next(iter(loaded.view(loaded.turn).hand))))


def person(name: str = "") -> Player:
    player, _cookie = identity.create(name)
    return player


def waiting(seats: int = 2, *, computers: Iterable[int] = (), target: int = 2500) -> Opened:
    """A table at which Ann, who opened it, sits alone beside the computer players."""
    ann = person()
    levels = dict.fromkeys(computers, "steady")
    table = services.open_table(
        player=ann, name="Ann", variant=get("samba"), seats=seats, computers=levels, target=target
    )
    own = next((seat for seat in range(seats) if seat not in levels), None)
    return Opened(table.key, tuple(ann if seat == own else None for seat in range(seats)))


def full(seats: int = 2, *, computers: Iterable[int] = (), target: int = 2500) -> Opened:
    """A table with a person at every seat that no computer player takes."""
    opened = waiting(seats, computers=computers, target=target)
    players = list(opened.players)
    for seat in range(seats):
        if players[seat] is None and seat not in tuple(computers):
            players[seat] = person()
            services.take_seat(key=opened.key, player=players[seat], seat=seat, name=NAMES[seat])
    return Opened(opened.key, tuple(players))


def begun(seats: int = 2, *, computers: Iterable[int] = (), target: int = 2500) -> Opened:
    """A table at which the first deal has begun."""
    opened = full(seats, computers=tuple(computers), target=target)
    services.start(key=opened.key, player=opened.load().table.opener)
    return opened


def put(opened: Opened, state: State) -> None:
    """Let the deal go on from this position, as if it had been reached by moves."""
    loaded = opened.load()
    table = opened.table
    table.turn = state.public.seat
    table.save(update_fields=["turn"])
    selectors.forget()
    selectors.remember(replace(loaded, table=table, state=state))
