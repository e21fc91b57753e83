"""Opening a table and sitting down, until play starts."""

import re
import secrets
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from games import bots, selectors, wording
from games.denial import Denial, Denied
from games.engine import shuffle, variants
from games.engine.variant import Variant
from games.models import NAME_LENGTH, Player, Seat, Table
from games.selectors import Loaded
from games.services import clock
from games.services.change import publish

_CLIENT_SEED = re.compile(f"[0-9a-f]{{{2 * shuffle.CLIENT_SEED_BYTES}}}", re.ASCII)
_DIGITS = re.compile(r"\d+")
MOST_MARKS = 2
"""Accents and the like upon one letter; more would be painted over the lines around."""
_INVISIBLE = re.compile(
    # Fillers, joiners and selectors that Unicode does not count among the format characters.
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


@transaction.atomic
def open_table(
    *,
    player: Player,
    name: str,
    variant: Variant,
    seats: int,
    computers: Mapping[int, str],
    target: int,
    house_rules: Collection[str] = (),
    client_seed: str = "",
    pace: str = Table.Pace.NONE,
    overdue: str = Table.Overdue.MIND,
    answer_after: int | None = None,
    spectators: bool = True,
) -> Table:
    """Open a table; who opens it sits in the lowest seat that no computer player takes.

    `computers` gives the level by seat. The server's seed is drawn here, before anybody else
    sits down, and everybody sees its commitment from now on. `pace`, `overdue`, `answer_after`
    (seconds) and `spectators` as in `Table`.
    """
    offered = (
        seats in variant.seats
        and target in variant.targets
        and pace in Table.Pace
        and overdue in Table.Overdue
        and answer_after in (None, *clock.ANSWERS)
    )
    declared = [rule.name for rule in variant.house_rules]
    if not (offered and set(computers) <= set(range(seats)) and set(house_rules) <= set(declared)):
        raise Denied(Denial.NOT_OFFERED)
    table = _sealed(
        variant=variant.name,
        rules=variant.rules,
        target=target,
        options={name: name in house_rules for name in declared},
        opener=player,
        pace=pace,
        overdue=overdue,
        answer_after=answer_after,
        spectators=spectators,
    )
    chairs = [Seat(table=table, number=number) for number in range(seats)]
    for chair in chairs:
        if chair.number not in computers:
            _sit(chair, player, _fit_name(name, []), client_seed)
            _remember_name(chair)
            break
    for chair in chairs:
        if chair.number in computers:
            _sit_computer(chair, computers[chair.number], chairs)
    Seat.objects.bulk_create(chairs)
    publish(selectors.assemble(table))
    return table


def again(ended: Loaded, player: Player) -> Table:
    """A table for another game of the same people at the same seats, who have yet to join.

    Within another change, with the table of the ended game locked.
    """
    old = ended.table
    variant = variants.get(old.variant)
    table = _sealed(
        variant=variant.name,
        rules=variant.rules,
        target=old.target,
        options=old.options,
        opener=player,
        pace=old.pace,
        overdue=old.overdue,
        answer_after=old.answer_after,
        spectators=old.spectators,
        rematch_of=old,
    )
    Seat.objects.bulk_create(
        Seat(
            table=table,
            number=seat.number,
            player_id=seat.player_id,
            level=seat.level,
            name=seat.name,
            name_key=seat.name_key,
        )
        for seat in ended.seats
    )
    publish(selectors.assemble(table))
    return table


def _sealed(**fields: object) -> Table:
    """A new table with the seed of its shuffle, which is committed to from now on."""
    server_seed = secrets.token_bytes(shuffle.SERVER_SEED_BYTES)
    return Table.objects.create(
        server_seed=server_seed, commitment=shuffle.commitment(server_seed), **fields
    )


@transaction.atomic
def take_seat(
    *,
    key: str,
    player: Player,
    seat: int,
    name: str = "",
    client_seed: str = "",
    also: bool = False,
) -> Seat:
    """Sit down, or change seats; `also` keeps the seats one has (a family at one tablet).

    Who changes seats brings along name and client seed unless new ones are given.
    """
    loaded = _waiting(key)
    chairs = selectors.seats_at(loaded.table)
    chair = _chair(chairs, seat)
    mine = [one for one in chairs if one.player_id == player.pk]
    if chair in mine:
        return chair
    if chair.taken:
        raise Denied(Denial.SEAT_TAKEN)
    if mine and not also:
        name = name or mine[0].name
        client_seed = client_seed or mine[0].client_seed
        for one in mine:
            _free(one)
    _sit(chair, player, _fit_name(name, chairs), client_seed)
    # Those left first: two seats never have the same name, not even for a moment.
    for one in [one for one in mine if not one.taken] + [chair]:
        one.save()
    if not also:
        _remember_name(chair)
    _seats_changed(loaded)
    return chair


@transaction.atomic
def leave_seat(*, key: str, player: Player | None, seat: int) -> None:
    """Stand up; the client seed goes too."""
    loaded = _waiting(key)
    _chair(loaded.seats, seat)
    if seat not in loaded.seats_of(player):
        raise Denied(Denial.NOT_YOUR_SEAT)
    _empty(loaded, seat)


@transaction.atomic
def seat_computer(*, key: str, player: Player | None, seat: int, level: str) -> Seat:
    """Give a free seat to a computer player; only who opened the table may."""
    loaded = _opened_by(player, key)
    chairs = selectors.seats_at(loaded.table)
    chair = _chair(chairs, seat)
    if chair.taken:
        raise Denied(Denial.SEAT_TAKEN)
    _sit_computer(chair, level, chairs)
    chair.save()
    _seats_changed(loaded)
    return chair


@transaction.atomic
def free_seat(*, key: str, player: Player | None, seat: int) -> None:
    """Send a computer player away; only who opened the table may.

    At a table for a rematch also a person who has not joined.
    """
    loaded = _opened_by(player, key)
    chair = _chair(loaded.seats, seat)
    awaited = loaded.table.rematch_of_id and chair.player_id and not chair.went_on
    if not chair.level and not awaited:
        raise Denied(Denial.NO_SEAT)
    _empty(loaded, seat)


def clean_name(text: str) -> str:
    """The name without what cannot be seen; `Denied` where nothing or too much is left."""
    text = _INVISIBLE.sub("", unicodedata.normalize("NFC", " ".join(text.split())))
    seen = "".join(char for char in text if unicodedata.category(char)[0] != "C")
    name = " ".join(_tamed(seen).split())
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        raise Denied(Denial.NAME_EMPTY)
    if len(name) > NAME_LENGTH:
        raise Denied(Denial.NAME_LONG, limit=NAME_LENGTH)
    return name


def _tamed(text: str) -> str:
    """The text without marks that no letter carries, or that are too many upon one."""
    kept, marks = "", MOST_MARKS
    for char in text:
        if unicodedata.category(char) in ("Mn", "Me"):
            marks += 1
        else:
            marks = MOST_MARKS if char.isspace() else 0
        if marks <= MOST_MARKS:
            kept += char
    return kept


def _fit_name(text: str, chairs: Sequence[Seat]) -> str:
    name = clean_name(text)
    key = _name_key(name)
    if _DIGITS.sub("0", key) in _kept_for_computers() or any(
        chair.name_key == key for chair in chairs
    ):
        raise Denied(Denial.NAME_TAKEN, name=name)
    return name


def _kept_for_computers() -> set[str]:
    """Keys of names that nobody may have with any number in place of the 0.

    Each reader sees computer players named in their own language, whatever is stored.
    """
    return set(map(_name_key, wording.standard_names(0)))


def _name_key(name: str) -> str:
    """The same for names that look alike: capitals, widths and ligatures do not tell them apart."""
    key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    # Some letters unfold into many; what is cut off of them tells no names apart.
    return key[: Seat._meta.get_field("name_key").max_length]


def _sit(chair: Seat, player: Player, name: str, client_seed: str) -> None:
    chair.player = player
    chair.name, chair.name_key = name, _name_key(name)
    chair.client_seed = fit_seed(client_seed)
    chair.went_on = True
    chair.seen_at = timezone.now()


def fit_seed(text: str) -> str:
    """The seed that a browser gave; empty where it is none."""
    return text if _CLIENT_SEED.fullmatch(text) else ""


def _sit_computer(chair: Seat, level: str, chairs: Sequence[Seat]) -> None:
    if level not in bots.OFFERED:
        raise Denied(Denial.NOT_OFFERED)
    names = {one.name_key for one in chairs}
    numbered = map(wording.standard_name, range(1, len(chairs) + 2))
    name = next(name for name in numbered if _name_key(name) not in names)
    chair.level, chair.name, chair.name_key = level, name, _name_key(name)


def _free(chair: Seat) -> None:
    chair.player, chair.level, chair.went_on = None, "", False
    chair.name = chair.name_key = chair.client_seed = ""


def _empty(loaded: Loaded, seat: int) -> None:
    chair = Seat.objects.get(table=loaded.table, number=seat)
    _free(chair)
    chair.save()
    _seats_changed(loaded)


def _seats_changed(loaded: Loaded) -> None:
    seats = selectors.seats_at(loaded.table)
    publish(replace(loaded, seats=seats))


def _remember_name(chair: Seat) -> None:
    """Offer the person this name at the next table."""
    Player.objects.filter(pk=chair.player_id).update(name=chair.name)


def _waiting(key: str) -> Loaded:
    loaded = selectors.lock(key)
    if loaded.table.status != Table.Status.WAITING:
        raise Denied(Denial.NOT_WAITING)
    return loaded


def _opened_by(player: Player | None, key: str) -> Loaded:
    loaded = _waiting(key)
    if not loaded.opened_by(player):
        raise Denied(Denial.NOT_OPENER)
    return loaded


def _chair(chairs: Sequence[Seat], number: int) -> Seat:
    if not 0 <= number < len(chairs):
        raise Denied(Denial.NO_SEAT)
    return chairs[number]
