"""`manage.py purge`: delete the games whose time is over."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import services


class Command(BaseCommand):
    help = (
        "Deletes unfinished games that nobody has played at for KEEP_UNFINISHED days (60), and "
        "finished ones that nobody has looked at for KEEP_FINISHED days (365)."
    )
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only tell how many")

    def handle(self, *args: Any, dry_run: bool, **options: Any) -> None:
        tables, people = services.purge(dry_run=dry_run)
        if dry_run:
            self.stdout.write(f"Tables that would be deleted: {tables}")
        else:
            self.stdout.write(f"Deleted: tables {tables}, people without any table {people}")
