"""How the files of the pages are collected: under hashed names, packed with brotli and gzip."""

import re
from typing import Any

import brotli
from django.conf import settings
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

# The best brotli takes half a minute for Python's ten megabytes, and gains a tenth.
LARGE = 1024 * 1024
QUALITY_OF_LARGE = 9
BEST_QUALITY = 11
# What a script of ours imports, by a relative path: a statement at the start of a line, or a call.
# Django has patterns for this too, but they see imports in words such as `pyimport("...")`, in
# comments, and in the scripts of other packages.
PATH = r"""["'](?P<url>\.\.?/[^"'\n]+)["']"""
IMPORTS = (
    (
        rf"""(?m)^(?P<matched>(?P<before>(?:import\b|export\b|\}})[^"'\n]*){PATH})""",
        '%(before)s"%(url)s"',
    ),
    (rf"""(?<=\s)(?P<matched>(?P<before>import\(){PATH})""", '%(before)s"%(url)s"'),
)
OUR_SCRIPTS = ("scoring/*.js", "league/*.js")


class QuickCompressor(Compressor):  # type: ignore[misc]
    """Whitenoise's own, which does not linger on a large file."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """The data packed: as well as can be, or nearly so where it is large."""
        quality = QUALITY_OF_LARGE if len(data) > LARGE else BEST_QUALITY
        packed: bytes = brotli.compress(data, quality=quality)
        return packed


class PageFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Whitenoise's own, but a folder with a version in its name keeps the names of its files.

    What is in such a folder finds the rest of it by name. All other scripts of ours import one
    another by relative paths, and these are replaced by hashed names: so a script has another name
    whenever it imports something else, and a page that a tablet keeps finds the scripts of its
    own version.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((scripts, IMPORTS) for scripts in OUR_SCRIPTS),
    )
    # Each pass settles one more link in a chain of imports; a circle would never settle.
    max_post_process_passes = 12

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        """The name with a hash of its content, or as it is."""
        if re.search(settings.VERSIONED_FILES, name):
            return name
        hashed: str = super().hashed_name(name, content, filename)
        return hashed

    def create_compressor(self, **options: Any) -> Compressor:
        """What packs the collected files."""
        return QuickCompressor(**options)
