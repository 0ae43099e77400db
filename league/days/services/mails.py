"""Asking people by e-mail whether they come to a game day; and ending such mails."""

import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import formataddr, make_msgid
from smtplib import (
    SMTPDataError,
    SMTPException,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
)

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import DayMail, GameDay
from league.days.selectors.mails import people_to_mail_place, people_unasked, why_not_asked
from league.people.models import Profile
from scoring.accounts.languages import in_clubs_language
from scoring.accounts.models import Club, Player
from scoring.dates import hours, weekday
from scoring.lists import all_of
from scoring.refusals import Refusal

logger = logging.getLogger(__name__)

# Of one tap: a page should not wait for hundreds of mails.
MOST_AT_ONCE = 40
# What a server answers to one mail, and the next may go all the same.
REFUSALS = (SMTPRecipientsRefused, SMTPDataError, SMTPNotSupportedError)


@dataclass(frozen=True)
class MailLinks:
    """The two addresses in a person's mail: to answer, and to end the mails; "" for none."""

    answer: str
    stop: str


def mail_text(day: GameDay, name: str, links: MailLinks) -> tuple[str, str]:
    """The subject and the text of the mail; without a name to anybody."""
    date = weekday(day.date)
    where = ", ".join(part for part in (date, hours(day.starts, day.ends), day.place) if part)
    lines = [
        _("Hello %s,") % name if name else _("Hello,"),
        _("%(club)s plays on %(where)s.") % {"club": day.club.name, "where": where},
        *([day.note] if day.note else []),
        *([_("Questions? Ask %s.") % day.contact] if day.contact else []),
        _("Are you coming? Tap here:") + f"\n{links.answer}"
        if links.answer
        else _("Are you coming? Please answer this mail."),
        stop_line(links),
    ]
    subject = _("%(club)s: are you coming on %(date)s?") % {"club": day.club.name, "date": date}
    return subject, "\n\n".join(lines) + "\n"


def place_text(day: GameDay, name: str, links: MailLinks) -> tuple[str, str]:
    """The subject and the text of the mail to somebody who moved up from the waiting list."""
    date = weekday(day.date)
    where = ", ".join(part for part in (date, hours(day.starts, day.ends), day.place) if part)
    lines = [
        _("Hello %s,") % name,
        _("a place became free, and you have it now. You are not on the waiting list any more."),
        _("%(club)s plays on %(where)s.") % {"club": day.club.name, "where": where},
        *([_("Questions? Ask %s.") % day.contact] if day.contact else []),
        _("You can’t come after all? Tap here:") + f"\n{links.answer}"
        if links.answer
        else _("You can’t come after all? Please answer this mail."),
        stop_line(links),
    ]
    subject = _("%(club)s: you have a place on %(date)s") % {"club": day.club.name, "date": date}
    return subject, "\n\n".join(lines) + "\n"


def stop_line(links: MailLinks) -> str:
    """How to end the mails: by the link, or where there is none that opens, by an organizer."""
    if links.stop:
        return _("No more e-mails? Tap here:") + f"\n{links.stop}"
    return _("No more e-mails? Tell an organizer of the club.")


@dataclass(frozen=True)
class MailKind:
    """A kind of mail: its text, and the field of `DayMail` that says when it went out."""

    text: Callable[[GameDay, str, MailLinks], tuple[str, str]]
    sent_at: str


ASKS = MailKind(mail_text, "sent_at")
PLACE = MailKind(place_text, "place_sent_at")
# The fields of `DayMail` that say when a mail of each kind went out.
SENT_FIELDS = ("sent_at", "place_sent_at", "moved_sent_at", "cancelled_sent_at", "result_sent_at")


@dataclass
class SentMails:
    """How many mails went out, and the names of those whose mail the server did not take."""

    count: int = 0
    refused: list[str] = field(default_factory=list)

    @property
    def trouble(self) -> str:
        """The sentence about the mails that were not taken, or ""."""
        names = all_of(self.refused)
        sentence = _("The mail server did not take the mail to: %s. Check the address.")
        return sentence % names if names else ""


def mails_send(
    *, day: GameDay, players: list[Player], links: Callable[[Player], MailLinks]
) -> SentMails:
    """Send the mail to the first of these people; return how many went out, and which did not.

    Each that went out is noted at once, so that after a failure nobody gets a second one. One that
    the server does not take keeps none of the others back. Raises `Refusal` where there is no
    server, for a day that is cancelled or has begun, and where the server does not answer.
    """
    if not settings.MAIL_GOES:
        raise Refusal("no_server", _("This site has no mail server. Send people the link instead."))
    if closed := why_not_asked(day):
        raise Refusal("closed", closed)
    return mails_send_all(day=day, players=players, links=links, kind=ASKS)


def mails_send_all(
    *, day: GameDay, players: list[Player], links: Callable[[Player], MailLinks], kind: MailKind
) -> SentMails:
    """Send a mail of that kind to the first of these people, as `mails_send` does."""
    sent = SentMails()
    connection = get_connection()
    try:
        connection.open()
        for player in players:
            if MOST_AT_ONCE in (sent.count, len(sent.refused)):
                break
            try:
                sent.count += _send(connection, day, player, links(player), kind)
            except REFUSALS:
                sent.refused.append(player.name)
    except (OSError, SMTPException) as error:
        sentence = _("The mail server does not answer. %d went out. Try again later.") % sent.count
        raise Refusal("server", f"{sentence} {sent.trouble}".strip()) from error
    finally:
        connection.close()
    return sent


def place_mails_send(*, day: GameDay, links: Callable[[Player], MailLinks]) -> int:
    """Mail those who moved up from the waiting list, each once; return how many mails went out.

    Sends nothing without a server, or for a day that is cancelled or over. A server that fails
    is no fault of whoever gave the place away: the log says so, and the next answer tries again.
    """
    if not settings.MAIL_GOES or day.cancelled_at is not None or day.date < timezone.localdate():
        return 0
    people = people_to_mail_place(day)[:MOST_AT_ONCE]
    if not people:
        return 0
    count = 0
    connection = get_connection()
    try:
        connection.open()
        for player in people:
            with suppress(*REFUSALS):
                count += _send(connection, day, player, links(player), PLACE)
    except (OSError, SMTPException):
        logger.warning("No mail about a free place went out for day %d.", day.pk, exc_info=True)
    finally:
        with suppress(OSError, SMTPException):
            connection.close()
    return count


def _send(
    connection: BaseEmailBackend, day: GameDay, player: Player, links: MailLinks, kind: MailKind
) -> int:
    """Send one mail, unless another tap has sent it meanwhile; return how many went out."""
    row, _is_new = DayMail.objects.get_or_create(game_day=day, player=player)
    this_row = DayMail.objects.filter(pk=row.pk)
    if not this_row.filter(**{kind.sent_at: None}).update(**{kind.sent_at: timezone.now()}):
        return 0
    with in_clubs_language(day.club):
        subject, text = kind.text(day, player.name, links)
    headers = {
        # Named after the sender's domain: one that ends in this machine's name looks like junk.
        "Message-ID": make_msgid(domain=settings.DEFAULT_FROM_EMAIL.rpartition("@")[2] or None),
    }
    if links.stop:
        headers["List-Unsubscribe"] = f"<{links.stop}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    address = player.profile.email
    # A subject is one line, whatever a club's name holds.
    subject = " ".join(subject.split())
    sender = formataddr((" ".join(day.club.name.split()), settings.DEFAULT_FROM_EMAIL))
    mail = EmailMessage(subject, text, sender, [address], headers=headers, connection=connection)
    try:
        mail.send()
    except (OSError, SMTPException):
        this_row.update(**{kind.sent_at: None})
        this_row.filter(**dict.fromkeys(SENT_FIELDS)).delete()
        raise
    return 1


def mails_stop(*, player: Player) -> None:
    """Let the person get no more mails; doing it twice changes nothing."""
    Profile.objects.filter(player=player.same_as or player).update(mails=False, mails_refused=True)


def mails_resume(*, player: Player) -> None:
    """Let the person get mails again, who ended them by mistake."""
    Profile.objects.filter(player=player.same_as or player).update(mails=True, mails_refused=False)


def mails_agree(*, club: Club, ids: Collection[int]) -> int:
    """Note that these people agreed to mails; return how many were not known to.

    Whoever has no address, or said no to mails, is left as they are.
    """
    people = people_unasked(club).filter(pk__in=ids)
    return Profile.objects.filter(player__in=people).update(mails=True)
