"""Addresses of sockets."""

from django.urls import path

from games.consumers import TableConsumer

websocket_urlpatterns = [path("ws/t/<slug:key>/", TableConsumer.as_asgi())]
