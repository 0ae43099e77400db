"""Scoring as an app of Django."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        """Let each connection to the database note what is written through it."""
        from scoring.watching.revisions import note_writes  # noqa: PLC0415  # it has a model

        connection_created.connect(note_writes)
