"""The deals of a game: the first, the next, and what follows when one is over."""

from copy import copy
from dataclasses import replace

from django.db import transaction

from games import selectors
from games.denial import Denial, Denied
from games.engine import scoring, shuffle
from games.models import Deal, Player, Score, Seat, Table
from games.selectors import Loaded
from games.services.change import publish


@transaction.atomic
def start(*, key: str, player: Player | None) -> int:
    """Begin the game, all seats being taken; only who opened the table may."""
    loaded = selectors.lock(key)
    if not loaded.opened_by(player):
        raise Denied(Denial.NOT_OPENER)
    return begin_game(loaded)


@transaction.atomic
def go_on(*, key: str, player: Player | None) -> int:
    """This person is ready for the next deal, which begins when all persons are."""
    loaded = selectors.lock(key)
    if not loaded.seats_of(player):
        raise Denied(Denial.NOT_YOUR_SEAT)
    if loaded.table.status == Table.Status.ENDED:
        raise Denied(Denial.ENDED)
    if loaded.table.status != Table.Status.BETWEEN:
        raise Denied(Denial.NOT_BETWEEN)
    if not Seat.objects.filter(table=loaded.table, player=player, went_on=False).update(
        went_on=True
    ):
        return loaded.number
    seats = selectors.seats_at(loaded.table)
    loaded = replace(loaded, seats=seats)
    if all(seat.went_on for seat in seats if seat.player_id):
        return next_deal(loaded)
    return publish(loaded)


def begin_game(loaded: Loaded) -> int:
    """Take the game's seed and deal for the first time; the table is locked."""
    table = loaded.table
    if table.status != Table.Status.WAITING:
        raise Denied(Denial.NOT_WAITING)
    if not loaded.full:
        raise Denied(Denial.SEATS_FREE)
    server_seed = bytes(table.server_seed)
    seats = selectors.seats_at(table)
    for seat in seats:
        if not seat.client_seed:
            seat.client_seed = shuffle.computer_seed(server_seed, seat.number).hex()
    Seat.objects.bulk_update(seats, ["client_seed"])
    seeds = [bytes.fromhex(seat.client_seed) for seat in seats]
    table.game_seed = shuffle.game_seed(server_seed, seeds)
    dealer = shuffle.first_dealer(table.game_seed, len(seats))
    return _deal(replace(loaded, seats=seats), 1, dealer)


def next_deal(loaded: Loaded) -> int:
    """Deal again, one seat further on (C-3); the table is locked and between deals."""
    assert loaded.deal is not None
    Seat.objects.filter(table=loaded.table).update(went_on=False)
    seats = selectors.seats_at(loaded.table)
    dealer = (loaded.deal.dealer + 1) % len(seats)
    return _deal(replace(loaded, seats=seats), loaded.deal.number + 1, dealer)


def _deal(loaded: Loaded, number: int, dealer: int) -> int:
    table = loaded.table
    deal = Deal.objects.create(table=table, number=number, dealer=dealer)
    state = selectors.first_state(table, len(loaded.seats), deal)
    table.status = Table.Status.PLAYING
    dealt = Loaded(table, loaded.seats, deal, state)
    return publish(dealt, "status", "game_seed")


def finish_deal(loaded: Loaded) -> int:
    """Store the scores of the deal that its last move has ended, and judge the game.

    Where the game ends, so does the secrecy of the server's seed: whoever reads the table as
    ended may see it.
    """
    table, state = loaded.table, loaded.state
    assert loaded.deal is not None
    assert state is not None
    public = state.public
    assert public.ended_by is not None
    deal = copy(loaded.deal)
    deal.ended_by = public.ended_by.value
    deal.out_seat = public.out_seat
    deal.save(update_fields=["ended_by", "out_seat"])
    scores = scoring.score(state)
    Score.objects.bulk_create(
        Score(deal=deal, side=side, **score._asdict()) for side, score in enumerate(scores)
    )
    totals = tuple(score.total for score in scores)
    verdict = scoring.verdict(loaded.variant, table.target, totals, deal.number)
    if verdict:
        table.status = Table.Status.ENDED
        table.ended_by = verdict.ended_by
    else:
        table.status = Table.Status.BETWEEN
    return publish(replace(loaded, deal=deal), "status", "ended_by")
