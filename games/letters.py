"""Sending one notice: by a push service or by e-mail, in the words of whom it is for."""

import base64
import json
import logging
import smtplib
from enum import Enum
from functools import lru_cache
from urllib.parse import urlsplit

import requests
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from py_vapid import Vapid
from pywebpush import WebPushException, webpush

from games import tickets, wording
from games.models import Notice, Subscription, Table

logger = logging.getLogger(__name__)

TIMEOUT = 10
"""Seconds that a push service has to answer."""
TTL = 24 * 3600
"""Seconds for which a push service keeps a message for a device that is off."""
GONE = (404, 410)
"""Answers of a push service about a subscription that has ended."""
HOPELESS = (400, 413)
"""Answers that a second try would get as well."""


class Outcome(Enum):
    """What became of a letter."""

    SENT = "sent"
    FAILED = "failed"
    """It may work later."""
    GONE = "gone"
    """There is nobody at that address any more."""
    HOPELESS = "hopeless"


def send(notice: Notice) -> Outcome:
    """Send it now, in the person's language; whatever goes wrong is an outcome."""
    subscription = notice.subscription
    with translation.override(subscription.language):
        if subscription.kind == Subscription.Kind.PUSH:
            return _push(subscription, notice)
        return _mail(subscription, notice)


@lru_cache(1)
def _signer(key: str) -> Vapid:
    return Vapid.from_string(key)


def public_key() -> str:
    """What a browser is told when it subscribes, in base64url; empty without Web Push."""
    if not settings.VAPID_KEY:
        return ""
    point = _signer(settings.VAPID_KEY).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def _push(subscription: Subscription, notice: Notice) -> Outcome:
    if not tickets.is_push_service(subscription.address):
        return Outcome.GONE
    assert notice.table is not None
    told = wording.your_turn(notice.table.variant, _opener(notice.table))
    message = {
        "title": told.title,
        "text": told.text,
        "url": reverse("games:table", args=[notice.table.key]),
        "tag": f"turn-{notice.table_id}",
        "language": subscription.language,
    }
    # A push service that led elsewhere would lead past the check of its address.
    session = requests.Session()
    session.max_redirects = 0
    session.trust_env = False
    try:
        with session:
            webpush(
                {
                    "endpoint": subscription.address,
                    "keys": {"p256dh": subscription.key, "auth": subscription.auth},
                },
                json.dumps(message),
                vapid_private_key=_signer(settings.VAPID_KEY),
                vapid_claims={"sub": settings.PUSH_CONTACT},
                ttl=TTL,
                timeout=TIMEOUT,
                headers={"Urgency": "normal", "Topic": f"turn-{notice.table_id}"},
                requests_session=session,
            )
    except WebPushException as error:
        if error.response is None:
            # These are no keys of any browser: nothing can ever be encrypted for it.
            return Outcome.GONE
        code = error.response.status_code
        host = urlsplit(subscription.address).hostname
        logger.info("The push service at %s answered %d", host, code)
        if code in GONE:
            return Outcome.GONE
        return Outcome.HOPELESS if code in HOPELESS else Outcome.FAILED
    except (requests.RequestException, OSError) as error:
        logger.warning("No push service could be reached: %s", type(error).__name__)
        return Outcome.FAILED
    except ValueError:
        return Outcome.GONE
    return Outcome.SENT


def _mail(subscription: Subscription, notice: Notice) -> Outcome:
    origin = subscription.origin
    stop = origin + reverse("games:stop", args=[tickets.stop_token(subscription)])
    headers = {"Auto-Submitted": "auto-generated"}
    if notice.table is None:
        yes = origin + reverse("games:confirm", args=[tickets.confirm_token(subscription)])
        told = wording.confirm_mail(yes, urlsplit(origin).netloc)
    else:
        link = origin + reverse("games:table", args=[notice.table.key])
        told = wording.turn_mail(notice.table.variant, _opener(notice.table), link, stop)
        headers |= {
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    letter = EmailMessage(told.title, told.text, to=[subscription.address], headers=headers)
    try:
        letter.send()
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        hopeless = all(code >= 500 for code in codes)
        return Outcome.HOPELESS if hopeless else Outcome.FAILED
    except (smtplib.SMTPException, OSError) as error:
        logger.warning("E-mail could not be sent: %r", error)
        return Outcome.FAILED
    except ValueError:
        return Outcome.HOPELESS
    return Outcome.SENT


def _opener(table: Table) -> str:
    """The name of who opened the table, where they sit there."""
    found = table.seats.filter(player=table.opener_id).values_list("name", flat=True)
    return found.first() or ""
