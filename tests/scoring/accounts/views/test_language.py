"""Which language a page is in, and the page on which one is chosen."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from league.days.selectors.links import link_key
from scoring.models import Club, Game, Membership
from tests.league.factories import GameDayFactory, TournamentFactory
from tests.messages.pseudo import CODE, pseudo, pseudo_folder, site_offers_pseudo
from tests.page import Page, asks_again, turns_to

__all__ = ["pseudo_folder", "site_offers_pseudo"]
pytestmark = pytest.mark.django_db
URL = "/language/"
PSEUDO = f'<html lang="{CODE}"'
ENGLISH = '<html lang="en"'


def text_of(client: Client, path: str = "/sign-in/", **headers: str) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_with_one_language_there_is_nothing_to_choose(client: Client, settings: Settings) -> None:
    settings.LANGUAGES = settings.LANGUAGES[:1]
    assert "<button" not in text_of(client, URL).split("<main")[1].split("</main")[0]
    assert URL not in text_of(client)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    assert ENGLISH in text_of(client, **{"accept-language": "de"})


@pytest.mark.usefixtures("site_offers_pseudo")
class TestTwoLanguages:
    def choose(self, client: Client, **data: str) -> str:
        answer = client.post(URL, {"language": CODE} | data)
        assert answer.status_code == 302
        return str(answer["Location"])

    def test_a_device_keeps_what_was_chosen_on_it(self, client: Client) -> None:
        page = text_of(client)
        assert ENGLISH in page
        assert f'href="{URL}?next=/sign-in/"' in page
        assert "English" in text_of(client, f"{URL}?next=/sign-in/")
        assert self.choose(client, next="/sign-in/") == "/sign-in/"
        page = text_of(client)
        assert PSEUDO in page
        assert pseudo("User name") in page

    @pytest.mark.parametrize("there", ["https://example.org/", "//example.org", "javascript:x", ""])
    def test_it_leads_to_pages_of_this_site_alone(self, client: Client, there: str) -> None:
        assert self.choose(client, next=there) == "/"

    @pytest.mark.parametrize("nonsense", ["", "xx", "../de", "en;q=9", "\x00", "x" * 3000])
    def test_nonsense_changes_nothing(self, client: Client, nonsense: str) -> None:
        answer = client.post(URL, {"language": nonsense})
        assert (answer.status_code, settings.LANGUAGE_COOKIE_NAME in answer.cookies) == (200, False)
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = nonsense.replace("\x00", "")[:50]
        assert ENGLISH in text_of(client, **{"accept-language": nonsense.replace("\x00", "")})

    def test_the_browser_is_heard_last(
        self, client: Client, club: Club, scorekeeper: User, as_user: Callable[[User], Client]
    ) -> None:
        wants = {"accept-language": f"xx, {CODE};q=0.8, en;q=0.1"}
        assert PSEUDO in text_of(client, **wants)
        Club.objects.update(language="en")
        signed_in = as_user(scorekeeper)
        assert ENGLISH in text_of(signed_in, "/", **wants)
        Membership.objects.filter(user=scorekeeper).update(language=CODE)
        assert PSEUDO in text_of(signed_in, "/")
        signed_in.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        assert ENGLISH in text_of(signed_in, "/", **wants)

    def test_a_person_finds_the_choice_on_another_device(
        self, scorekeeper: User, as_user: Callable[[User], Client]
    ) -> None:
        self.choose(as_user(scorekeeper))
        assert PSEUDO in text_of(as_user(scorekeeper), "/")

    def test_a_tablet_speaks_as_its_club(self, club: Club, on_tablet: Client) -> None:
        Club.objects.update(language=CODE)
        assert PSEUDO in text_of(on_tablet, "/")

    def test_a_language_that_is_no_longer_offered_is_left(
        self, club: Club, on_tablet: Client
    ) -> None:
        Club.objects.update(language="xx")
        assert ENGLISH in text_of(on_tablet, "/")

    def test_the_hall_reads_the_clubs_language(
        self, club: Club, scorekeeper: User, as_user: Callable[[User], Client]
    ) -> None:
        Club.objects.update(language=CODE)
        day = GameDayFactory(club=club)
        reader = as_user(scorekeeper)
        reader.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        key = link_key("wall", day.pk)
        assert PSEUDO in text_of(reader, f"/days/{day.pk}/wall/?key={key}")
        assert PSEUDO in text_of(reader, f"/days/{day.pk}/print/plan/")
        assert ENGLISH in text_of(reader, "/")

    def test_an_organizer_sets_the_clubs_language(
        self, club: Club, organizer: User, as_user: Callable[[User], Client]
    ) -> None:
        client = as_user(organizer)
        fields = Page(client.get("/club/")).fields
        assert fields["language"] == fields["second_language"] == ""
        sent = {"name": "Hilltop", "shown": "games", "names": "full"}
        told = client.post(
            "/club/", {**sent, "language": CODE, "second_language": "en"}, follow=True
        )
        # Not half in the language that was just left.
        assert [str(message) for message in told.context["messages"]] == [pseudo("Saved.")]
        kept = Club.objects.get()
        assert (kept.language, kept.second_language) == (CODE, "en")
        # As each device asks, the first is the site's own.
        for first, second in ((CODE, CODE), ("", "en")):
            answer = client.post("/club/", {**sent, "language": first, "second_language": second})
            assert "second_language" in answer.context["form"].errors
        assert Club.objects.get().language == CODE

    @pytest.mark.parametrize("screen", ["wall", "television"])
    def test_screens_of_a_club_with_two_languages_take_turns(
        self, club: Club, scorekeeper: User, as_user: Callable[[User], Client], screen: str
    ) -> None:
        Club.objects.update(second_language=CODE)
        if screen == "wall":
            path = f"/days/{GameDayFactory(club=club).pk}/wall/"
        else:
            path = f"/tournaments/{TournamentFactory(club=club).pk}/television/"
        reader = as_user(scorekeeper)
        reader.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
        page = text_of(reader, path)
        assert ENGLISH in page
        if screen == "wall":
            # What stands around the part that turns is in both.
            assert page.partition("</main>")[0].count(f'<span lang="{CODE}">') == 2
        for language in (CODE, "en", CODE):
            page = text_of(reader, turns_to(page))
            assert f'lang="{language}"' in page
        held = text_of(reader, f"{path}?language={CODE}&hold=1")
        assert PSEUDO in held
        assert f"language={CODE}" in asks_again(reader.get(f"{path}?language={CODE}&hold=1"))
        # A language that the club has not is none of its own.
        assert ENGLISH in text_of(reader, f"{path}?language=de")
        Club.objects.update(second_language="xx")
        assert "language=" not in asks_again(reader.get(path))

    def test_a_sheet_has_a_button_for_the_clubs_other_language(
        self, game: Game, scorekeeper: User, as_user: Callable[[User], Client]
    ) -> None:
        reader, path = as_user(scorekeeper), f"/games/{game.code}/"
        button = '<button class="button" data-needs-network name="language" value="{}" lang="{}">'
        assert button.format(CODE, CODE) not in text_of(reader, path)
        Club.objects.update(second_language=CODE)
        assert button.format(CODE, CODE) in text_of(reader, path)
        assert self.choose(reader, next=path) == path
        assert button.format("en", "en") in text_of(reader, path)

    def test_what_is_kept_of_a_page_is_kept_by_language(self, client: Client) -> None:
        answer = client.get("/sign-in/")
        assert {"Cookie", "Accept-Language"} <= {part.strip() for part in answer["Vary"].split(",")}
        assert answer["Content-Language"] == "en"

    def test_a_page_asks_the_database_no_more_than_before(
        self, scorekeeper: User, as_user: Callable[[User], Client], settings: Settings
    ) -> None:
        client = as_user(scorekeeper)
        counts = []
        for languages in (settings.LANGUAGES, settings.LANGUAGES[:1]):
            settings.LANGUAGES = languages
            client.get("/")
            with CaptureQueriesContext(connection) as queries:
                client.get("/")
            counts.append(len(queries))
        assert counts[0] == counts[1]


@pytest.mark.usefixtures("site_offers_pseudo")
def test_the_first_page_offers_languages_and_the_club_gets_what_was_chosen(
    client: Client, tmp_path, settings: Settings
) -> None:
    settings.DATA_DIR = tmp_path
    page = text_of(client, "/setup/")
    assert f'value="{CODE}"' in page
    client.post(URL, {"language": CODE, "next": "/setup/"})
    founding = {"club": "Hill", "name": "Ann", "username": "ann", "password": "train-station-42"}
    client.post("/setup/", founding)
    assert Club.objects.get().language == CODE
