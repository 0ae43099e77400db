"""What a file changes, line by line; it is done as seen, or thrown away."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from league.days.services.mails import mails_stop
from league.imports.columns import people_file
from league.imports.drafts import draft_file
from league.models import PeopleImport, Profile
from league.people.selectors.imports import import_plan, same_people
from league.people.services.imports import import_keep
from league.spreadsheets.reading import read_lines
from scoring.models import Game, Player
from tests.confirming import Sensitive
from tests.league.factories import person
from tests.litany import BOTH, ClientOf, OfRow, Shows, Writes, rows
from tests.page import Page

FILE = """Hillside
name,nickname,year,shoe size
Ann,Annie,1944,9
<b>Zoë</b>,"<script>alert(1)</script>",,
Bob,,,
,,1950,
=cmd|' /C calc'!A0,,,
"""


class TestPeoplePreview(Sensitive, OfRow, Shows, Writes):
    app = "league"
    name = "people-preview"
    methods = BOTH
    may = frozenset({"organizer"})
    most_queries = 6

    @pytest.fixture(autouse=True)
    def draft(self, game: Game, organizer: User) -> PeopleImport:
        return self.keep(game, organizer, FILE)

    def keep(self, game: Game, user: User, text: str) -> PeopleImport:
        file = people_file(read_lines(text.encode()))
        return import_keep(club=game.club, user=user, file_name="a.csv", file=file, erases=False)

    def args(self, game: Game) -> list[object]:
        return [PeopleImport.objects.latest("pk").pk]

    def data(self, game: Game) -> dict[str, Any]:
        draft = PeopleImport.objects.latest("pk")
        plan = import_plan(game.club, draft_file(draft), erases=False) if draft.packed else None
        return {"do": "apply", "seen": plan.fingerprint if plan else ""}

    def test_each_line_is_told(self, client_of: ClientOf, game: Game) -> None:
        person(game.club, "Zoe")
        page = self.get(client_of("organizer"), game)
        assert "2 new 1 changed 1 without a change 1 with a mistake, left out" in page.text
        assert "1 line above the column names is left out." in page.text
        assert "These columns are left out: shoe size." in page.text
        assert "3 Ann Nickname: Annie Year of birth: 1944" in page.text
        assert "4 <b>Zoë</b> New. Nickname: <script>alert(1)</script>" in page.text
        assert "There is no name. Write one, or take the line out." in page.trouble
        assert "Import all who are ticked" in page.text
        assert page.tags.count("script") == self.scripts(client_of, game)
        assert "b" not in page.tags

    def scripts(self, client_of: ClientOf, game: Game) -> int:
        return client_of("organizer").get("/club/").content.decode().count("<script")

    def test_what_changes_shows_what_was(self, client_of: ClientOf, game: Game) -> None:
        Profile.objects.create(player=Player.objects.get(name="Ann"), nickname="Anna")
        page = self.get(client_of("organizer"), game)
        assert "Nickname: was Anna →, becomes Annie" in page.text

    @pytest.mark.parametrize(
        ("kind", "lines"),
        [("new", "4 7"), ("changed", "3"), ("same", "5"), ("bad", "6"), ("x", "6 3 4 7")],
    )
    def test_lines_of_one_kind(
        self, client_of: ClientOf, game: Game, kind: str, lines: str
    ) -> None:
        page = self.get(client_of("organizer"), game, kind=kind)
        told = page.text.partition("What happens")[2].partition("Keep these")[0].split()
        assert [word for word in told if word in "34567"] == lines.split()

    def test_a_bad_address_keeps_nobody_out(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        self.keep(game, organizer, "Name,E-mail\nJack,jack@example\nAnn,ann@\n")
        client = client_of("organizer")
        page = self.get(client, game)
        assert (
            "“jack@example” is not an e-mail address. The line is imported without it." in page.text
        )
        page = self.followed(client, game)
        assert "Imported: 1 new, 0 changed, 1 line left out." in page.trouble
        # Of Ann nothing else would change.
        assert "Left out: Ann." in page.trouble
        assert "because the one in the file is wrong: Jack." in page.trouble
        # It can be corrected on the page as well, and then nothing is said.
        self.keep(game, organizer, "Name,E-mail\nKay,kay@example\n")
        cells = {"line": "2", "take-2": "on", "cell-2-email": "kay@example.org"}
        assert "wrong" not in self.followed(client, game, **cells).trouble
        assert Profile.objects.get(player__name="Kay").email == "kay@example.org"
        assert Player.objects.filter(name="Jack").exists()
        assert not Profile.objects.filter(player__name="Jack").exclude(email="").exists()

    def test_one_tick_says_that_the_list_agreed_to_mails(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        ended = person(game.club, "Finn", email="finn@example.org", mails=True)
        mails_stop(player=ended)
        lines = "Jack,j@example.org,\nKay,k@example.org,no\nAnn,a@example.org,\nFinn,f@example.org,"
        self.keep(game, organizer, f"Name,E-mail,Consent\nLeo,,\n{lines}\n")
        client = client_of("organizer")
        assert "2 e-mail addresses, and nobody said" in self.get(client, game).text
        page = Page(client.post(self.url(game), self.data(game) | {"agreed": "on"}, follow=True))
        assert "Imported: 3 new, 2 changed, 0 lines left out." in page.trouble
        agreed = Profile.objects.filter(mails=True).values_list("player__name", flat=True)
        assert sorted(agreed) == ["Ann", "Jack"]

    def test_a_list_that_changes_nothing_can_still_say_it(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        person(game.club, "Jack", email="j@example.org")
        self.keep(game, organizer, "Name,E-mail\nJack,j@example.org\n")
        client = client_of("organizer")
        page = self.get(client, game)
        assert "There is nothing to import." in page.text
        assert "Save that they agreed" in page.text
        client.post(self.url(game), {"do": "apply", "seen": page.fields["seen"], "agreed": "on"})
        assert Profile.objects.get(player__name="Jack").mails

    def test_a_tick_for_the_list_shows_in_its_lines(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        self.keep(game, organizer, "Name,E-mail\nJack,j@example.org\n")
        client = client_of("organizer")
        look = {"do": "look", "look": "1", "agreed": "on"}
        page = Page(client.post(self.url(game), look, follow=True))
        assert "E-mails about game days: yes" in page.text
        client.post(self.url(game), self.data(game))
        assert not Profile.objects.filter(mails=True).exists()

    def test_the_directory_names_a_list_that_waits(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        # The mended list is the one that counts: the first one waits no more once that is done.
        self.keep(game, organizer, FILE)
        waits = "The list “a.csv” is not imported yet."
        client = client_of("organizer")
        assert waits in Page(client.get("/people/")).text
        assert waits not in Page(client_of("scorekeeper").get("/people/")).text
        self.send(client, game)
        assert waits not in Page(client.get("/people/")).text

    def test_it_is_done_as_seen(self, client_of: ClientOf, game: Game) -> None:
        page = self.followed(client_of("organizer"), game)
        assert "Imported: 2 new, 1 changed, 1 line left out." in page.trouble
        assert Profile.objects.get(player__name="Ann").birth_year == 1944
        assert Player.objects.filter(name="<b>Zoë</b>").exists()
        page = self.followed(client_of("organizer"), game)
        assert "This file was imported already" in page.trouble
        answer = client_of("organizer").get(self.url(game))
        assert answer["Location"] == "/people/"

    def test_where_the_directory_changed_it_is_shown_again(
        self, client_of: ClientOf, game: Game
    ) -> None:
        form = self.form(game)
        person(game.club, "<b>Zoë</b>", notes="late")
        client, before = client_of("organizer"), rows()
        answer = client.post(self.url(game), form)
        assert answer["Location"] == self.url(game)
        page = self.get(client, game)
        assert "The directory has changed since you looked, so nothing was imported." in (
            page.trouble
        )
        assert "1 new 2 changed" in page.text
        assert rows() == before

    @pytest.mark.parametrize("seen", ["", "0" * 64, None])
    def test_what_was_not_seen_is_not_done(
        self, client_of: ClientOf, game: Game, seen: str | None
    ) -> None:
        client, before = client_of("organizer"), rows()
        assert "has changed since" in self.followed(client, game, seen=seen).trouble
        assert rows() == before

    def test_it_can_be_thrown_away(self, client_of: ClientOf, game: Game) -> None:
        url = self.url(game)
        page = self.followed(client_of("organizer"), game, do="drop")
        assert "Import people" in page.text
        assert not PeopleImport.objects.exists()
        assert client_of("organizer").get(url).status_code == 404

    def test_nothing_to_import_has_no_button(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        self.keep(game, organizer, "name\nAnn\n")
        page = self.get(client_of("organizer"), game)
        assert "There is nothing to import." in page.text
        assert "What happens" not in page.text

    @pytest.mark.parametrize("asked", ["2", "0", "x", "99"])
    def test_a_long_list_has_pages(
        self, client_of: ClientOf, game: Game, organizer: User, asked: str
    ) -> None:
        text = "name\n" + "".join(f"Person {number}\n" for number in range(250))
        self.keep(game, organizer, text)
        page = self.get(client_of("organizer"), game, kind="new", page=asked)
        assert "250 new" in page.text
        assert "of 3" in page.text
        assert page.buttons["look"]
        assert page.fields["kind"] == "new"

    def test_a_line_that_is_unticked_is_not_imported(self, client_of: ClientOf, game: Game) -> None:
        client = client_of("organizer")
        ticks = {"line": ["3", "4", "7"], "take-4": "on", "take-7": "on"}
        page = self.followed(client, game, **ticks, do="look")
        assert (
            "2 new 0 changed 1 without a change 1 with a mistake, left out 1 left out by you"
            in page.text
        )
        page = self.followed(client, game, **ticks)
        assert "Imported: 2 new, 0 changed, 2 lines left out." in page.trouble
        assert not Profile.objects.filter(player__name="Ann").exists()

    def test_half_a_name_is_remarked_on_and_all_lines_left_out_are_named(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        lines = ("Vorname;Nachname;Jahrgang", ";Wagner;1950", "Ida;;1951", "Uwe;Lee;x", ";;1952")
        self.keep(game, organizer, "\n".join(lines))
        client = client_of("organizer")
        text = self.get(client, game).text
        assert "2 Wagner New. There is no first name." in text
        assert "3 Ida New. There is no last name." in text
        page = self.followed(client, game)
        assert "Imported: 2 new, 0 changed, 2 lines left out." in page.trouble
        assert "Left out: Uwe Lee and line 5 without a name." in page.trouble

    def test_somebody_archived_comes_back_with_the_line(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        self.keep(game, organizer, "name\nBob\nCal\n")
        Player.objects.filter(name="Bob").update(archived_at="2026-05-20T12:00Z")
        client = client_of("organizer")
        page = self.get(client, game)
        assert "2 Bob Archived. Comes back to the lists." in page.text
        assert page.text.count("Archived.") == 1

    def test_a_number_of_no_line_answers_nothing(self, client_of: ClientOf, game: Game) -> None:
        for number in ("9" * 5000, "²", "٣"):
            assert self.send(client_of("organizer"), game, look="1", line=number).status_code == 302
        assert PeopleImport.objects.latest("pk").answers == {}

    def test_two_people_of_one_name_are_asked_about(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        """Ann of the directory was born in another year, and two lines are called Dee."""
        Profile.objects.create(player=Player.objects.get(name="Ann"), birth_year=1940)
        self.keep(game, organizer, "name;year\nAnn;1944\nDee;1950\nDee;1951\n")
        client = client_of("organizer")
        page = self.get(client, game)
        assert "In the directory Ann was born in 1940, here in 1944." in page.trouble
        assert "“Dee” is already in line 3." in page.trouble
        # Who is named here is taken, too, so no number is promised.
        assert "Import all who are ticked or filled in" in page.text
        # Somebody known who would change is looked at once more; a new person is what was typed.
        page = self.followed(client, game, line="2", **{"take-2": "on", "same-2": "on"})
        assert "Nothing is imported yet. Look at the lines that you changed" in page.trouble
        assert "1 new 1 changed 0 without a change 1 with a mistake" in page.text
        draft = PeopleImport.objects.latest("pk")
        same = same_people(draft)
        plan = import_plan(game.club, draft_file(draft), erases=False, same=same)
        named = {"line": "4", "take-4": "on", "name-4": "Dee 2"}
        page = self.followed(client, game, **named, seen=plan.fingerprint)
        assert "Imported: 2 new, 1 changed, 0 lines left out." in page.trouble
        years = Profile.objects.values_list("player__name", "birth_year")
        assert dict(years) == {"Ann": 1944, "Dee": 1950, "Dee 2": 1951}

    def test_columns_are_read_as_somebody_says_now_and_in_the_next_file(
        self, client_of: ClientOf, game: Game, organizer: User
    ) -> None:
        client = client_of("organizer")
        self.keep(game, organizer, "Imie;Nazwisko;Mitglied\nDee;Baker;1\n")
        page = self.get(client, game)
        assert "Say below which column holds the names." in page.trouble
        assert "Import all who are ticked" not in page.text
        columns = {"column-0": "first", "column-1": "last", "column-2": "x", "do": "columns"}
        page = self.followed(client, game, **columns)
        assert "Dee Baker New." in page.text
        assert "These columns are left out: Mitglied." in page.text
        file = SimpleUploadedFile("b.csv", b"Nazwisko;Imie\nCarter;Bob\n")
        answer = client.post("/people/import/", {"file": file}, follow=True)
        assert "Bob Carter New." in Page(answer).text
        page = self.followed(client, game, **{"column-0": "", "column-1": "", "do": "columns"})
        assert "Choose the column that holds the names." in page.trouble
