"""Any legal move, now and then a strange one: for tests, which it leads into every corner."""

from random import Random

from games.engine.cards import HEIGHT, Card
from games.engine.melds import CANASTA_SIZE, Kind, Meld
from games.engine.moves import Ask, Discard, Draw, Lay, Move, No, Part, Pile, Stop, Top, Yes
from games.engine.refusal import Refusal
from games.engine.rules import check
from games.engine.state import Phase
from games.engine.variant import Variant
from games.engine.view import View

from ..draft import OF_SUIT, SUIT, Draft
from ..finish import finish
from ..melding import ACE, LOWEST

OFFERED = False

TRIES = 2
"""Lays thought of before the discard."""


def choose(view: View, rng: Random) -> Move:
    """See `games.bots.choose`."""
    match view.public.phase:
        case Phase.TAKE:
            return _take(view, rng)
        case Phase.ASKED:
            return Yes() if rng.random() < 0.6 else No()
        case Phase.GO_OUT:
            return plan(view)[0]
        case Phase.LAST:
            return _discard(view, rng)
        case Phase.STUCK:
            return (rng.random() < 0.8 and _lay_some(view, rng)) or Stop()
        case _:
            return _lay(view, rng) or _discard(view, rng)


def plan(view: View) -> tuple[Lay, Discard | None]:
    """See `games.bots.plan`."""
    way = finish(view, Draft(view))
    if way is None:
        raise LookupError("no way out")
    return way


def _take(view: View, rng: Random) -> Move:
    stock = view.public.stock
    top = view.public.top
    if top is not None and HEIGHT[top] >= LOWEST and rng.random() < 0.7:
        moves: list[Move] = []
        for number, meld in enumerate(view.melds, 1):
            if not meld.closed and _may_fit(meld, top):
                moves += (Top(number), Pile(Part(number, ()), _some_parts(view, rng)))
        if view.hand.rank_count(top.rank):
            moves += [_pile(view, top, rng) for _ in range(TRIES)]
        rng.shuffle(moves)
        for move in moves:
            if check(view, move) is None:
                return move
    return Draw() if stock else Stop()


def _pile(view: View, top: Card, rng: Random) -> Pile:
    """The pair, sometimes with more of its rank or wilds, and other parts until it may open."""
    rest = list(view.hand)
    rng.shuffle(rest)
    height = HEIGHT[top]
    mates = [card for card in rest if HEIGHT[card] == height]
    first = mates[: rng.randint(min(2, len(mates)), len(mates))]
    for card in first:
        rest.remove(card)
    most_wilds = rng.choice((0, 0, 1, 1, 2)) if len(first) > 1 else 1
    wilds = [card for card in rest if card.wild][:most_wilds]
    for card in wilds:
        rest.remove(card)
    most = rng.choice((0, 0, 1, 2)) if view.melds else 6
    onto = None
    if not view.setup.variant.pair_starts_new_set and rng.random() < 0.9:
        same = [n for n, m in enumerate(view.melds, 1) if m.rank == top.rank and not m.closed]
        onto = rng.choice(same) if same else None
    return Pile(Part(onto, (*first, *wilds)), _parts(view, rest, most, rng, onto))


def _lay(view: View, rng: Random) -> Move | None:
    public = view.public
    if not public.barred and len(view.hand) > 1 and rng.random() < 0.5:
        way = finish(view, Draft(view))
        if way:
            return Ask() if rng.random() < 0.5 and check(view, Ask()) is None else way[0]
    if public.laid and rng.random() < 0.5:
        return None
    return _lay_some(view, rng)


def _lay_some(view: View, rng: Random) -> Move | None:
    for _ in range(TRIES):
        rest = list(view.hand)
        rng.shuffle(rest)
        parts = _parts(view, rest, rng.randint(1, 4) if view.melds else 6, rng)
        if parts and check(view, move := Lay(parts)) is None:
            return move
    return None


def _some_parts(view: View, rng: Random) -> tuple[Part, ...]:
    """Now and then a part or two from the whole hand."""
    most = rng.choice((0, 0, 0, 1, 2))
    return _parts(view, list(view.hand), most, rng) if most else ()


def _parts(
    view: View, rest: list[Card], most: int, rng: Random, taken: int | None = None
) -> tuple[Part, ...]:
    """Up to `most` parts, each right by itself and none for the meld `taken`; the cards that
    they use leave `rest`."""
    parts: list[Part] = []
    melds = view.melds
    free = [number for number in range(1, len(melds) + 1) if number != taken]
    for _ in range(most + 2):
        if len(parts) == most or not rest:
            break
        cards = _group(rng.choice(rest), rest, rng)
        part = _part(view.setup.variant, melds, cards, free, rng)
        if part:
            parts.append(part)
            for card in part.cards:
                rest.remove(card)
    return tuple(parts)


def _group(seed: Card, rest: list[Card], rng: Random) -> tuple[Card, ...]:
    """Some cards that go with this one, by rank or in a row."""
    height = HEIGHT[seed]
    if rng.random() < 0.5 and height >= LOWEST:
        faces = OF_SUIT[SUIT[seed]]
        low = high = height
        length = rng.randint(1, CANASTA_SIZE)
        while high - low + 1 < length and high < ACE and faces[high + 1] in rest:
            high += 1
        while high - low + 1 < length and low > LOWEST and faces[low - 1] in rest:
            low -= 1
        if low < high or rng.random() < 0.5:
            return tuple(faces[at] for at in range(low, high + 1))
    if seed.wild:
        wilds = [card for card in rest if card.wild]
        return tuple(wilds[: rng.randint(1, len(wilds))])
    mates = [card for card in rest if HEIGHT[card] == height]
    mates = mates[: rng.randint(1, len(mates))]
    number = rng.choice((0, 0, 0, 1, 2, 3))
    return (*mates, *[card for card in rest if card.wild][:number])


def _part(
    variant: Variant,
    melds: tuple[Meld, ...],
    cards: tuple[Card, ...],
    free: list[int],
    rng: Random,
) -> Part | None:
    """A part of these cards: for a meld in `free`, which it then leaves, or a new one."""
    fitting = [number for number in free if _may_fit(melds[number - 1], cards[0])]
    if fitting and rng.random() < 0.8:
        number = rng.choice(fitting)
        try:
            variant.grown(melds[number - 1], number, cards)
        except Refusal:
            return None
        free.remove(number)
        return Part(number, cards)
    if len(cards) < 3:
        return None
    try:
        variant.new_meld(cards)
    except Refusal:
        return None
    return Part(None, cards)


def _may_fit(meld: Meld, card: Card) -> bool:
    """Whether it is worth while to try this card on this meld."""
    if meld.closed:
        return False
    if meld.kind is Kind.SEQUENCE:
        return SUIT[meld.cards[0]] == SUIT[card]
    return HEIGHT[meld.cards[0]] == HEIGHT[card] or card.wild


def _discard(view: View, rng: Random) -> Discard:
    """Any card that may go, each card of the hand as likely as the next."""
    held = list(view.hand)
    rng.shuffle(held)
    return next(move for move in map(Discard, held) if check(view, move) is None)
