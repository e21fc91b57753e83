"""What is not kept for ever: games that nobody plays any more and nobody looks at."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.models import Player, Seat, Table

AT_ONCE = 200
"""Tables deleted in one transaction."""


def purge(*, dry_run: bool = False) -> tuple[int, int]:
    """Delete what has outlived its time; (tables, people).

    Unfinished games go some days after their last change, finished ones some days after a
    person last looked at them, and people who have no table with the last of theirs.
    """
    tables = 0
    if dry_run:
        return outlived().count(), 0
    while batch := list(outlived().values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            # Asked once more: somebody may have come back to one of them.
            found = outlived().filter(pk__in=batch)
            tables += found.count()
            found.delete()
    return tables, _purge_people()


def outlived() -> QuerySet[Table]:
    """Tables whose time is over."""
    now = timezone.now()
    ended = Q(status=Table.Status.ENDED)
    idle = ~ended & Q(changed_at__lt=now - timedelta(days=settings.KEEP_UNFINISHED))
    unread = ended & Q(looked_at__lt=now - timedelta(days=settings.KEEP_FINISHED))
    return Table.objects.filter(idle | unread)


def _purge_people() -> int:
    """Whoever came long ago and has no table any more; coming again, they are somebody new."""
    seats = Seat.objects.filter(player=OuterRef("pk"))
    opened = Table.objects.filter(opener=OuterRef("pk"))
    long_ago = timezone.now() - timedelta(days=settings.KEEP_FINISHED)
    gone = Player.objects.filter(~Exists(seats), ~Exists(opened), created_at__lt=long_ago)
    people = gone.count()
    gone.delete()
    return people
