"""Asking people by e-mail whether they come, and the links in such a mail."""

import datetime
import re
from smtplib import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from league.days.selectors.links import (
    answers_key,
    own_key,
    player_of_own_key,
    player_of_stop_key,
    stop_key,
)
from league.days.services.answers import answer_set
from league.days.services.mails import mails_stop
from league.models import DayAnswer, DayMail, GameDay, Profile
from scoring.models import Club, Game, Player
from tests.league.factories import GameDayFactory, day_game, person
from tests.litany import ClientOf, OfRow, Shows, rows
from tests.page import Page

pytestmark = pytest.mark.usefixtures("one_day", "mail_server")


@pytest.fixture
def mail_server(settings: Any) -> None:
    settings.MAIL_GOES = True


def who_is_asked(body: str) -> Player | None:
    """Whose link a mail carries. A key holds the second it was made in: no two need be equal."""
    (key,) = re.findall(r"/coming/([^/\s]+)/\s", body)
    return player_of_own_key(key)


class TestDayMail(OfRow, Shows):
    app = "league"
    name = "day-mail"
    most_queries = 12

    def ready(self, game: Game) -> None:
        GameDayFactory(club=game.club, date=timezone.localdate())
        self.cleo = person(game.club, "Cleo", email="cleo@example.org", mails=True)
        person(game.club, "Dora", email="dora@example.org")
        person(game.club, "Elsa", mails=True)

    def grow(self, game: Game) -> None:
        for name in ("Flora", "Gina"):
            person(game.club, name, email=f"{name}@example.org", mails=True)

    def args(self, game: Game) -> list[object]:
        return [GameDay.objects.get(club=game.club).pk]

    def test_who_agreed_gets_one_mail_and_never_a_second(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = self.get(client, game)
        assert "1 person gets the mail." in page.text
        # Elsa, and the four who score in the fixture's game.
        assert "5 people have no address in the directory. 1 of them agreed to mails." in page.text
        for _tap in range(2):
            self.send(client, game)
        (message,) = mail.outbox
        assert message.to == ["cleo@example.org"]
        assert who_is_asked(str(message.body)) == self.cleo
        headers = message.extra_headers
        assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        (key,) = re.findall("/coming/([^/]+)/stop/", headers["List-Unsubscribe"])
        assert player_of_stop_key(key) == self.cleo
        assert "1 person was asked already" in self.get(client, game).text

    def test_a_link_that_nobody_can_open_at_home_is_not_mailed(
        self, client_of: ClientOf, game: Game, settings: Any
    ) -> None:
        settings.SITE_ADDRESSES = ["http://192.0.2.2:8000"]
        self.ready(game)
        client = client_of("organizer")
        page = self.get(client, game)
        assert "People answer this mail by mail." in page.text
        assert "Are you coming? Please answer this mail." in page.text
        self.send(client, game)
        (message,) = mail.outbox
        assert "Are you coming? Please answer this mail." in str(message.body)
        # Nor is one to end the mails, in the mail or its headers.
        assert "No more e-mails? Tell an organizer of the club." in page.text
        assert "No more e-mails? Tell an organizer of the club." in str(message.body)
        assert "192.0.2.2" not in str(message.body) + str(message.extra_headers)

    def test_who_has_answered_is_not_asked(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        now = timezone.now()
        DayAnswer.objects.create(
            game_day=GameDay.objects.get(),
            player=self.cleo,
            coming="no",
            answered_at=now,
            in_line_since=now,
        )
        client = client_of("organizer")
        page = self.get(client, game).text
        assert "1 person has answered already, and is not asked again." in page
        assert "1 person has an address. Did this person agree to mails?" in page
        self.send(client, game)
        assert mail.outbox == []

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"cancelled_at": timezone.now()}, "is cancelled, so nobody is asked"),
            ({"date": timezone.localdate() - datetime.timedelta(days=7)}, "is over, so nobody"),
            ({}, "has begun, so nobody"),
        ],
    )
    def test_a_day_that_nobody_can_come_to_any_more_has_no_mail(
        self, client_of: ClientOf, game: Game, fields: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        if not fields:
            day_game(GameDay.objects.get(), {"Ann": (), "Bob": ()})
        GameDay.objects.update(**fields)
        client = client_of("organizer")
        page = self.get(client, game).text
        assert said in page
        assert "are you coming" not in page
        assert said in self.followed(client, game).trouble
        assert mail.outbox == []

    @pytest.mark.parametrize(
        ("answer", "trouble", "reached"),
        [
            (SMTPRecipientsRefused({}), "not take the mail to: Cleo. Check the address.", 2),
            (SMTPDataError(554, b"no"), "not take the mail to: Cleo. Check the address.", 2),
            (SMTPServerDisconnected(), "0 went out. Try again later.", 0),
            (SMTPSenderRefused(550, b"no", "x"), "0 went out. Try again later.", 0),
        ],
    )
    def test_a_mail_that_the_server_refuses_keeps_no_other_back(
        self,
        client_of: ClientOf,
        game: Game,
        monkeypatch: pytest.MonkeyPatch,
        answer: SMTPException,
        trouble: str,
        reached: int,
    ) -> None:
        self.ready(game)
        self.grow(game)
        client, send = client_of("organizer"), EmailBackend.send_messages

        def refuse(backend: EmailBackend, mails: list[EmailMessage]) -> int:
            if mails[0].to == ["cleo@example.org"]:
                raise answer
            return send(backend, mails)

        with monkeypatch.context() as patch:
            patch.setattr(EmailBackend, "send_messages", refuse)
            page = self.followed(client, game)
            assert trouble in page.trouble
        assert DayMail.objects.count() == len(mail.outbox) == reached
        self.send(client, game)
        assert len(mail.outbox) == 3

    def test_who_agreed_is_said_where_it_is_missed(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        Profile.objects.filter(player=self.cleo).update(mails=False)
        eva = person(game.club, "Eva", email="eva@example.org")
        ended = person(game.club, "Finn", email="finn@example.org", mails=True)
        mails_stop(player=ended)
        client = client_of("organizer")
        page = self.get(client, game)
        assert "because nobody has agreed to mails as far as we know" in page.text
        assert "These people said no to mails: Finn." in page.text
        # Who ended the mails is not asked anew, and a number that was made up changes nobody.
        agreed = {"agree": "ticked", "ticked": [eva.pk, ended.pk, 10**9]}
        page = Page(client.post(self.url(game), agreed, follow=True))
        assert "1 person agreed to mails." in page.trouble
        assert "1 person gets the mail." in page.text
        everybody = {"agree": "all", "listed": [self.cleo.pk, ended.pk]}
        assert (
            "2 people get the mail."
            in Page(client.post(self.url(game), everybody, follow=True)).text
        )
        assert not Profile.objects.get(player=ended).mails
        assert mail.outbox == []

    def test_a_made_up_club_says_that_it_sends_no_mail(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        Club.objects.filter(pk=game.club_id).update(made_up=True)
        text = self.get(client_of("organizer"), game).text
        assert "A made-up club sends no mail." in text
        assert "all have answered" not in text

    def test_without_a_server_the_page_has_the_text_to_copy(
        self, client_of: ClientOf, game: Game, settings: Any
    ) -> None:
        self.ready(game)
        settings.MAIL_GOES = False
        client = client_of("organizer")
        page = self.get(client, game)
        assert f"/clubs/{game.club_id}/coming/?key=" in page.text
        assert "Send" not in page.text.replace("send it yourself", "")
        assert "no mail server" in self.followed(client, game).trouble
        assert mail.outbox == []


@pytest.fixture
def cleo(club: Club) -> Player:
    GameDayFactory(club=club, date=timezone.localdate())
    return person(club, "Cleo Adams", email="cleo@example.org", mails=True)


def test_ones_own_link_answers_for_oneself_alone(client_of: ClientOf, cleo: Player) -> None:
    other = person(cleo.club, "Dora Brown")
    client, address = client_of("nobody"), f"/coming/{own_key(cleo)}/"
    assert "Dora" not in Page(client.get(address)).text
    day = GameDay.objects.get()
    data = {"player": other.pk, "day": day.pk, "coming": "yes"}
    page = Page(client.post(address, data, follow=True))
    assert "Cleo Adams, thank you. We expect you." in page.text
    assert DayAnswer.objects.get().player == cleo


def test_ones_own_link_ends_with_the_clubs_and_with_the_person(
    client_of: ClientOf, cleo: Player
) -> None:
    client, address = client_of("nobody"), f"/coming/{own_key(cleo)}/"
    assert client.get(address).status_code == 200
    for wrong in (own_key(cleo)[:-1], stop_key(cleo), "x"):
        assert client.get(f"/coming/{wrong}/").status_code == 404
    Player.objects.update(archived_at=timezone.now())
    assert client.get(address).status_code == 404
    Player.objects.update(archived_at=None)
    Club.objects.update(links_renewed=1)
    assert client.get(address).status_code == 404


def test_a_mail_program_ends_the_mails_by_itself(client_of: ClientOf, cleo: Player) -> None:
    client, address = client_of("nobody", csrf=True), f"/coming/{stop_key(cleo)}/stop/"
    # Programs follow links to look at them: that must not end anything.
    before = rows()
    assert client.get(address).status_code == 200
    assert rows() == before
    # The club's links have no part in it: it works for good.
    Club.objects.update(links_renewed=1)
    page = Page(client.post(address, {"List-Unsubscribe": "One-Click"}))
    assert "You get no more e-mails" in page.text
    assert not Profile.objects.get(player=cleo).mails
    # A tap by mistake is taken back on the same page.
    taken_back = client_of("nobody").post(address, {"resume": "1"})
    assert "You get e-mails about game days again." in Page(taken_back).text
    assert Profile.objects.get(player=cleo).mails
    assert client.get(f"/coming/{own_key(cleo)}/stop/").status_code == 404


def give_up_a_place(client: Client, holder: Player, coming: str = "no") -> Page:
    """Tap by the club's link that `holder` comes no more, or does."""
    address = f"/clubs/{holder.club_id}/coming/?key={answers_key(holder.club)}"
    day = GameDay.objects.get()
    data = {"player": holder.pk, "day": day.pk, "coming": coming}
    return Page(client.post(address, data, follow=True))


@pytest.fixture
def holder(cleo: Player) -> Player:
    """Somebody who has the one place, while Cleo waits for it."""
    holder = person(cleo.club, "Ben")
    GameDay.objects.update(places=1)
    for player in (holder, cleo):
        answer_set(day=GameDay.objects.get(), player=player, coming=DayAnswer.Coming.YES)
    return holder


def test_who_moves_up_is_told_once_by_mail_and_on_the_days_page(
    client_of: ClientOf, cleo: Player, holder: Player
) -> None:
    client = client_of("nobody")
    for coming in ("no", "yes"):
        give_up_a_place(client, holder, coming)
    (message,) = mail.outbox
    assert message.to == ["cleo@example.org"]
    assert "you have a place on" in message.subject
    assert who_is_asked(str(message.body)) == cleo
    day = GameDay.objects.get()
    page = Page(client_of("organizer").get(f"/days/{day.pk}/"))
    assert "They waited and have a place now: Cleo Adams (an e-mail said so)" in page.text
    # Whoever has lost the place and got it again is not written to again.
    answer_set(day=day, player=cleo, coming=DayAnswer.Coming.NO)
    answer_set(day=day, player=cleo, coming=DayAnswer.Coming.YES)
    give_up_a_place(client, holder)
    assert len(mail.outbox) == 1
    assert DayMail.objects.get().sent_at is None


def test_more_room_tells_who_moves_up(client_of: ClientOf, cleo: Player, holder: Player) -> None:
    day = GameDay.objects.get()
    client = client_of("organizer")
    form = client.get(f"/days/{day.pk}/edit/").context["form"]
    data = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    client.post(f"/days/{day.pk}/edit/", data | {"places": 2})
    assert [message.to for message in mail.outbox] == [["cleo@example.org"]]


@pytest.mark.parametrize("trouble", [OSError(), SMTPServerDisconnected(), SMTPDataError(5, b"no")])
def test_a_server_that_fails_takes_no_answer_away(
    client_of: ClientOf,
    cleo: Player,
    holder: Player,
    monkeypatch: pytest.MonkeyPatch,
    trouble: Exception,
) -> None:
    client = client_of("nobody")

    def fail(*_args: object) -> int:
        raise trouble

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", fail)
        page = give_up_a_place(client, holder)
    assert "Ben, thank you. We know that you can’t come." in page.text
    assert DayAnswer.objects.get(player=holder).coming == "no"
    # The next answer tries again.
    give_up_a_place(client, holder, "yes")
    assert [message.to for message in mail.outbox] == [["cleo@example.org"]]


def test_who_moves_up_gets_no_mail_without_agreeing_or_in_a_made_up_club(
    client_of: ClientOf, cleo: Player, holder: Player
) -> None:
    Profile.objects.update(mails=False)
    give_up_a_place(client_of("nobody"), holder)
    Profile.objects.update(mails=True)
    Club.objects.update(made_up=True)
    give_up_a_place(client_of("nobody"), holder, "yes")
    assert mail.outbox == []
