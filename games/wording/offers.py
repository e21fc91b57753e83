"""What a player may do, as buttons say it: a verb, and below it the consequence."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from games.engine.cards import Card
from games.engine.melds import Canasta, Kind, Meld

from .cards import in_card, in_cards, meld_phrase
from .text import fill, player


class Button(NamedTuple):
    """The words on a button; the second line may be empty."""

    verb: SafeString
    why: SafeString = SafeString()


DRAW = ngettext_lazy("Draw %(count)s card", "Draw %(count)s cards", "count")
TAKE_PILE = ngettext_lazy("Take the only card", "Take all %(count)s cards", "count")
WORTH = ngettext_lazy("%(meld)s, %(points)s point", "%(meld)s, %(points)s points", "points")
MAKES = {
    Canasta.NATURAL: gettext_lazy("makes a natural canasta"),
    Canasta.MIXED: gettext_lazy("makes a mixed canasta"),
    Canasta.SAMBA: gettext_lazy("makes a samba"),
    Canasta.ESCALERA: gettext_lazy("makes an escalera"),
    Canasta.BOLIVIA: gettext_lazy("makes a bolivia"),
    Canasta.WILDS: gettext_lazy("makes a canasta of wilds"),
    Canasta.SEVENS: gettext_lazy("makes a canasta of sevens"),
}
NEW = {
    Kind.SET: gettext_lazy("New set"),
    Kind.SEQUENCE: gettext_lazy("New sequence"),
    Kind.WILDS: gettext_lazy("New meld of wilds"),
    Kind.SEVENS: gettext_lazy("New set"),
    Kind.BLACK_THREES: gettext_lazy("New set"),
}


def draw_button(count: int) -> Button:
    """Draw from the stock."""
    return Button(fill(DRAW, count=count))


def stop_button() -> Button:
    """End the deal, the stock being empty."""
    return Button(fill(_("Stop")), fill(_("ends the deal")))


def pile_button(
    count: int, cards: tuple[Card, ...], onto: Meld | None = None, *, more: bool
) -> Button:
    """Take the pile with these cards, for this meld of one's own if they join one.

    `more`: what is laid out goes down with them.
    """
    if onto is None:
        sentence = _("with %(cards)s and what you laid out") if more else _("with %(cards)s")
    elif cards:
        sentence = (
            _("with %(cards)s for %(meld)s, and what you laid out")
            if more
            else _("with %(cards)s for %(meld)s")
        )
    else:
        sentence = _("for %(meld)s, and what you laid out") if more else _("for %(meld)s")
    meld = meld_phrase(onto) if onto else ""
    return Button(fill(TAKE_PILE, count=count), fill(sentence, cards=in_cards(cards), meld=meld))


def top_button(top: Card, onto: Meld, made: Meld) -> Button:
    """Take only the top card."""
    verb = fill(_("Take only %(card)s"), card=in_card(top))
    if made.canasta and not onto.canasta:
        return Button(verb, fill(MAKES[made.canasta]))
    return Button(verb, fill(_("for %(meld)s"), meld=meld_phrase(onto)))


def new_button(made: Meld, points: int, need: int) -> Button:
    """Lay the chosen cards out as a meld. With these the draft makes `points`, of `need`."""
    return Button(fill(NEW[made.kind]), _what(made, points, need))


def add_button(onto: Meld, made: Meld) -> Button:
    """Lay the chosen cards out for a meld that lies on the table or is laid out."""
    verb = fill(_("Add to %(meld)s"), meld=meld_phrase(onto))
    if made.canasta and made.canasta is not onto.canasta:
        return Button(verb, fill(MAKES[made.canasta]))
    return Button(verb, fill(_("makes %(meld)s"), meld=meld_phrase(made)))


def discard_button(card: Card, *, out: bool, drafted: bool, sure: bool = False) -> Button:
    """Discard; `out`: it is the last card; `drafted`: what is laid out stays in the hand.

    `sure`: it has been asked whether the card shall go.
    """
    verb = fill(_("Yes, discard %(card)s") if sure else _("Discard %(card)s"), card=in_card(card))
    if out:
        return Button(verb, fill(_("and go out")))
    if drafted:
        return Button(verb, fill(_("keeps what you laid out")))
    return Button(verb, fill(_("ends your turn")))


def keep_button() -> Button:
    """Do not discard after all."""
    return Button(fill(_("Keep it")), fill(_("and choose again")))


def ask_button(partner: str) -> Button:
    """Ask the partner, with what is laid out as the plan."""
    return Button(fill(_("Ask %(player)s"), player=player(partner)), fill(_("may I go out?")))


def yes_button(asker: str) -> Button:
    """The partner's yes."""
    return Button(fill(_("Yes")), fill(_("%(player)s goes out"), player=player(asker)))


def no_button() -> Button:
    """The partner's no."""
    return Button(fill(_("No")), fill(_("the deal goes on")))


def _what(made: Meld, points: int, need: int) -> SafeString:
    if made.canasta and not need:
        return fill(MAKES[made.canasta])
    if need:
        return fill(
            _("%(meld)s, makes %(points)s of %(need)s"),
            meld=meld_phrase(made),
            points=points,
            need=need,
        )
    return fill(WORTH, meld=meld_phrase(made), points=made.value)


def choose_hint() -> SafeString:
    """Nothing is chosen, after the take."""
    return fill(_("Choose cards to see what they can become, or one card to discard."))


def stuck_hint() -> SafeString:
    """All cards held are ones that may not be discarded yet."""
    return fill(_("Choose cards to lay some, or stop. What is left counts against you."))


def not_yet_hint() -> SafeString:
    """Nothing is chosen, in another's turn."""
    return fill(_("Choose cards to see what they can become. It is not your turn yet."))


def waiting_hint(partner: str) -> SafeString:
    """The question stands."""
    return fill(
        _("%(player)s sees that you ask, and not how you would go out."),
        player=player(partner),
    )


def pile_hint(reason: SafeString) -> SafeString:
    """The hand has a pair for the pile, but something is missing."""
    return fill(_("You cannot take the pile yet. %(reason)s"), reason=reason)
