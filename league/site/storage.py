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

    What is in such a folder finds the rest of it by name.
    """

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        """The name with a hash of its content, or as it is."""
        if re.search(settings.VERSIONED_FILES, name):
            return name
        hashed: str = super().hashed_name(name, content, filename)
        return hashed

    def create_compressor(self, **options: Any) -> Compressor:
        """What packs the collected files."""
        return QuickCompressor(**options)
