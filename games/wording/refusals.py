"""Why something is refused: what is wrong, why, and what to do instead."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils import translation
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.denial import Denial, Denied
from games.engine.cards import Card
from games.engine.melds import Meld
from games.engine.refusal import Reason, Refusal

from .cards import canasta_name, in_card, in_cards, meld_phrase
from .text import fill, listed, player


class Problem(NamedTuple):
    """What stands at the top of the board when something was refused."""

    title: SafeString
    """A few words: "Not enough yet."."""
    text: SafeString
    """One or more whole sentences."""
    rule: str = ""
    """Number of the rule, where one is concerned."""


Sentence = tuple[Promise, Promise]
"""A title and what follows it."""

REASONS: Mapping[Reason, Sentence] = {
    Reason.DEAL_OVER: (
        _("The deal is over."),
        _("No more moves can be made in it. Go on to the next deal."),
    ),
    Reason.NOT_YOUR_TURN: (
        _("It is not your turn."),
        _("Somebody else has to move first. You can lay cards out meanwhile."),
    ),
    Reason.TAKE_FIRST: (
        _("Take first."),
        _("A turn begins with taking: draw from the stock or take from the pile, then go on."),
    ),
    Reason.TAKEN_ALREADY: (
        _("You have taken already."),
        _("One takes once in a turn. Now lay cards if you like, then discard one."),
    ),
    Reason.ANSWER_FIRST: (
        _("Your partner waits for an answer."),
        _("Say yes or no first: may your partner go out?"),
    ),
    Reason.NOTHING_ASKED: (
        _("Nobody has asked you."),
        _("Yes and no answer a partner who asks to go out, and nobody does so now."),
    ),
    Reason.GO_OUT_NOW: (
        _("Now you must go out."),
        _("Your partner said yes, so what you laid out to go out has to follow."),
    ),
    Reason.STOCK_EMPTY: (
        _("The stock is empty."),
        _("There is nothing to draw. Take from the pile, or stop, which ends the deal."),
    ),
    Reason.STOCK_NOT_EMPTY: (
        _("There is still a stock."),
        _("One may stop only when the stock is empty. Draw, or take from the pile."),
    ),
    Reason.PILE_EMPTY: (
        _("There is no pile."),
        _("It has just been taken. Draw from the stock."),
    ),
    Reason.PILE_BLOCKED: (
        _("The pile is blocked."),
        _("Under %(card)s it cannot be taken. Draw from the stock."),
    ),
    Reason.PAIR_NEEDED: (
        _("A pair is needed."),
        _(
            "To take the pile under %(card)s, lay at least two natural cards of that rank from "
            "your hand with it. Without them, draw from the stock."
        ),
    ),
    Reason.NATURAL_PAIR_NEEDED: (
        _("A natural pair is needed."),
        _(
            "The pile is frozen: only with two natural cards of your hand of the rank of "
            "%(card)s can it be taken. Without them, draw from the stock."
        ),
    ),
    Reason.PILE_FROZEN: (
        _("The pile is frozen."),
        _(
            "So %(card)s cannot be taken onto a meld. Take the pile with a natural pair, "
            "or draw from the stock."
        ),
    ),
    Reason.PILE_NAMES_OTHER_MELD: (
        _("The pile goes elsewhere."),
        _(
            "%(card)s and its pair cannot go to %(meld)s. Lay them as a new set, or to the open "
            "meld of their rank."
        ),
    ),
    Reason.TOP_TAKES_PILE: (
        _("The whole pile comes along."),
        _(
            "At this table who takes %(card)s onto a meld takes the pile with it. "
            "Choose to take the pile onto that meld."
        ),
    ),
    Reason.TOP_NEVER_ALONE: (
        _("Not the top card alone."),
        _("In this game one takes the whole pile or none of it. Draw, or take the pile."),
    ),
    Reason.PAIR_STARTS_NEW_SET: (
        _("This makes a new set."),
        _("The cards that take the pile cannot join %(meld)s. Lay them as a set of their own."),
    ),
    Reason.TOP_DOES_NOT_FIT: (
        _("The top card does not fit."),
        _(
            "Taken alone, %(card)s must continue one of your melds, and it does not go to "
            "%(meld)s. Draw, or take the whole pile."
        ),
    ),
    Reason.NOT_HELD: (
        _("You do not hold that card."),
        _("There is no such %(card)s left in your hand. Choose among the cards you see."),
    ),
    Reason.NO_SUCH_MELD: (
        _("There is no such meld."),
        _("Your side has no %(meld)s. Add to one that lies on the table, or make a new one."),
    ),
    Reason.MELD_NAMED_TWICE: (
        _("One meld, twice."),
        _("Put all cards for %(meld)s together, then lay them at once."),
    ),
    Reason.MELD_CLOSED: (
        _("This meld is complete."),
        _("No card can be added to %(meld)s any more. Begin a new one."),
    ),
    Reason.NOT_A_MELD: (
        _("These cards make no meld."),
        _("In this game %(cards)s need natural cards beside them. Add some."),
    ),
    Reason.TOO_FEW_CARDS: (
        _("Too few cards."),
        ngettext_lazy(
            "A meld begins with %(need)s cards; this is %(size)s. Add more.",
            "A meld begins with %(need)s cards; these are %(size)s. Add more.",
            "size",
        ),
    ),
    Reason.TOO_MANY_CARDS: (
        _("Too many cards."),
        ngettext_lazy(
            "Such a meld has at most %(most)s cards; this would have %(size)s. Leave some out.",
            "Such a meld has at most %(most)s cards; this would have %(size)s. Leave some out.",
            "size",
        ),
    ),
    Reason.TOO_MANY_WILDS: (
        _("Too many wild cards."),
        ngettext_lazy(
            "With these natural cards at most %(most)s wild may lie there. "
            "Use fewer, or add naturals.",
            "With these natural cards at most %(most)s wilds may lie there. "
            "Use fewer, or add naturals.",
            "most",
        ),
    ),
    Reason.NO_WILDS_IN_SEQUENCE: (
        _("No wild cards here."),
        _("A sequence is of natural cards alone. Leave out the twos and jokers."),
    ),
    Reason.RANKS_DIFFER: (
        _("The ranks differ."),
        _("A meld of one rank takes no other, and a meld of wilds only wilds. Choose again."),
    ),
    Reason.RANK_NOT_MELDED: (
        _("Not with this rank."),
        _("Melds go from four up to ace; %(card)s cannot lie in this one. Leave it out."),
    ),
    Reason.RANK_IS_OPEN: (
        _("You have one of these already."),
        _("While %(meld)s may still grow, %(card)s and its like go there. Add them to it."),
    ),
    Reason.SEQUENCE_BROKEN: (
        _("This is no sequence."),
        _(
            "A sequence is of one suit and has no gap and no card twice. "
            "Choose cards that follow one another."
        ),
    ),
    Reason.BLACK_THREES_FIXED: (
        _("Black threes stay as they are."),
        _("Nothing is added to a meld of black threes."),
    ),
    Reason.BLACK_THREES_ONLY_GOING_OUT: (
        _("Black threes come last."),
        _(
            "They are melded only by who goes out with them: at most one card may then be "
            "left to discard. Keep them until then, or discard one."
        ),
    ),
    Reason.BLACK_THREES_NOT_WITH_TAKE: (
        _("No black threes now."),
        _("They cannot be melded in the same move that takes the pile. Take first."),
    ),
    Reason.OPENING_TOO_LOW: (
        _("Not enough yet."),
        ngettext_lazy(
            "Your first meld needs %(need)s points; these cards make %(have)s. "
            "Add %(missing)s more.",
            "Your first meld needs %(need)s points; these cards make %(have)s. "
            "Add %(missing)s more.",
            "missing",
        ),
    ),
    Reason.KEEP_TWO_CARDS: (
        _("Keep two cards."),
        ngettext_lazy(
            "One is to discard and one to hold, for your side cannot go out yet: it has "
            "%(have)s of %(need)s canasta. This would leave you %(left)s. Lay fewer cards.",
            "One is to discard and one to hold, for your side cannot go out yet: it has "
            "%(have)s of %(need)s canastas. This would leave you %(left)s. Lay fewer cards.",
            "need",
        ),
    ),
    Reason.CANNOT_GO_OUT: (
        _("You cannot go out yet."),
        ngettext_lazy(
            "Your side has %(have)s of the %(need)s canasta that going out needs.",
            "Your side has %(have)s of the %(need)s canastas that going out needs.",
            "need",
        ),
    ),
    Reason.PARTNER_SAID_NO: (
        _("Your partner said no."),
        _("So you may not go out in this turn. Keep two cards, and discard one of them."),
    ),
    Reason.LAST_CARD_IS_DISCARDED: (
        _("Keep one card to discard."),
        _("In this game one goes out by discarding the last card. Lay one card fewer."),
    ),
    Reason.BARRED_RANK_LAST: (
        _("Not with this card."),
        _("The last card discarded may not be %(card)s. Keep another one for the end."),
    ),
    Reason.RANK_BARRED: (
        _("Not this card yet."),
        _(
            "%(card)s may not be discarded until every side has its canasta of that rank. "
            "Discard another card."
        ),
    ),
    Reason.ONLY_BARRED_LEFT: (
        _("Keep a card that you can discard."),
        _("This would leave only cards that may not be discarded yet. Lay others."),
    ),
    Reason.STUCK: (
        _("Nothing can be discarded."),
        _("You hold only cards that may not be discarded. Lay some if you like, then stop."),
    ),
    Reason.NO_PARTNER: (
        _("You have no partner here."),
        _("At this table each plays for themselves. Go out when you can, without asking."),
    ),
    Reason.ASK_BEFORE_LAYING: (
        _("Too late to ask."),
        _("The partner is asked after taking and before laying. You may go out without asking."),
    ),
    Reason.ASKED_ALREADY: (
        _("You have asked already."),
        _("The partner is asked once in a turn."),
    ),
    Reason.ASK_NEEDS_TWO_CARDS: (
        _("Too few cards to ask."),
        _("One asks with two cards or more in hand."),
    ),
    Reason.PLAN_DOES_NOT_GO_OUT: (
        _("This does not go out."),
        ngettext_lazy(
            "What you laid out must leave at most one card, to discard; it leaves %(left)s. "
            "Lay out more.",
            "What you laid out must leave at most one card, to discard; it leaves %(left)s. "
            "Lay out more.",
            "left",
        ),
    ),
}

WITHOUT_WILDS: Sentence = (
    _("No wild cards here."),
    _("With these natural cards no wild may lie in a meld. Leave the twos and jokers out."),
)
NOTHING_LAID: Sentence = (
    _("Nothing is laid."),
    _("Choose the cards that you want to lay first."),
)
LACKS = _("%(text)s Still missing: %(kinds)s.")

DENIALS: Mapping[Denial, Sentence] = {
    Denial.NO_SEAT: (
        _("There is no such seat."),
        _("This table has fewer seats. Choose one of those you see."),
    ),
    Denial.NOT_YOUR_SEAT: (
        _("This is not your seat."),
        _("Only who sits there may do that. Sit down yourself, or look on."),
    ),
    Denial.SEAT_TAKEN: (
        _("The seat is taken."),
        _("Somebody was quicker. Choose another one."),
    ),
    Denial.NAME_EMPTY: (
        _("A name is missing."),
        _("Write the name by which the others know you."),
    ),
    Denial.NAME_LONG: (
        _("That name is too long."),
        ngettext_lazy(
            "A name has at most %(limit)s character. Choose a shorter one.",
            "A name has at most %(limit)s characters. Choose a shorter one.",
            "limit",
        ),
    ),
    Denial.NAME_TAKEN: (
        _("Somebody here has that name."),
        _("There is a %(name)s at this table already. Choose a name that tells you apart."),
    ),
    Denial.NOT_OPENER: (
        _("Only who opened the table can do that."),
        _("Ask that person, or wait a moment."),
    ),
    Denial.NOT_WAITING: (
        _("The game has begun."),
        _("Seats are not changed any more."),
    ),
    Denial.SEATS_FREE: (
        _("There are free seats."),
        _("Send the link to somebody, or give them to computer players, and then start."),
    ),
    Denial.NOT_PLAYING: (
        _("No deal is being played."),
        _("Wait until the cards are dealt."),
    ),
    Denial.NOT_BETWEEN: (
        _("This deal is still being played."),
        _("The next one begins when it has ended."),
    ),
    Denial.ENDED: (
        _("The game has ended."),
        _("No more moves can be made. Open a new table to play again."),
    ),
    Denial.NOT_ENDED: (
        _("The game is still going on."),
        _("That can be done when it has ended."),
    ),
    Denial.PAUSED: (
        _("The game is paused."),
        _("Play on first; everybody at the table can do that."),
    ),
    Denial.NOT_ABANDONED: (
        _("Somebody sits there."),
        _(
            "This seat’s person was here not long ago, or has said that they are away. "
            "Wait for them a little longer."
        ),
    ),
    Denial.LINK_ENDED: (
        _("This link has ended."),
        _("Somebody has used it, or there is a new one. Ask for the new link."),
    ),
    Denial.ABSENCE_LONG: (
        _("That is too long."),
        ngettext_lazy(
            "An absence lasts at least one day and at most %(limit)s day.",
            "An absence lasts at least one day and at most %(limit)s days.",
            "limit",
        ),
    ),
    Denial.NO_PLAN: (
        _("First lay out how."),
        _(
            "Before you ask, lay out the cards with which you would go out, leaving at most "
            "one to discard. Your partner does not see them."
        ),
    ),
    Denial.HAND_TOO_LOW: (
        _("Not enough yet."),
        _("Your cards make %(have)s of the %(need)s points that your first meld needs."),
    ),
    Denial.IN_THE_WAY: (
        _("What you laid out is in the way."),
        _("Take it back: then there is something to suggest."),
    ),
    Denial.NO_MELD_HELD: (
        _("Nothing to suggest."),
        _("Your hand holds no meld."),
    ),
    Denial.NOTHING_FITS: (
        _("Nothing to suggest."),
        _("Your hand holds no meld, and no card for a meld on the table."),
    ),
    Denial.NOTHING_MORE: (
        _("Nothing more to suggest."),
        _("Beside what is laid out, none of your cards can be laid now."),
    ),
    Denial.ONLY_WILDS: (
        _("Only wild cards could be laid."),
        _(
            "They could be added to a meld, and would finish no canasta. "
            "Choose them yourself if you want to lay them."
        ),
    ),
    Denial.DRAFT_FROZEN: (
        _("You have asked."),
        _("What you laid out stays as it is until your partner has answered."),
    ),
    Denial.CARD_NOT_HELD: (
        _("You do not hold that card."),
        _("There is no %(card)s left in your hand beside what you laid out."),
    ),
    Denial.NO_MELD: (
        _("There is no such meld."),
        _("Your side has no %(meld)s on the table."),
    ),
    Denial.NO_PART: (
        _("That is not laid out."),
        _("It was taken back already."),
    ),
    Denial.NOT_OFFERED: (
        _("That cannot be chosen here."),
        _("Choose one of the possibilities that the page offers."),
    ),
    Denial.TOO_MUCH_TALK: (
        _("That was a lot at once."),
        _("Wait half a minute before you say more."),
    ),
    Denial.NOT_AN_ADDRESS: (
        _("That is not an e-mail address."),
        _("Please look at it once more; it should be like name@example.org."),
    ),
    Denial.STALE: (
        _("Meanwhile somebody moved."),
        _("The table has changed since you looked. See how it stands now, then decide again."),
    ),
}


def refused(refusal: Refusal, melds: Sequence[Meld] = ()) -> Problem:
    """A refusal of the rules; `melds` are those of the mover's side, to name them."""
    parts = {name: _shown(name, value, melds) for name, value in _params(refusal).items()}
    return _problem(_sentence(refusal), parts, refusal.rule)


def denied(denial: Denied, melds: Sequence[Meld] = ()) -> Problem:
    """A refusal that no rule of the game is the reason of."""
    parts = {name: _shown(name, value, melds) for name, value in denial.params.items()}
    return _problem(DENIALS[denial.denial], parts)


def plain(refusal: Refusal) -> str:
    """A refusal of the rules as plain English text, for the command line."""
    parts = {name: _text(value) for name, value in _params(refusal).items()}
    if "meld" in parts:
        parts["meld"] = f"meld {refusal.params['meld']}"
    with translation.override("en"):
        problem = _problem(_sentence(refusal), parts)
        return f"{problem.title} {problem.text}"


def _sentence(refusal: Refusal) -> Sentence:
    if refusal.reason is Reason.TOO_MANY_WILDS and refusal.params.get("most") == 0:
        return WITHOUT_WILDS
    if refusal.reason is Reason.NOT_A_MELD and not refusal.params.get("cards"):
        return NOTHING_LAID
    return REASONS[refusal.reason]


def _problem(sentence: Sentence, parts: Mapping[str, object], rule: str = "") -> Problem:
    title, text = sentence
    words = fill(text, **parts)
    if "lacks" in parts:
        words = fill(LACKS, text=words, kinds=parts["lacks"])
    return Problem(fill(title), words, rule)


def _params(refusal: Refusal) -> dict[str, object]:
    """The refusal's parameters and, for an opening, the points that are missing.

    Kinds of canasta are put into words.
    """
    params = dict(refusal.params)
    lacks = params.get("lacks")
    if isinstance(lacks, tuple):
        params["lacks"] = listed([canasta_name(kind) for kind in lacks])
    need, have = params.get("need"), params.get("have")
    if isinstance(need, int) and isinstance(have, int):
        params["missing"] = need - have
    return params


def _shown(name: str, value: object, melds: Sequence[Meld]) -> object:
    match value:
        case Card():
            return in_card(value)
        case tuple():
            return in_cards(value)
        case int() if name == "meld":
            known = 1 <= value <= len(melds)
            return meld_phrase(melds[value - 1]) if known else fill(_("meld %(meld)s"), meld=value)
        case str() if name == "name":
            return player(value)
    return value


def _text(value: object) -> object:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value) if isinstance(value, Card) else value
