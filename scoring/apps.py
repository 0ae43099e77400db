"""Scoring as an app of Django."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from scoring.web.form_sentences import say_our_words
from scoring.web.spoken import speak_cheaply


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        """Let each connection note what is written through it, and forms speak our words."""
        from scoring.watching.revisions import note_writes  # noqa: PLC0415  # it has a model

        say_our_words()
        speak_cheaply()
        connection_created.connect(note_writes)
