"""The ASGI application: pages over HTTP, boards over sockets."""

import os
from concurrent.futures import ThreadPoolExecutor
from tempfile import SpooledTemporaryFile
from typing import Any

import django
from asgiref.sync import sync_to_async
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import HttpResponse, HttpResponseBase
from django.http.request import split_domain_port, validate_host
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_site.settings")
django.setup(set_prefix=False)
# A site that cannot keep its key had better not begin.
str(settings.SECRET_KEY)

from games.routing import websocket_urlpatterns  # noqa: E402 (needs the settings)


class SiteHandler(ASGIHandler):
    """Django's ASGI handler with the whole request in one hop to a thread.

    Django's own handler runs every synchronous middleware and view by a hop of its own to a
    thread that is new for each request. Hops cost, and since database connections belong to
    threads, so does opening a connection each time. Here the middleware chain is loaded in its
    synchronous form, and one job on a small pool of lasting threads does everything from
    `request_started` to `request_finished`: a request costs one hop, and each thread keeps its
    connection (`CONN_MAX_AGE` is None; Django's signal handlers, which run in the same thread,
    still drop a broken one).

    Consequences: middleware must be able to run synchronously; a synchronous streaming
    response (a static file) is read whole, as all of ours are small; a request is finished
    even when its visitor has gone away.
    """

    def __init__(self) -> None:
        super().__init__()
        self.threads = ThreadPoolExecutor(settings.REQUEST_THREADS, "request")

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            raise ValueError(f"This handler serves HTTP, not {scope['type']}.")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            respond = sync_to_async(self.respond, thread_sensitive=False, executor=self.threads)
            response = await respond(scope, body)
        await self.send_response(response, send)

    async def read_body(self, receive: Any) -> Any:
        """The body as a file, cut one byte past the limit so that nobody can fill the disk."""
        room = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1
        body = SpooledTemporaryFile(max_size=room, mode="w+b")  # noqa: SIM115 (closed by the caller)
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                body.close()
                raise RequestAborted
            chunk = message.get("body", b"")[:room]
            body.write(chunk)
            room -= len(chunk)
            more = message.get("more_body", False)
        return body

    def respond(self, scope: Any, body: Any) -> HttpResponseBase:
        """Everything between the request's body and the response's bytes, in one thread."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        length = body.tell()
        body.seek(0)
        request, response = self.create_request(scope, body)
        if response is None:
            # What was really sent, also when it came in chunks without a length.
            request.META["CONTENT_LENGTH"] = str(length)
            response = self.get_response(request)
        response._handler_class = self.__class__
        if response.streaming and not response.is_async:
            whole = HttpResponse(
                b"".join(response), status=response.status_code, headers=response.headers
            )
            whole.cookies = response.cookies
            response.close()
            return whole
        if not response.streaming:
            response.close()
        return response


class SameOrigin:
    """Let a socket be opened by pages of this very site only.

    A socket sends cookies along whatever page opens it, and no CSRF token protects it. Origin
    must be the allowed host that was called, scheme and port included (another server on the
    same machine has another port), or one of `ORIGINS`.
    """

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = {name: value.decode("latin1") for name, value in scope["headers"]}
        application = self.application
        if not self.allows(headers.get(b"origin", ""), headers.get(b"host", "")):
            application = WebsocketDenier()
        await application(scope, receive, send)

    @staticmethod
    def allows(origin: str, host: str) -> bool:
        if origin in settings.CSRF_TRUSTED_ORIGINS:
            return True
        domain, _port = split_domain_port(host)
        scheme = "https" if settings.TLS else "http"
        return validate_host(domain, settings.ALLOWED_HOSTS) and origin == f"{scheme}://{host}"


application = ProtocolTypeRouter(
    {"http": SiteHandler(), "websocket": SameOrigin(URLRouter(websocket_urlpatterns))}
)
