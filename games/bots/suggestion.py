"""What a person might lay out: the melds that their hand allows, beside what they chose already.

Not the move of a computer player, which keeps cards back for reasons of its own, but made by the
same arithmetic and, like any lay, judged by the engine.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from games.engine.cards import BLACK_THREES, HEIGHT, VALUE
from games.engine.moves import Lay, Part
from games.engine.refusal import Reason, Refusal
from games.engine.rules import check, minimum
from games.engine.state import Phase
from games.engine.view import View

from .draft import KEEP, Draft
from .finish import finish, lay_naturals
from .opening import EVERYTHING, open_at_best, pairs
from .wilds import spend_wilds


class Suggestion(NamedTuple):
    """What may be laid, or why there is nothing to suggest."""

    parts: tuple[Part, ...]
    """All that would be laid out: what was there first, each part as it was or with more cards."""
    why: Refusal | None = None
    """The engine's word on what lies there already, or on the best that can be made of the hand."""
    wilds: bool = False
    """Nothing is suggested, but wild cards could be added to melds."""


def suggest(view: View, parts: tuple[Part, ...] = ()) -> Suggestion:
    """Melds and additions to lay beside `parts`, which the viewer has laid out already.

    Enough to open, else to go out, else all that can be laid with a card kept to discard; wilds
    only where they make a meld or finish a canasta. At any time: judged as if the viewer were to
    lay now, and in their turn as it stands. The cards of `parts` must be held and their melds open.
    """
    laying = _laying(view)
    draft = Draft(laying)
    try:
        for part in parts:
            draft.set_out(part, None if part.meld is None else view.melds[part.meld - 1])
    except Refusal as refusal:
        return Suggestion(parts, refusal)
    for lay in _plans(view, laying, draft, parts):
        laid = _joined(parts, lay)
        if laid != parts and not check(laying, Lay(laid)):
            return Suggestion(laid)
    return _nothing(laying, draft, parts)


def _laying(view: View) -> View:
    """The view as if its seat were to lay now."""
    public = view.public
    if public.turn != view.seat:
        public = public._replace(turn=view.seat, phase=Phase.LAY, barred=False)
    elif public.phase in (Phase.TAKE, Phase.ASKED):
        public = public._replace(phase=Phase.LAY)
    return view._replace(public=public._replace(seat=view.seat))


def _plans(
    view: View, laying: View, draft: Draft, parts: tuple[Part, ...]
) -> Iterator[tuple[Part, ...]]:
    """What the draft might put down, the best first; whether it may is for the engine to say."""
    way = None if laying.public.barred else finish(laying, draft)
    # Who has not taken will hold more cards, beside which black threes cannot be laid.
    taken = view.public.turn == view.seat and view.public.phase is not Phase.TAKE
    if way and (taken or not BLACK_THREES & set(way[0].cards)):
        yield way[0].parts
    keep = 0 if laying.public.phase is Phase.STUCK else KEEP
    need = minimum(laying)
    if need > sum([VALUE[card] for part in parts for card in part.cards]):
        yield from _spared(draft, lambda trial: open_at_best(trial, need, keep)[0])
        return
    yield from _spared(draft, lambda trial: _naturals(trial, keep))
    yield from _spared(draft, lambda trial: _pairs(trial, keep))


def _spared(draft: Draft, sort: Callable[[Draft], Draft]) -> Iterator[tuple[Part, ...]]:
    """The draft sorted, with another card kept where only such would stay as none may discard."""
    trial = sort(draft.copy())
    if not trial.only_barred:
        yield trial.parts()
        return
    ranks = draft.ranks
    others = [card for card in dict.fromkeys(draft.cards_left()) if HEIGHT[card] != draft.barred]
    for card in sorted(others, key=lambda card: (ranks[HEIGHT[card]], VALUE[card])):
        spared = draft.copy()
        spared.hold(card)
        yield sort(spared).parts()


def _naturals(draft: Draft, keep: int) -> Draft:
    lay_naturals(draft, keep)
    spend_wilds(draft, hurry=False)
    return draft


def _pairs(draft: Draft, keep: int) -> Draft:
    pairs(draft, EVERYTHING, keep)
    return draft


def _joined(parts: tuple[Part, ...], laid: Sequence[Part]) -> tuple[Part, ...]:
    """These parts, each as `laid` has it, then what else is laid."""
    others = list(laid)
    joined: list[Part] = []
    for part in parts:
        size = len(part.cards)
        grown = (one for one in others if one.meld == part.meld and one.cards[:size] == part.cards)
        found = next(grown, None)
        if found:
            others.remove(found)
        joined.append(found or part)
    return (*joined, *others)


def _nothing(laying: View, draft: Draft, parts: tuple[Part, ...]) -> Suggestion:
    """Why there is nothing: what lies there, or the best that the hand makes, is refused."""
    refusal = check(laying, Lay(parts)) if parts else None
    if parts and (refusal is None or refusal.reason is not Reason.OPENING_TOO_LOW):
        return Suggestion(
            parts, refusal, wilds=refusal is None and _takes_wild(laying, draft, parts)
        )
    need = minimum(laying)
    for keep in (1, 0):
        best = open_at_best(draft, need, keep)[0] if need else _naturals(draft.copy(), keep)
        laid = _joined(parts, best.parts())
        if not laid:
            continue
        why = check(laying, Lay(laid))
        if why is None:
            return Suggestion(laid)
        # Of an opening that is too low, the most that all cards make is to be told.
        if keep == 0 or why.reason is not Reason.OPENING_TOO_LOW:
            return Suggestion(parts, why)
    return Suggestion(parts, wilds=_takes_wild(laying, draft, parts))


def _takes_wild(laying: View, draft: Draft, parts: tuple[Part, ...]) -> bool:
    """Whether at least a wild card could be laid."""
    trial = draft.copy()
    row = next((row for row in trial.sets if trial.wild_room(row) > 0), None)
    if row is None or not trial.wilds:
        return False
    trial.put_wild(row)
    return check(laying, Lay(_joined(parts, trial.parts()))) is None
