"""`manage.py referee`: a referee beside server processes."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.referee import Referee


class Command(BaseCommand):
    help = "Moves for computer players and keeps the deadlines, until stopped. Needs REDIS_URL."
    requires_migrations_checks = True

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REDIS_URL:
            raise CommandError(
                "Without REDIS_URL nothing that happens here would reach the browsers: the "
                "channel layer in memory ends with its process. `manage.py serve` has a referee "
                "of its own; for one beside it set REDIS_URL (and DATABASE_URL).",
                returncode=2,
            )
        asyncio.run(self._run())

    async def _run(self) -> None:
        referee = Referee()
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, referee.stop)
        self.stdout.write("The referee is at work.")
        self.stdout.flush()
        await referee.run()
