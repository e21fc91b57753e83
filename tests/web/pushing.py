"""A push service and a browser that subscribed there; and a mail server. Both are local."""

import base64
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PushService:
    """Takes messages for one browser, and opens them as that browser would."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        """Codes for the next messages; 201 for all others."""
        self.received: list[dict[str, Any]] = []
        """Each message as its browser reads it, with `headers` of its request."""
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.key = base64url(
            self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        )
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                code = service.answers.pop(0) if service.answers else 201
                if code == 201:
                    service.take(body, self.headers)
                self.send_response(code)
                if code == 307:
                    self.send_header("Location", service.address + "elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.address = f"{self.origin}/push/browser-of-a-test/"

    def take(self, body: bytes, headers: Message) -> None:
        assert headers["Content-Encoding"] == "aes128gcm"
        text = http_ece.decrypt(
            body, private_key=self.private, auth_secret=self.auth, version="aes128gcm"
        )
        self.received.append({**json.loads(text), "headers": headers})

    @property
    def subscription(self) -> dict[str, str]:
        return {"address": self.address, "key": self.key, "auth": base64url(self.auth)}


def vapid_claims(headers: Message, public_key: str) -> dict[str, Any]:
    """What the site says of itself to the push service, its signature checked."""
    scheme, _, rest = headers["Authorization"].partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == public_key
    assert Vapid02.verify(headers["Authorization"])
    return json.loads(bytes_of(parts["t"].split(".")[1]))


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    thread = threading.Thread(target=service.server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
        thread.join()


class MailServer:
    """Keeps what it is sent; `answers` are its next answers where they are not the usual one."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.answers: list[str] = []
        self.recipients: list[str] = []

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, to: str, options: Any):  # noqa: N802
        if self.recipients:
            return self.recipients.pop(0)
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.answers:
            return self.answers.pop(0)
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[tuple[MailServer, int]]:
    """The server and its port."""
    kept = MailServer()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield kept, port
    finally:
        controller.stop()
