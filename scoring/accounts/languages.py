"""Which language a page is in: chosen on the device, by the person, by the club, by the browser."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from scoring.accounts.access import actor_of
from scoring.accounts.club_time import zone_of
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


def speak_after_choice(request: HttpRequest, club: Club) -> None:
    """Let what the next page says be in its language: that of the club was just chosen anew."""
    if is_offered(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")):
        return
    language = actor_of(request).chosen_language or club.language
    speak(request, language or translation.get_language_from_request(request))


def speak_as_club(request: HttpRequest, club: Club) -> None:
    """Let a page for the hall, or for paper, be in the club's language, whoever asked for it."""
    speak(request, club.language)


def has_second(club: Club) -> bool:
    """Whether the club's screens turn to a second language."""
    return is_offered(club.second_language) and club.second_language != _first(club)


def speak_on_screen(request: HttpRequest, club: Club) -> dict[str, str]:
    """Let a page of a screen be in the language that is its turn; return what asks for the other.

    That goes into the address of the page that comes next; a club of one language has none.
    """
    if not has_second(club):
        speak_as_club(request, club)
        return {}
    now, then = _first(club), club.second_language
    if request.GET.get("language") == then:
        now, then = then, now
    speak(request, now)
    return {"language": then}


def other_language(club: Club) -> tuple[str, str] | None:
    """Return code and name of the club's language that the page is not in, where it has two."""
    if not has_second(club):
        return None
    first = _first(club)
    code = first if translation.get_language() == club.second_language else club.second_language
    return code, dict(settings.LANGUAGES)[code]


def _first(club: Club) -> str:
    return club.language if is_offered(club.language) else settings.LANGUAGE_CODE


@contextmanager
def in_clubs_language(club: Club) -> Iterator[None]:
    """Say what goes to a club's people, such as a mail, in the club's language and time."""
    language = club.language if is_offered(club.language) else translation.get_language()
    with translation.override(language), timezone.override(zone_of(club)):
        yield
