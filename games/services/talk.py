"""Company: phrases of a fixed list said at a table, and not wanting to read somebody's.

They are no move: the table's number stays, and no board becomes stale by them.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games import broadcast, selectors, wording
from games.denial import Denial, Denied
from games.models import Mute, Player, Remark

OFTEN, WITHIN = 5, 30
"""Remarks that a seat may make in so many seconds."""
KEPT = 50
"""Remarks of a table that are kept."""


@transaction.atomic
def say(*, key: str, player: Player | None, seat: int, phrase: str) -> Remark:
    """Say something from a seat of one's own."""
    loaded = selectors.lock(key)
    if seat not in loaded.seats_of(player):
        raise Denied(Denial.NOT_YOUR_SEAT)
    if phrase not in wording.PHRASES:
        raise Denied(Denial.NOT_OFFERED)
    since = timezone.now() - timedelta(seconds=WITHIN)
    said = Remark.objects.filter(table=loaded.table)
    if said.filter(seat=seat, at__gte=since).count() >= OFTEN:
        raise Denied(Denial.TOO_MUCH_TALK)
    remark = Remark.objects.create(table=loaded.table, seat=seat, phrase=phrase)
    kept = said.order_by("-pk").values_list("pk", flat=True)[:KEPT]
    said.exclude(pk__in=list(kept)).delete()
    transaction.on_commit(lambda: broadcast.said(loaded.table.pk, remark.pk), robust=True)
    return remark


@transaction.atomic
def mute(*, key: str, player: Player, seat: int) -> None:
    """Do not show this person what that seat says, from now on and looking back."""
    loaded = selectors.load(key)
    if not 0 <= seat < len(loaded.seats):
        raise Denied(Denial.NO_SEAT)
    Mute.objects.get_or_create(table=loaded.table, player=player, seat=seat)
    transaction.on_commit(lambda: broadcast.said(loaded.table.pk, 0), robust=True)


@transaction.atomic
def unmute(*, key: str, player: Player, seat: int) -> None:
    """Show it again."""
    loaded = selectors.load(key)
    Mute.objects.filter(table=loaded.table, player=player, seat=seat).delete()
    transaction.on_commit(lambda: broadcast.said(loaded.table.pk, 0), robust=True)
