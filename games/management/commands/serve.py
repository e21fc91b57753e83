"""`manage.py serve`: web server and referee in one process, on one event loop."""

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Any

from channels.routing import get_default_application
from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import WebRequest

# Puts Twisted's reactor on asyncio, which has to happen before anything imports the reactor.
from daphne.server import Server  # isort: split

from django.core.management.base import BaseCommand, CommandError, CommandParser
from twisted.internet import defer, reactor
from twisted.python.failure import Failure

from games.referee import Referee

LAST_REQUESTS = 10.0
"""Seconds that requests have to come to their end once the server stops."""
LARGEST_FRAME = 4096
"""Bytes of what a page sends in one piece; it says little more than its number."""
LARGEST_MESSAGE = 1_000_000
"""Bytes of a whole message, which holds for what the server sends too: boards."""


class SiteServer(Server):
    """Daphne with the referee on its loop, and an orderly end.

    `listening` is called with the address once the server can be reached; `failure` says why
    it could not.
    """

    def __init__(self, host: str, port: int, listening: Callable[[str], None]) -> None:
        super().__init__(
            application=get_default_application(),
            endpoints=build_endpoint_description_strings(host=host, port=port),
            ready_callable=lambda: reactor.callWhenRunning(self._begin),
            websocket_max_message_size=LARGEST_MESSAGE,
            websocket_max_frame_size=LARGEST_FRAME,
            # Visitors need not know what serves the site.
            server_name="",
        )
        self.failure = ""
        self._listening = listening
        self._ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self._ports.append(port)
        at = port.getHost()
        host = f"[{at.host}]" if ":" in at.host else at.host
        self._listening(f"http://{host}:{at.port}")

    def listen_error(self, failure: Failure) -> None:
        self.failure = failure.getErrorMessage()
        super().listen_error(failure)

    def _begin(self) -> None:
        self._referee = Referee()
        self._watch = asyncio.ensure_future(self._referee.run())
        # What is there now will stay: the garbage collector need not walk it ever again.
        gc.collect()
        gc.freeze()

    def kill_all_applications(self) -> "defer.Deferred[None]":
        """Daphne's last act, which Twisted awaits before it stops the loop."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        """Take nothing more, finish what has been begun, then let go of the sockets.

        A move that is being stored in a thread must find the loop running to tell of it.
        """
        for port in self._ports:
            port.stopListening()
        self._referee.stop()
        until = time.monotonic() + LAST_REQUESTS
        while self._applications(WebRequest) and time.monotonic() < until:
            await asyncio.sleep(0.02)
        await self._watch
        running = self._applications(object)
        for application in running:
            application.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _applications(self, protocol: type) -> list["asyncio.Future[Any]"]:
        """Applications that run for connections of that kind."""
        return [
            details["application_instance"]
            for connection, details in self.connections.items()
            if isinstance(connection, protocol)
            and "application_instance" in details
            and not details["application_instance"].done()
        ]


class Command(BaseCommand):
    help = "Serves the site, with its referee, until stopped."
    requires_migrations_checks = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address (%(default)s)")
        parser.add_argument("--port", default=8000, type=int, help="port (%(default)s)")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        server = SiteServer(host, port, self._tell)
        server.run()
        if server.failure:
            raise CommandError(server.failure)

    def _tell(self, address: str) -> None:
        self.stdout.write(f"Serving at {address} (stop with Ctrl+C)")
        self.stdout.flush()
