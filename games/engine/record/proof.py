"""Whether everything that a log says is true."""

from .. import scoring, shuffle
from ..state import Ending, State
from .fault import Fault
from .game import HUMAN, Deal, GameEnd, GameRecord, Outcome, Result
from .replay import game_seed, states


def verify(record: GameRecord) -> None:
    """Prove seeds, dealers, every move, every score and the result by the rules alone.

    Raises `Fault` at the first thing that does not hold. Of a game that goes on nothing can be
    proved, as its server seed is secret: that too is a fault.
    """
    result = record.result
    if result and record.shuffle.server_seed is None:
        raise Fault("there is a result, but server_seed is not published")
    seed = game_seed(record)
    if not result:
        raise Fault("server_seed is published, but there is no result")
    _verify_seeds(record)
    dealer = shuffle.first_dealer(seed, len(record.seats))
    verdict = None
    for deal in record.deals:
        if verdict:
            reason = f"the game had ended before this deal, by {verdict.ended_by}"
            raise Fault(reason, "C-20", deal=deal.number)
        if deal.dealer != dealer:
            raise Fault(f"dealer is {deal.dealer}, not {dealer}", "C-3", deal=deal.number)
        _verify_deal(record, deal)
        if deal.outcome:
            totals = record.totals(deal.number)
            verdict = scoring.verdict(record.variant, record.target, totals, deal.number)
        dealer = (dealer + 1) % len(record.seats)
    _verify_result(record, result, verdict)


def _verify_seeds(record: GameRecord) -> None:
    """The server chose its seed before it knew any other, and none of the others."""
    seed = record.shuffle.server_seed
    assert seed is not None  # the caller has seen to it
    if shuffle.commitment(seed) != record.shuffle.commitment:
        raise Fault("commitment is not the SHA-256 of server_seed")
    for seat, holder in enumerate(record.seats):
        computed = shuffle.computer_seed(seed, seat)
        if holder.player != HUMAN and record.shuffle.client_seeds[seat] != computed:
            raise Fault(
                f"the client seed of the computer player in seat {seat}"
                " does not follow from server_seed"
            )


def _verify_deal(record: GameRecord, deal: Deal) -> None:
    """Every move, then how the deal ended and what each side scored."""
    *_, last = states(record, deal.number)
    ended_by = last.public.ended_by
    if deal.outcome:
        if ended_by is not deal.outcome.ended_by:
            truth = f"not {ended_by}" if ended_by else "but the deal has not ended"
            # Cited is the rule of how it ended or, where it did not, of how it should have.
            rule = _rule_of(ended_by or deal.outcome.ended_by)
            reason = f"ended_by is {deal.outcome.ended_by}, {truth}"
            raise Fault(reason, rule, deal=deal.number)
        _verify_outcome(last, deal.number, deal.outcome)
    elif ended_by:
        raise Fault("the deal has ended, but ended_by and scores are missing", deal=deal.number)


def _rule_of(ending: Ending) -> str:
    return "C-15" if ending is Ending.OUT else "C-9"


def _verify_outcome(last: State, number: int, outcome: Outcome) -> None:
    if outcome.out_seat != last.public.out_seat:
        reason = f"out_seat is {outcome.out_seat}, not {last.public.out_seat}"
        raise Fault(reason, "C-15", deal=number)
    numbers = last.public.setup.variant.numbers
    for side, (told, true) in enumerate(zip(outcome.scores, scoring.score(last), strict=True)):
        for name, points in true._asdict().items():
            said = getattr(told, name)
            if said != points:
                reason = f"side {side} {name} is {said}, not {points}"
                raise Fault(reason, numbers.get(name, "C-18"), deal=number)


def _verify_result(record: GameRecord, result: Result, verdict: scoring.Verdict | None) -> None:
    """The result follows from the deals, unless the people ended the game themselves."""
    if verdict and result.ended_by != verdict.ended_by:
        raise Fault(f"the game has ended by {verdict.ended_by}, not {result.ended_by}", "C-20")
    if not verdict and result.ended_by not in (GameEnd.AGREED, GameEnd.ABANDONED):
        raise Fault(f"the game has not ended by {result.ended_by}", "C-20")
    winners = verdict.winners if verdict else ()
    if result.winners != winners:
        raise Fault(f"winners are {list(result.winners)}, not {list(winners)}", "C-20")
    totals = record.totals(sum(1 for deal in record.deals if deal.outcome))
    if result.totals != totals:
        raise Fault(f"totals are {list(result.totals)}, not {list(totals)}", "C-20")
