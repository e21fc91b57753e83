"""`manage.py verify FILE…`: whether game logs are true."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from games import wording
from games.engine import record


class Command(BaseCommand):
    """Plays logs again by the rules alone, the seeds, every move, every score and the result."""

    help = (
        "Check game logs by the rules alone: the shuffle, every move, every score and the result. "
        "Prints a line for each file, 'ok FILE' or 'FILE: what is wrong first [rule]'; "
        "exits with 1 if any is wrong."
    )
    requires_system_checks = ()  # no database and no site is needed for this

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a log in JSON")

    def handle(self, *args: object, files: list[str], **options: object) -> None:
        wrong = False
        for name in files:
            fault = find_fault(Path(name))
            self._print(f"{name}: {fault}" if fault else f"ok {name}")
            wrong = wrong or fault is not None
        if wrong:
            raise SystemExit(1)

    def _print(self, line: str) -> None:
        """One line, whatever the name of the file holds: what cannot be shown is written out."""
        shown = "".join(
            char if char.isprintable() else char.encode("unicode_escape").decode() for char in line
        )
        encoding = getattr(self.stdout, "encoding", None) or "utf-8"
        self.stdout.write(shown.encode(encoding, "backslashreplace").decode(encoding))


def find_fault(path: Path) -> str | None:
    """What is wrong with the log in this file, in English with place and rule; None if nothing."""
    try:
        if not path.is_file() and path.exists():
            return f"not a file [{record.OUTSIDE_THE_RULES}]"
        with path.open("rb") as file:
            text = file.read(record.LONGEST + 1)
        record.verify(record.parse(text))
    except OSError as error:
        return f"{error.strerror} [{record.OUTSIDE_THE_RULES}]"
    except record.Fault as fault:
        why = f": {wording.plain(fault.refusal)}" if fault.refusal else ""
        return f"{fault.place}{fault.reason}{why} [{fault.rule}]"
    return None
