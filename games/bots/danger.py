"""What a discard may give away, as far as the table tells."""

from games.engine.cards import HEIGHT, Card
from games.engine.melds import CANASTA_SIZE, Kind
from games.engine.view import View

from .draft import SUIT
from .melding import ACE, LOWEST

PILE_CARD = 12.0
"""Points that a card of the pile is worth to who takes it."""
UNOPENED = 0.4
"""How likely a side that has not opened is to take the pile, against one that has."""
TOP = 15.0
"""Points, times the square of its length, that a sequence is worth to who continues it."""


class Danger:
    """How much each card, discarded now, is worth to the seat that plays next."""

    __slots__ = ("_hidden", "_pile", "_runs", "_sets", "_share")

    def __init__(self, view: View) -> None:
        public = view.public
        setup = public.setup
        after = setup.after(view.seat)
        side = setup.side(after)
        hidden = [4 * setup.variant.packs[setup.seats]] * (ACE + 1)
        for card in view.hand:
            hidden[HEIGHT[card]] -= 1
        for card in public.pile:
            hidden[HEIGHT[card]] -= 1
        for melds in public.melds:
            for kind, cards, _, _ in melds:
                if kind is not Kind.SEQUENCE:
                    # Wilds among them are of no account, but cheaper counted than told apart.
                    hidden[HEIGHT[cards[0]]] -= len(cards)
                else:
                    for card in cards:
                        hidden[HEIGHT[card]] -= 1
        self._hidden = hidden
        """Cards of each height that the viewer does not see."""
        unseen = public.stock + sum(public.sizes) - len(view.hand)
        self._share = public.sizes[after] / unseen if unseen else 0.0
        """Part of the unseen cards that the next seat holds."""
        self._pile = PILE_CARD * (len(public.pile) + 1)
        if not public.melds[side]:
            self._pile *= UNOPENED
        self._runs = [
            (meld, SUIT[meld.cards[0]])
            for meld in public.melds[side]
            if meld.kind is Kind.SEQUENCE and not meld.closed
        ]
        self._sets: set[int] = set()
        """Heights of the sets onto which the next seat takes the pile with no pair."""
        if setup.top_takes_pile and not public.frozen:
            self._sets = {
                HEIGHT[meld.cards[0]]
                for meld in public.melds[side]
                if meld.rank and not meld.closed
            }

    def of(self, card: Card) -> float:
        """Points that the next seat may make of this discard."""
        height = HEIGHT[card]
        if height < LOWEST:
            return 0.0
        expected = max(self._share * self._hidden[height], 0.0)
        square = expected * expected
        # Near enough Poisson's chance of two or more.
        chance = square / (square + expected + 2.0)
        points = self._pile * (1.0 if height in self._sets else chance)
        for meld, suit in self._runs:
            if suit == SUIT[card] and height in (
                HEIGHT[meld.cards[0]] - 1,
                HEIGHT[meld.cards[-1]] + 1,
            ):
                points += 1_500 if meld.size == CANASTA_SIZE - 1 else TOP * meld.size**2
        return points
