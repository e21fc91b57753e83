"""The shuffle: everything follows from seeds, so that anybody can check it afterwards.

The server commits itself to its seed before anybody sits down; each seat adds a seed of its own.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence

from .cards import ALL_CARDS, JOKER, Card

SERVER_SEED_BYTES = 32
CLIENT_SEED_BYTES = 16
_WORDS = struct.Struct(">8I")


def commitment(server_seed: bytes) -> str:
    """What is shown from the start: SHA-256 of the seed's bytes, lower-case hex."""
    return hashlib.sha256(server_seed).hexdigest()


def computer_seed(server_seed: bytes, seat: int) -> bytes:
    """The client seed of a seat whose player gives none: 16 bytes that leave no choice.

    >>> computer_seed(bytes(32), 0).hex()
    '92c930e0d5bd8ff0d28fc7a99661ecc0'
    """
    return _hmac(server_seed, f"seat:{seat}")[:CLIENT_SEED_BYTES]


def game_seed(server_seed: bytes, client_seeds: Sequence[bytes]) -> bytes:
    """The seed of all deals of a game: 32 bytes, from the client seeds in the order of seats."""
    return hashlib.sha256(server_seed + b"".join(client_seeds)).digest()


def first_dealer(seed: bytes, seats: int) -> int:
    """The seat drawn by lot to deal first (C-3)."""
    return _below(_words(seed, "dealer"), seats)


def deck(seed: bytes, deal: int, packs: int, jokers: int) -> tuple[Card, ...]:
    """The shuffled deck of deal `deal` (from 1) of the game with this seed.

    Cards are taken from the end.
    """
    cards = list(ALL_CARDS[:-1]) * packs + [JOKER] * jokers
    words = _words(seed, f"hand:{deal}")
    for i in range(len(cards) - 1, 0, -1):
        j = _below(words, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def _hmac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _words(seed: bytes, label: str) -> Iterator[int]:
    """32-bit numbers without end."""
    block = 0
    while True:
        yield from _WORDS.unpack(_hmac(seed, f"{label}:{block}"))
        block += 1


def _below(words: Iterator[int], n: int) -> int:
    """An unbiased number below `n`: words past the last whole multiple of `n` are passed over."""
    whole = 2**32 - 2**32 % n
    return next(word for word in words if word < whole) % n
