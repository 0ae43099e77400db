"""A file of entrants is shown line by line, and taken in exactly as seen, once, or not at all."""

from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.utils import timezone

from league.imports.columns import people_file
from league.imports.drafts import draft_drop, draft_file
from league.imports.plans import ImportPlan
from league.models import Entrant, EntrantImport, Tournament, TournamentEntry
from league.people.services.directory import player_update
from league.people.services.merging import merge_make
from league.spreadsheets.reading import read_lines
from league.tournaments.entrants.selectors.imports import COLUMNS
from league.tournaments.entrants.services import imports as entrants_import
from league.tournaments.entrants.services.entrants import entrant_add
from league.tournaments.entrants.services.imports import (
    entrants_apply,
    entrants_keep,
    plan_of_draft,
)
from scoring.accounts.services.people import player_for_name
from scoring.models import Club, Player
from scoring.refusals import Refusal
from tests.factories import ANN
from tests.league.factories import EntrantFactory, TournamentFactory, person
from tests.league.spreadsheets.files import workbook
from tests.scoring.sheets.services.test_at_once import at_once

pytestmark = pytest.mark.django_db

HEAD = "Name;DOB;Sex;Residence;Phone;Out of area;Seed\n"
FILE = HEAD + "Ann;5/31/1944;F;Hillside;555 0100;;2\nBob;1950;m;;;yes;\nCal;;;;;;\n;;;;x;;\n"


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return TournamentFactory(club=club)


def keep(tournament: Tournament, user: User, data: str | bytes = FILE) -> EntrantImport:
    data = data if isinstance(data, bytes) else data.encode()
    file = people_file(read_lines(data), COLUMNS)
    return entrants_keep(tournament=tournament, user=user, file_name="list.csv", file=file)


def plan(tournament: Tournament, user: User, data: str | bytes = FILE) -> ImportPlan:
    return plan_of_draft(keep(tournament, user, data), tournament)


def seen(draft: EntrantImport) -> str:
    return plan_of_draft(draft, draft.tournament).fingerprint


def apply(draft: EntrantImport, mark: str = "") -> ImportPlan:
    return entrants_apply(draft=draft, author=ANN, seen=mark or seen(draft))


def told(tournament: Tournament) -> list[tuple[Any, ...]]:
    fields = ("number", "name", "born", "gender", "community", "contact", "visitor", "seed_by_hand")
    return list(tournament.entrants.order_by("number").values_list(*fields))


def test_what_was_seen_is_done(tournament: Tournament, organizer: User) -> None:
    bob = person(tournament.club, "Bob", community="Lakeside", birth_year=1940)
    EntrantFactory(tournament=tournament, name="Dot", number=7)
    draft = keep(tournament, organizer)
    assert apply(draft).counts == {"bad": 1, "changed": 0, "new": 3, "same": 0, "skipped": 0}
    assert told(tournament)[1:] == [
        (8, "Ann", date(1944, 5, 31), "woman", "Hillside", "555 0100", False, 2),
        (9, "Bob", date(1950, 1, 1), "man", "Lakeside", "", True, None),
        (10, "Cal", None, "", "", "", False, None),
    ]
    assert tournament.entrants.get(name="Bob").player == bob
    assert set(tournament.entrants.values_list("source", flat=True)) == {"file", "typed"}
    assert Player.objects.count() == 4
    draft.refresh_from_db()
    assert (draft.applied_at is not None, bytes(draft.packed)) == (True, b"")
    assert TournamentEntry.objects.get().text == "A list was imported: 3 new, 0 changed."


@pytest.mark.parametrize(
    ("gender", "visitor", "kept"),
    [
        ("Frau", "ja", ("woman", True)),
        ("Hombre", "sí", ("man", True)),
        ("femme", "non", ("woman", False)),
    ],
)
def test_a_list_may_be_in_another_language(
    tournament: Tournament, organizer: User, gender: str, visitor: str, kept: tuple[str, bool]
) -> None:
    data = "Name,Gender,Visitor\n" + f"Zoe,{gender},{visitor}\n"
    apply(keep(tournament, organizer, data))
    zoe = tournament.entrants.get()
    assert (zoe.gender, zoe.visitor) == kept


def test_who_has_entered_is_changed_by_what_is_told(
    tournament: Tournament, organizer: User
) -> None:
    ann = EntrantFactory(tournament=tournament, name="Ann", visitor=True, contact="555 0100")
    EntrantFactory(tournament=tournament, name="Cal")
    data = HEAD + "ANN;5/31/1944;;Hillside;555 0100;no;\nCal;6/15/1950;;;;;\n"
    found = plan(tournament, organizer, data)
    assert [row.kind for row in found.rows] == ["changed", "same"]
    assert [(one.label, one.old, one.new) for one in found.rows[0].changes] == [
        ("Date of birth", "June 15, 1950", "May 31, 1944"),
        ("Residence", "", "Hillside"),
        ("From out of the area", "yes", "no"),
    ]
    apply(EntrantImport.objects.get())
    before = ann.number
    ann.refresh_from_db()
    assert (ann.name, ann.number, ann.born, ann.visitor) == (
        *("Ann", before, date(1944, 5, 31), False),
    )


def test_a_club_and_a_town_are_two_facts(tournament: Tournament, organizer: User) -> None:
    """The town was left out, and the club became the residence."""
    EntrantFactory(tournament=tournament, name="Bob", home_club="Old club")
    data = "Name,Club,Town\nAnn,Sun Valley,Lakeside\nBob,Hill Club,\nCal,,Lakeside\n"
    apply(keep(tournament, organizer, data))
    rows = tournament.entrants.order_by("name_key")
    assert list(rows.values_list("name", "home_club", "community")) == [
        ("Ann", "Sun Valley", "Lakeside"),
        ("Bob", "Hill Club", ""),
        ("Cal", "", "Lakeside"),
    ]
    assert [row.club_key for row in rows] == ["sun valley", "hill club", "lakeside"]


def test_what_the_directory_knows_is_shown_before_it_is_kept(
    tournament: Tournament, organizer: User
) -> None:
    person(tournament.club, "Cal", community="Lakeside", birth_year=1940)
    row = plan(tournament, organizer).rows[2]
    assert [(one.label, one.new) for one in row.changes] == [
        ("Residence (from the directory)", "Lakeside"),
        ("Date of birth (from the directory)", "1940"),
    ]


def test_a_first_of_january_is_told_from_a_year_alone(
    tournament: Tournament, organizer: User
) -> None:
    rows = plan(tournament, organizer, "Name,DOB\nAnn,1/1/1957\nBob,1957\n").rows
    assert [row.changes[0].new for row in rows] == ["Jan. 1, 1957", "1957"]


def test_an_age_group_stands_in_for_a_date_of_birth(
    tournament: Tournament, organizer: User
) -> None:
    """What a list says is kept, asked about or refused; what goes without saying is left."""
    person(tournament.club, "Ann", birth_year=tournament.date.year - 67)
    person(tournament.club, "Bob", birth_year=tournament.date.year - 80)
    EntrantFactory(tournament=tournament, name="Fay", born=None, age_from=80, age_to=84)
    EntrantFactory(tournament=tournament, name="Gus", born=None, age_from=70, age_to=74)
    EntrantFactory(tournament=tournament, name="Hal", born=date(1950, 6, 15))
    data = (
        "Name,Age Group,Gender,DOB\nAnn,65-69,,\nBob,Women 65-69,,\nCal,Over 80,m,\n"
        "Dot,65-69,,6/15/1950\nEve,M 65-69,f,\nFay,80+,,\nGus,70-74,,1955\nHal,75-79,,\n"
    )
    draft = keep(tournament, organizer, data)
    plan = plan_of_draft(draft, tournament)
    assert {row.name: row.faults[0] for row in plan.rows if row.faults} == {
        "Dot": "The date of birth makes this person 76, which is not in the age group 65-69.",
        "Eve": "“M 65-69” and the column “Woman or man” contradict each other.",
    }
    assert [row.kind for row in plan.rows][-3:] == ["same", "changed", "same"]
    assert [(change.label, change.old, change.new) for change in plan.rows[6].changes] == [
        ("Date of birth", "", "1955"),
        ("Age group", "70–74", ""),
    ]
    assert plan.wide == (("Cal", "80+"),)
    assert plan.outside == ()
    apply(draft)
    fields = ("name", "born__year", "age_from", "age_to", "gender")
    assert list(tournament.entrants.order_by("name").values_list(*fields)) == [
        ("Ann", 1959, None, None, ""),
        ("Bob", None, 65, 69, "woman"),
        ("Cal", None, 80, None, "man"),
        ("Fay", None, 80, 84, ""),
        ("Gus", 1955, None, None, ""),
        ("Hal", 1950, None, None, ""),
    ]


def test_a_merged_name_means_the_person(tournament: Tournament, organizer: User) -> None:
    ann, annie = (person(tournament.club, name) for name in ("Ann", "Annie"))
    merge_make(kept=ann, gone=annie, author=ANN)
    (row,) = plan(tournament, organizer, "name\nAnnie\n").rows
    assert (row.kind, row.player_id, row.known_as) == ("new", ann.pk, "Ann")
    twice = plan(tournament, organizer, "name\nAnnie\nAnn\n").rows[1]
    assert "line 2" in twice.faults[0]
    EntrantFactory(tournament=tournament, name="Ann", player=ann)
    (row,) = plan(tournament, organizer, "name\nAnnie\n").rows
    assert (row.kind, row.known_as) == ("same", "Ann")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (";1944;;;;;", "There is no name."),
        ("x" * 41 + ";;;;;;", "The name has 41 letters, and there is room for 40."),
        ("Zoe;2/30/1944;;;;;", "“2/30/1944” is not a date of birth."),
        ("Zoe;2999;;;;;", "The day Jan. 1, 2999 is still to come."),
        ("Zoe;1899;;;;;", "years of birth begin with 1900"),
        ("Zoe;1905;;;;;", "Somebody born in 1905 would be 121."),
        ("Zoe;;both;;;;", "“both” is neither. Write woman or man"),
        ("Zoe;;;" + "x" * 61 + ";;;", "“Residence” has room for 60 letters."),
        ("Zoe;;;;" + "x" * 121 + ";;", "“Telephone or mail” has room for 120 letters."),
        ("Zoe;;;;;perhaps;", "“perhaps” is neither yes nor no."),
        ("Zoe;;;;;;0", "“0” is not a seed."),
        ("Zoe;;;;;;x", "“x” is not a seed."),
        ("Zoe;;;;;;;;more", "more cells than there are column names"),
        ("Ida;;;;;;", "“Ida” asks to enter by the public form."),
        ("hal;;;;;;", "“hal” is already in line 2."),
    ],
)
def test_what_is_wrong_with_a_line_is_said(
    tournament: Tournament, organizer: User, line: str, said: str
) -> None:
    EntrantFactory(tournament=tournament, name="Ida", number=None, player=None)
    _hal, row = plan(tournament, organizer, HEAD + "Hal;;;;;;\n" + line + "\n").rows
    assert row.kind == "bad"
    assert said in row.faults[0]


def test_a_formula_without_a_result_is_said(tournament: Tournament, organizer: User) -> None:
    data = workbook([["name", "born"], ["Ann", "=1+1"], ["=A2", "1944"]])
    rows = plan(tournament, organizer, data).rows
    assert [row.kind for row in rows] == ["bad", "bad"]
    assert "“Date of birth” holds a formula that has no result" in rows[0].faults[0]


def test_dates_of_a_workbook_are_read(tournament: Tournament, organizer: User) -> None:
    data = workbook([["name", "born"], ["Ann", date(1944, 5, 31)], ["Bob", 1950]])
    apply(keep(tournament, organizer, data))
    assert [line[2] for line in told(tournament)] == [date(1944, 5, 31), date(1950, 1, 1)]


def test_no_more_are_entered_than_there_are_places(tournament: Tournament, organizer: User) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(most_entrants=3)
    tournament.refresh_from_db()
    EntrantFactory(tournament=tournament, name="Cal")
    rows = plan(tournament, organizer, "name\nAnn\n\nCal\nBob\nDot\nCal 2\n").rows
    assert [row.kind for row in rows] == ["new", "same", "new", "bad", "bad"]
    assert rows[-1].faults == ("There is no place left for “Cal 2”.",)


def test_a_list_ends_at_500(tournament: Tournament, organizer: User) -> None:
    data = "name\n" + "".join(f"P{number}\n" for number in range(510))
    draft = keep(tournament, organizer, data)
    assert apply(draft).counts["new"] == 500
    assert told(tournament)[-1][0] == 500


def test_it_is_done_once(tournament: Tournament, organizer: User) -> None:
    draft = keep(tournament, organizer)
    mark = seen(draft)
    apply(draft, mark)
    with pytest.raises(Refusal) as caught:
        apply(draft, mark)
    assert caught.value.code == "applied"


@pytest.mark.parametrize("change", ["entered", "known", "directory", "full", "forged"])
def test_nothing_is_done_where_something_has_changed(
    tournament: Tournament, organizer: User, change: str
) -> None:
    ann = person(tournament.club, "Ann")
    draft = keep(tournament, organizer)
    mark = seen(draft)
    if change == "entered":
        entrant_add(tournament=tournament, author=ANN, name="Bob", details={})
    elif change == "known":
        player_for_name(club=tournament.club, name="CAL")
    elif change == "directory":
        player_update(player=ann, name="Ann", details={"birth_year": 1940})
        draft2 = keep(tournament, organizer, "name\nAnn\n")
        mark, draft = seen(draft2), draft2
        player_update(player=ann, name="Ann", details={"birth_year": 1941})
    elif change == "full":
        Tournament.objects.filter(pk=tournament.pk).update(most_entrants=2)
    else:
        mark = "0" * 64
    before = told(tournament)
    with pytest.raises(Refusal) as caught:
        apply(draft, mark)
    assert caught.value.code == "moved"
    assert told(tournament) == before


def test_a_game_that_begins_meanwhile_lets_nothing_be_done(
    tournament: Tournament, organizer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name of the list is typed at a table after the plan was made, before it is done."""
    draft = keep(tournament, organizer)
    mark = seen(draft)

    def planned(*told: Any) -> ImportPlan:
        found = plan_of_draft(*told)
        player_for_name(club=tournament.club, name="Cal")
        return found

    monkeypatch.setattr(entrants_import, "plan_of_draft", planned)
    with pytest.raises(Refusal) as caught:
        apply(draft, mark)
    assert caught.value.code == "moved"
    assert not Entrant.objects.exists()
    assert not Player.objects.exclude(name="Cal").exists()


def test_a_list_that_is_closed_takes_no_file(tournament: Tournament, organizer: User) -> None:
    draft = keep(tournament, organizer)
    mark = seen(draft)
    Tournament.objects.update(began_at=timezone.now())
    with pytest.raises(Refusal, match=r"The tournament has begun, so the list is closed."):
        apply(draft, mark)
    assert not Entrant.objects.exists()


def test_files_are_not_kept_for_long(tournament: Tournament, organizer: User) -> None:
    old = keep(tournament, organizer)
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        newest = keep(tournament, organizer)
    assert set(EntrantImport.objects.all()) == {newest}
    assert old != newest
    assert draft_file(newest).fields[:2] == ("name", "born")
    draft_drop(newest)
    assert not EntrantImport.objects.exists()


def test_looking_asks_a_bounded_number_of_times(
    tournament: Tournament, organizer: User, django_assert_max_num_queries: Any
) -> None:
    EntrantFactory.create_batch(20, tournament=tournament)
    draft = keep(tournament, organizer)
    with django_assert_max_num_queries(5):
        plan_of_draft(draft, tournament)


@pytest.mark.django_db(transaction=True)
def test_two_directors_import_at_once(tournament: Tournament, organizer: User) -> None:
    drafts = [keep(tournament, organizer), keep(tournament, organizer, FILE + "Eve;;;;;;\n")]
    marks = [seen(draft) for draft in drafts]
    done = at_once(
        *(
            lambda draft=draft, mark=mark: apply(draft, mark)
            for draft, mark in zip(drafts, marks, strict=True)
        )
    )
    assert sorted(type(one).__name__ for one in done) == ["EntrantsPlan", "Refusal"]
    assert len(told(tournament)) in (3, 4)


def test_lines_that_fall_in_no_division_say_why(tournament: Tournament, organizer: User) -> None:
    """What the list of entrants knows already counts; without medals nothing is said."""
    EntrantFactory(tournament=tournament, name="Dot", born=date(1950, 6, 15))
    young = tournament.date.year - 20
    data = f"Name,DOB,Residence\nAnn,,\nBob,{young},\nCal,1950,\nDot,,Hillside\nEve,,\n"
    draft = keep(tournament, organizer, data)
    outside = plan_of_draft(draft, tournament).outside
    assert [(group.why, group.lines) for group in outside] == [
        ("neither a date of birth nor an age group is given", ((2, "Ann"), (6, "Eve"))),
        ("too young: the youngest division begins at 50", ((3, "Bob"),)),
    ]
    tournament.medals = False
    assert plan_of_draft(draft, tournament).outside == ()
