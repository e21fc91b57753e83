"""Log lines without secrets, and without tracebacks where nothing is at fault.

The address of a table is the right to sit down at it, and other links carry a seat to
another device. Django logs the path of every refused request, so paths are shortened here,
in the one place that every line passes.
"""

import copy
import logging
import re

_SECRETS = re.compile(
    r"(?<=/t/)[^/\s?#'\"]+"  # the key of a table
    r"|(?<=/)[A-Za-z0-9_:-]{16,}(?=[/\s?#'\"]|$)"  # any other token in a path
    r"|(?<=\?)[^\s'\"]+"  # a query string
)


class RedactingFormatter(logging.Formatter):
    """A formatter that replaces whatever could be a secret link by an ellipsis.

    Django adds a traceback to every request that it refuses (too many fields, a file, another
    charset). There is nothing to mend, and anybody can send them by the thousand.
    """

    def format(self, record: logging.LogRecord) -> str:
        if record.levelno < logging.ERROR or record.name.startswith("django.security"):
            record = copy.copy(record)
            record.exc_info = record.exc_text = record.stack_info = None
        return _SECRETS.sub("…", super().format(record))
