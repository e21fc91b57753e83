"""Addresses: pages with a language in front, and tables, which are read in several."""

from django.urls import path

from games import company, days, feed, telling, views

pages = [
    path("", views.home, name="home"),
    path("tables/", views.open_table, name="open"),
    path("tables/hide/", days.hide, name="hide"),
    path("me/", days.me, name="me"),
    path("notices/", telling.telling, name="telling"),
    path("notices/push/", telling.push, name="push"),
    path("notices/mail/", telling.mail, name="mail"),
    path("notices/feed/", telling.feed_address, name="feed_address"),
]

tables = [
    path("me/<slug:token>/", days.carry_on, name="carry_on"),
    path("t/<slug:key>/about/", days.about, name="about"),
    path("t/<slug:key>/deed/", days.deed, name="deed"),
    path("t/<slug:key>/rematch/", days.rematch, name="rematch"),
    path("t/<slug:key>/beside/", days.beside, name="beside"),
    path("t/<slug:key>/take/<slug:token>/", days.take_over, name="take_over"),
    path("t/<slug:key>/", views.table, name="table"),
    path("t/<slug:key>/text/", views.text, name="text"),
    path("t/<slug:key>/seat/", views.seat, name="seat"),
    path("t/<slug:key>/start/", views.start, name="start"),
    path("t/<slug:key>/act/", views.act, name="act"),
    path("t/<slug:key>/offers/", views.offers, name="offers"),
    path("t/<slug:key>/go-on/", views.go_on, name="go_on"),
    path("t/<slug:key>/replay/", views.replay, name="replay"),
    path("t/<slug:key>/log.json", views.log, name="log"),
    path("t/<slug:key>/talk/", company.talk, name="talk"),
    path("t/<slug:key>/seen/", company.seen, name="seen"),
    path("t/<slug:key>/step/", company.step, name="step"),
    path("notices/stop/<str:token>/", telling.stop, name="stop"),
    path("notices/confirm/<str:token>/", telling.confirm, name="confirm"),
    path("feed/<str:token>/", feed.feed, name="feed"),
]
