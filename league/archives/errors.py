"""What the archive's modules raise."""


class ArchiveError(Exception):
    """Why an archive is not written or not read: a sentence that says what to do."""
