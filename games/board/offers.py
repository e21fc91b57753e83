"""What a player may do now, and what chosen cards can become.

Only legal things are offered. Whether something is legal is asked of the engine with the
player's own view; nothing is known about it here.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games import wording
from games.engine.cards import Card, Hand, value
from games.engine.melds import Meld
from games.engine.moves import Ask, Discard, Draw, Lay, Part, Pile, Stop, Top
from games.engine.refusal import Reason, Refusal
from games.engine.rules import check, check_plan, minimum
from games.engine.state import Phase
from games.engine.view import View
from games.wording import offers as words
from games.wording.offers import Button

OTHERWISE = frozenset(
    {
        Reason.PAIR_NEEDED,
        Reason.PAIR_STARTS_NEW_SET,
        Reason.PILE_NAMES_OTHER_MELD,
        Reason.RANK_IS_OPEN,
    }
)
"""Refusals of a way to take the pile that say no more than that another way is the right one."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One button: what it sends, what it says."""

    do: str
    button: Button
    style: str = ""
    """Classes of the look: `go` the likeliest, `end` not to be taken back, `wide`, `one`."""
    fits: int = 0
    """Number of the meld on the table that it adds to."""


@dataclass(frozen=True, slots=True)
class Offers:
    """All buttons for a selection, or a hint where there is nothing to press."""

    offers: tuple[Offer, ...] = ()
    hint: str = ""

    @property
    def fits(self) -> frozenset[int]:
        """Numbers of the melds that the selection, or the top card, can go to."""
        return frozenset(offer.fits for offer in self.offers if offer.fits)


def free_cards(view: View, parts: Sequence[Part]) -> Hand:
    """The hand beside what is laid out."""
    return view.hand - [card for part in parts for card in part.cards]


def held_of(hand: Hand, chosen: Iterable[Card]) -> tuple[Card, ...]:
    """Those of the chosen cards that the hand still holds."""
    kept: list[Card] = []
    for card in chosen:
        if kept.count(card) < hand.count(card):
            kept.append(card)
    return tuple(kept)


def has_to_join(view: View, parts: tuple[Part, ...], chosen: tuple[Card, ...]) -> Refusal | None:
    """Why the chosen cards cannot begin a meld because the side has one that they must join.

    Asked as if the viewer were to lay now, as cards are laid out at any time.
    """
    laying = view.public._replace(phase=Phase.LAY, turn=view.seat, seat=view.seat)
    refusal = check(view._replace(public=laying), Lay((*parts, Part(None, chosen))))
    return refusal if refusal and refusal.reason is Reason.RANK_IS_OPEN else None


def offers(
    view: View, parts: tuple[Part, ...], chosen: tuple[Card, ...], names: Sequence[str]
) -> Offers:
    """What the viewer may do now with the chosen cards, beside what is laid out (`parts`)."""
    public = view.public
    free = free_cards(view, parts)
    chosen = held_of(free, chosen)
    if public.phase is Phase.ENDED:
        return Offers()
    if public.seat != view.seat:
        if public.phase is Phase.ASKED and public.turn == view.seat:
            return Offers(hint=words.waiting_hint(names[public.seat]))
        found = tuple(_laying_out(view, parts, chosen))
        return Offers(found, "" if found else _hint(view, parts, chosen, words.not_yet_hint()))
    match public.phase:
        case Phase.ASKED:
            asker = names[public.turn]
            return Offers(
                (
                    Offer("yes", words.yes_button(asker), "go"),
                    Offer("no", words.no_button()),
                )
            )
        case Phase.TAKE:
            return _taking(view, parts, chosen, free)
    found = tuple(_going_on(view, parts, chosen, free, names))
    if public.phase is Phase.STUCK:
        return Offers(found, _hint(view, parts, chosen, words.stuck_hint()))
    if len(chosen) == 1 and not any(offer.do == "discard" for offer in found):
        return Offers(found, _why_kept(view, chosen[0]))
    return Offers(found, "" if found else _hint(view, parts, chosen, words.choose_hint()))


def _taking(view: View, parts: tuple[Part, ...], chosen: tuple[Card, ...], free: Hand) -> Offers:
    found: list[Offer] = []
    if not check(view, Draw()):
        button = words.draw_button(
            min(view.setup.variant.draw[view.setup.seats], view.public.stock)
        )
        found.append(Offer("draw", button, "wide one" if chosen else "go wide one"))
    if not check(view, Stop()):
        found.append(Offer("stop", words.stop_button(), "end"))
    found += _tops(view)
    piles, why = _piles(view, parts, chosen, free)
    found += piles
    found += _laying_out(view, parts, chosen)
    return Offers(tuple(found), why)


def _tops(view: View) -> Iterator[Offer]:
    """The top card alone, onto each meld that it continues; melds that look alike once."""
    seen: set[Meld] = set()
    top = view.public.top
    if top is None:
        return
    for number, meld in enumerate(view.melds, 1):
        if meld not in seen and not check(view, Top(number)):
            seen.add(meld)
            made = view.setup.variant.grown(meld, number, (top,))
            yield Offer(f"top m{number}", words.top_button(top, meld, made), fits=number)


def _piles(
    view: View, parts: tuple[Part, ...], chosen: tuple[Card, ...], free: Hand
) -> tuple[list[Offer], str]:
    """(ways to take the pile, why not where the hand has a pair and yet it cannot)."""
    top = view.public.top
    if top is None:
        return [], ""
    onto = [number for number, meld in enumerate(view.melds, 1) if meld.rank == top.rank]
    places = [*onto, None]
    of_rank = tuple(card for card in free if card.rank == top.rank)
    wilds = tuple(sorted((card for card in free if card.wild), key=lambda c: value((c,))))
    pairs = [of_rank[:2], of_rank] if len(of_rank) > 2 else [of_rank]
    found: list[Offer] = []
    why = ""
    # Chosen cards decide; where they are none that take the pile, the pair is still offered, and
    # one natural with a wild where there is no pair.
    for tries in ([chosen], pairs, [of_rank[:1] + wilds[:1]]):
        for place in places:
            for cards in filter(None, tries):
                refusal = check(view, Pile(Part(place, cards), parts))
                if not refusal:
                    found.append(_pile(view, Part(place, cards), parts))
                elif cards is not chosen and refusal.reason not in OTHERWISE:
                    why = why or wording.refused(refusal, view.melds).text
        if found:
            break
    if not chosen or not found:
        bare = [Part(place, ()) for place in onto]
        found += [_pile(view, part, parts) for part in bare if not check(view, Pile(part, parts))]
    return found, words.pile_hint(why) if why and not found else ""


def _pile(view: View, first: Part, parts: tuple[Part, ...]) -> Offer:
    melds = view.melds
    joined = None if first.meld is None else melds[first.meld - 1]
    button = words.pile_button(len(view.public.pile), first.cards, joined, more=bool(parts))
    return Offer(f"pile {first}", button, fits=first.meld or 0)


def _laying_out(view: View, parts: tuple[Part, ...], chosen: tuple[Card, ...]) -> Iterator[Offer]:
    """What the chosen cards can become in the draft: judged as melds, not yet as a move."""
    if not chosen:
        return
    variant = view.setup.variant
    laid_out = value(card for part in parts for card in part.cards)
    seen: set[Meld] = set()
    for number, meld in enumerate(view.melds, 1):
        waiting = tuple(c for part in parts if part.meld == number for c in part.cards)
        try:
            so_far = variant.grown(meld, number, waiting) if waiting else meld
            made = variant.grown(meld, number, waiting + chosen)
        except Refusal:
            continue
        if so_far not in seen:
            seen.add(so_far)
            yield Offer(f"add m{number}", words.add_button(so_far, made), fits=number)
    for index, part in enumerate(parts):
        if part.meld is not None:
            continue
        try:
            begun = variant.new_meld(part.cards)
            made = variant.new_meld(part.cards + chosen)
        except Refusal:
            continue
        yield Offer(f"grow {index}", words.add_button(begun, made))
    if has_to_join(view, parts, chosen):
        return
    try:
        made = variant.new_meld(chosen)
    except Refusal:
        return
    button = words.new_button(made, laid_out + made.value, minimum(view))
    yield Offer("new", button)


def _going_on(
    view: View,
    parts: tuple[Part, ...],
    chosen: tuple[Card, ...],
    free: Hand,
    names: Sequence[str],
) -> Iterator[Offer]:
    """After the take: lay out, ask, discard."""
    if not check(view, Stop()):
        yield Offer("stop", words.stop_button(), "end")
    likeliest = "go"
    for offer in _laying_out(view, parts, chosen):
        yield Offer(offer.do, offer.button, likeliest, offer.fits)
        likeliest = ""
    if parts and len(free) < 2 and not check(view, Ask()):
        last = next((Discard(card) for card in free), None)
        partner = view.setup.partner(view.seat)
        if partner is not None and not check_plan(view, Lay(parts), last):
            yield Offer("ask", words.ask_button(names[partner]))
    if len(chosen) == 1 and not check(view, Discard(chosen[0])):
        out = len(view.hand) == 1
        button = words.discard_button(chosen[0], out=out, drafted=bool(parts))
        yield Offer("discard", button)


def confirming(view: View, parts: tuple[Part, ...], card: Card) -> Offers:
    """The second step of a discard: the one that cannot be taken back, and the way out."""
    out = len(view.hand) == 1
    button = words.discard_button(card, out=out, drafted=bool(parts), sure=True)
    # The way out comes first: an impatient second press must not go where the card goes.
    return Offers((Offer("keep", words.keep_button()), Offer(f"sure {card}", button, "end")))


def _why_kept(view: View, card: Card) -> str:
    """Why this card cannot be discarded now."""
    refusal = check(view, Discard(card))
    return wording.refused(refusal, view.melds).text if refusal else ""


def _hint(view: View, parts: tuple[Part, ...], chosen: tuple[Card, ...], otherwise: str) -> str:
    """Why the chosen cards can become nothing; `otherwise` when none are chosen."""
    if not chosen:
        return otherwise
    try:
        view.setup.variant.new_meld(chosen)
    except Refusal as refusal:
        return wording.refused(refusal, view.melds).text
    why = has_to_join(view, parts, chosen)
    return wording.refused(why, view.melds).text if why else otherwise
