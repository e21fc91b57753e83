"""Hands lying open: what was left after a deal, and all of them in a replay."""

from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import wording
from games.board.pieces import Face, html
from games.engine.cards import Card
from games.engine.state import State
from games.selectors import Loaded
from games.wording import fill

ROW, WIDE_ROW = 11, 11
"""Most cards in a row; two hands stand side by side on a wide screen."""


class OpenHand(NamedTuple):
    name: str
    partner: SafeString | str
    count: SafeString | str
    label: SafeString | str
    cards: tuple[SafeString, ...]
    columns: str
    """Classes that tell how many cards stand in a row."""
    acting: bool
    out: bool
    """Went out."""
    kitty: tuple[SafeString, ...] = ()
    """The seat's kitty, while it lies untaken."""


def left(loaded: Loaded) -> tuple[OpenHand, ...]:
    """The hands as the deal left them."""
    assert loaded.state is not None
    return open_hands(loaded.state, wording.names(loaded.seats))


def open_hands(state: State, called: tuple[str, ...]) -> tuple[OpenHand, ...]:
    """All hands, side by side with the partner's."""
    setup = state.public.setup
    order = [seat for side in range(setup.sides) for seat in setup.members(side)]
    return tuple(_hand(state, called, seat) for seat in order)


def _hand(state: State, called: tuple[str, ...], seat: int) -> OpenHand:
    public = state.public
    partner = public.setup.partner(seat)
    cards = sorted(state.hands[seat], key=by_rank)
    return OpenHand(
        called[seat],
        ""
        if partner is None
        else fill(_("with %(player)s"), player=wording.player(called[partner])),
        wording.card_count(len(cards)),
        _("Hand of %(player)s") % {"player": called[seat]},
        tuple(spoken(card) for card in cards),
        columns(len(cards)),
        public.ended_by is None and public.seat == seat,
        public.out_seat == seat,
        tuple(spoken(card) for card in sorted(_kitty(state, seat), key=by_rank)),
    )


def _kitty(state: State, seat: int) -> tuple[Card, ...]:
    return tuple(state.kitties[seat]) if state.kitties else ()


def spoken(card: Card) -> SafeString:
    """The face of a card, and its name for who does not see it."""
    return format_html('{}<span class="vh">{}</span>', html(Face(card)), wording.card_name(card))


def by_rank(card: Card) -> tuple[int, str]:
    """From four to ace, the wilds last."""
    return (99, card.rank) if card.wild else (card.height, card.suit)


def columns(count: int) -> str:
    """Balanced rows, in the classes of the style sheet."""
    rows = -(-count // ROW) or 1
    steps = max(5, -(-count // rows))
    return f"c{steps} w{steps}"
