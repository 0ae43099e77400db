"""A file of people, read against the directory: what each line would do, and what is wrong."""

import pytest
from django.conf import settings
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from league.imports.columns import DIRECTORY, people_file, with_meanings
from league.imports.plans import ImportPlan
from league.people.selectors.directory import file_heads, file_rows
from league.people.selectors.imports import import_plan
from league.people.services.merging import merge_make
from league.spreadsheets.reading import FileLine, read_lines
from league.spreadsheets.writing import csv_bytes
from scoring.models import Club
from tests.factories import ANN
from tests.league.factories import person

pytestmark = pytest.mark.django_db

HEAD = "name,nickname,community,birth year,table,notes\n"


def plan(club: Club, text: str, *, erases: bool = False) -> ImportPlan:
    return import_plan(club, people_file(read_lines(text.encode())), erases=erases)


def faults(club: Club, line: str) -> list[str]:
    (row,) = plan(club, HEAD + line).rows
    assert row.kind == "bad"
    return list(row.faults)


@pytest.mark.parametrize(
    ("heads", "fields"),
    [
        ("Name", ("name",)),
        ("PLAYER;Nick-Name;Home Community", ("name", "nickname", "community")),
        ("notes;Year of birth;full name", ("name", "birth_year", "notes")),
        ("Born;Name:;Comments;Table no.", ("name", "birth_year", "fixed_table", "notes")),
        ("First name;Last name;DOB", ("name", "birth_year")),
        ("Member;e-mail;Games;Last played;Tel.;E-Mail 2", ("name", "email", "phone")),
        ("Nachname;Vorname;Geburtsjahr;Bemerkung", ("name", "birth_year", "notes")),
        ("Prénom;Nom;Téléphone;Courriel", ("name", "email", "phone")),
        ("Fødselsår;Etternavn;Fornavn;E-post", ("name", "email", "birth_year")),
        ("Name;Town/Village;Phone (home);E-mail/phone", ("name", "community", "phone")),
    ],
)
def test_heads_are_known_however_they_are_written(heads: str, fields: tuple[str, ...]) -> None:
    assert people_file(read_lines(heads.encode())).fields == fields


def test_columns_may_stand_in_any_order_below_a_title() -> None:
    text = "Hillside Dominoes 2026;;\n\nshoe size;Last Name;Remarks;First Name\n9;Lee;door;Ann\n"
    file = people_file(read_lines(text.encode()))
    assert [(row.number, row.values) for row in file.rows] == [
        (4, {"name": "Ann Lee", "notes": "door"})
    ]
    assert (file.ignored, file.above, file.headless) == (("shoe size",), 1, False)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Name;Vorname\nBaker;Ann", "Ann Baker"),
        ("Name;First name\nAnn Baker;Ann", "Ann Baker"),
        ("Name;First name\n;Ann", "Ann"),
        ("Name;First name;Last name\nAnnie B;Ann;Baker", "Annie B"),
    ],
)
def test_beside_a_first_name_the_name_may_be_the_familys(text: str, name: str) -> None:
    (row,) = people_file(read_lines(text.encode())).rows
    assert row.values["name"] == name


def test_a_list_of_names_alone_needs_no_heads() -> None:
    file = people_file(read_lines(b"Ann\nBob\n"))
    assert [row.values["name"] for row in file.rows] == ["Ann", "Bob"]
    assert file.headless


@pytest.mark.parametrize("text", ["Ann;1944\nBob;1950", "Imie;Nazwisko\nAnn;Baker"])
def test_without_a_column_for_names_nobody_is_read_yet(text: str) -> None:
    file = people_file(read_lines(text.encode()))
    assert (file.fields, file.rows) == ((), ())
    assert file.heads == tuple(text.split("\n", maxsplit=1)[0].split(";"))


def test_of_two_columns_that_mean_the_same_the_first_is_read() -> None:
    file = people_file(read_lines(b"name;Player\nAnn;x"))
    assert [row.values for row in file.rows] == [{"name": "Ann"}]
    assert file.ignored == ("Player",)


def test_columns_mean_what_somebody_says() -> None:
    file = people_file(read_lines(b"Imie;Nazwisko;Jahr\nAnn;Baker;1944"))
    read = with_meanings(file, DIRECTORY, ["first", "last", "birth_year"], first_line=False)
    assert [row.values for row in read.rows] == [{"name": "Ann Baker", "birth_year": "1944"}]
    known = {"imie": "first", "nazwisko": "last", "jahr": ""}
    lines = read_lines(b"NACHNAME;Imie;Jahr\nCarter;Bob;1950")
    again = people_file(lines, known=known)
    assert [row.values["name"] for row in again.rows] == ["Bob Carter"]
    assert again.ignored == ("Jahr",)


def test_a_first_line_without_heads_is_a_person() -> None:
    file = people_file(read_lines(b"Ann;1944\nBob;1950"))
    read = with_meanings(file, DIRECTORY, ["name", "birth_year"], first_line=True)
    assert [row.values["name"] for row in read.rows] == ["Ann", "Bob"]


def test_each_line_says_what_it_would_do(club: Club) -> None:
    person(club, "Ann", community="Oak Village", birth_year=1944, notes="door")
    person(club, "Bob", nickname="Bobby")
    found = plan(
        club,
        HEAD + "ANN,Annie,Oak Village,1944,,\nbob,Bobby,,,,\nCal,,,,3,\n\n,,,,,no name\n",
    )
    assert found.counts == {"bad": 1, "changed": 1, "new": 1, "same": 1, "skipped": 0}
    ann, bob, cal, bad = found.rows
    assert (ann.number, ann.kind, ann.name) == (2, "changed", "ANN")
    assert [(c.label, c.old, c.new) for c in ann.changes] == [("Nickname", "", "Annie")]
    assert (bob.kind, cal.kind, cal.player_id) == ("same", "new", None)
    assert [(c.field, c.old, c.new) for c in cal.changes] == [("fixed_table", "", 3)]
    assert (bad.number, bad.faults) == (6, ("There is no name. Write one, or take the line out.",))


def test_empty_cells_erase_where_that_is_asked(club: Club) -> None:
    person(club, "Ann", nickname="Annie", birth_year=1944)
    text = "name,nickname,year\nAnn,,\n"
    assert plan(club, text).counts["same"] == 1
    (ann,) = plan(club, text, erases=True).rows
    assert [(c.field, c.old, c.new) for c in ann.changes] == [
        ("nickname", "Annie", ""),
        ("birth_year", 1944, ""),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (",,,1944,,", "There is no name."),
        ("x" * 41 + ",,,,,", "The name has 41 letters, and there is room for 40."),
        ("Ann," + "x" * 41 + ",,,,", "“Nickname” has room for 40 letters."),
        ("Ann,," + "x" * 61 + ",,,", "“Home community” has room for 60 letters."),
        ("Ann,,,,," + "x" * 201, "“Notes” has room for 200 letters."),
        ("Ann,,,2999,,", "The year 2999 is still to come."),
        ("Ann,,,1899,,", "1899 is too long ago: years of birth begin with 1900."),
        ("Ann,,,44,,", "“44” is not a year of birth."),
        ("Ann,,,forty,,", "“forty” is not a year of birth."),
        ("Ann,,,1944 1945,,", "“1944 1945” is not a year of birth."),
        ("Ann,,,19444,,", "“19444” is not a year of birth."),
        ("Ann,,,,0,", "“0” is not a table. Write a number from 1 to 99"),
        ("Ann,,,,100,", "“100” is not a table."),
        ("Ann,,,,door,", "“door” is not a table."),
        ("Ann,,,,٣,", "“٣” is not a table."),
        (
            "Ann,,,,,needs a table, by the door",
            "The line has more cells than there are column names.",
        ),
    ],
)
def test_what_is_wrong_is_said(club: Club, line: str, said: str) -> None:
    (fault,) = faults(club, line)
    assert said in fault


def test_all_that_is_wrong_in_a_line_is_said_at_once(club: Club) -> None:
    assert len(faults(club, ",,,2999,door,")) == 3


@pytest.mark.parametrize("told", ["1944", "1944-05-03", "03/05/1944", "3.5.1944"])
def test_a_year_is_read_of_a_day(club: Club, told: str) -> None:
    (row,) = plan(club, f"name,born\nAnn,{told}\n").rows
    assert [change.new for change in row.changes] == [1944]


def test_a_name_twice_in_the_file_is_bad_the_second_time(club: Club) -> None:
    ann = person(club, "Ann")
    merge_make(kept=ann, gone=person(club, "Annie"), author=ANN)
    found = plan(club, "name,notes\nAnn,x\n ANN ,y\nannie,z\nCal,\ncal,\n").rows
    assert [row.kind for row in found] == ["changed", "bad", "bad", "new", "bad"]
    assert "“ANN” is already in line 2." in found[1].faults[0]
    assert "“annie” is Ann, who is already in line 2." in found[2].faults[0]
    assert "“cal” is already in line 5." in found[4].faults[0]


def test_a_torn_line_is_no_new_person(club: Club) -> None:
    rows = plan(club, 'name\tnotes\n"Ann;Baker;;"x\t\nBob "Bo" Baker\t\n').rows
    assert [(row.kind, [cell.text for cell in row.cells]) for row in rows] == [
        ("bad", ["Ann;Baker;;x"]),
        ("new", []),
    ]
    assert "looks like several cells in one. Write only the name." in rows[0].faults[0]


def test_a_file_in_one_language_is_read_in_every_other(club: Club) -> None:
    languages = [code for code, _name in settings.LANGUAGES]
    person(club, "Ann van Dyk", mails=True, email="ann@example.org", birth_year=1944, notes="door")
    for written in languages:
        with override(written):
            data = csv_bytes(file_heads(), file_rows(club))
        assert (b",yes," in data) == written.startswith("en")
        for read in languages:
            with override(read):
                file = people_file(read_lines(data))
                (row,) = import_plan(club, file, erases=True).rows
            assert (row.kind, file.ignored) == ("same", ()), (written, read, row)


def test_the_name_of_a_merged_record_means_the_person(club: Club) -> None:
    ann = person(club, "Ann")
    merge_make(kept=ann, gone=person(club, "Annie"), author=ANN)
    (row,) = plan(club, "name,notes\nAnnie,door\n").rows
    assert (row.kind, row.player_id, row.known_as) == ("changed", ann.pk, "Ann")


def test_a_cell_whose_formula_has_no_result_is_bad(club: Club) -> None:
    lines = [FileLine(1, ("name", "notes", "games")), FileLine(2, ("", "x", ""), frozenset({0, 2}))]
    (row,) = import_plan(club, people_file(lines), erases=False).rows
    assert row.faults == (
        "“Name” holds a formula that has no result, or an error. Write the text itself into the "
        "cell.",
    )
    assert [cell.field for cell in row.cells] == ["name"]


def test_another_clubs_people_are_no_matter(club: Club) -> None:
    assert plan(club, "name\nAnn\n").rows[0].kind == "new"


def test_a_fingerprint_changes_with_what_would_be_done(club: Club) -> None:
    text = HEAD + "Ann,,,1944,,\nBob,,,,,\n"
    before = plan(club, text).fingerprint
    assert plan(club, text).fingerprint == before
    assert plan(club, text.replace("1944", "1945")).fingerprint != before
    person(club, "Ann")
    with_ann = plan(club, text).fingerprint
    assert with_ann != before
    person(club, "Zoë")
    assert plan(club, text).fingerprint == with_ann


@pytest.mark.parametrize("rows", [1, 400])
def test_a_plan_asks_the_database_twice(club: Club, rows: int, django_assert_num_queries) -> None:
    text = "name\n" + "\n".join(f"Person {number}" for number in range(rows))
    with django_assert_num_queries(2):
        assert plan(club, text).counts["new"] == rows


CELLS = st.text(max_size=12)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=6))
def test_whatever_a_file_holds_each_line_is_told(rows: list[tuple[str, str, str]]) -> None:
    lines = [FileLine(1, ("name", "born", "table"))]
    lines += [FileLine(number, cells) for number, cells in enumerate(rows, start=2)]
    file = people_file(lines)
    found = import_plan(Club(pk=1), file, erases=True)
    assert [row.number for row in found.rows] == [line.number for line in lines[1:]]
    assert all(bool(row.faults) is (row.kind == "bad") for row in found.rows)
