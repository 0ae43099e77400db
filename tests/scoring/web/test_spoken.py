"""Which language is spoken just now: as Django has it, looked up in fewer steps."""

import threading
from typing import Any

from django.utils.translation import activate, deactivate, get_language, trans_real

from scoring.web.spoken import Spoken, speak_cheaply


def test_a_language_is_spoken_in_its_thread_alone() -> None:
    elsewhere: list[str | None] = []

    def look() -> None:
        elsewhere.append(get_language())
        activate("fr")
        elsewhere.append(get_language())

    django: Any = trans_real
    kept = django._active
    try:
        speak_cheaply()
        assert isinstance(django._active, Spoken)
        activate("de")
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert (get_language(), *elsewhere) == ("de", "en", "fr")
        deactivate()
        assert get_language() == "en"
    finally:
        django._active = kept
