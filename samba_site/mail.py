"""Django's settings for e-mail, from one address."""

from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
TIMEOUT = 20
"""Seconds after which a mail server that does not answer is given up for the time being."""


def mail_settings(url: str, sender: str) -> dict[str, object]:
    """Settings by name from ``smtp://user:password@host:port`` and the sender's address.

    `smtp+tls` begins in plain text and encrypts before it says anything (STARTTLS), `smtps`
    encrypts from the start, `smtp` does not at all.
    """
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ImproperlyConfigured(
            "EMAIL_URL must be smtp://…, smtp+tls://… or smtps://… with the name of a mail server."
        )
    if not sender:
        raise ImproperlyConfigured("EMAIL_URL needs MAIL_FROM, the address that e-mail comes from.")
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or PORTS[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": TIMEOUT,
        "DEFAULT_FROM_EMAIL": sender,
    }
