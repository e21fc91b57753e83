"""What every page shows besides its own content."""

from django.conf import settings
from django.http import HttpRequest

from samba_site.version import COMMIT, VERSION


def site(request: HttpRequest) -> dict[str, object]:
    """The badge, version and commit, and the languages to choose from."""
    return {
        "BETA": settings.BETA,
        "VERSION": VERSION,
        "COMMIT": COMMIT,
        "SITE_LANGUAGES": settings.LANGUAGES,
    }
