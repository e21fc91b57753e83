"""The page on which somebody says how they want to be told that it is their turn."""

from typing import Any, NamedTuple

from django.conf import settings
from django.urls import reverse

from games import letters, selectors, tickets
from games.models import Feed, Player, Subscription


class Way(NamedTuple):
    """One way that was chosen."""

    name: str
    confirmed: bool
    stop_url: str


def context(player: Player | None, origin: str) -> dict[str, Any]:
    """What the template needs."""
    chosen = selectors.subscriptions_of(player) if player else []
    feed = Feed.objects.filter(player=player).first() if player else None
    return {
        "push_key": letters.public_key(),
        "can_mail": settings.MAIL,
        "pushes": _ways(chosen, Subscription.Kind.PUSH),
        "mails": _ways(chosen, Subscription.Kind.MAIL),
        "feed_url": feed and origin + reverse("games:feed", args=[tickets.feed_token(feed)]),
    }


def _ways(chosen: list[Subscription], kind: Subscription.Kind) -> list[Way]:
    return [
        Way(
            one.address if kind is Subscription.Kind.MAIL else "",
            one.confirmed,
            reverse("games:stop", args=[tickets.stop_token(one)]),
        )
        for one in chosen
        if one.kind == kind
    ]
