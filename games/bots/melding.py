"""What a game's melds allow, as tables: its meld rules asked once, so that hands sort quickly."""

from collections.abc import Sequence

from games.engine.cards import ALL_CARDS, HEIGHT, JOKER, SUITS, Card
from games.engine.melds import CANASTA_SIZE, Canasta, Kind, Meld
from games.engine.refusal import Refusal
from games.engine.variant import Variant

LOWEST, ACE = 4, 14
"""Heights between which cards are melded."""
NO_MOST = 1_000
"""Most cards of a meld that may grow without end."""

OF_HEIGHT = tuple(tuple(c for c in ALL_CARDS if HEIGHT[c] == height) for height in range(ACE + 1))
"""The faces of each height."""


class Melding:
    """The limits of every kind of meld of a game, and what its canastas are called."""

    __slots__ = (
        "limits", "mixed", "most", "natural", "one_open", "sequence", "variant", "wilds"
    )  # fmt: skip

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        heights = range(ACE + 1)
        self.limits = tuple(_limits(variant, height) for height in heights)
        """By height: most wilds in a set, by its naturals; the last stands for larger numbers."""
        self.most = tuple(_most(variant, height) for height in heights)
        """By height: most cards in a set."""
        self.natural = tuple(_canasta(variant, OF_HEIGHT[h][:1] * CANASTA_SIZE) for h in heights)
        """By height: what seven naturals are."""
        self.mixed = Canasta.MIXED
        """What a canasta with wilds is."""
        self.wilds = _canasta(variant, (JOKER,) * CANASTA_SIZE)
        """What seven wilds are; None where they are no meld."""
        kinds = {rule.kind for rule in variant.melds}
        self.sequence: Canasta | None = None
        """What a sequence of seven is; None where the game has no sequences."""
        if Kind.SEQUENCE in kinds:
            run = ALL_CARDS[: len(ALL_CARDS) // len(SUITS)][LOWEST - 1 : LOWEST - 1 + CANASTA_SIZE]
            self.sequence = _canasta(variant, run)
        self.one_open = variant.one_open_of_rank


_KNOWN: dict[int, Melding] = {}


def melding(variant: Variant) -> Melding:
    """The tables of this game, made when they are first asked for."""
    # A variant has no hash; kept by its table, none is ever forgotten and its id used again.
    known = _KNOWN.get(id(variant))
    if known is None:
        known = _KNOWN[id(variant)] = Melding(variant)
    return known


def _meld(variant: Variant, cards: Sequence[Card]) -> Meld | None:
    try:
        return variant.new_meld(cards)
    except Refusal:
        return None


def _canasta(variant: Variant, cards: Sequence[Card]) -> Canasta | None:
    meld = _meld(variant, cards)
    return meld.canasta if meld else None


def _limits(variant: Variant, height: int) -> tuple[int, ...]:
    natural = OF_HEIGHT[height][:1]
    if height < LOWEST:
        return (0,)
    return (0,) + tuple(
        max(
            (
                wilds
                for wilds in range(CANASTA_SIZE)
                if _meld(variant, natural * naturals + (JOKER,) * wilds)
            ),
            default=0,
        )
        for naturals in range(1, CANASTA_SIZE + 1)
    )


def _most(variant: Variant, height: int) -> int:
    meld = _meld(variant, OF_HEIGHT[height][:1] * CANASTA_SIZE)
    return CANASTA_SIZE if meld and meld.closed else NO_MOST
