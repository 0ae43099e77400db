"""Where people are signed in, and ending that."""

from datetime import timedelta

from allauth.account.internal.flows.login import record_authentication
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY, login
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.db.models import Exists, OuterRef
from django.http import HttpRequest
from django.utils import timezone

AT_ONCE = 500
MOST_STEPS = 100


def sessions_note(*, request: HttpRequest) -> None:
    """Write down the session of a request, so that it can be listed and ended."""
    if not UserSession.objects.filter(session_key=request.session.session_key).exists():
        UserSession.objects.create_from_request(request)


def session_begin(*, request: HttpRequest, user: User) -> None:
    """Sign in somebody who has just chosen their password: it counts as typed a moment ago."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    record_authentication(request, user, method="password")
    session_limit(request=request)
    sessions_note(request=request)


def session_limit(*, request: HttpRequest) -> None:
    """Let the session end half a year from now, however much is written into it meanwhile.

    A number of seconds would start again with each write, so a copied session would never end.
    """
    ends = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    request.session.set_expiry(ends)


def session_renew(*, request: HttpRequest) -> None:
    """Give the session another key, since the person has just shown again that it is they.

    A copy of the old cookie stops working, and gains nothing from the confirmation.
    """
    before = request.session.session_key
    try:
        with transaction.atomic():
            request.session.cycle_key()
            request.session.save()
            listed = UserSession.objects.filter(session_key=before)
            if not listed.update(session_key=request.session.session_key):
                sessions_note(request=request)
    except (DatabaseError, UpdateError):
        # The key from before is good still, and the answer must bring no other one.
        request.session.modified = False
        raise


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


def sessions_clear() -> int:
    """Delete expired sessions, and the rows that list sessions which are gone.

    In small steps, so that no writer waits long, and a limited number at a time: the next hour
    brings the rest. Answers how many rows there were.
    """
    count = 0
    for _step in range(MOST_STEPS):
        expired = Session.objects.filter(expire_date__lte=timezone.now())
        keys = list(expired.values_list("pk", flat=True)[:AT_ONCE])
        count += Session.objects.filter(pk__in=keys).delete()[0]
        if len(keys) < AT_ONCE:
            break
    # One that was begun a moment ago may not be saved yet.
    old = UserSession.objects.filter(created_at__lte=timezone.now() - timedelta(days=1))
    gone = ~Exists(Session.objects.filter(session_key=OuterRef("session_key")))
    ids = list(old.filter(gone).values_list("pk", flat=True)[:AT_ONCE])
    return count + int(UserSession.objects.filter(pk__in=ids).delete()[0])
