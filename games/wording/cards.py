"""Cards and melds in words."""

from collections.abc import Iterable
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import (
    get_language,
    gettext_lazy,
    ngettext_lazy,
    npgettext_lazy,
    pgettext,
    pgettext_lazy,
)
from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.melds import CANASTA_SIZE, Canasta, Kind, Meld

from .text import fill

RANKS = {
    "A": pgettext_lazy("rank of one card", "ace"),
    "2": pgettext_lazy("rank of one card", "two"),
    "3": pgettext_lazy("rank of one card", "three"),
    "4": pgettext_lazy("rank of one card", "four"),
    "5": pgettext_lazy("rank of one card", "five"),
    "6": pgettext_lazy("rank of one card", "six"),
    "7": pgettext_lazy("rank of one card", "seven"),
    "8": pgettext_lazy("rank of one card", "eight"),
    "9": pgettext_lazy("rank of one card", "nine"),
    "T": pgettext_lazy("rank of one card", "ten"),
    "J": pgettext_lazy("rank of one card", "jack"),
    "Q": pgettext_lazy("rank of one card", "queen"),
    "K": pgettext_lazy("rank of one card", "king"),
}
SUITS = {
    "S": pgettext_lazy("suit of one card", "spades"),
    "H": pgettext_lazy("suit of one card", "hearts"),
    "D": pgettext_lazy("suit of one card", "diamonds"),
    "C": pgettext_lazy("suit of one card", "clubs"),
}
# So many cards of a rank, e.g. as a meld.
COUNTED = {
    "A": ngettext_lazy("%(count)s ace", "%(count)s aces", "count"),
    "2": ngettext_lazy("%(count)s two", "%(count)s twos", "count"),
    "3": ngettext_lazy("%(count)s three", "%(count)s threes", "count"),
    "4": ngettext_lazy("%(count)s four", "%(count)s fours", "count"),
    "5": ngettext_lazy("%(count)s five", "%(count)s fives", "count"),
    "6": ngettext_lazy("%(count)s six", "%(count)s sixes", "count"),
    "7": ngettext_lazy("%(count)s seven", "%(count)s sevens", "count"),
    "8": ngettext_lazy("%(count)s eight", "%(count)s eights", "count"),
    "9": ngettext_lazy("%(count)s nine", "%(count)s nines", "count"),
    "T": ngettext_lazy("%(count)s ten", "%(count)s tens", "count"),
    "J": ngettext_lazy("%(count)s jack", "%(count)s jacks", "count"),
    "Q": ngettext_lazy("%(count)s queen", "%(count)s queens", "count"),
    "K": ngettext_lazy("%(count)s king", "%(count)s kings", "count"),
    "X": ngettext_lazy("%(count)s joker", "%(count)s jokers", "count"),
}
# All cards of a rank together: "onto the kings".
TOGETHER = {
    "A": pgettext_lazy("cards of one rank", "the aces"),
    "2": pgettext_lazy("cards of one rank", "the twos"),
    "3": pgettext_lazy("cards of one rank", "the black threes"),
    "4": pgettext_lazy("cards of one rank", "the fours"),
    "5": pgettext_lazy("cards of one rank", "the fives"),
    "6": pgettext_lazy("cards of one rank", "the sixes"),
    "7": pgettext_lazy("cards of one rank", "the sevens"),
    "8": pgettext_lazy("cards of one rank", "the eights"),
    "9": pgettext_lazy("cards of one rank", "the nines"),
    "T": pgettext_lazy("cards of one rank", "the tens"),
    "J": pgettext_lazy("cards of one rank", "the jacks"),
    "Q": pgettext_lazy("cards of one rank", "the queens"),
    "K": pgettext_lazy("cards of one rank", "the kings"),
}
# All cards of a rank that a game bars from the pile for a time.
BARRED = {
    # Translators: ends the line "Not to be discarded yet: ".
    "7": pgettext_lazy("not to be discarded yet", "the sevens"),
}
ALL_WILD = ngettext_lazy("%(count)s wild", "%(count)s wilds", "count")
BLACK_THREES = ngettext_lazy("%(count)s black three", "%(count)s black threes", "count")
# The same melds as what somebody laid: "Anna laid 5 kings".
LAID = {
    "A": npgettext_lazy("what was laid", "%(count)s ace", "%(count)s aces", "count"),
    "4": npgettext_lazy("what was laid", "%(count)s four", "%(count)s fours", "count"),
    "5": npgettext_lazy("what was laid", "%(count)s five", "%(count)s fives", "count"),
    "6": npgettext_lazy("what was laid", "%(count)s six", "%(count)s sixes", "count"),
    "7": npgettext_lazy("what was laid", "%(count)s seven", "%(count)s sevens", "count"),
    "8": npgettext_lazy("what was laid", "%(count)s eight", "%(count)s eights", "count"),
    "9": npgettext_lazy("what was laid", "%(count)s nine", "%(count)s nines", "count"),
    "T": npgettext_lazy("what was laid", "%(count)s ten", "%(count)s tens", "count"),
    "J": npgettext_lazy("what was laid", "%(count)s jack", "%(count)s jacks", "count"),
    "Q": npgettext_lazy("what was laid", "%(count)s queen", "%(count)s queens", "count"),
    "K": npgettext_lazy("what was laid", "%(count)s king", "%(count)s kings", "count"),
}
LAID_WILDS = npgettext_lazy("what was laid", "%(count)s wild", "%(count)s wilds", "count")
LAID_BLACK_THREES = npgettext_lazy(
    "what was laid", "%(count)s black three", "%(count)s black threes", "count"
)
RUN_TITLES = {
    "S": gettext_lazy("Spades %(low)s–%(high)s"),
    "H": gettext_lazy("Hearts %(low)s–%(high)s"),
    "D": gettext_lazy("Diamonds %(low)s–%(high)s"),
    "C": gettext_lazy("Clubs %(low)s–%(high)s"),
}
# The same in the middle of a sentence.
RUNS = {
    "S": gettext_lazy("spades %(low)s–%(high)s"),
    "H": gettext_lazy("hearts %(low)s–%(high)s"),
    "D": gettext_lazy("diamonds %(low)s–%(high)s"),
    "C": gettext_lazy("clubs %(low)s–%(high)s"),
}
SEQUENCES = {
    "S": gettext_lazy("the sequence of spades"),
    "H": gettext_lazy("the sequence of hearts"),
    "D": gettext_lazy("the sequence of diamonds"),
    "C": gettext_lazy("the sequence of clubs"),
}
# What a finished meld is: beside its cards, and as a name.
CANASTAS = {
    Canasta.NATURAL: (pgettext_lazy("canasta", "natural"), gettext_lazy("natural canasta")),
    Canasta.MIXED: (pgettext_lazy("canasta", "mixed"), gettext_lazy("mixed canasta")),
    Canasta.SAMBA: (pgettext_lazy("canasta", "samba"), gettext_lazy("samba")),
    Canasta.ESCALERA: (pgettext_lazy("canasta", "escalera"), gettext_lazy("escalera")),
    Canasta.BOLIVIA: (pgettext_lazy("canasta", "bolivia"), gettext_lazy("bolivia")),
    Canasta.WILDS: (pgettext_lazy("canasta", "wilds"), gettext_lazy("canasta of wilds")),
    Canasta.SEVENS: (pgettext_lazy("canasta", "sevens"), gettext_lazy("canasta of sevens")),
}
# The same beside cards whose number says that they are wilds or sevens.
COMPLETE = {
    Canasta.WILDS: pgettext_lazy("canasta", "all wild"),
    Canasta.SEVENS: pgettext_lazy("canasta", "all sevens"),
}
CARDS = ngettext_lazy("%(count)s card", "%(count)s cards", "count")
WILDS = ngettext_lazy("%(count)s wild", "%(count)s wilds", "count")
TO_GO = ngettext_lazy("%(count)s to go", "%(count)s to go", "count")
# What such a canasta is called as well where the game tells them apart by colour.
COLOURS = {
    Canasta.NATURAL: pgettext_lazy("canasta", "red"),
    Canasta.MIXED: pgettext_lazy("canasta", "black"),
}


def card_index(card: Card) -> str:
    """What stands in the corner of a card."""
    match card.rank:
        case "X":
            return pgettext("corner of a card", "JOKER")
        case "T":
            return "10"
        case "A":
            return pgettext("corner of a card", "A")
        case "J":
            return pgettext("corner of a card", "J")
        case "Q":
            return pgettext("corner of a card", "Q")
        case "K":
            return pgettext("corner of a card", "K")
    return card.rank


def card_name(card: Card) -> str:
    """The card as it is spoken: seven of hearts; joker, wild."""
    if card.suit == "X":
        return _("joker, wild")
    name = _("%(rank)s of %(suit)s, wild") if card.wild else _("%(rank)s of %(suit)s")
    return name % {"rank": RANKS[card.rank], "suit": SUITS[card.suit]}


def in_card(card: Card) -> SafeString:
    """A card named in a sentence: rank and symbol to see, its name to hear."""
    return _in_card(card, get_language())


@lru_cache(maxsize=1024)
def _in_card(card: Card, _language: str | None) -> SafeString:
    index = _("joker") if card.suit == "X" else card_index(card)
    suit = card.suit.lower().replace("x", "j")
    return format_html(
        '<span class="in {}"><span class="vh">{}</span>'
        '<span aria-hidden="true">{}<svg><use href="#{}"/></svg></span></span>',
        suit,
        card_name(card),
        index,
        suit,
    )


def in_cards(cards: Iterable[Card]) -> SafeString:
    """Several cards named in a sentence, in this order."""
    # Safe: joined from safe pieces.
    return mark_safe(" ".join(map(in_card, cards)))


def card_count(count: int) -> SafeString:
    """So many cards: 5 cards."""
    return fill(CARDS, count=count)


def barred_cards(rank: str) -> str:
    """All cards of a rank that may not be discarded yet: the sevens."""
    return str(BARRED[rank])


def rank_cards(rank: str, count: int) -> SafeString:
    """So many cards of a rank: 5 kings."""
    return fill(COUNTED[rank], count=count)


def meld_laid(meld: Meld) -> SafeString:
    """What lies there, as what somebody laid: (laid) 5 kings; (laid) hearts 5–8."""
    if meld.kind is Kind.SEQUENCE:
        return meld_phrase(meld)
    if meld.kind is Kind.BLACK_THREES:
        return fill(LAID_BLACK_THREES, count=meld.size)
    if meld.kind is Kind.WILDS:
        return fill(LAID_WILDS, count=meld.size)
    return fill(LAID[meld.cards[0].rank], count=meld.size)


def meld_title(meld: Meld) -> SafeString:
    """What lies there, as a title: 5 kings; Hearts 5–8."""
    return _titled(meld, RUN_TITLES)


def meld_phrase(meld: Meld) -> SafeString:
    """The same within a sentence: 5 kings; hearts 5–8."""
    return _titled(meld, RUNS)


def _titled(meld: Meld, runs: dict[str, str]) -> SafeString:
    if meld.kind is Kind.SEQUENCE:
        low, high = card_index(meld.cards[0]), card_index(meld.cards[-1])
        return fill(runs[meld.cards[0].suit], low=low, high=high)
    if meld.kind is Kind.BLACK_THREES:
        return fill(BLACK_THREES, count=meld.size)
    if meld.kind is Kind.WILDS:
        return fill(ALL_WILD, count=meld.size)
    return rank_cards(meld.cards[0].rank, meld.size)


def meld_detail(meld: Meld) -> str:
    """The second line beside a meld: natural; 1 wild; 4 cards; 3 to go."""
    if meld.canasta in COMPLETE:
        return str(COMPLETE[meld.canasta])
    if meld.canasta:
        return canasta_name(meld.canasta, short=True)
    if meld.kind is Kind.SEQUENCE:
        return card_count(meld.size)
    if meld.kind in (Kind.WILDS, Kind.SEVENS):
        return fill(TO_GO, count=CANASTA_SIZE - meld.size)
    return fill(WILDS, count=meld.wilds) if meld.wilds else _("no wilds")


def meld_kept(meld: Meld) -> str:
    """A meld by what stays the same while it grows: the kings; the sequence of hearts."""
    first = meld.cards[0]
    if meld.kind is Kind.WILDS:
        return _("the wild cards")
    return str(SEQUENCES[first.suit] if meld.kind is Kind.SEQUENCE else TOGETHER[first.rank])


def canasta_colour(canasta: Canasta) -> str:
    """What a canasta is called as well in games that tell them apart by colour, if anything."""
    return str(COLOURS.get(canasta, ""))


def canasta_name(canasta: Canasta, *, short: bool = False) -> str:
    """What a finished meld counts as; `short` where its cards lie beside the word."""
    return str(CANASTAS[canasta][0 if short else 1])
