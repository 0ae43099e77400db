"""Which language a page is in: chosen on the device, by the person, by the club, by the browser."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from scoring.accounts.access import actor_of
from scoring.accounts.models import Club


def is_offered(language: str) -> bool:
    """Whether the site speaks a language; of nonsense, no."""
    return language in dict(settings.LANGUAGES)


def has_choice() -> bool:
    """Whether there is more than one language to choose from."""
    return len(settings.LANGUAGES) > 1


class LanguageMiddleware:
    """Speak the language of the person, or of the club, where none was chosen on this device.

    Django's own middleware stands before this one: it reads the device's cookie, and else what the
    browser asks for.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Stand around the views, inside of what knows who asks."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Set the language, and say that the answer differs with the cookies."""
        if not has_choice():
            return self.get_response(request)
        if not is_offered(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")):
            # A database that fails here fails in the view as well, which says so.
            with suppress(DatabaseError):
                speak(request, actor_of(request).language)
        response = self.get_response(request)
        patch_vary_headers(response, ["Cookie"])
        return response


def speak(request: HttpRequest, language: str) -> None:
    """Let the rest of this request be in a language; where it is not offered, nothing changes."""
    if is_offered(language):
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()


def speak_as_club(request: HttpRequest, club: Club) -> None:
    """Let a page for the hall, or for paper, be in the club's language, whoever asked for it."""
    speak(request, club.language)


@contextmanager
def in_clubs_language(club: Club) -> Iterator[None]:
    """Say what goes to a club's people, such as a mail, in the club's language."""
    language = club.language if is_offered(club.language) else translation.get_language()
    with translation.override(language):
        yield
