"""Telling people that it is their turn: who asked for it, and what is to be sent.

A notice is written in the transaction in which a turn begins and is sent later, by the referee:
no request ever waits for a push service or a mail server. Each is sent at most once; one whose
sender dies on the way is lost rather than sent twice.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from games import broadcast, tickets
from games.denial import Denial, Denied
from games.models import Feed, Notice, Player, Subscription, Table, new_key
from games.selectors import Loaded

BACKOFF = (60, 5 * 60, 30 * 60, 2 * 3600)
"""Seconds until the second try and those after it; then it is given up."""
MOST = 20
"""Ways in which one person may be told."""


@transaction.atomic
def subscribe_push(
    *, player: Player, address: str, key: str, auth: str, language: str, origin: str
) -> Subscription:
    """Tell this browser by its push service. It belongs to one person: the last who asked."""
    if not (settings.PUSH_CONTACT and tickets.is_push_service(address)):
        raise Denied(Denial.NOT_OFFERED)
    Subscription.objects.filter(kind=Subscription.Kind.PUSH, address=address).delete()
    _make_room(player)
    return Subscription.objects.create(
        player=player,
        kind=Subscription.Kind.PUSH,
        address=address,
        key=key,
        auth=auth,
        language=language,
        origin=origin,
    )


@transaction.atomic
def subscribe_mail(*, player: Player, address: str, language: str, origin: str) -> Subscription:
    """Ask the owner of this e-mail address whether they want to be told there."""
    if not settings.MAIL:
        raise Denied(Denial.NOT_OFFERED)
    try:
        validate_email(address)
    except ValidationError:
        raise Denied(Denial.NOT_AN_ADDRESS) from None
    wanted = {"player": player, "kind": Subscription.Kind.MAIL, "address": address}
    said_yes = Subscription.objects.filter(**wanted, confirmed=True)
    if said_yes.update(language=language, origin=origin):
        return said_yes.get()
    # One address a person; and an answer to an older question is none to this one.
    player.subscriptions.filter(kind=Subscription.Kind.MAIL, confirmed=False).delete()
    _make_room(player)
    subscription = Subscription.objects.create(
        **wanted, language=language, origin=origin, confirmed=False
    )
    Notice.objects.create(subscription=subscription, due_at=timezone.now())
    transaction.on_commit(broadcast.falls_due, robust=True)
    return subscription


@transaction.atomic
def confirm_mail(*, subscription: Subscription) -> None:
    """The owner of the address has said yes; it takes the place of the person's older one."""
    mails = subscription.player.subscriptions.filter(kind=Subscription.Kind.MAIL)
    mails.exclude(pk=subscription.pk).delete()
    mails.filter(pk=subscription.pk).update(confirmed=True)


@transaction.atomic
def unsubscribe(*, subscription: Subscription) -> None:
    """Never tell anything there again."""
    subscription.delete()


@transaction.atomic
def open_feed(*, player: Player, language: str) -> Feed:
    """Give the person a feed, or its address a new end, which makes the old one worthless."""
    feed, _made = Feed.objects.update_or_create(
        player=player, defaults={"nonce": new_key(), "language": language}
    )
    return feed


@transaction.atomic
def close_feed(*, player: Player) -> None:
    """No feed any more."""
    Feed.objects.filter(player=player).delete()


def _make_room(player: Player) -> None:
    newest = player.subscriptions.order_by("-pk").values_list("pk", flat=True)[: MOST - 1]
    player.subscriptions.exclude(pk__in=list(newest)).delete()


# ---------------------------------------------------------------- what is to be sent


def turn_begins(loaded: Loaded, before: int | None) -> None:
    """Within the change that made it another seat's turn: note whom to tell.

    `before` is the seat whose turn it was. A person who moves for two seats is not told.
    """
    turn = loaded.table.turn
    if turn is None or turn == before or not (settings.PUSH_CONTACT or settings.MAIL):
        return
    player = loaded.seats[turn].player_id
    if player is None or (before is not None and loaded.seats[before].player_id == player):
        return
    asked = Subscription.objects.filter(player=player, confirmed=True).values_list("pk", flat=True)
    due_at = timezone.now() + timedelta(seconds=settings.NOTICE_AFTER)
    notices = [
        Notice(
            subscription_id=subscription,
            table=loaded.table,
            number=loaded.table.number,
            seat=turn,
            due_at=due_at,
        )
        for subscription in asked
    ]
    if not notices:
        return
    Notice.objects.bulk_create(
        notices,
        update_conflicts=True,
        unique_fields=["subscription", "table"],
        update_fields=["number", "seat", "due_at", "tries"],
    )
    transaction.on_commit(broadcast.falls_due, robust=True)


def take(*, notice: Notice) -> bool:
    """Take the notice to send it; False where somebody else has it, or it has changed."""
    tries = notice.tries + 1
    return _settle(notice, due_at=notice.due_at, new_due_at=None, tries=tries)


def still_holds(*, notice: Notice) -> bool:
    """Whether the table still waits for the seat."""
    return Table.objects.filter(
        pk=notice.table_id, status=Table.Status.PLAYING, turn=notice.seat
    ).exists()


def put_off(*, notice: Notice, seconds: float) -> None:
    """The person is at the table just now: see later whether they have moved."""
    later = timezone.now() + timedelta(seconds=seconds)
    _settle(notice, due_at=None, new_due_at=later, tries=notice.tries)


def failed(*, notice: Notice) -> None:
    """Try again later, a few times."""
    if notice.tries < len(BACKOFF):
        later = timezone.now() + timedelta(seconds=BACKOFF[notice.tries])
        _settle(notice, due_at=None, new_due_at=later, tries=notice.tries + 1)


def _settle(
    notice: Notice, *, due_at: datetime | None, new_due_at: datetime | None, tries: int
) -> bool:
    """Change the notice if it is still the one that was read: one statement, one winner."""
    unchanged = Notice.objects.filter(pk=notice.pk, number=notice.number, due_at=due_at)
    return bool(unchanged.update(due_at=new_due_at, tries=tries))
