"""Addresses of sockets."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from games.consumers import TableConsumer

websocket_urlpatterns = [
    path("ws/t/<slug:key>/", TableConsumer.as_asgi()),
    re_path("", WebsocketDenier.as_asgi()),
]
