"""What the referee does at a table where something has fallen due."""

import logging
import random
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import bots, selectors
from games.denial import Denied
from games.engine import rules
from games.engine.moves import Ask, Lay, Move, No, Yes
from games.engine.view import View
from games.models import Heartbeat, Table, TableEvent
from games.selectors import Loaded
from games.services import change, clock, company, deals, drafts, minding, play

logger = logging.getLogger(__name__)
_RNG = random.SystemRandom()
BEAT = 10.0
"""Seconds between two signs of a referee's life."""
SILENCE = timedelta(seconds=45)
"""Without a sign for longer, no referee was at work, and nobody's time ran meanwhile."""


def act_due(*, table_id: int) -> None:
    """Do what is due: start the game, deal again, move for a computer player, end a wait.

    Nothing happens where somebody else did it first.
    """
    table = Table.objects.get(pk=table_id)
    if table.status == Table.Status.PLAYING:
        loaded = selectors.load(table.key)
        level = _mover(loaded)
        if level:
            _move_for_computer(loaded, level)
            return
    with transaction.atomic():
        loaded = selectors.lock(table.key)
        if loaded.table.due_at is None or loaded.table.due_at > timezone.now():
            return
        match loaded.table.status:
            case Table.Status.WAITING:
                deals.begin_game(loaded)
            case Table.Status.PLAYING:
                _end_wait(loaded)
            case Table.Status.BETWEEN:
                deals.next_deal(loaded)


def beat() -> None:
    """Note that a referee is at work. Where none was for long, all deadlines come later by that."""
    with transaction.atomic():
        now = timezone.now()
        last = Heartbeat.objects.select_for_update().get_or_create(pk=1, defaults={"at": now})[0]
        gap = now - last.at
        if gap > SILENCE:
            logger.info("No referee was at work for %s; all deadlines come later by that", gap)
            asking = Q(status=Table.Status.PLAYING, answer_after__isnull=False)
            waiting = Table.objects.filter(Q(deadline_at__isnull=False) | asking)
            for table in waiting.select_for_update().filter(due_at__isnull=False):
                _postpone_deadline(table, gap)
        last.at = now
        last.save(update_fields=["at"])


def _postpone_deadline(table: Table, gap: timedelta) -> None:
    table.number += 1
    if table.deadline_at:
        table.deadline_at += gap
    if table.turn_since:
        table.turn_since += gap
    loaded = selectors.assemble(table)
    table.due_at = change.due_at(loaded, timezone.now())
    table.save(update_fields=["number", "due_at", *clock.FIELDS])
    change.announce(loaded)


def postpone(*, table_id: int, seconds: float) -> None:
    """Try again later at a table where something went wrong."""
    Table.objects.filter(pk=table_id, due_at__isnull=False).update(
        due_at=timezone.now() + timedelta(seconds=seconds)
    )


def _mover(loaded: Loaded) -> str:
    """Level of the computer player that must move now; empty where a person must.

    A question that has waited as long as the table chose is answered by one for the partner.
    """
    table = loaded.table
    if table.turn is None or table.paused_at:
        return ""
    seat = loaded.seats[table.turn]
    if seat.moved_by:
        return seat.moved_by
    now = timezone.now()
    answer_at = clock.answer_at(loaded, now)
    asked_long_enough = answer_at is not None and answer_at <= now and not seat.standing
    return minding.MINDER if asked_long_enough else ""


def _end_wait(loaded: Loaded) -> None:
    """The person who must act has a standing answer, or has had time enough; locked."""
    table = loaded.table
    seat = table.turn
    assert seat is not None
    if clock.answer_at(loaded, timezone.now()) and loaded.seats[seat].standing:
        play.play(loaded, seat, Yes() if loaded.seats[seat].standing == "yes" else No())
    elif table.deadline_at is None or table.deadline_at > timezone.now():
        return
    elif table.overdue == Table.Overdue.END:
        company.end(loaded, Table.Ending.ABANDONED)
    else:
        change.publish(company.settle(minding.mind(loaded, seat)), *company.FIELDS)


def _move_for_computer(loaded: Loaded, level: str) -> None:
    """Think without holding the lock, then move if the table is still where it was."""
    seat = loaded.turn
    assert seat is not None
    person_asked = not loaded.seats[seat].moved_by
    move, plan = _decision(level, loaded.view(seat))
    try:
        with play.at_number(loaded.table.key, loaded.number) as locked:
            if plan:
                drafts.rewrite(locked, seat, list(plan.parts))
            if person_asked:
                change.note(locked, TableEvent.Kind.ANSWERED, seat)
            play.play(locked, seat, move)
    except Denied:
        logger.info("Table %d had moved on before its computer player did", loaded.table.pk)


def _decision(level: str, view: View) -> tuple[Move, Lay | None]:
    """A legal move and, with the question to the partner, the plan.

    A computer player that fails must not stop the game for people: a random one stands in.
    """
    try:
        return _judged(level, view)
    except Exception:
        logger.exception("Computer player %r failed; a random one moves for it", level)
        return _judged("random", view)


def _judged(level: str, view: View) -> tuple[Move, Lay | None]:
    move = bots.choose(level, view, _RNG)
    refusal = rules.check(view, move)
    plan: Lay | None = None
    if isinstance(move, Ask) and refusal is None:
        plan, discard = bots.plan(level, view)
        refusal = rules.check_plan(view, plan, discard)
    if refusal:
        raise refusal
    return move, plan
