"""What others did to accounts, as the pages say it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.accounts.models import AccountNotice

# How long the pages bring a notice up in each browser, and how long one's own account lists it.
SHOWN_FOR = timedelta(days=90)
LISTED_FOR = timedelta(days=366)
MOST_LISTED = 50
# Where a session keeps the number of the newest notice that was put away in it.
READ = "account-notices-read"

Kind = AccountNotice.Kind


@dataclass(frozen=True)
class NoticeLine:
    """A notice in words: what happened, and what to do if it is not right."""

    pk: int
    happened: str
    advice: str


def shown_since() -> datetime:
    """Return since when notices are brought up by pages, by the minute."""
    return (timezone.now() - SHOWN_FOR).replace(second=0, microsecond=0)


def notices_since(moment: datetime) -> QuerySet[AccountNotice]:
    """Return the notices after a moment, of everybody, newest first."""
    return AccountNotice.objects.filter(moment__gt=moment).order_by("-pk")


def newest_notice(user: User | None) -> int:
    """Return the number of somebody's newest notice; 0 if there is none."""
    notices = AccountNotice.objects.filter(user=user).order_by("-pk")
    return notices.values_list("pk", flat=True).first() or 0


def notices_for(user: User, *, after: int) -> list[NoticeLine]:
    """Return the notices to show in a session that has read all up to the number `after`."""
    return _lines(notices_since(shown_since()).filter(user=user, pk__gt=after))


def notices_listed(user: User) -> list[NoticeLine]:
    """What others did within a year, for the page of one's own account."""
    since = timezone.now() - LISTED_FOR
    return _lines(AccountNotice.objects.filter(user=user, moment__gt=since).order_by("-pk"))


def _lines(notices: QuerySet[AccountNotice]) -> list[NoticeLine]:
    rows = notices.select_related("about", "by")[:MOST_LISTED]
    return [NoticeLine(row.pk, *_words(row)) for row in rows]


def _words(notice: AccountNotice) -> tuple[str, str]:
    names = {
        "by": _name(notice.by),
        "name": _name(notice.about),
        "when": _when(notice.moment),
    }
    happened, advice = _own(notice) if notice.user_id == notice.about_id else _anothers(notice)
    return happened % names, advice % names


def _own(notice: AccountNotice) -> tuple[str, str]:
    """What to tell somebody of their own account."""
    if notice.kind == Kind.PASSWORD:
        return (
            _("On %(when)s, %(by)s gave you a new password."),
            _(
                "If you did not ask for that, change your password now and ask the person who "
                "did it."
            ),
        )
    if notice.kind == Kind.KEYS:
        return (
            _("On %(when)s, %(by)s removed your passkeys and switched your codes off."),
            _(
                "If you did not ask for that, change your password now and ask the person who "
                "did it."
            ),
        )
    return (
        _("On %(when)s, %(by)s signed you out everywhere."),
        _("If you did not ask for that, ask the person who did it."),
    )


def _anothers(notice: AccountNotice) -> tuple[str, str]:
    """What to tell an organizer of another organizer's account."""
    happened = {
        Kind.PASSWORD: _("On %(when)s, %(by)s gave %(name)s a new password."),
        Kind.KEYS: _(
            "On %(when)s, %(by)s removed the passkeys of %(name)s and switched the codes off."
        ),
        Kind.SESSIONS: _("On %(when)s, %(by)s signed %(name)s out everywhere."),
        Kind.ADDED: _("On %(when)s, %(by)s made %(name)s an organizer."),
        Kind.REMOVED: _("On %(when)s, %(by)s removed %(name)s as an organizer."),
    }
    return happened[Kind(notice.kind)], _("If this surprises you, talk to both of them.")


def _name(user: User | None) -> str:
    if user is None:
        return _("Somebody")
    return user.get_full_name() or user.get_username()


def _when(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "DATETIME_FORMAT")
