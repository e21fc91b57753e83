"""Where pages find their style sheets and scripts."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashed, precompressed files once collected; before that the plain names.

    `make run` collects. A checkout in which nobody has done so, a test, or a file added since
    then must not answer 500: WhiteNoise serves the plain name from where the file lies.
    """

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        try:
            return super().stored_name(name)
        except ValueError:
            return name
