"""What the referee does at a table where something has fallen due."""

import logging
import random
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games import bots, selectors
from games.denial import Stale
from games.engine import rules
from games.engine.moves import Ask, Lay, Move
from games.engine.view import View
from games.models import Table
from games.selectors import Loaded
from games.services import deals, drafts, play

logger = logging.getLogger(__name__)
_RNG = random.SystemRandom()


def act_due(*, table_id: int) -> None:
    """Do what is due: start the game, deal again, or move for a computer player.

    Nothing happens where somebody else did it first.
    """
    table = Table.objects.get(pk=table_id)
    if table.status == Table.Status.PLAYING:
        _move_for_computer(selectors.load(table.key))
        return
    with transaction.atomic():
        loaded = selectors.lock(table.key)
        if loaded.table.due_at is None or loaded.table.due_at > timezone.now():
            return
        match loaded.table.status:
            case Table.Status.WAITING:
                deals.begin_game(loaded)
            case Table.Status.BETWEEN:
                deals.next_deal(loaded)


def postpone(*, table_id: int, seconds: float) -> None:
    """Try again later at a table where something went wrong."""
    Table.objects.filter(pk=table_id, due_at__isnull=False).update(
        due_at=timezone.now() + timedelta(seconds=seconds)
    )


def _move_for_computer(loaded: Loaded) -> None:
    """Think without holding the lock, then move if the table is still where it was."""
    seat = loaded.turn
    if seat is None or not loaded.seats[seat].level:
        return
    move, plan = _decision(loaded.seats[seat].level, loaded.view(seat))
    try:
        with play.at_number(loaded.table.key, loaded.number) as locked:
            if plan:
                drafts.rewrite(locked, seat, list(plan.parts))
            play.play(locked, seat, move)
    except Stale:
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
