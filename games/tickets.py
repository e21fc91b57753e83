"""Signed addresses that need no cookie, and the push services that are spoken to."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.signing import BadSignature, Signer, TimestampSigner
from django.utils.crypto import constant_time_compare

from games.models import Feed, Subscription

CONFIRM_WITHIN = 3 * 24 * 3600
"""Seconds in which the owner of an e-mail address can say yes."""


def stop_token(subscription: Subscription) -> str:
    """For the address at which this subscription is ended."""
    return Signer(salt="games.stop").sign(subscription.pk)


def stopped_by(token: str) -> Subscription | None:
    """The subscription that this token ends; None for a wrong token or one that is used up."""
    return _subscription(Signer(salt="games.stop"), token)


def confirm_token(subscription: Subscription) -> str:
    """For the address at which the owner of an e-mail address says yes."""
    return TimestampSigner(salt="games.confirm").sign(subscription.pk)


def confirmed_by(token: str) -> Subscription | None:
    """The subscription that this token confirms; None for a wrong token or an old one."""
    return _subscription(TimestampSigner(salt="games.confirm"), token, max_age=CONFIRM_WITHIN)


def _subscription(signer: Signer, token: str, **how: int) -> Subscription | None:
    try:
        number = signer.unsign(token, **how)
    except BadSignature:
        return None
    found = Subscription.objects.filter(pk=int(number))
    return found.select_related("player").first()


def feed_token(feed: Feed) -> str:
    """For the address of a feed. The database alone does not give it away."""
    return Signer(salt="games.feed").sign(f"{feed.pk}-{feed.nonce}")


def feed_of(token: str) -> Feed | None:
    """The feed at this address."""
    try:
        number, _, nonce = Signer(salt="games.feed").unsign(token).partition("-")
    except BadSignature:
        return None
    feed = Feed.objects.filter(pk=int(number)).select_related("player").first()
    return feed if feed and constant_time_compare(feed.nonce, nonce) else None


def is_push_service(address: str) -> bool:
    """Whether a browser's address is at a push service that the host trusts.

    The address comes from the visitor, and the server posts to it: without this check it could
    be made to call on machines behind the host's own walls.
    """
    try:
        parts = urlsplit(address)
        named = parts.hostname and not parts.username and parts.port in (None, 443)
    except ValueError:
        return False
    for service in settings.PUSH_SERVICES:
        if "://" in service:
            if address.startswith(service.rstrip("/") + "/"):
                return True
        elif named and parts.scheme == "https" and _within(parts.hostname or "", service):
            return True
    return False


def _within(host: str, name: str) -> bool:
    return host == name or host.endswith("." + name)
