"""Addresses of the rules, all of them with a language in front."""

from django.urls import path

from rules_pages import views

pages = [
    path("rules/", views.index, name="rules"),
    path("rules/<slug:name>/", views.game, name="rules_game"),
]
