"""The shuffle, by the examples that anybody else's program must reproduce."""

import hashlib
from collections import Counter

import pytest

from games.engine import shuffle
from games.engine.cards import ALL_CARDS

EXAMPLES = [
    # server seed, client seeds, deal, packs, jokers, dealer, the last ten (last first), SHA-256
    (
        "00" * 32,
        ["11", "22", "33", "44"],
        (1, 3, 6),
        2,
        "AH KC 4H TH 2S 2D XX JC 4H 9H",
        "e36ad6c0dd19d4565ab66404a0d1058d58987fa5301772e30fc4f0e8905c5ec2",
    ),
    (
        "00" * 32,
        ["aa", "bb"],
        (2, 2, 4),
        0,
        "9D 9S QS 6S 8H 7C 4D XX 6C 2S",
        "df61fe6f410252f379c131ffa7a5c93b41e567666e62b1088b6927bcab98f918",
    ),
    (
        "ff" * 32,
        ["01", "02", "03", "04"],
        (7, 8, 8),
        2,
        "AS XX 3H 3H 9D JS 3C TH 7S 7D",
        "49bbb37fdbf727499e48fcde7359d90eda87d67cce53cc4520964f06baaf4471",
    ),
]


@pytest.mark.parametrize(("server", "clients", "deal", "dealer", "last", "digest"), EXAMPLES)
def test_the_seeds_decide_dealer_and_deck(
    server: str, clients: list[str], deal: tuple[int, int, int], dealer: int, last: str, digest: str
) -> None:
    seed = shuffle.game_seed(bytes.fromhex(server), [bytes.fromhex(c * 16) for c in clients])
    assert shuffle.first_dealer(seed, len(clients)) == dealer
    deck = shuffle.deck(seed, *deal)
    assert " ".join(map(str, deck[:-11:-1])) == last
    assert hashlib.sha256(",".join(map(str, deck)).encode()).hexdigest() == digest


def test_a_computer_player_has_no_choice_of_its_seed() -> None:
    seeds = [shuffle.computer_seed(bytes(32), seat).hex() for seat in (0, 1)]
    assert seeds == ["92c930e0d5bd8ff0d28fc7a99661ecc0", "88c230bebbe5ec92df775e4235fa0063"]


def test_the_commitment_is_the_digest_of_the_bytes_not_of_their_text() -> None:
    assert shuffle.commitment(bytes(32)) == hashlib.sha256(bytes(32)).hexdigest()


@pytest.mark.parametrize(("packs", "jokers"), [(2, 4), (3, 6), (6, 6)])
def test_a_deck_has_every_card_of_its_packs(packs: int, jokers: int) -> None:
    deck = Counter(shuffle.deck(bytes(32), 1, packs, jokers))
    assert deck == dict.fromkeys(ALL_CARDS[:-1], packs) | {ALL_CARDS[-1]: jokers}


def test_every_deal_and_every_seed_has_a_deck_of_its_own() -> None:
    decks = {shuffle.deck(bytes([seed]) * 32, deal, 3, 6) for seed in range(5) for deal in (1, 2)}
    assert len(decks) == 10


def test_every_client_seed_changes_the_game() -> None:
    clients = [bytes([i]) * 16 for i in range(4)]
    seeds = {shuffle.game_seed(bytes(32), clients)}
    for i in range(4):
        seeds.add(shuffle.game_seed(bytes(32), [*clients[:i], bytes([99]) * 16, *clients[i + 1 :]]))
    assert len(seeds) == 5


def test_words_past_the_last_whole_multiple_are_passed_over() -> None:
    limit = 2**32 - 2**32 % 3
    assert shuffle._below(iter([limit, 2**32 - 1, 5]), 3) == 2
    assert shuffle._below(iter([limit - 1]), 3) == 2
