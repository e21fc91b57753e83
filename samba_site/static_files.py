"""Where pages find their style sheets and scripts."""

from pathlib import PurePosixPath
from typing import Any

import rcssmin
import rjsmin
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

SHORTENED = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}
"""Without comments and blanks; files of others stay as they came."""


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Short, hashed, precompressed files once collected; before that the plain ones.

    `make run` collects. A checkout in which nobody has done so, a test, or a file added since
    then must not answer 500: WhiteNoise serves the plain name from where the file lies.
    """

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        try:
            return super().stored_name(name)
        except ValueError:
            return name

    def _save(self, name: str, content: File) -> Any:
        path = PurePosixPath(name)
        if path.suffix in SHORTENED and "vendor" not in path.parts:
            content.seek(0)  # its digest has been taken
            content = ContentFile(SHORTENED[path.suffix](content.read().decode()).encode())
        return super()._save(name, content)
