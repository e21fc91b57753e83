"""The words of the game: complete, whole sentences, safe to show."""

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice

import pytest
from django.utils import translation

from games import wording
from games.denial import Denial, Denied
from games.engine.cards import ALL_CARDS, Card, card, cards
from games.engine.melds import Canasta, Kind, Meld
from games.engine.moves import (
    Ask,
    Discard,
    Draw,
    Lay,
    Move,
    No,
    Part,
    Pile,
    Stop,
    Top,
    Yes,
    parse,
)
from games.engine.refusal import Reason, Refusal
from games.engine.rules import check, play
from games.engine.scoring import Verdict
from games.engine.state import Ending, Phase, State
from games.engine.variant import Variant
from games.engine.variants import all_variants, get
from games.engine.view import see
from games.models import Seat, Table, TableEvent
from games.services import clock
from games.wording.cards import meld_laid
from games.wording.log import SENTENCES, YOURS
from games.wording.offers import MAKES, NEW
from games.wording.refusals import DENIALS, REASONS
from tests.bench.invariants import RandomDeal
from tests.engine.positions import position

PARAMS: dict[str, object] = {
    "card": card("7H"),
    "cards": cards("7H 8S"),
    "meld": 2,
    "seat": 1,
    "size": 2,
    "need": 90,
    "have": 70,
    "most": 2,
    "wilds": 3,
    "left": 1,
    "name": "<Ann>",
    "limit": 24,
}


def text(html: str) -> str:
    """What a reader sees of it."""
    html = re.sub(r'<span class="vh">.*?</span>', "", html)
    html = re.sub(
        r'<svg><use href="#(\w)"/></svg>', lambda found: "♠♥♦♣★"["shdcj".index(found[1])], html
    )
    return re.sub(r"<[^>]+>", "", html)


# ---------------------------------------------------------------- over days


@pytest.mark.parametrize("kind", TableEvent.Kind)
def test_every_event_is_a_whole_sentence(kind: str) -> None:
    words = wording.event(kind, "<Ann>", datetime(2026, 3, 2, tzinfo=UTC))
    assert re.fullmatch(r"[A-Z0-9&].*[.]", text(words))
    assert "%(" not in words
    assert "<Ann>" not in words


def test_every_choice_about_time_has_words() -> None:
    assert all(wording.pace_name(pace) and wording.pace_label(pace) for pace in Table.Pace)
    assert all(wording.overdue_words(overdue) for overdue in Table.Overdue)
    assert all(wording.answer_label(seconds) for seconds in (None, *clock.ANSWERS))
    assert all(wording.answer_words(seconds) for seconds in clock.ANSWERS)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_title_and_a_whole_sentence(reason: Reason) -> None:
    problem = wording.refused(Refusal(reason, "C-7", **PARAMS))
    assert problem.title.endswith(".")
    assert re.fullmatch(r"[A-Z0-9].*[.?!]", text(problem.text))
    assert problem.rule == "C-7"
    plain = wording.plain(Refusal(reason, "C-7", **PARAMS))
    assert "<" not in plain
    assert "%(" not in plain


@pytest.mark.parametrize("denial", Denial)
def test_every_denial_has_a_title_and_a_whole_sentence(denial: Denial) -> None:
    problem = wording.denied(Denied(denial, **PARAMS))
    assert problem.title.endswith(".")
    assert re.fullmatch(r"[A-Z].*[.?!]", text(problem.text))
    assert "<Ann>" not in problem.text


def test_no_sentence_is_left_over() -> None:
    assert set(REASONS) == set(Reason)
    assert set(DENIALS) == set(Denial)


def test_a_refusal_says_what_why_and_what_next() -> None:
    refusal = Refusal(Reason.OPENING_TOO_LOW, "C-12", need=90, have=70)
    assert wording.refused(refusal).text == (
        "Your first meld needs 90 points; these cards make 70. Add 20 more."
    )
    assert wording.plain(refusal) == (
        "Not enough yet. Your first meld needs 90 points; these cards make 70. Add 20 more."
    )


def test_a_refusal_names_the_meld_that_it_is_about() -> None:
    melds = (Meld(Kind.SET, cards("KS KH KD")), Meld(Kind.SEQUENCE, cards("4H 5H 6H")))
    refusal = Refusal(Reason.MELD_CLOSED, "S-5", meld=2)
    assert "hearts 4–6" in wording.refused(refusal, melds).text
    assert "meld 2" in wording.refused(refusal).text


def test_kinds_of_canasta_that_are_missing_are_named() -> None:
    lacks = (Canasta.MIXED, Canasta.WILDS)
    refusal = Refusal(Reason.CANNOT_GO_OUT, "R-14", left=1, have=2, need=4, lacks=lacks)
    words = "Still missing: mixed canasta and canasta of wilds."
    assert wording.refused(refusal).text.endswith(words)
    assert wording.plain(refusal).endswith(words)


def test_where_no_wild_may_lie_at_all_that_is_said() -> None:
    refusal = Refusal(Reason.TOO_MANY_WILDS, "R-4", wilds=1, most=0)
    assert "no wild may lie" in wording.refused(refusal).text


def test_a_lay_of_nothing_is_told_as_that() -> None:
    refusal = check(see(position(hand="4S 5S 6S"), 0), Lay(()))
    assert refusal
    assert wording.refused(refusal).title == "Nothing is laid."


def test_plain_refusals_are_english_whatever_language_is_active() -> None:
    refusal = Refusal(Reason.PAIR_NEEDED, "S-9", card=card("8S"))
    with translation.override("el"):
        assert wording.plain(refusal).startswith("A pair is needed. To take the pile under 8S,")


def test_whatever_the_engine_refuses_can_be_told() -> None:
    rng = random.Random(1)
    seen = set()
    for variant in all_variants():
        for seats in variant.seats:
            for state in islice(_states(RandomDeal(variant, seats, seed=2)), 200):
                view = see(state, state.public.seat)
                for move in _any_moves(view.hand.faces, rng):
                    refusal = check(view, move)
                    if refusal:
                        seen.add(refusal.reason)
                        problem = wording.refused(refusal, view.melds)
                        assert "%" not in problem.text
                        assert wording.plain(refusal)
    assert len(seen) > 15


def _states(deal: RandomDeal) -> Iterator[State]:
    state = deal.begin()
    for step in deal.steps(state):
        yield state
        state = step.state


def _any_moves(held: tuple[Card, ...], rng: random.Random) -> Iterator[Move]:
    some = tuple(rng.choices(held, k=rng.randint(1, 5)))
    part = Part(rng.choice((None, 1, 2, 3)), some)
    yield from (Draw(), Stop(), Ask(), Yes(), No(), Top(rng.randint(1, 3)))
    yield from (Pile(part), Lay((part,)), Lay((part, part)), Pile(Part(None, some[:2]), (part,)))
    yield Discard(rng.choice(ALL_CARDS))


# ---------------------------------------------------------------- cards and melds


@pytest.mark.parametrize(
    ("face", "name"),
    [
        ("7H", "seven of hearts"),
        ("AS", "ace of spades"),
        ("TD", "ten of diamonds"),
        ("2C", "two of clubs, wild"),
        ("XX", "joker, wild"),
    ],
)
def test_a_card_has_a_spoken_name(face: str, name: str) -> None:
    assert wording.card_name(card(face)) == name


def test_every_card_has_a_name_of_its_own() -> None:
    assert len({wording.card_name(face) for face in ALL_CARDS}) == len(ALL_CARDS)


def test_a_card_in_a_sentence_is_seen_as_rank_and_symbol_and_heard_as_its_name() -> None:
    assert wording.in_card(card("TH")) == (
        '<span class="in h"><span class="vh">ten of hearts</span>'
        '<span aria-hidden="true">10<svg><use href="#h"/></svg></span></span>'
    )


@pytest.mark.parametrize(
    ("laid", "title", "detail"),
    [
        ("KS KH KD KC 2S", "5 kings", "1 wild"),
        ("5H 6H 7H 8H", "Hearts 5–8", "4 cards"),
        ("9S 9S 9H 9H 9D 9D 9C", "7 nines", "natural"),
        ("9S 9S 9H 9H 9D 9D 2C", "7 nines", "mixed"),
        ("TS JS QS KS AS 9S 8S", "Spades 8–A", "samba"),
        ("4C 4D 4H", "3 fours", "no wilds"),
        ("3S 3C 3C", "3 black threes", "no wilds"),
    ],
)
def test_a_meld_says_what_it_is(laid: str, title: str, detail: str) -> None:
    meld = get("samba").new_meld(cards(laid))
    assert wording.meld_title(meld) == title
    assert wording.meld_detail(meld) == detail


@pytest.mark.parametrize(
    ("game", "laid", "title", "detail"),
    [
        ("railroad", "2S 2H XX XX", "4 wilds", "3 to go"),
        ("railroad", "2S 2S 2S 2H XX XX XX", "7 wilds", "all wild"),
        ("railroad", "7S 7S 7H 7H 7D", "5 sevens", "2 to go"),
        ("railroad", "7S 7S 7H 7H 7D 7D 7C", "7 sevens", "all sevens"),
        ("bolivia", "2S 2S 2S 2H XX XX XX", "7 wilds", "bolivia"),
        ("bolivia", "5S 6S 7S 8S 9S TS JS", "Spades 5–J", "escalera"),
        ("canasta", "9S 9S 9H 9H 9D 9D 9C 2C", "8 nines", "mixed"),
    ],
)
def test_each_game_has_words_for_its_melds(game: str, laid: str, title: str, detail: str) -> None:
    meld = get(game).new_meld(cards(laid))
    assert (wording.meld_title(meld), wording.meld_detail(meld)) == (title, detail)


@pytest.mark.parametrize("canasta", Canasta)
def test_every_canasta_has_its_names(canasta: Canasta) -> None:
    assert wording.canasta_name(canasta)
    assert wording.canasta_name(canasta, short=True)
    assert canasta in MAKES


@pytest.mark.parametrize("variant", all_variants(), ids=lambda variant: variant.name)
def test_every_meld_that_can_be_laid_has_words_for_the_log(variant: Variant) -> None:
    kinds = {Kind.SEQUENCE: "4S 5S 6S", Kind.WILDS: "2S 2H XX"}
    laid = ["3S 3C 3C", *(f"{rank}S {rank}H {rank}D" for rank in "456789TJQKA")]
    laid += [kinds[rule.kind] for rule in variant.melds if rule.kind in kinds]
    for text in laid:
        meld = variant.new_meld(cards(text))
        assert meld_laid(meld) == wording.meld_phrase(meld)


def test_every_rank_that_a_game_bars_has_words() -> None:
    barred = {variant.bar.rank for variant in all_variants() if variant.bar}
    assert barred
    assert all(wording.barred_cards(rank) for rank in barred)


def test_every_kind_of_meld_can_be_offered() -> None:
    assert set(NEW) == set(Kind)


# ---------------------------------------------------------------- the log


def told(state: State, *moves: str, reader: int | None = None) -> list[str]:
    """The log from here in words, turn by turn."""
    entries = []
    for written in moves:
        move, seat = parse(written), state.public.seat
        after = play(state, move)
        entries.append((state.public, seat, move, after.public))
        state = after
    names = ("Nikos", "Ingrid", "Ola", "Eleni")
    return [
        text(wording.line(line, names[line.seat], yours=line.seat == reader))
        for line in wording.turns(entries)
    ]


def test_a_turn_is_told_in_one_sentence() -> None:
    state = position(hand="7H 9C KD", stock="4S 4H 5S 5D", phase=Phase.TAKE)
    assert told(state, "draw", "discard 9C", "draw") == [
        "Nikos drew 2 cards and discarded 9♣",
        "Ingrid drew 2 cards",
    ]


def test_the_ace_of_spades_ends_a_turn_like_any_card() -> None:
    state = position(seats=2, hand="AS 7H 9C KD", stock="4S 4H 5S 5D 6S 6D", phase=Phase.TAKE)
    assert told(state, "draw", "discard AS")[0] == "Nikos drew 2 cards and discarded A♠"


def test_what_the_reader_did_is_told_to_them() -> None:
    state = position(hand="7H 9C KD", stock="4S 4H", phase=Phase.TAKE)
    assert told(state, "draw", "discard 9C", reader=0) == ["You drew 2 cards and discarded 9♣"]


def test_melds_and_additions_are_named() -> None:
    state = position(
        hand="8H 9H 6S 6D 6C KC KD", melds=["5H 6H 7H", "KS KH KD"], stock="4S", phase=Phase.TAKE
    )
    moves = ("draw", "lay m1 8H / 6S 6D 6C", "lay m1 9H", "lay m2 KC", "discard KD")
    assert told(state, *moves) == [
        "Nikos drew 1 card, laid 8♥ 9♥ onto the sequence of hearts, 3 sixes and K♣ onto the kings "
        "and discarded K♦"
    ]


def test_a_take_of_the_pile_says_how_many_cards_and_with_which() -> None:
    state = position(hand="8H 8D 4S KC KD", pile="4D 9C 8S", melds=["KS KH KD"], phase=Phase.TAKE)
    assert told(state, "pile 8H 8D", "discard 9C") == [
        "Nikos took the pile of 3 cards with 8♥ 8♦ and discarded 9♣"
    ]


def test_a_take_of_the_top_says_where_it_went() -> None:
    state = position(hand="4S KC KD", pile="4D 8H", melds=["5H 6H 7H"], phase=Phase.TAKE)
    assert told(state, "top m1") == ["Nikos took only 8♥, for hearts 5–7"]


def test_a_discard_that_freezes_the_pile_says_so_once() -> None:
    state = position("canasta", hand="2S 2H KD 4C", pile="9C")
    assert told(state, "discard 2S") == ["Nikos discarded 2♠; the pile is frozen"]
    state = position("canasta", hand="2S 2H KD 4C", pile="9C", frozen=True)
    assert told(state, "discard 2S") == ["Nikos discarded 2♠"]
    assert told(position(hand="2S 2H KD 4C"), "discard 2S") == ["Nikos discarded 2♠"]


def test_a_kitty_that_joins_the_hand_is_told_after_the_discard() -> None:
    melds = ["QS QS QH QH QD QD"]
    state = position("railroad", seats=2, hand="QC KD 4C 5C", kitty="4S 3D 9S", melds=melds)
    assert told(state, "lay m1 QC", "discard 5C", reader=0) == [
        "You laid Q♣ onto the queens and discarded 5♣; the kitty, 3 cards, joined the hand"
    ]


def test_a_pile_that_comes_with_its_top_alone_is_told_so() -> None:
    state = position(
        "railroad",
        seats=2,
        hand="4S KC KD",
        pile="4D 5D 8H",
        melds=["8S 8C 8D"],
        phase=Phase.TAKE,
        house_rules=["top_takes_pile"],
    )
    assert told(state, "pile m1", "discard KC") == [
        "Nikos took the pile of 3 cards onto the eights and discarded K♣"
    ]


def test_question_answer_and_going_out_have_lines_of_their_own() -> None:
    two = ["KS KH KD KC KS KH KD", "9S 9H 9D 9C 9S 9H 9D"]
    state = position(hand="8S 8D 8H 5S", melds=two)
    assert told(state, "ask", "yes", "lay 8S 8D 8H", "discard 5S", reader=2) == [
        "Nikos asked: may I go out?",
        "You said yes",
        "Nikos laid 3 eights and discarded 5♠",
        "Nikos went out",
    ]


def test_every_sentence_of_the_log_is_there_for_the_reader_too() -> None:
    assert set(SENTENCES) == set(YOURS)


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize("ended_by", Ending)
def test_every_ending_of_a_deal_is_told(ended_by: Ending) -> None:
    assert wording.ending(ended_by, "Ann" if ended_by is Ending.OUT else None).endswith(".")


def test_the_winners_are_named_and_a_draw_is_said() -> None:
    sides = (("Ann", "Cleo"), ("Bo", "Dag"))
    won = wording.verdict(Verdict("target", (1,)), sides)
    assert text(won) == "Bo and Dag win the game"
    assert text(wording.verdict(Verdict("target", (0,)), (("Ann",), ("Bo",)))) == (
        "Ann wins the game"
    )
    assert "draw" in wording.verdict(Verdict("draw", ()), sides)
    assert "draw" in wording.verdict(Verdict("limit", ()), sides)


def test_every_game_and_house_rule_has_its_words() -> None:
    for variant in all_variants():
        assert wording.game_name(variant.name)
        assert wording.game_hint(variant.name)
        for rule in variant.house_rules:
            assert wording.house_rule_name(rule.name)
            assert wording.house_rule_hint(rule.name).endswith(".")


@pytest.mark.parametrize(
    ("value", "shown", "signed"),
    [(10000, "10,000", "+10,000"), (0, "0", "0"), (-1200, "−1,200", "−1,200")],
)
def test_numbers_are_grouped_and_signed(value: int, shown: str, signed: str) -> None:
    assert wording.number(value) == shown
    assert wording.signed(value) == signed


def test_numbers_follow_the_language() -> None:
    with translation.override("el"):
        assert wording.number(10000) == "10.000"


def test_a_computer_player_is_called_as_the_reader_says_and_others_as_they_call_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored = Seat(name=wording.standard_name(2), level="steady")
    assert wording.seat_name(stored) == "Bot 2"
    monkeypatch.setattr("games.wording.table._", lambda _words: "Ρομπότ %(number)s")
    others = [Seat(name="Bot 2"), Seat(name="Άννα", level="steady")]
    assert wording.names([stored, *others]) == ("Ρομπότ 2", "Bot 2", "Άννα")


def test_names_are_isolated_and_escaped_in_sentences() -> None:
    assert wording.side_name(["<Ann>", "Bo"]) == "<bdi>&lt;Ann&gt;</bdi> and <bdi>Bo</bdi>"
