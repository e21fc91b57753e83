"""Addresses of the whole site.

Pages begin with a language; a table does not, because its players read it in several.
"""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path, re_path
from django.views.i18n import set_language

import games.urls
import rules_pages.urls
from rules_pages.sitemaps import SITEMAPS
from samba_site import app, preferences, views

OURS = "|".join(code for code, _name in settings.LANGUAGES)
CODE = "[a-zA-Z]{2}(?:-[a-zA-Z]{4})?(?:-[a-zA-Z]{2})?"
"""A language, perhaps with its script and its country."""

urlpatterns = [
    path("", views.to_language),
    path("healthz", views.healthz),
    path("worker.js", app.worker, name="worker"),
    path("i18n/", set_language, name="set_language"),
    path("robots.txt", views.robots),
    path("sitemap.xml", sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
    path("admin/", admin.site.urls),
    path("", include((games.urls.tables, "games"))),
    *i18n_patterns(
        *games.urls.pages,
        *rules_pages.urls.pages,
        path("settings/", preferences.page, name="preferences"),
        path("offline/", app.offline, name="offline"),
        path("app.webmanifest", app.manifest, name="manifest"),
    ),
    re_path(rf"^(?!(?:{OURS})/)(?P<code>{CODE})/(?P<rest>.*)$", views.to_neighbour),
]

handler400 = views.bad_request
handler403 = views.forbidden
handler404 = views.not_found
handler500 = views.server_error
