"""Tables played up to a moment worth looking at, by people whose cookies are told.

`python -m tests.browser.stage take lay` prints, for each scene, its table's key and the cookies
of its people by seat, as one JSON object. The deals are always the same: the seed is searched
for by the engine alone, then the moves are made at a real table through the services.
"""

import json
import sys
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import NamedTuple

import django

django.setup()

from games import bots, identity, selectors, services  # noqa: E402
from games.engine import rules, shuffle  # noqa: E402
from games.engine.melds import Kind  # noqa: E402
from games.engine.moves import Ask, Discard, Draw, Lay, Move, Part, Pile  # noqa: E402
from games.engine.refusal import Refusal  # noqa: E402
from games.engine.state import Phase, Setup, State  # noqa: E402
from games.engine.variant import Variant  # noqa: E402
from games.engine.variants import get  # noqa: E402
from games.engine.view import View  # noqa: E402
from games.models import Player, Table  # noqa: E402

NAMES = ("Wilhelmina v. Hohenstein", "Χριστίνα Παπαδοπούλου", "林小明", "Bo", "Åse", "Nikos")
"""Long ones, short ones, three scripts."""
WIDE = ("M" * 24, "Μαρία-Μαγδαληνή Μπουμπού", "國" * 24, "Wilhelmina Wammesworthmm")
"""As long as names may be, with and without a place to break."""

Moment = Callable[[State], bool]
Mover = Callable[[View, Random], Move]
Moves = list[tuple[int, Move]]


class Scene(NamedTuple):
    """What a table shall show."""

    moment: Moment | None = None
    """The first position of the first deal for which this is true; None: before the game."""
    seats: int = 4
    taken: int = 4
    """Seats at which somebody sits."""
    hoarder: bool = False
    """The first seat collects cards rather than melds."""
    spreaders: bool = False
    """Everybody begins melds and completes none."""
    names: tuple[str, ...] = NAMES
    deals: int = 0
    """Deals played to their end first; -1 is the whole game."""
    draft: bool = False
    """Who must act has laid out what makes less than the first meld needs."""
    game: str = "samba"

    @property
    def variant(self) -> Variant:
        return get(self.game)


# ---------------------------------------------------------------- moments


def taking(state: State) -> bool:
    """The pile can be taken, and there is something to see."""
    public = state.public
    return (
        public.phase is Phase.TAKE
        and all(len(melds) > 2 for melds in public.melds)
        and any(meld.canasta for melds in public.melds for meld in melds)
        and len(public.pile) > 4
        and bool(pile_of(seen(state)))
    )


def opening(state: State) -> bool:
    """A side that has nothing on the table holds three of a kind, and more."""
    view = seen(state)
    return (
        state.public.phase is Phase.LAY
        and not view.melds
        and len(state.public.pile) > 2
        and len(triples(view)) > 1
    )


def crowded(state: State) -> bool:
    """A hand that fills four rows, with much on the table."""
    public = state.public
    return public.phase is Phase.LAY and public.turn == 0 and public.sizes[0] >= 36


def kept_away(state: State) -> bool:
    """A pile frozen by a wild card some way down, before somebody who may take."""
    public = state.public
    return (
        public.phase is Phase.TAKE
        and public.frozen
        and len(public.pile) > 4
        and all(len(melds) > 1 for melds in public.melds)
        and bool(pile_of(seen(state)))
    )


def unopened(state: State) -> bool:
    """The pile is frozen only for who has not opened, and the discard is not blocked."""
    public = state.public
    opened = [bool(melds) for melds in public.melds]
    return (
        public.phase is Phase.TAKE
        and not public.frozen
        and len(public.pile) > 2
        and any(opened)
        and not seen(state).melds
    )


def looking(state: State) -> bool:
    """Somebody has earned the kitty, and others have laid something."""
    public = state.public
    return seen(state).kitty is not None and sum(map(bool, public.melds)) > 2


def wilds(state: State) -> bool:
    """Melds of wild cards, and sequences beside them."""
    public = state.public
    kinds = [{meld.kind for meld in melds} for melds in public.melds]
    return (
        public.phase is Phase.LAY
        and all(len(melds) > 2 for melds in public.melds)
        and {Kind.WILDS, Kind.SEQUENCE} <= kinds[public.setup.side(public.turn)]
    )


def overflowing(state: State) -> bool:
    """A hand of more than four rows."""
    public = state.public
    return public.phase is Phase.LAY and public.turn == 0 and public.sizes[0] >= 45


def asking(state: State) -> bool:
    return state.public.phase is Phase.ASKED


def full(state: State) -> bool:
    """Twelve melds on each side."""
    public = state.public
    return public.phase is Phase.LAY and all(len(melds) >= 12 for melds in public.melds)


def begun(state: State) -> bool:
    return True


SCENES = {
    "waiting": Scene(taken=2),
    "full": Scene(),
    "begun": Scene(begun),
    "pair": Scene(begun, seats=2),
    "take": Scene(taking),
    "lay": Scene(opening, draft=True),
    "big": Scene(crowded, hoarder=True),
    "asked": Scene(asking),
    "crammed": Scene(full, spreaders=True, names=WIDE),
    "score": Scene(deals=1),
    "ended": Scene(deals=-1),
    "canasta-frozen": Scene(kept_away, game="canasta"),
    "canasta-unopened": Scene(unopened, seats=3, taken=3, game="canasta"),
    "bolivia": Scene(wilds, game="bolivia"),
    "railroad": Scene(looking, seats=6, taken=6, game="railroad"),
    "railroad-four": Scene(looking, seats=4, game="railroad"),
    "railroad-score": Scene(seats=5, taken=5, deals=1, game="railroad"),
    "railroad-big": Scene(overflowing, seats=2, hoarder=True, game="railroad"),
    "railroad-waiting": Scene(seats=6, taken=3, game="railroad"),
}


# ---------------------------------------------------------------- who plays how


def seen(state: State) -> View:
    return rules.see(state, state.public.seat)


def pile_of(view: View) -> Pile | None:
    """The pile with a pair of the hand, where that is legal."""
    top = view.public.top
    pair = tuple(card for card in view.hand if top is not None and card.rank == top.rank)[:2]
    pile = Pile(Part(None, pair), ())
    return pile if len(pair) == 2 and not rules.check(view, pile) else None


def triples(view: View) -> list[Part]:
    """Three of a kind of the hand, without wild cards."""
    found = []
    for rank in dict.fromkeys(card.rank for card in view.hand):
        cards = tuple(card for card in view.hand if card.rank == rank)[:3]
        try:
            view.setup.variant.new_meld(cards)
        except Refusal:
            continue
        found.append(Part(None, cards))
    return found


def steady(view: View, rng: Random) -> Move:
    return bots.choose("steady", view, rng)


def hoard(view: View, rng: Random) -> Move:
    """Take the pile whenever possible, lay nothing, throw away what is single."""
    if view.public.phase is Phase.TAKE:
        return pile_of(view) or (Draw() if not rules.check(view, Draw()) else steady(view, rng))
    singles = sorted(view.hand, key=lambda card: (view.hand.count(card), rng.random()))
    return next(
        (move for move in map(Discard, singles) if not rules.check(view, move)), steady(view, rng)
    )


def spread(view: View, rng: Random) -> Move:
    """Take the pile whenever possible, begin every meld, throw away what is single."""
    if view.public.phase is not Phase.LAY:
        return pile_of(view) or (Draw() if not rules.check(view, Draw()) else steady(view, rng))
    found: list[Part] = []
    left = list(view.hand)
    for part in [*runs(view), *triples(view)]:
        if all(left.count(card) >= part.cards.count(card) for card in part.cards):
            for card in part.cards:
                left.remove(card)
            found.append(part)
    tries = [Lay(tuple(found)), *(Lay((part,)) for part in found)] if found else []
    wanted = sorted(set(view.hand), key=lambda card: (card.wild, view.hand.count(card)))
    moves: list[Move] = [*tries, *map(Discard, wanted)]
    return next((move for move in moves if not rules.check(view, move)), steady(view, rng))


def runs(view: View) -> list[Part]:
    """Three in a row of one suit, of the hand."""
    found = []
    for card in dict.fromkeys(view.hand):
        cards = [other for other in view.hand if other.suit == card.suit and not other.wild]
        row = {other.height: other for other in cards if 0 <= other.height - card.height < 3}
        part = Part(None, tuple(row[height] for height in sorted(row)))
        try:
            view.setup.variant.new_meld(part.cards)
        except Refusal:
            continue
        found.append(part)
    return found


def play(state: State, movers: tuple[Mover, ...], rng: Random) -> Iterator[tuple[int, Move, State]]:
    """The deal to its end between these movers."""
    while state.public.phase is not Phase.ENDED:
        seat = state.public.seat
        move = movers[seat](seen(state), rng)
        state = rules.play(state, move, seat)
        yield seat, move, state


# ---------------------------------------------------------------- seeds and moves


def server_seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def first_deal(game: Variant, seed: bytes, seats: int) -> State:
    """How the first deal of the game with this seed begins."""
    setup = Setup(game, seats, shuffle.first_dealer(seed, seats), (0,) * game.sides(seats))
    return rules.deal(setup, seed, 1)


def search(scene: Scene) -> tuple[bytes, Moves]:
    """The server's seed and the moves that lead to the moment."""
    assert scene.moment is not None
    usual = spread if scene.spreaders else steady
    movers: tuple[Mover, ...] = (hoard if scene.hoarder else usual, *[usual] * (scene.seats - 1))
    for number in count(1):
        secret = server_seed(number)
        clients = [shuffle.computer_seed(secret, seat) for seat in range(scene.seats)]
        seed = shuffle.game_seed(secret, clients)
        state = first_deal(scene.variant, seed, scene.seats)
        if scene.moment(state):
            return secret, []
        moves: Moves = []
        for seat, move, after in play(state, movers, Random(number)):
            moves.append((seat, move))
            if scene.moment(after):
                return secret, moves
    raise AssertionError("unreachable")


class Staged:
    """A table of the site, and the person at each of its seats."""

    def __init__(self, scene: Scene, secret: bytes) -> None:
        people = [identity.create(name) for name in scene.names[: min(scene.taken, scene.seats)]]
        self.players: list[Player] = [player for player, _ in people]
        self.cookies = [cookie for _, cookie in people]
        table = services.open_table(
            player=self.players[0],
            name=scene.names[0],
            variant=scene.variant,
            seats=scene.seats,
            computers={},
            target=scene.variant.targets[0],
        )
        self.key = table.key
        Table.objects.filter(key=self.key).update(
            server_seed=secret, commitment=shuffle.commitment(secret)
        )
        selectors.forget()
        for seat in range(1, len(people)):
            services.take_seat(
                key=self.key, player=self.players[seat], seat=seat, name=scene.names[seat]
            )

    def start(self) -> None:
        services.start(key=self.key, player=self.players[0])

    def move(self, seat: int, move: Move) -> None:
        loaded = selectors.load(self.key)
        at = {"key": self.key, "player": self.players[seat], "seat": seat}
        if isinstance(move, Ask):
            for part in bots.plan("steady", loaded.view(seat))[0].parts:
                services.draft_add(**at, part=part)
        services.play_move(**at, number=loaded.number, move=move)

    def finish_deal(self) -> None:
        """Play on until the deal is over."""
        rng = Random(1)
        while (loaded := selectors.load(self.key)).turn is not None:
            self.move(loaded.turn, steady(loaded.view(loaded.turn), rng))

    def go_on(self) -> None:
        for player in self.players:
            services.go_on(key=self.key, player=player)


def set_up(scene: Scene) -> Staged:
    secret, moves = search(scene) if scene.moment else (server_seed(1), [])
    staged = Staged(scene, secret)
    if scene.moment or scene.deals:
        staged.start()
    for index, (seat, move) in enumerate(moves):
        # A partner's yes brings the asker's moves along.
        if len(selectors.load(staged.key).moves) == index:
            staged.move(seat, move)
    if scene.draft:
        loaded = selectors.load(staged.key)
        assert loaded.turn is not None
        part = triples(loaded.view(loaded.turn))[0]
        player = staged.players[loaded.turn]
        services.draft_add(key=staged.key, player=player, seat=loaded.turn, part=part)
    for deal in count(1):
        if not scene.deals:
            break
        staged.finish_deal()
        ended = selectors.load(staged.key).table.status == Table.Status.ENDED
        if ended or deal == scene.deals:
            break
        staged.go_on()
    return staged


def main(wanted: list[str]) -> None:
    told = {}
    for name in wanted:
        staged = set_up(SCENES[name])
        loaded = selectors.load(staged.key)
        told[name] = {"key": staged.key, "cookies": staged.cookies, "turn": loaded.turn}
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
