"""Drafts: a lay set out in private, kept on the server, told to its own seat alone."""

from typing import Any

import pytest

from games import broadcast, selectors, services
from games.denial import Denial, Stale
from games.engine.cards import cards
from games.engine.moves import Ask, Part, parse_parts
from games.engine.refusal import Refusal
from games.engine.state import Phase
from games.models import Seat
from games.selectors import Draft
from tests.engine.positions import position
from tests.web.tables import Opened, begun, person, put, waiting
from tests.web.test_seats import denied

pytestmark = pytest.mark.django_db

HAND = "7S 7H 7D 8C 8D 8H KS KH 4C"


def at_hand(hand: str = HAND, *, melds: tuple[str, ...] = (), **more: object) -> Opened:
    """Two persons; seat 0 has taken and holds these cards."""
    opened = begun()
    put(opened, position(seats=2, seat=0, hand=hand, melds=melds, **more))
    return opened


def add(opened: Opened, text: str, into: int | None = None, seat: int = 0) -> Draft:
    (part,) = parse_parts(text)
    return services.draft_add(
        key=opened.key, player=opened.players[seat], seat=seat, part=part, into=into
    )


def back(opened: Opened, index: int | None = None) -> Draft:
    return services.draft_take_back(key=opened.key, player=opened.players[0], seat=0, index=index)


def kept(opened: Opened, seat: int = 0) -> str:
    return selectors.draft(opened.load(), seat).text


def test_parts_are_set_out_one_after_another() -> None:
    opened = at_hand()
    assert add(opened, "7S 7H 7D").text == "lay 7S 7H 7D"
    assert add(opened, "8C 8D 8H").text == "lay 7S 7H 7D / 8C 8D 8H"
    assert kept(opened) == "lay 7S 7H 7D / 8C 8D 8H"


def test_what_is_set_out_need_not_be_a_meld_yet() -> None:
    opened = at_hand()
    add(opened, "7S 7H")
    assert add(opened, "7D", into=0).text == "lay 7S 7H 7D"


def test_additions_to_one_meld_are_joined() -> None:
    opened = at_hand(melds=("KD KC KD", "9S 9H 9D"))
    add(opened, "m1 KS")
    add(opened, "7S 7H 7D")
    assert add(opened, "m1 KH").text == "lay m1 KS KH / 7S 7H 7D"


def test_parts_are_taken_back_one_by_one_or_all() -> None:
    opened = at_hand()
    for text in ("7S 7H 7D", "8C 8D 8H", "KS KH"):
        add(opened, text)
    assert back(opened, 1).text == "lay 7S 7H 7D / KS KH"
    assert back(opened).text == ""
    assert kept(opened) == ""


def test_every_change_makes_a_new_revision_and_no_new_number() -> None:
    opened = at_hand()
    number = opened.load().number
    first = add(opened, "7S 7H 7D")
    second = back(opened)
    assert second.revision == first.revision + 1
    assert opened.load().number == number
    assert selectors.versions(opened.table.pk) == (number, (second.revision, 0))


def test_a_draft_that_has_changed_since_is_neither_changed_nor_used() -> None:
    opened = at_hand()
    seen = add(opened, "7S 7H 7D").revision
    add(opened, "8C 8D 8H")
    at = {"key": opened.key, "player": opened.players[0], "seat": 0, "revision": seen}
    moving = at | {"number": opened.load().number}
    kings = Part(None, cards("KS KH"))
    for stale in (
        lambda: services.draft_add(**at, part=kings),
        lambda: services.draft_take_back(**at, index=0),
        lambda: services.lay_draft(**moving),
        lambda: services.take_pile(**moving, first=kings),
        lambda: services.play_move(**moving, move=Ask()),
    ):
        with pytest.raises(Stale):
            stale()
    assert kept(opened) == "lay 7S 7H 7D / 8C 8D 8H"
    assert opened.load().number == moving["number"]


def test_cards_are_set_out_once() -> None:
    opened = at_hand()
    add(opened, "7S 7H 7D")
    with denied(Denial.CARD_NOT_HELD) as told:
        add(opened, "7S 8C")
    assert told.value.params == {"card": cards("7S")[0]}
    assert kept(opened) == "lay 7S 7H 7D"


@pytest.mark.parametrize("text", ["AS AH AD", "m1 7S", "m0 7S"])
def test_cards_and_melds_that_are_not_there_are_denied(text: str) -> None:
    opened = at_hand()
    part = Part(0, cards("7S")) if text.startswith("m0") else parse_parts(text)[0]
    with denied(Denial.NO_MELD if "m" in text else Denial.CARD_NOT_HELD):
        services.draft_add(key=opened.key, player=opened.players[0], seat=0, part=part)


def test_a_closed_meld_takes_nothing() -> None:
    opened = at_hand(melds=("4H 5H 6H 7H 8H 9H TH",))
    with denied(Denial.NO_MELD):
        add(opened, "m1 7S")


@pytest.mark.parametrize("index", [-1, 1, 99])
def test_parts_that_are_not_there_are_denied(index: int) -> None:
    opened = at_hand()
    add(opened, "7S 7H 7D")
    with denied(Denial.NO_PART):
        back(opened, index)
    with denied(Denial.NO_PART):
        add(opened, "8C", into=index)


def test_nobody_sets_out_cards_for_others() -> None:
    opened = at_hand()
    part = Part(None, cards("7S 7H 7D"))
    for player in (opened.players[1], person(), None):
        with denied(Denial.NOT_YOUR_SEAT):
            services.draft_add(key=opened.key, player=player, seat=0, part=part)
        with denied(Denial.NOT_YOUR_SEAT):
            services.draft_take_back(key=opened.key, player=player, seat=0)


def test_no_draft_before_the_start() -> None:
    opened = waiting()
    with denied(Denial.NOT_PLAYING):
        services.draft_add(
            key=opened.key, player=opened.opener, seat=0, part=Part(None, cards("7S"))
        )


def test_a_draft_waits_for_ones_turn() -> None:
    opened = at_hand()
    hand = opened.load().view(1).hand
    first = next(iter(hand))
    add(opened, str(first), seat=1)
    opened.play("discard 4C")
    assert kept(opened, 1) == f"lay {first}"


# ---------------------------------------------------------------- putting down


def lay(opened: Opened) -> int:
    return services.lay_draft(
        key=opened.key, player=opened.players[0], seat=0, number=opened.load().number
    )


def test_the_draft_is_put_down_as_one_move() -> None:
    opened = at_hand(score=-100)
    add(opened, "7S 7H 7D")
    add(opened, "8C 8D 8H")
    lay(opened)
    assert str(opened.load().moves[-1][1]) == "lay 7S 7H 7D / 8C 8D 8H"
    assert kept(opened) == ""


def test_there_must_be_something_to_put_down() -> None:
    with denied(Denial.NO_PLAN):
        lay(at_hand())


def test_a_draft_that_is_refused_stays() -> None:
    opened = at_hand()
    add(opened, "7S 7H 7D")
    with pytest.raises(Refusal):
        lay(opened)
    assert kept(opened) == "lay 7S 7H 7D"


def test_the_draft_is_laid_with_a_take_of_the_pile() -> None:
    opened = begun()
    put(
        opened,
        position(seats=2, seat=0, hand=HAND, pile="4D KD", phase=Phase.TAKE, score=-100),
    )
    add(opened, "8C 8D 8H")
    services.take_pile(
        key=opened.key,
        player=opened.players[0],
        seat=0,
        number=opened.load().number,
        first=Part(None, cards("KS KH")),
    )
    assert str(opened.load().moves[-1][1]) == "pile KS KH / 8C 8D 8H"
    assert kept(opened) == ""


def test_what_was_not_laid_stays_until_the_turn_ends() -> None:
    opened = at_hand(score=-100)
    add(opened, "8C 8D 8H")
    opened.play("lay 7S 7H 7D")
    assert kept(opened) == "lay 8C 8D 8H"
    opened.play("discard 4C")
    assert kept(opened) == ""


def test_parts_whose_cards_are_gone_drop_out() -> None:
    opened = at_hand()
    add(opened, "7S 7H 7D")
    add(opened, "8C 8D 8H")
    put(opened, position(seats=2, seat=0, hand="7S 7H 8C 8D 8H 4C"))
    draft = selectors.draft(opened.load(), 0)
    assert draft.text == "lay 8C 8D 8H"
    assert draft.dropped == (Part(None, cards("7S 7H 7D")),)


def test_parts_whose_meld_is_closed_meanwhile_drop_out() -> None:
    opened = at_hand("TH 4C 5C", melds=("4H 5H 6H 7H 8H 9H",))
    add(opened, "m1 TH")
    put(opened, position(seats=2, seat=0, hand="TH 4C 5C", melds=("4H 5H 6H 7H 8H 9H TH",)))
    draft = selectors.draft(opened.load(), 0)
    assert (draft.parts, draft.dropped) == ((), (Part(1, cards("TH")),))


def test_all_drafts_end_with_the_deal() -> None:
    opened = begun()
    melds = ("7S 7S 7H 7H 7D 7D 7C", "9S 9S 9H 9H 9D 9D 9C")
    put(opened, position(seats=2, seat=0, hand="5S", melds=melds))
    add(opened, str(next(iter(opened.load().view(1).hand))), seat=1)
    opened.play("discard 5S")
    assert set(Seat.objects.values_list("draft", flat=True)) == {""}


def test_no_draft_hangs_on_what_everybody_loads() -> None:
    opened = begun()
    add(opened, str(next(iter(opened.load().view(0).hand))))
    selectors.forget()
    for seat in opened.load().seats:
        assert {"draft", "draft_revision"} <= seat.get_deferred_fields()


@pytest.mark.django_db(transaction=True)
def test_a_draft_is_told_to_its_own_seat_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, object]] = []
    opened = at_hand()
    monkeypatch.setattr(broadcast, "_send", lambda to, message: sent.append((to, message)))
    add(opened, "7S 7H 7D")
    assert sent == [(broadcast.seat_group(opened.table.pk, 0), {"type": "draft.changed"})]


def suggest(opened: Opened, seat: int = 0, revision: int | None = None) -> Draft:
    return services.draft_suggest(
        key=opened.key, player=opened.players[seat], seat=seat, revision=revision
    )


def test_a_suggestion_opens_and_can_be_put_down() -> None:
    opened = at_hand("KS KH KD QS QH QD JC 9C 4S")
    number = opened.load().number
    draft = suggest(opened)
    assert draft.text == "lay KS KH KD / QS QH QD"
    assert opened.load().number == number
    services.lay_draft(
        key=opened.key, player=opened.players[0], seat=0, number=number, revision=draft.revision
    )
    assert len(opened.load().state.public.melds[0]) == 2


def test_a_suggestion_goes_beside_what_is_laid_out() -> None:
    opened = at_hand("KS KH KD QS QH QD JC 9C 4S")
    seen = add(opened, "QS QH QD")
    draft = suggest(opened, revision=seen.revision)
    assert draft.text == "lay QS QH QD / KS KH KD"
    assert draft.revision == seen.revision + 1
    assert kept(opened) == draft.text


def test_a_suggestion_beside_a_draft_that_has_changed_is_stale() -> None:
    opened = at_hand("KS KH KD QS QH QD JC 9C 4S")
    seen = add(opened, "QS QH QD").revision
    back(opened)
    with pytest.raises(Stale):
        suggest(opened, revision=seen)
    assert kept(opened) == ""


def test_a_suggestion_touches_nobody_elses_draft_and_is_told_to_its_own_seat(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    opened = at_hand("KS KH KD QS QH QD JC 9C 4S")
    sent: list[object] = []
    monkeypatch.setattr(broadcast, "_send", lambda to, message: sent.append(to))
    before = selectors.draft(opened.load(), 1)
    with django_capture_on_commit_callbacks(execute=True):
        suggest(opened)
    assert sent == [broadcast.seat_group(opened.table.pk, 0)]
    assert selectors.draft(opened.load(), 1) == before


@pytest.mark.parametrize(
    ("hand", "laid", "melds", "why"),
    [
        ("7S 7H 7D 5S 5H 2D 9C JD QC", "", (), Denial.HAND_TOO_LOW),
        ("7S 7H 7D 5S 5H 2D 9C JD QC", "7S 7H 7D", (), Denial.HAND_TOO_LOW),
        ("KS QS JS KH KD QH QD JC 4C", "KS QS JS", (), Denial.IN_THE_WAY),
        ("4C 9D JH QS", "", (), Denial.NO_MELD_HELD),
        ("4C 9D JH QS", "", ("KS KH KD",), Denial.NOTHING_FITS),
        ("KC 4C 9D JH QS", "m1 KC", ("KS KH KD",), Denial.NOTHING_MORE),
        ("2S 4C 9D JH QS", "", ("KS KH KD",), Denial.ONLY_WILDS),
    ],
)
def test_where_nothing_can_be_suggested_the_reason_is_told(
    hand: str, laid: str, melds: tuple[str, ...], why: Denial
) -> None:
    opened = at_hand(hand, melds=melds)
    if laid:
        add(opened, laid)
    with denied(why) as told:
        suggest(opened)
    if why is Denial.HAND_TOO_LOW:
        assert told.value.params == {"have": 45, "need": 50}
    assert kept(opened) == (f"lay {laid}" if laid else "")


def test_what_forbids_the_melds_that_there_are_is_told_as_the_rule_has_it() -> None:
    opened = at_hand("KS KS KH KD", melds=("7D 7C 7H",))
    with pytest.raises(Refusal) as told:
        suggest(opened)
    assert told.value.rule == "C-13"


def test_nobody_is_suggested_what_others_hold() -> None:
    opened = at_hand("KS KH KD QS QH QD JC 9C 4S")
    for player in (opened.players[1], person(), None):
        with denied(Denial.NOT_YOUR_SEAT):
            services.draft_suggest(key=opened.key, player=player, seat=0)
