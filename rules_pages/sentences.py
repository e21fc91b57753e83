"""What a game's `Variant` says, in sentences: the tables of the rules pages, and their rules.

Each function tells one thing of any game, by the fields of its variant alone. `TELLERS` names
them for the templates, `ROWS` are the lines of a table that sets games side by side.
"""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from games.engine.cards import card
from games.engine.melds import (
    CANASTA_SIZE,
    Canasta,
    Kind,
    SequenceRule,
    SetRule,
    SevensRule,
    WildsRule,
)
from games.engine.variant import Variant
from games.wording import canasta_name, fill, listed, paragraph, sentence

from .phrases import at_sizes, either, least_cards, one, openings

Teller = Callable[[Variant], SafeString]

MELD_RULES = SetRule | SequenceRule | WildsRule | SevensRule


def rule_of(variant: Variant, kind: Kind) -> MELD_RULES | None:
    """How this kind of meld is made in the game; None where it has no such melds."""
    return next((rule for rule in variant.melds if rule.kind is kind), None)


def sequence_name(variant: Variant) -> Canasta | None:
    """What a complete sequence is called; None where there are none."""
    rule = rule_of(variant, Kind.SEQUENCE)
    return rule.name if isinstance(rule, SequenceRule) else None


# ---------------------------------------------------------------- the table and the deal


def players(variant: Variant) -> SafeString:
    """Who can play."""
    all_players = fill(_("For %(players)s players."), players=either(variant.seats))
    if not variant.partners_at:
        return paragraph(all_players, fill(_("Everybody plays for themselves.")))
    singles = [seats for seats in variant.seats if seats not in variant.partners_at]
    partners = fill(
        _("With %(players)s, those who sit opposite each other are partners."),
        players=either(variant.partners_at),
    )
    others = (
        fill(_("With %(players)s, everybody plays for themselves."), players=either(singles))
        if singles
        else SafeString()
    )
    return paragraph(all_players, partners, others)


PACKS = ngettext_lazy(
    "%(cards)s cards: %(packs)s pack and %(jokers)s jokers.",
    "%(cards)s cards: %(packs)s packs and %(jokers)s jokers.",
    "packs",
)
PACKS_EACH = ngettext_lazy(
    "%(cards)s cards for each player: %(packs)s pack and %(jokers)s jokers.",
    "%(cards)s cards for each player: %(packs)s packs and %(jokers)s jokers.",
    "packs",
)


def cards(variant: Variant) -> SafeString:
    """What the game is played with."""
    packs, jokers = one(variant.packs), one(variant.jokers)
    if packs is not None and jokers is not None:
        return fill(PACKS, cards=variant.cards(variant.seats[0]), packs=packs, jokers=jokers)
    shares = {
        (variant.packs[seats] / seats, variant.jokers[seats] / seats) for seats in variant.seats
    }
    each = shares.pop()
    if not shares and all(share.is_integer() for share in each):
        packs, jokers = map(int, each)
        return fill(PACKS_EACH, cards=packs * 52 + jokers, packs=packs, jokers=jokers)
    return paragraph(
        fill(_("Packs: %(packs)s."), packs=at_sizes(variant.packs)),
        fill(_("Jokers: %(jokers)s."), jokers=at_sizes(variant.jokers)),
    )


DEALT = ngettext_lazy(
    "%(count)s card each, however many play.", "%(count)s cards each, however many play.", "count"
)
KITTY = ngettext_lazy(
    "Besides, %(count)s card each, unseen, as a kitty.",
    "Besides, %(count)s cards each, unseen, as a kitty.",
    "count",
)


def deal(variant: Variant) -> SafeString:
    """How many cards each player is dealt."""
    count = one(variant.hand)
    hand = (
        fill(_("Cards for each player: %(cards)s."), cards=at_sizes(variant.hand))
        if count is None
        else fill(DEALT, count=count)
    )
    return paragraph(hand, fill(KITTY, count=variant.kitty) if variant.kitty else "")


DRAWN = ngettext_lazy("You draw %(count)s card.", "You draw %(count)s cards.", "count")


def drawn(variant: Variant) -> SafeString:
    """How many cards a turn brings from the stock."""
    count = one(variant.draw)
    if count is None:
        return fill(_("Cards that you draw: %(cards)s."), cards=at_sizes(variant.draw))
    return fill(DRAWN, count=count)


def draw(variant: Variant) -> SafeString:
    """What a turn brings, and what it takes away again."""
    return paragraph(drawn(variant), fill(_("You discard one.")))


# ---------------------------------------------------------------- melds

MORE_NATURALS = ngettext_lazy(
    "At most %(most)s wild card, and always more natural cards than wild ones.",
    "At most %(most)s wild cards, and always more natural cards than wild ones.",
    "most",
)
TWICE_NATURALS = ngettext_lazy(
    "At most %(most)s wild card, and at least twice as many natural cards as wild ones.",
    "At most %(most)s wild cards, and at least twice as many natural cards as wild ones.",
    "most",
)
LEAST_NATURALS = ngettext_lazy(
    "At most %(most)s wild card, and at least %(least)s natural ones.",
    "At most %(most)s wild cards, and at least %(least)s natural ones.",
    "most",
)
WITH_NATURALS = ngettext_lazy(
    "%(wilds)s with %(naturals)s natural card",
    "%(wilds)s with %(naturals)s natural cards",
    "naturals",
)


def wild_limit(variant: Variant) -> SafeString:
    """How many wild cards a set may hold."""
    rule = rule_of(variant, Kind.SET)
    assert isinstance(rule, SetRule)
    table = rule.wilds
    most = max(table)
    if not most:
        return fill(_("No wild cards."))
    if all(wilds == min(most, naturals // 2) for naturals, wilds in enumerate(table)):
        return fill(TWICE_NATURALS, most=most)
    if all(wilds == min(most, max(0, naturals - 1)) for naturals, wilds in enumerate(table)):
        return fill(MORE_NATURALS, most=most)
    if set(table) == {0, most}:
        return fill(LEAST_NATURALS, most=most, least=table.index(most))
    steps = [
        fill(WITH_NATURALS, wilds=wilds, naturals=naturals)
        for naturals, wilds in enumerate(table)
        if wilds and wilds != table[naturals - 1]
    ]
    return fill(_("At most so many wild cards: %(steps)s or more."), steps=listed(steps))


def sets(variant: Variant) -> SafeString:
    """Melds of one rank."""
    rule = rule_of(variant, Kind.SET)
    assert isinstance(rule, SetRule)
    if rule.closes:
        size = fill(
            _(
                "%(least)s to %(size)s cards of one rank, from four up to ace. With %(size)s "
                "the set is closed."
            ),
            least=least_cards(variant),
            size=CANASTA_SIZE,
        )
    else:
        size = fill(
            _(
                "%(least)s or more cards of one rank, from four up to ace. A set may grow past "
                "%(size)s."
            ),
            least=least_cards(variant),
            size=CANASTA_SIZE,
        )
    return paragraph(size, wild_limit(variant), several(variant))


def several(variant: Variant) -> SafeString:
    """Whether a side may have two sets of one rank."""
    rule = rule_of(variant, Kind.SET)
    assert isinstance(rule, SetRule)
    if not variant.one_open_of_rank:
        return fill(_("A side may have several sets of one rank."))
    if rule.closes:
        return fill(_("A side never has two open sets of one rank."))
    return fill(_("A side has at most one set of each rank."))


# What a complete meld of that kind is called.
COMPLETE = {
    Canasta.SAMBA: gettext_lazy("With %(size)s cards it is a samba, and closed."),
    Canasta.ESCALERA: gettext_lazy("With %(size)s cards it is an escalera, and closed."),
    Canasta.BOLIVIA: gettext_lazy("With %(size)s cards it is a bolivia, and closed."),
    Canasta.WILDS: gettext_lazy("With %(size)s cards it is a canasta of wilds, and closed."),
    Canasta.SEVENS: gettext_lazy("With %(size)s cards it is a canasta of sevens, and closed."),
}


def sequences(variant: Variant) -> SafeString:
    """Melds of one suit."""
    rule = rule_of(variant, Kind.SEQUENCE)
    if not isinstance(rule, SequenceRule):
        # Translators: there are no sequences in this game.
        return fill(pgettext_lazy("sequences", "None."))
    made = fill(
        _(
            "%(least)s to %(size)s cards of one suit without a gap, from four up to ace, "
            "without wild cards."
        ),
        least=least_cards(variant),
        size=CANASTA_SIZE,
    )
    return paragraph(made, fill(COMPLETE[rule.name], size=CANASTA_SIZE))


def wild_melds(variant: Variant) -> SafeString:
    """Melds of wilds alone."""
    rule = rule_of(variant, Kind.WILDS)
    if not isinstance(rule, WildsRule):
        # Translators: there are no melds of wild cards in this game.
        return fill(pgettext_lazy("melds of wild cards", "None."))
    made = fill(
        _("%(least)s to %(size)s wild cards, jokers and twos in any mixture."),
        least=least_cards(variant),
        size=CANASTA_SIZE,
    )
    return paragraph(made, fill(COMPLETE[rule.name], size=CANASTA_SIZE))


def sevens(variant: Variant) -> SafeString:
    """Melds of sevens, where they are something of their own."""
    rule = rule_of(variant, Kind.SEVENS)
    if not isinstance(rule, SevensRule):
        return fill(_("Melded like any other rank."))
    made = fill(
        _("%(least)s to %(size)s sevens, never with wild cards."),
        least=least_cards(variant),
        size=CANASTA_SIZE,
    )
    return paragraph(made, fill(COMPLETE[rule.name], size=CANASTA_SIZE))


# ---------------------------------------------------------------- the discard pile


def frozen(variant: Variant) -> SafeString:
    """When the pile is frozen."""
    if variant.frozen_until_opened:
        return fill(
            _(
                "The pile is frozen for a side until its first meld, and for everybody from the "
                "moment that a wild card is discarded until the pile is taken."
            )
        )
    if variant.wilds_freeze:
        return fill(
            _(
                "The pile is frozen from the moment that a wild card is discarded until the "
                "whole pile is taken."
            )
        )
    return fill(_("The pile is never frozen."))


def blocked(variant: Variant) -> SafeString:
    """When nobody can take the pile."""
    return fill(_("Nobody can take the pile while a wild card or a three lies on top of it."))


def pair(variant: Variant) -> SafeString:
    """What takes the pile, and where it goes."""
    if variant.wild_in_pair:
        needed = fill(
            _(
                "It is taken with two natural cards of your hand of the top card’s rank; while "
                "it is not frozen, one such card and a wild card will do."
            )
        )
    else:
        needed = fill(
            _("It is always taken with two natural cards of your hand of the top card’s rank.")
        )
    if variant.pair_starts_new_set:
        goes = fill(_("These three cards always start a new set."))
    elif variant.one_open_of_rank:
        goes = fill(_("These three cards make a new set, or join the open set of that rank."))
    else:
        goes = SafeString()
    return paragraph(needed, goes)


def pile(variant: Variant) -> SafeString:
    """Taking the pile, as a whole."""
    return paragraph(pair(variant), frozen(variant), blocked(variant))


def top(variant: Variant) -> SafeString:
    """Taking the top card and nothing else."""
    if not variant.top_only_onto:
        # Translators: taking only the top card of the pile.
        return fill(pgettext_lazy("taking only the top card", "Not allowed."))
    if Kind.SEQUENCE in variant.top_only_onto:
        return fill(
            _(
                "Instead of drawing, if it continues a sequence of your side that has fewer "
                "than %(size)s cards. The rest of the pile stays where it is."
            ),
            size=CANASTA_SIZE,
        )
    return fill(
        _(
            "Instead of drawing, if the pile is not frozen and you have an open set of that "
            "rank. The rest of the pile stays where it is."
        )
    )


def house_rule(variant: Variant) -> SafeString:
    """The rule about the top card that a table may choose; empty where there is none."""
    if not variant.top_takes_pile:
        return SafeString()
    return fill(
        _(
            "A house rule, off unless the table chooses it: while the pile is not frozen for your "
            "side, the top card may be taken onto your side’s own open set of that rank without "
            "any card of your hand, and the rest of the pile joins your hand. Other melds and "
            "additions may follow in the same move, but not onto that set."
        )
    )


# ---------------------------------------------------------------- first meld, threes, discard


def first_meld(variant: Variant) -> SafeString:
    """The least points of a side's first meld."""
    return fill(_("Points at least: %(steps)s."), steps=openings(variant))


NEED_CANASTAS = ngettext_lazy(
    "They count for a side that has %(count)s canasta at the end of the deal, and against "
    "a side that has not.",
    "They count for a side that has %(count)s canastas of any kind at the end of the deal, and "
    "against a side that has not.",
    "count",
)
# Where a complete sequence counts beside canastas.
NEED_BESIDE = {
    Canasta.SAMBA: ngettext_lazy(
        "They count for a side that has %(count)s canasta or samba at the end of the deal, and "
        "against a side that has not.",
        "They count for a side that has %(count)s canastas or sambas at the end of the deal, and "
        "against a side that has not.",
        "count",
    ),
}


def red_threes(variant: Variant) -> SafeString:
    """What red threes count."""
    count = one({seats: variant.red_threes(seats) for seats in variant.seats})
    if variant.all_red_threes is None:
        worth = fill(
            _("Each red three counts %(points)s; there is nothing extra for having all of them."),
            points=variant.red_three,
        )
    elif count is None:
        worth = fill(
            _("Each red three counts %(points)s, all of them together %(all)s."),
            points=variant.red_three,
            all=variant.all_red_threes,
        )
    else:
        worth = fill(
            _("Each red three counts %(points)s, all %(count)s together %(all)s."),
            points=variant.red_three,
            count=count,
            all=variant.all_red_threes,
        )
    if variant.red_threes_need_canastas:
        needed = NEED_BESIDE.get(sequence_name(variant), NEED_CANASTAS)
        sign = fill(needed, count=variant.red_threes_need_canastas)
    elif variant.red_threes_need_opening:
        sign = fill(_("They count against a side that has no meld on the table."))
    else:
        sign = fill(_("Those laid on the table never count against you."))
    return paragraph(worth, sign)


def black_threes(variant: Variant) -> SafeString:
    """What becomes of black threes."""
    melded = fill(
        _(
            "Black threes are melded, %(least)s or more of them, only in the turn in which you "
            "go out."
        ),
        least=least_cards(variant),
    )
    usual = card("3S").value
    left = (
        fill(
            _(
                "Left in a hand when somebody has gone out, each counts %(points)s against its "
                "side."
            ),
            points=variant.black_three_left,
        )
        if variant.black_three_left != usual
        else SafeString()
    )
    return paragraph(melded, left)


def threes(variant: Variant) -> SafeString:
    """Red threes and black ones."""
    laid = fill(_("Red threes lay themselves and are replaced from the stock."))
    return paragraph(laid, red_threes(variant), black_threes(variant))


# Until when a rank may not be discarded.
BARRED = {
    Canasta.SEVENS: gettext_lazy("No seven until every player has a canasta of sevens."),
}


def discard(variant: Variant) -> SafeString:
    """What may be discarded."""
    if variant.wilds_freeze:
        allowed = fill(_("Any card of your hand; a wild card freezes the pile."))
    else:
        allowed = fill(_("Any card of your hand, wild cards and black threes included."))
    return paragraph(allowed, fill(BARRED[variant.bar.until]) if variant.bar else "")


# ---------------------------------------------------------------- going out and the score

NEEDED = ngettext_lazy(
    "Your side needs %(count)s canasta.", "Your side needs %(count)s canastas of any kind.", "count"
)
# Where a complete sequence counts beside canastas.
NEEDED_BESIDE = {
    Canasta.SAMBA: ngettext_lazy(
        "Your side needs %(count)s canasta or samba.",
        "Your side needs %(count)s canastas or sambas, in any mixture.",
        "count",
    ),
}
# A kind of which one must be among them, where it is the only one.
AMONG = {
    Canasta.ESCALERA: gettext_lazy("At least one of them must be an escalera."),
}


def canastas_needed(variant: Variant) -> SafeString:
    """What a side must have on the table before it may go out."""
    kinds = variant.kinds_to_go_out
    count = one(variant.canastas_to_go_out)
    if count is None:
        needed = at_sizes(variant.canastas_to_go_out)
        return fill(_("Canastas that your side needs: %(needed)s."), needed=needed)
    named = listed([canasta_name(kind) for kind in Canasta if kind in kinds])
    if len(kinds) == count:
        return fill(_("You need at least one canasta of each kind: %(kinds)s."), kinds=named)
    needed = fill(NEEDED_BESIDE.get(sequence_name(variant), NEEDED), count=count)
    if not kinds:
        return needed
    alone = AMONG.get(next(iter(kinds))) if len(kinds) == 1 else None
    among = alone or _("Among them must be at least one of each of these kinds: %(kinds)s.")
    return paragraph(needed, fill(among, kinds=named))


def last_card(variant: Variant) -> SafeString:
    """How the last card leaves the hand."""
    if variant.last_is_discarded:
        return fill(_("The last card must be discarded, not laid."))
    return fill(_("The last card may be laid or discarded."))


def going_out_bonus(variant: Variant) -> SafeString:
    """What going out earns."""
    earned = fill(_("Bonus for going out: %(points)s."), points=variant.going_out)
    if variant.going_out_in_one == variant.going_out:
        return earned
    more = fill(
        _(
            "It is %(points)s if you lay your whole hand in that one turn, having laid no card "
            "before in this deal."
        ),
        points=variant.going_out_in_one,
    )
    return paragraph(earned, more)


def going_out(variant: Variant) -> SafeString:
    """Going out, as a whole."""
    return paragraph(canastas_needed(variant), last_card(variant), going_out_bonus(variant))


def bonuses(variant: Variant) -> SafeString:
    """What each kind of canasta earns."""
    # Translators: within a list: natural canasta 500.
    item = _("%(canasta)s %(points)s")
    items = listed(
        [
            fill(item, canasta=canasta_name(canasta), points=points)
            for canasta, points in sorted(variant.bonuses.items(), key=lambda pair: pair[1])
        ]
    )
    return SafeString(capfirst(sentence(items)))


def target(variant: Variant) -> SafeString:
    """The score that wins."""
    points = one(variant.target)
    if points is None:
        wins = fill(_("Points: %(points)s."), points=at_sizes(variant.target))
    else:
        wins = fill(_("%(points)s points."), points=points)
    others = [other for other in variant.targets if other != points]
    if not others:
        return wins
    return paragraph(wins, fill(_("A table may also choose %(targets)s."), targets=either(others)))


def end(variant: Variant) -> SafeString:
    """Ties, and games that do not end."""
    tie = (
        fill(_("On a tie for the highest total, further deals are played."))
        if variant.tie_plays_on
        else fill(_("A tie for the highest total is a draw."))
    )
    limit = (
        fill(
            _(
                "The target reached in deal %(limit)s counts like any other; a game that has not "
                "ended then stops there, as a draw."
            ),
            limit=variant.limit,
        )
        if variant.limit is not None
        else fill(_("There is no limit to the number of deals."))
    )
    return paragraph(tie, limit)


TELLERS: Mapping[str, Teller] = {
    teller.__name__: teller
    for teller in (
        players,
        cards,
        deal,
        drawn,
        draw,
        wild_limit,
        sets,
        several,
        sequences,
        wild_melds,
        sevens,
        frozen,
        blocked,
        pair,
        pile,
        top,
        house_rule,
        first_meld,
        red_threes,
        black_threes,
        threes,
        discard,
        canastas_needed,
        last_card,
        going_out_bonus,
        going_out,
        bonuses,
        target,
        end,
    )
}

# Lines of a table, by the name of their teller.
ROWS: Mapping[str, Promise] = {
    "cards": pgettext_lazy("line of a table of rules", "Cards"),
    # Translators: the act of dealing.
    "deal": pgettext_lazy("line of a table of rules", "Deal"),
    # Translators: drawing from the stock, not a tie.
    "draw": pgettext_lazy("line of a table of rules", "Draw"),
    # Translators: melds of one rank.
    "sets": pgettext_lazy("line of a table of rules", "Sets"),
    "sequences": pgettext_lazy("line of a table of rules", "Sequences"),
    "wild_melds": pgettext_lazy("line of a table of rules", "Melds of wild cards"),
    "sevens": pgettext_lazy("line of a table of rules", "Sevens"),
    "pile": pgettext_lazy("line of a table of rules", "Taking the pile"),
    "top": pgettext_lazy("line of a table of rules", "Taking only the top card"),
    "first_meld": pgettext_lazy("line of a table of rules", "First meld"),
    "threes": pgettext_lazy("line of a table of rules", "Threes"),
    "discard": pgettext_lazy("line of a table of rules", "Discard"),
    "going_out": pgettext_lazy("line of a table of rules", "Going out"),
    "bonuses": pgettext_lazy("line of a table of rules", "Bonuses"),
    "target": pgettext_lazy("line of a table of rules", "Target score"),
}
# Lines that only games with such melds have anything to say in.
SPECIAL = {"wild_melds": Kind.WILDS, "sevens": Kind.SEVENS}
# The lines that tell games apart at a glance.
OVERVIEW: Mapping[str, Promise] = {
    "players": pgettext_lazy("line of a table of rules", "Players"),
    **{name: ROWS[name] for name in ("cards", "deal", "draw", "sequences", "wild_melds", "sevens")},
    "frozen": pgettext_lazy("line of a table of rules", "The frozen pile"),
    "top": ROWS["top"],
    "first_meld": ROWS["first_meld"],
    "canastas_needed": ROWS["going_out"],
    "bonuses": ROWS["bonuses"],
    "target": ROWS["target"],
}
