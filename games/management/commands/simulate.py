"""`manage.py simulate`: whole games between computer players, as logs."""

from argparse import ArgumentParser
from collections import Counter
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from django.core.management.base import BaseCommand, CommandError

from games.bots import LEVELS
from games.bots.selfplay import play_game
from games.engine.record import dump
from games.engine.variants import all_variants, get


class Command(BaseCommand):
    """Plays games of one kind and writes the log of each."""

    help = (
        "Let computer players play whole games and write one log a game into DIR: 0001.json, "
        "0002.json, … Game number i depends on the seed and i alone."
    )
    requires_system_checks = ()  # no database and no site is needed for this

    def add_arguments(self, parser: ArgumentParser) -> None:
        games = [variant.name for variant in all_variants()]
        parser.add_argument("--variant", required=True, choices=games, help="which game")
        parser.add_argument("--seats", required=True, type=int, metavar="N", help="how many play")
        parser.add_argument("--games", required=True, type=int, metavar="G", help="how many games")
        parser.add_argument("--seed", required=True, metavar="S", help="any text or number")
        parser.add_argument(
            "--players",
            default="steady",
            metavar="LEVEL,…",
            help=f"who sits in the seats, over and over again: {', '.join(LEVELS)}",
        )
        parser.add_argument(
            "--house-rules", metavar="RULE,…", default="", help="house rules that are on"
        )
        parser.add_argument("--target", type=int, metavar="T", help="points that end a game")
        parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="for the logs")

    def handle(
        self,
        *args: object,
        variant: str,
        seats: int,
        games: int,
        seed: str,
        players: str,
        house_rules: str,
        target: int | None,
        out: Path,
        **options: object,
    ) -> None:
        game = get(variant)
        levels = players.split(",")
        if seats not in game.seats:
            raise CommandError(f"--seats of {variant}: {_either(game.seats)}")
        target = game.target[seats] if target is None else target
        if target not in game.targets:
            raise CommandError(f"--target of {variant}: {_either(game.targets)}")
        if unknown := [level for level in levels if level not in LEVELS]:
            raise CommandError(f"--players: {unknown[0]!r} is not one of {', '.join(LEVELS)}")
        rules = frozenset(filter(None, house_rules.split(",")))
        known = [rule.name for rule in game.house_rules]
        if not rules <= set(known):
            raise CommandError(f"--house-rules of {variant}: {', '.join(known) or 'none'}")
        if games < 1:
            raise CommandError("--games: one at least")
        try:
            _server_seed(seed, 1)
        except UnicodeEncodeError:
            raise CommandError(f"--seed: {seed!r} is no text") from None
        sitting = list(islice(cycle(levels), seats))
        moves, endings = 0, Counter[str]()
        began = perf_counter()
        try:
            out.mkdir(parents=True, exist_ok=True)
            for number in range(1, games + 1):
                played = play_game(
                    game,
                    sitting,
                    target=target,
                    server_seed=_server_seed(seed, number),
                    house_rules=rules,
                )
                (out / f"{number:04}.json").write_text(dump(played), "utf-8", newline="\n")
                moves += sum(len(deal.moves) for deal in played.deals)
                endings += Counter(d.outcome.ended_by.value for d in played.deals if d.outcome)
        except OSError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"games   {games}")
        self.stdout.write(f"deals   {endings.total()}")
        self.stdout.write(f"moves   {moves}")
        for ending, count in sorted(endings.items()):
            self.stdout.write(f"ended   {ending} {count}")
        self.stdout.write(f"seconds {perf_counter() - began:.1f}")


def _server_seed(seed: str, number: int) -> bytes:
    # An argument that is not UTF-8 comes in escapes and goes back into its bytes.
    return sha256(f"{seed}/{number}".encode("utf-8", "surrogateescape")).digest()


def _either(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers[:-1])) + f" or {numbers[-1]}"
