"""Telling people by e-mail that a game day has changed, is cancelled, or who won it."""

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.utils.translation import gettext as _

from league.days.models import GameDay
from scoring.accounts.models import Player
from scoring.dates import hours, weekday
from scoring.refusals import Refusal

from .mails import MailKind, MailLinks, SentMails, mails_send_all, stop_line


def moved_text(day: GameDay, name: str, links: MailLinks) -> tuple[str, str]:
    """The subject and the text of the mail that says when and where the day is now."""
    date = weekday(day.date)
    before = day.moved_from if day.moved_from != day.date else None
    lines = [
        _hello(name),
        _("The game day of %s is moved.") % weekday(before)
        if before
        else _("The time or the place of a game day has changed."),
        _("%(club)s plays on %(where)s.") % {"club": day.club.name, "where": _where(day)},
        *([day.note] if day.note else []),
        *_contact(day),
        _("Are you coming? Tap here:") + f"\n{links.answer}"
        if links.answer
        else _("Are you coming? Please answer this mail."),
        stop_line(links),
    ]
    subject = _("%(club)s: new date, %(date)s") if before else _("%(club)s: a change on %(date)s")
    return subject % {"club": day.club.name, "date": date}, _letter(lines)


def cancelled_text(
    day: GameDay, name: str, links: MailLinks, *, next_day: GameDay | None
) -> tuple[str, str]:
    """The subject and the text of the mail that says that the day does not take place."""
    lines = [
        _hello(name),
        _("This game day is cancelled: %s.") % _where(day),
        *_next(next_day),
        *_contact(day),
        stop_line(links),
    ]
    subject = _("%(club)s: no game day on %(date)s")
    return subject % {"club": day.club.name, "date": weekday(day.date)}, _letter(lines)


def result_text(
    day: GameDay, name: str, links: MailLinks, *, winners: str, page: str, next_day: GameDay | None
) -> tuple[str, str]:
    """The subject and the text of the mail that says who won; `page` has the whole result."""
    lines = [
        _hello(name),
        _("The game day of %s is over.") % weekday(day.date),
        *([winners] if winners else []),
        *([_("All places and all games are here:") + f"\n{page}"] if page else []),
        *_next(next_day),
        stop_line(links),
    ]
    subject = _("%(club)s: the result of %(date)s")
    return subject % {"club": day.club.name, "date": weekday(day.date)}, _letter(lines)


def moved_mail() -> MailKind:
    """The mail about a day that has another date, time or place now."""
    return MailKind(moved_text, "moved_sent_at")


def cancelled_mail(next_day: GameDay | None) -> MailKind:
    """The mail about a cancelled day, with the next one."""
    return MailKind(partial(cancelled_text, next_day=next_day), "cancelled_sent_at")


def result_mail(winners: str, page: str, next_day: GameDay | None) -> MailKind:
    """The mail about a day that is over: who won, the address of the result, the next day."""
    text = partial(result_text, winners=winners, page=page, next_day=next_day)
    return MailKind(text, "result_sent_at")


def news_send(
    *, day: GameDay, players: list[Player], links: Callable[[Player], MailLinks], kind: MailKind
) -> SentMails:
    """Send the mail to the first of these people, each once, as `mails_send` does."""
    if not settings.MAIL_GOES:
        raise Refusal("no_server", _("This site has no mail server. Send people the link instead."))
    return mails_send_all(day=day, players=players, links=links, kind=kind)


def _hello(name: str) -> str:
    return _("Hello %s,") % name if name else _("Hello,")


def _where(day: GameDay) -> str:
    parts = (weekday(day.date), hours(day.starts, day.ends), day.place)
    return ", ".join(part for part in parts if part)


def _next(day: GameDay | None) -> list[str]:
    return [_("The next game day: %s.") % _where(day)] if day is not None else []


def _contact(day: GameDay) -> list[str]:
    return [_("Questions? Ask %s.") % day.contact] if day.contact else []


def _letter(lines: list[str]) -> str:
    return "\n\n".join(lines) + "\n"
