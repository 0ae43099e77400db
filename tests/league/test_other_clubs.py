"""Addresses and forms of one's own club that name rows of another: nothing is seen or written."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from league.imports.columns import people_file
from league.models import GameDay, LeagueClub, Merge, Plan, Stage, Wish
from league.people.services.imports import import_keep
from league.people.services.merging import merge_make
from league.seasons.services.brought import brought_keep
from league.spreadsheets.reading import read_lines
from league.urls import urlpatterns
from scoring.models import Club, Player
from tests.factories import ANN
from tests.league.factories import (
    GameDayFactory,
    LeagueFactory,
    SeasonFactory,
    StageFactory,
    TournamentFactory,
    person,
    seat,
)
from tests.litany import ClientOf, rows

pytestmark = pytest.mark.django_db
# Pages of a league that everybody may see.
FOR_ALL = {"league", "league-now", "league-place", "league-clubs"}
FOR_ALL |= {f"league{board}-{kind}" for board in ("", "-clubs") for kind in ("csv", "xlsx")}


@pytest.fixture
def own(club: Club) -> GameDay:
    """A day of the asker's club, with a plan."""
    day = GameDayFactory(club=club)
    seat(day, 4)
    return day


@pytest.fixture
def other(stranger: User) -> GameDay:
    """A day of another club, with a plan, a wish, a season, a tournament, a league and files."""
    club = stranger.memberships.get().club
    day = GameDayFactory(club=club)
    seat(day, 4)
    one, two = Player.objects.filter(club=club)[:2]
    Wish.objects.create(club=club, kind=Wish.Kind.APART, one=one, other=two)
    season = SeasonFactory(club=club)
    LeagueClub.objects.create(league=LeagueFactory(club=club), club=club, season=season)
    StageFactory(tournament=TournamentFactory(club=club))
    merge_make(kept=one, gone=person(club, "Nan"), author=ANN)
    file = people_file(read_lines(b"Name\nOla\n"))
    import_keep(club=club, user=stranger, file_name="x.csv", file=file, erases=False)
    brought_keep(season=season, user=stranger, file_name="x.csv", file=file)
    return day


def addresses(own: GameDay, other: GameDay) -> list[tuple[str, list[int]]]:
    """Pages with every row of another club in each place where an address names one."""
    mine = Player.objects.filter(club=own.club).values_list("pk", flat=True)[0]
    theirs = Player.objects.filter(club=other.club, same_as=None).values_list("pk", flat=True)
    came = other.attendances.values_list("pk", flat=True)[0]
    plan, wish = Plan.objects.get(game_day=other), Wish.objects.get(club=other.club)
    stage = Stage.objects.get(tournament__club=other.club)
    found = [
        ("attendance", [own.pk, came]),
        ("plan-change", [own.pk, plan.pk]),
        ("merge", [mine, theirs[0]]),
        ("merge", [theirs[0], mine]),
        ("merge", [theirs[0], theirs[1]]),
        ("merge-undo", [Merge.objects.get(club=other.club).pk]),
        ("people-preview", [other.club.people_imports.get().pk]),
        ("player", [theirs[0]]),
        ("person-edit", [theirs[0]]),
        ("calendar-ics", [other.club.pk]),
    ]
    several = {"attendance": came, "wish-remove": wish.pk, "plan-change": plan.pk}
    found.append(("table-list", [stage.tournament_id]))
    for pattern in urlpatterns:
        path, name = str(pattern.pattern), pattern.name or ""
        if path.startswith("days/<int:pk>/"):
            more = [several.get(name, 1)] * (path.count("<") - 1)
            found.append((name, [other.pk, *more]))
        if path.startswith("seasons/<int:pk>/"):
            season = other.club.seasons.get()
            more = [season.brought_imports.get().pk] * (path.count("<") - 1)
            found.append((name, [season.pk, *more]))
        if path.startswith("leagues/<int:pk>/") and name not in FOR_ALL:
            league = other.club.leagues.get()
            more = [league.clubs.get().pk] * (path.count("<") - 1)
            found.append((name, [league.pk, *more]))
        if path.startswith("tournaments/<int:pk>/"):
            # Whatever else such an address names, a stage or another number of the tournament.
            more = [stage.pk] * (path.count("<") - 1)
            found.append((name, [stage.tournament_id, *more]))
    return found


@pytest.mark.parametrize("who", ["organizer", "scorekeeper", "tablet"])
def test_no_address_reaches_another_clubs_rows(
    client_of: ClientOf, own: GameDay, other: GameDay, who: str
) -> None:
    client, before = client_of(who), rows()
    for name, args in addresses(own, other):
        url = reverse(f"league:{name}", args=args)
        for answer in (client.get(url), client.post(url, {"name": "Eve", "deed": "now"})):
            assert answer.status_code in (404, 405), (name, args)
    assert rows() == before


def test_no_form_takes_another_clubs_people(
    client_of: ClientOf, own: GameDay, other: GameDay
) -> None:
    client = client_of("organizer")
    mine = Player.objects.filter(club=own.club).values_list("pk", flat=True)
    theirs = Player.objects.filter(club=other.club).values_list("pk", flat=True)
    wish = Wish.objects.get(club=other.club)
    before = rows()
    forms = [
        ("check-in", [own.pk], {"player": theirs[0]}),
        ("wishes", [own.pk], {"kind": "apart", "one": mine[0], "other": theirs[0]}),
        ("wishes", [own.pk], {"kind": "apart", "one": theirs[0], "other": theirs[1]}),
        ("wish-remove", [own.pk, wish.pk], {}),
        ("day-seats", [own.pk, 1], {"deed": "change", "who": theirs[0], "to": 1}),
        ("day-seats", [own.pk, 1], {"deed": "change", "who": mine[0], "with": theirs[0]}),
    ]
    for name, args, told in forms:
        answer = client.post(reverse(f"league:{name}", args=args), told)
        assert answer.status_code in (200, 302), name
        assert rows() == before, name
