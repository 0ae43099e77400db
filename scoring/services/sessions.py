"""Where people are signed in, and ending that."""

from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone


def sessions_note(*, request: HttpRequest) -> None:
    """Write down the session of a request, so that it can be listed and ended."""
    if not UserSession.objects.filter(session_key=request.session.session_key).exists():
        UserSession.objects.create_from_request(request)


@transaction.atomic
def session_end(*, session: UserSession) -> None:
    """Sign out one browser, at once."""
    Session.objects.filter(session_key=session.session_key).delete()
    session.delete()


@transaction.atomic
def sessions_end(*, user: User, but: str | None = None) -> int:
    """Sign somebody out everywhere, or everywhere `but` in one session, and answer how many.

    Sessions that were begun before sessions were written down are found as well: for that each of
    the site's sessions is looked into.
    """
    UserSession.objects.filter(user=user).exclude(session_key=but or "").delete()
    living = Session.objects.filter(expire_date__gt=timezone.now()).exclude(session_key=but or "")
    ended = [
        session.session_key
        for session in living
        if session.get_decoded().get(SESSION_KEY) == str(user.pk)
    ]
    Session.objects.filter(session_key__in=ended).delete()
    return len(ended)
