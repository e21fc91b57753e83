"""A browser as seen from the network: HTTP with cookies, and a socket, against a real server."""

import http.cookiejar
import os
import re
import socket
import struct
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


class _StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class Browser:
    """Pages and forms of the server at this address, ``http://127.0.0.1:8000``."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies), _StayHere()
        )
        self.token = ""

    def get(self, path: str) -> str:
        with self.opener.open(self.address + path, timeout=10) as answer:
            page = answer.read().decode()
        if found := TOKEN.search(page):
            self.token = found[1]
        return page

    def post(self, path: str, **fields: object) -> tuple[int, str]:
        """(status, address to go on with)."""
        data = urllib.parse.urlencode({"csrfmiddlewaretoken": self.token, **fields}, doseq=True)
        request = urllib.request.Request(self.address + path, data.encode())
        request.add_header("Origin", self.address)
        try:
            with self.opener.open(request, timeout=10) as answer:
                return answer.status, answer.headers.get("Location", "")
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers.get("Location", "")

    def moved_to(self, address: str) -> "Browser":
        """The same browser at another server of the same site."""
        other = Browser(address)
        other.cookies = self.cookies
        other.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.cookies), _StayHere()
        )
        other.token = self.token
        return other

    def socket(self, path: str) -> "Socket":
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        return Socket(self.address, path, cookies)


class Socket:
    """A WebSocket, as plain as can be."""

    def __init__(self, address: str, path: str, cookies: str = "") -> None:
        host = address.removeprefix("http://")
        name, port = host.split(":")
        self.wire = socket.create_connection((name, int(port)), timeout=10)
        head = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {address}\r\nCookie: {cookies}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        self.wire.sendall(head.encode())
        self.read = self.wire.makefile("rb")
        self.status = int(self.read.readline().split()[1])
        while self.read.readline().strip():
            pass

    def send(self, text: str, opcode: int = 1) -> None:
        data = text.encode()
        mask = os.urandom(4)
        if len(data) < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | len(data))
        elif len(data) < 65536:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, len(data))
        else:
            head = struct.pack("!BBQ", 0x80 | opcode, 0x80 | 127, len(data))
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self.wire.sendall(head + mask + masked)

    def receive(self) -> str | int:
        """The next text, or the code with which the server closes; 1006 when it just hangs up."""
        try:
            return self._receive()
        except (ConnectionError, ValueError, struct.error):
            return 1006

    def _receive(self) -> str | int:
        while True:
            first, second = self.read.read(2)
            length = second & 127
            if length == 126:
                (length,) = struct.unpack("!H", self.read.read(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self.read.read(8))
            data = self.read.read(length)
            if first & 15 == 8:
                return struct.unpack("!H", data[:2])[0] if data else 1005
            if first & 15 == 1:
                return data.decode()

    def until(self, words: str, seconds: float = 10) -> str:
        """The first text that holds these words."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            text = self.receive()
            assert isinstance(text, str), f"closed with {text}"
            if words in text:
                return text
        raise AssertionError(f"nothing with {words!r} within {seconds} seconds")

    def close(self) -> None:
        self.read.close()
        self.wire.close()
