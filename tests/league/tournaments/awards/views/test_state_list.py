"""The list for the state: columns chosen, saved, and what is missing said."""

import csv
import io
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from league.models import Entrant, StateList, Tournament
from scoring.models import Club, Game
from tests.league.factories import TournamentFactory
from tests.league.tournaments.display.of_bracket import ShowsTournament
from tests.league.tournaments.played import three_stages
from tests.litany import BOTH, ORGANIZERS, ClientOf, Writes
from tests.page import Page

ALL = ("first", "born", "age", "sex", "own_division", "medal", "points", "stage")


def rows_of(client_of: ClientOf, tournament: Tournament, *columns: str) -> list[list[str]]:
    url = reverse("league:tournament-csv", args=[tournament.pk])
    answer = client_of("organizer").get(url, {"columns": columns})
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


class TestStateList(ShowsTournament, Writes):
    name = "state-list"
    methods = BOTH
    may = ORGANIZERS
    most_queries = 21

    def data(self, game: Game) -> dict[str, Any]:
        return {"name": "State games", "columns": ["born", "name"]}

    def test_columns_are_put_on_moved_and_left_out(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        client = client_of("organizer")
        url = self.url(game)
        page = Page(client.get(url, {"columns": ["name", "place"], "move": "on-born"}))
        assert "1. Name" in page.text
        assert "3. Date of birth" in page.text
        assert '<details class="no-print">' in client.get(url).content.decode()
        page = Page(client.get(url, {"columns": ["name", "place"], "move": "up-place"}))
        assert "1. Place" in page.text
        page = Page(client.get(url, {"columns": ["name"], "move": "off-name"}))
        assert "Choose at least one column." in page.text

    def test_the_event_is_printed_once_above_the_table(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        Tournament.objects.update(event="Mexican Train Dominoes")
        html = client_of("organizer").get(self.url(game)).content.decode()
        assert html.count('<td class="no-print">Mexican Train Dominoes</td>') > 1
        assert html.count("Mexican Train Dominoes") == 1 + html.count('<td class="no-print">')

    def test_a_column_of_who_qualified_is_empty_where_nothing_does(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 5, until=4, qualifiers=0)
        assert rows_of(client_of, tournament, "qualified") == [["qualified"], *[[""]] * 5]

    def test_who_was_disqualified_is_listed_only_where_a_column_says_so(
        self, client_of: ClientOf, game: Game
    ) -> None:
        tournament = three_stages(game.club, 5, until=4)
        out = Entrant.objects.get(tournament=tournament, number=2)
        out.withdrawn_at, out.withdrawn_how = timezone.now(), Entrant.Leaving.DISQUALIFIED
        born, out.born = out.born, None
        out.save()
        rows = rows_of(client_of, tournament, "name", "born")
        assert len(rows) == 5
        assert out.name not in [row[0] for row in rows]
        assert [out.name, "disqualified: no place"] in rows_of(
            client_of, tournament, "name", "left"
        )
        client, url = client_of("organizer"), reverse("league:state-list", args=[tournament.pk])
        text = Page(client.get(url, {"columns": ["name", "born"]})).text
        assert f"{out.name} was disqualified and is not in this list." in text
        assert f"{out.name}: no date of birth" not in text
        gap = "So a place is missing here: the others keep their own."
        assert gap not in Page(client.get(url)).text
        Entrant.objects.filter(pk=out.pk).update(keeps_place=True, born=born)
        assert gap in Page(client.get(url)).text
        assert gap not in text
        assert "is not in this list" not in Page(client.get(url, {"columns": ["left"]})).text

    @pytest.mark.parametrize("by_division", [True, False])
    def test_after_the_end_what_is_missing_is_filled_in(
        self, client_of: ClientOf, game: Game, by_division: bool
    ) -> None:
        """Once a stage is open again, where one was played by division."""
        tournament = three_stages(game.club, 5, until=4)
        tournament.stages.filter(number=1).update(by_division=by_division)
        Entrant.objects.filter(tournament=tournament, number=1).update(born=None)
        url = reverse("league:state-list", args=[tournament.pk])
        page = Page(client_of("organizer").get(url, {"columns": ["name", "born"]}))
        assert "no date of birth" in page.text
        assert ("Open Final again first" in page.text) == by_division
        assert ("Tap a name" in page.text) == (not by_division)

    def test_a_residence_is_filled_in_after_the_end(self, client_of: ClientOf, game: Game) -> None:
        """A date of birth where a stage was played by division, or one that is known, is not."""
        tournament = three_stages(game.club, 5, until=4)
        tournament.stages.filter(number=1).update(by_division=True)
        first, second = Entrant.objects.filter(tournament=tournament, number__in=(1, 2))
        Entrant.objects.filter(pk=first.pk).update(community="")
        Entrant.objects.filter(pk=second.pk).update(born=None)
        Entrant.objects.exclude(pk=first.pk).update(community="Dunmore")
        url = reverse("league:state-list", args=[tournament.pk])
        client = client_of("organizer")
        text = Page(client.get(url)).text
        assert f"Tap a name to fill it in. {first.name} : no residence" in text
        both = {"columns": ["name", "born", "residence"]}
        fill, _, locked = Page(client.get(url, both)).text.partition("Open Final again first")
        assert f"{first.name} : no residence" in fill
        assert f"{second.name} : no date of birth" in locked
        tournament.stages.update(by_division=False)
        Entrant.objects.filter(pk=second.pk).update(born="1950-01-01")
        locked = Page(client.get(url, both)).text.partition("Open Final again first")[2]
        assert f"{second.name} : only the year of birth" in locked

    @pytest.mark.parametrize("odd", ["password", "", "name\x00", "²", "__class__"])
    def test_what_is_no_column_is_passed_over(
        self, client_of: ClientOf, game: Game, odd: str
    ) -> None:
        self.ready(game)
        page = Page(
            client_of("organizer").get(self.url(game), {"columns": ["place", odd, "place"]})
        )
        assert "1. Place" in page.text
        assert "2. " not in page.text

    def test_it_is_saved_and_there_for_the_next_tournament(
        self, client_of: ClientOf, game: Game
    ) -> None:
        self.ready(game)
        client = client_of("organizer")
        page = Page(client.post(self.url(game), self.data(game), follow=True))
        assert "State games is saved" in page.trouble
        saved = StateList.objects.get()
        assert saved.columns == ["born", "name"]
        other = TournamentFactory(club=game.club)
        url = reverse("league:state-list", args=[other.pk])
        assert f"?list={saved.pk}" in Page(client.get(url)).links
        assert "1. Date of birth" in Page(client.get(url, {"list": saved.pk})).text
        client.post(self.url(game), {"name": "STATE games", "columns": ["place"]})
        assert StateList.objects.get().columns == ["place"]
        client.post(self.url(game), {"deed": "remove", "list": saved.pk})
        assert not StateList.objects.exists()

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"name": " ", "columns": ["name"]}, "Give the list a name"),
            ({"name": "x" * 61, "columns": ["name"]}, "There is room for 60 letters."),
            ({"name": "x", "columns": ["nothing"]}, "Choose at least one column."),
            ({"deed": "remove", "list": "9²"}, "has been removed meanwhile"),
        ],
    )
    def test_a_no_is_said(
        self, client_of: ClientOf, game: Game, sent: dict[str, Any], said: str
    ) -> None:
        self.ready(game)
        page = Page(client_of("organizer").post(self.url(game), sent, follow=True))
        assert said in page.trouble
        assert not StateList.objects.exists()

    def test_another_clubs_list_is_none(self, client_of: ClientOf, game: Game) -> None:
        self.ready(game)
        theirs = StateList.objects.create(
            club=Club.objects.create(name="Others"), name="Theirs", columns=["born"]
        )
        client = client_of("organizer")
        assert (
            "Date of birth" not in Page(client.get(self.url(game), {"list": theirs.pk})).text[:600]
        )
        assert "Theirs" not in self.get(client, game).text
        client.post(self.url(game), {"deed": "remove", "list": theirs.pk})
        assert StateList.objects.filter(pk=theirs.pk).exists()

    def test_who_lacks_what_is_named_with_a_link(self, client_of: ClientOf, game: Game) -> None:
        tournament = three_stages(game.club, 10, until=2, by_gender=True)
        entrants = Entrant.objects.filter(tournament=tournament)
        entrants.update(gender="woman", born="1944-05-31", community="Hillside")
        entrants.filter(name="Ann").update(born=None, gender="")
        entrants.filter(name="Bob").update(born="1944-01-01")
        client = client_of("organizer")
        page = Page(client.get(self.url(game), {"columns": ["name", "born", "sex"]}))
        assert "Something is missing for 2 people" in page.text
        assert "Ann : no date of birth and not given: woman or man" in page.text
        assert "only the year of birth, 1944, is sure" in page.text
        ann = entrants.get(name="Ann")
        address = reverse("league:entrant", args=[tournament.pk, ann.pk])
        assert any(link.startswith(f"{address}?back=") for link in page.links)
        entrants.filter(name="Ann").update(gender="man", age_from=65, age_to=69)
        page = Page(client.get(self.url(game), {"columns": ["name", "born", "age_group"]}))
        assert "Ann : only the age group, 65–69, is known" in page.text.replace("Ann:", "Ann :")
        assert "Ann 65–69" in page.text
        page = Page(client.get(self.url(game), {"columns": ["name", "division", "age_group"]}))
        assert "Something is missing for" not in page.text
        page = Page(client.get(self.url(game), {"columns": ["name", "place"]}))
        assert "Something is missing for" not in page.text


@pytest.mark.django_db
def test_each_column_says_what_it_is(client_of: ClientOf, club: Club) -> None:
    tournament = three_stages(club, 10, until=4)
    people = Entrant.objects.filter(tournament=tournament)
    people.update(gender="woman")
    people.filter(name="Ann").update(born="1944-01-01", name="Ann van Dyk", gender="man")
    people.filter(name="Bob").update(born=None)
    heads, *lines = rows_of(client_of, tournament, *ALL)
    assert heads == [
        "first name",
        "date of birth",
        "age",
        "sex",
        "division before merging",
        "medal",
        "points in the last stage played",
        "last stage played",
    ]
    assert {line[7] for line in lines} >= {"Final", "First stage"}
    age = str(tournament.date.year - 1944)
    (ann,) = [line for line in lines if line[0] == "Ann"]
    assert ann[1:4] == ["1944", age, "man"]
    (bob,) = [line for line in lines if line[1] == ""]
    assert bob[2] == ""
    assert bob[4] == ""
    # Bob may turn out to be of any division, so that the other medals are not certain.
    assert {line[5] for line in lines} == {"", "Gold", "Ribbon"}
    assert all(line[6] for line in lines if line[4])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("columns", "name"),
    [
        (("name",), "Ann Baker (Dunmore)"),
        (("name", "residence"), "Ann Baker"),
        (("first", "residence"), "Ann"),
    ],
)
def test_a_residence_that_tells_namesakes_apart_stands_once(
    client_of: ClientOf, club: Club, columns: tuple[str, ...], name: str
) -> None:
    tournament = three_stages(club, 4, until=1)
    people = Entrant.objects.filter(tournament=tournament, name="Ann")
    people.update(name="Ann Baker (Dunmore)", community="Dunmore")
    _heads, *lines = rows_of(client_of, tournament, *columns)
    assert name in [line[0] for line in lines]
