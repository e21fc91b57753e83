"""Addresses: pages with a language in front, and tables, which are read in several."""

from django.urls import path

from games import views

pages = [
    path("", views.home, name="home"),
    path("tables/", views.open_table, name="open"),
]

tables = [
    path("t/<slug:key>/", views.table, name="table"),
    path("t/<slug:key>/seat/", views.seat, name="seat"),
    path("t/<slug:key>/start/", views.start, name="start"),
    path("t/<slug:key>/act/", views.act, name="act"),
    path("t/<slug:key>/offers/", views.offers, name="offers"),
    path("t/<slug:key>/go-on/", views.go_on, name="go_on"),
    path("t/<slug:key>/replay/", views.replay, name="replay"),
    path("t/<slug:key>/log.json", views.log, name="log"),
]
