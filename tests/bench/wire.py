"""A light HTTP and WebSocket client for the load bench.

It shares the machine with the server that it measures, so it reads no more than it must: the
status of an answer, and the bytes of a frame.
"""

import asyncio
import base64
import os
from collections.abc import Callable, Mapping
from urllib.parse import urlencode

Headers = Mapping[str, str]
TEXT, PING, PONG = 0x1, 0x9, 0xA
"""Kinds of frame."""


def _head(first: str, host: str, headers: Headers) -> bytes:
    lines = [first, f"Host: {host}", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin1")


class Http:
    """One kept connection, one request at a time."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.received = 0
        """Bytes of all answers."""

    async def open(self) -> None:
        name, _, port = self.host.partition(":")
        self._reader, self._writer = await asyncio.open_connection(name, int(port))

    async def post(self, path: str, fields: Mapping[str, object], headers: Headers) -> int:
        """Send a form; the status of the answer, whose body is thrown away."""
        body = urlencode(fields).encode()
        kind = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
        }
        self._writer.write(_head(f"POST {path} HTTP/1.1", self.host, {**headers, **kind}) + body)
        head = await self._reader.readuntil(b"\r\n\r\n")
        self.received += len(head) + await self._skip_body(head.lower())
        return int(head.split(b" ", 2)[1])

    async def _skip_body(self, head: bytes) -> int:
        if b"transfer-encoding: chunked" not in head:
            _, _, length = head.partition(b"content-length: ")
            return len(await self._reader.readexactly(int(length.split(b"\r\n")[0] or 0)))
        read = 0
        size = -1
        while size:
            size = int(await self._reader.readuntil(b"\r\n"), 16)
            read += len(await self._reader.readexactly(size + 2))
        return read

    def close(self) -> None:
        self._writer.close()


class Socket(asyncio.Protocol):
    """A WebSocket; `hears` is called with the bytes of every message that comes."""

    def __init__(self, host: str, path: str, headers: Headers, hears: Callable[[bytes], None]):
        self._first = (host, path, headers)
        self._hears = hears
        self._data = bytearray()
        self._frames = False
        self.received = 0
        """Bytes of all frames."""

    async def open(self) -> None:
        name, _, port = self._first[0].partition(":")
        self._accepted = asyncio.get_running_loop().create_future()
        await asyncio.get_running_loop().create_connection(lambda: self, name, int(port))
        await self._accepted

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        host, path, headers = self._first
        upgrade = {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        }
        transport.write(_head(f"GET {path} HTTP/1.1", host, {**headers, **upgrade}))

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._frames:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._accepted.set_exception(ConnectionError(head.decode("latin1")))
                return
            self._accepted.set_result(None)
            self._frames, self._data = True, rest
        while frame := self._frame():
            kind, content = frame
            if kind == TEXT:
                self._hears(content)
            elif kind == PING:
                self._send(PONG, content)

    def send(self, text: str) -> None:
        """Send a text of at most 125 bytes."""
        self._send(TEXT, text.encode())

    def _send(self, kind: int, content: bytes) -> None:
        # Masked as a browser must, though with zeros.
        self._transport.write(bytes([0x80 | kind, 0x80 | len(content), 0, 0, 0, 0]) + content)

    def _frame(self) -> tuple[int, bytes] | None:
        """(kind, content) of the next whole frame; each message of our server is one frame."""
        data = self._data
        if len(data) < 2:
            return None
        length, start = data[1], 2
        if length >= 126:
            start = 4 if length == 126 else 10
            length = int.from_bytes(data[2:start], "big")
        if len(data) < start + length:
            return None
        kind, content = data[0] & 0x0F, bytes(data[start : start + length])
        del data[: start + length]
        self.received += start + length
        return kind, content

    def connection_lost(self, error: Exception | None) -> None:
        if not self._accepted.done():
            self._accepted.set_exception(error or ConnectionError("closed"))

    def close(self) -> None:
        self._transport.close()
