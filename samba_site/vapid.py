"""The key by which push services know the site (VAPID, RFC 8292)."""

import base64

from cryptography.hazmat.primitives.asymmetric import ec


def new_vapid_key() -> str:
    """A private key on P-256, 32 bytes in base64url."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()
