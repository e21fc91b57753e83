"""`manage.py serve`: web server and referee in one process, on one event loop."""

import asyncio
import gc
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from autobahn.websocket.compress import (
    PerMessageCompressOffer,
    PerMessageDeflateOffer,
    PerMessageDeflateOfferAccept,
)
from channels.routing import get_default_application
from daphne.endpoints import build_endpoint_description_strings
from daphne.http_protocol import HTTPFactory, WebRequest

# Puts Twisted's reactor on asyncio, which has to happen before anything imports the reactor.
from daphne.server import Server  # isort: split

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from twisted.internet import defer, reactor
from twisted.internet.error import ReactorNotRunning
from twisted.python.failure import Failure

from games.referee import Referee

LAST_REQUESTS = 10.0
"""Seconds that requests have to come to their end once the server stops."""
STOPS = (signal.SIGINT, signal.SIGTERM)
LARGEST_BODY = 2 * settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""Bytes of a request's body that are taken at all, so that those a little too large get a page."""
LARGEST_FRAME = 4096
"""Bytes of what a page sends in one piece; it says little more than its number."""
LARGEST_MESSAGE = 1_000_000
"""Bytes of a whole message, which holds for what the server sends too: boards."""


REFUSED_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Length": "0",
    "Content-Security-Policy": "default-src 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""What goes with a refusal that is made here, before the site sees the request."""


class BoundedRequest(WebRequest):
    """A request whose body is bounded: Twisted stores it before anybody looks at it.

    Forms are Django's to parse, and not Twisted's as well.
    """

    refused = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs, parsePOSTFormSubmission=False)

    def gotLength(self, length: int | None) -> None:
        if length is not None and length > LARGEST_BODY:
            self._refuse()
            length = 0
        super().gotLength(length)

    def handleContentChunk(self, data: bytes) -> None:
        if not self.refused and self.content.tell() + len(data) > LARGEST_BODY:
            self._refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def _refuse(self) -> None:
        self.refused = True
        headers = "".join(f"{name}: {value}\r\n" for name, value in REFUSED_HEADERS.items())
        head = f"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n{headers}\r\n"
        self.channel.transport.write(head.encode())
        self.channel.loseConnection()


class BoundedFactory(HTTPFactory):
    def buildProtocol(self, addr: Any) -> Any:
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = BoundedRequest
        return protocol

    def log(self, request: Any) -> None:
        """Nothing: Twisted's own log of requests goes nowhere."""


class SiteSocket(WebSocketProtocol):
    """A socket; one that is refused is told so with the headers of any other answer."""

    def failHandshake(
        self, reason: str, code: int = 400, headers: list[tuple[str, str]] | None = None
    ) -> None:
        super().failHandshake(reason, code, [*REFUSED_HEADERS.items(), *(headers or [])])


def accept_compression(
    offers: list[PerMessageCompressOffer],
) -> PerMessageDeflateOfferAccept | None:
    """Compress what goes to a page that can read it: boards shrink to a fifth.

    Each message by itself, so that a socket that waits keeps no buffers.
    """
    for offer in offers:
        if isinstance(offer, PerMessageDeflateOffer) and offer.accept_no_context_takeover:
            return PerMessageDeflateOfferAccept(
                offer,
                request_no_context_takeover=True,
                no_context_takeover=True,
                max_message_size=LARGEST_MESSAGE,
            )
    return None


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

    @property
    def http_factory(self) -> HTTPFactory:
        """What makes a protocol for each connection; Daphne sets its own when it starts."""
        return self._factory

    @http_factory.setter
    def http_factory(self, _factory: HTTPFactory) -> None:
        self._factory = BoundedFactory(self)

    @property
    def ws_factory(self) -> WebSocketFactory:
        """As `http_factory`, for sockets."""
        return self._sockets

    @ws_factory.setter
    def ws_factory(self, factory: WebSocketFactory) -> None:
        factory.protocol = SiteSocket
        factory.setProtocolOptions(perMessageCompressionAccept=accept_compression)
        self._sockets = factory

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self._ports.append(port)
        at = port.getHost()
        host = f"[{at.host}]" if ":" in at.host else at.host
        # Whoever is told that the site serves may tell it to stop.
        reactor.callWhenRunning(self._listening, f"http://{host}:{at.port}")

    def listen_error(self, failure: Failure) -> None:
        self.failure = failure.getErrorMessage()
        super().listen_error(failure)

    def _begin(self) -> None:
        self._referee = Referee()
        self._watch = asyncio.ensure_future(self._referee.run())
        for sign in STOPS:
            signal.signal(sign, self._told_to_stop)
        # What is there now will stay: the garbage collector need not walk it ever again.
        gc.collect()
        gc.freeze()

    @staticmethod
    def _told_to_stop(*_: object) -> None:
        """Once is enough: being told again must not cut short what the first time began."""
        for sign in STOPS:
            signal.signal(sign, signal.SIG_IGN)
        reactor.callFromThread(_stop)

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


def _stop() -> None:
    with suppress(ReactorNotRunning):
        reactor.stop()


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
