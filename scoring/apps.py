"""Scoring as an app of Django."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created

from scoring.web.form_sentences import say_our_words
from scoring.web.formats import write_first_days
from scoring.web.spoken import speak_cheaply


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        """Let each connection note what is written, and forms and dates speak our words."""
        from scoring.watching.revisions import note_writes  # noqa: PLC0415  # it has a model

        say_our_words()
        write_first_days()
        speak_cheaply()
        connection_created.connect(note_writes)
