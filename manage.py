#!/usr/bin/env python3
"""Django's command line for this site."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "samba_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here: run `make install`, then use .venv/bin/python.")
    from django.core.exceptions import ImproperlyConfigured
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except OperationalError as error:
        sys.exit(
            f"The database cannot be used: {error}\n"
            "Where it is, DATABASE_URL says, or else DATA_DIR: a folder that can be written."
        )


if __name__ == "__main__":
    main()
