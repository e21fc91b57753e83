"""Asking the partner (C-17): the plan stays private until the yes, which plays it at once."""

import pytest

from games import broadcast, selectors, services
from games.denial import Denial
from games.engine.moves import Part, parse_parts
from games.engine.refusal import Reason, Refusal
from games.models import LogEntry, Table
from tests.engine.positions import position
from tests.web.tables import Opened, begun, put
from tests.web.test_seats import denied

pytestmark = pytest.mark.django_db

MELDS = ("7S 7S 7H 7H 7D 7D 7C", "9S 9S 9H 9H 9D 9D 9C")


def before_asking(hand: str = "5S 5H 5D KC", *, melds: tuple[str, ...] = MELDS) -> Opened:
    opened = begun(4)
    put(opened, position(seats=4, seat=0, hand=hand, melds=melds))
    return opened


def set_out(opened: Opened, text: str) -> None:
    for part in parse_parts(text):
        services.draft_add(key=opened.key, player=opened.players[0], seat=0, part=part)


def asked(hand: str = "5S 5H 5D KC") -> Opened:
    opened = before_asking(hand)
    set_out(opened, "5S 5H 5D")
    opened.play("ask")
    return opened


def log() -> list[tuple[int, str]]:
    return list(LogEntry.objects.order_by("number").values_list("seat", "move"))


def test_the_question_is_the_partners_to_answer() -> None:
    opened = asked()
    assert opened.load().turn == opened.table.turn == 2
    assert log() == [(0, "ask")]


def test_yes_plays_answer_lay_and_discard_as_one_change() -> None:
    opened = asked()
    before = opened.load().number
    assert opened.play("yes", seat=2) == before + 1
    assert log() == [(0, "ask"), (2, "yes"), (0, "lay 5S 5H 5D"), (0, "discard KC")]
    loaded = opened.load()
    assert loaded.table.status == Table.Status.BETWEEN
    assert loaded.deal is not None
    assert (loaded.deal.ended_by, loaded.deal.out_seat) == ("out", 0)
    assert [str(move) for _, move in loaded.moves[-4:]] == [move for _, move in log()]


def test_a_plan_without_discard_lays_the_last_card() -> None:
    opened = asked("5S 5H 5D")
    opened.play("yes", seat=2)
    assert log() == [(0, "ask"), (2, "yes"), (0, "lay 5S 5H 5D")]
    assert opened.load().table.status == Table.Status.BETWEEN


@pytest.mark.django_db(transaction=True)
def test_yes_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = asked()
    sent: list[object] = []
    monkeypatch.setattr(broadcast, "_send", lambda to, message: sent.append(message))
    number = opened.play("yes", seat=2)
    assert sent == [{"type": "table.changed", "number": number}]


def test_no_gives_the_draft_back_and_bars_going_out() -> None:
    opened = asked()
    opened.play("no", seat=2)
    draft = selectors.draft(opened.load(), 0)
    assert (draft.text, draft.frozen) == ("lay 5S 5H 5D", False)
    assert opened.load().turn == 0
    with pytest.raises(Refusal) as refused:
        opened.play("lay 5S 5H 5D")
    assert refused.value.reason is Reason.PARTNER_SAID_NO


def test_while_the_question_stands_the_plan_is_frozen() -> None:
    opened = asked()
    assert selectors.draft(opened.load(), 0).frozen
    with denied(Denial.DRAFT_FROZEN):
        set_out(opened, "KC")
    with denied(Denial.DRAFT_FROZEN):
        services.draft_take_back(key=opened.key, player=opened.players[0], seat=0)


def test_a_suggested_way_out_is_a_plan_to_ask_with() -> None:
    opened = before_asking()
    services.draft_suggest(key=opened.key, player=opened.players[0], seat=0)
    opened.play("ask")
    assert selectors.draft(opened.load(), 0).text == "lay 5S 5H 5D"
    with denied(Denial.DRAFT_FROZEN):
        services.draft_suggest(key=opened.key, player=opened.players[0], seat=0)
    opened.play("yes", seat=2)
    assert [move for _, move in log()] == ["ask", "yes", "lay 5S 5H 5D", "discard KC"]


def test_others_may_go_on_setting_out_theirs() -> None:
    opened = asked()
    hand = opened.load().view(1).hand
    services.draft_add(
        key=opened.key,
        player=opened.players[1],
        seat=1,
        part=Part(None, (next(iter(hand)),)),
    )


def test_who_asks_must_have_set_out_how() -> None:
    opened = before_asking()
    with denied(Denial.NO_PLAN):
        opened.play("ask")
    assert log() == []


def test_a_plan_that_does_not_go_out_is_refused() -> None:
    opened = before_asking("5S 5H 5D KC KD")
    set_out(opened, "5S 5H 5D")
    with pytest.raises(Refusal) as refused:
        opened.play("ask")
    assert refused.value.reason is Reason.PLAN_DOES_NOT_GO_OUT
    assert log() == []
    assert opened.load().turn == 0


def test_a_plan_without_the_canastas_is_refused() -> None:
    opened = before_asking(melds=MELDS[:1])
    set_out(opened, "5S 5H 5D")
    with pytest.raises(Refusal):
        opened.play("ask")
    assert log() == []


def test_nobody_but_the_partner_answers() -> None:
    opened = asked()
    number = opened.load().number
    for seat in (0, 1, 3):
        with pytest.raises(Refusal):
            opened.play("yes", seat=seat)
    with denied(Denial.NOT_YOUR_SEAT):
        services.play_move(
            key=opened.key,
            player=opened.players[0],
            seat=2,
            number=number,
            move=opened.load().moves[-1][1],
        )
    assert opened.load().number == number
