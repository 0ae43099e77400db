"""Archives that nobody of ours wrote: each is refused in a sentence, and nothing of it is kept."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import Settings

from league.archives import unpacking
from league.archives.errors import ArchiveError
from league.archives.reading import archive_look, archive_read
from league.archives.writing import archive_keep
from league.models import Entrant
from league.tournaments.wording import left_short
from scoring.models import Club, Game
from scoring.rules.services import rule_sheet_create
from scoring.sheets.services.games import game_finish
from tests.factories import ANN, ClubFactory, make_game, new_key, play
from tests.league.factories import GameDayFactory, day_game, seat
from tests.league.tournaments.runs import begin, play_all, tournament_of
from tests.litany import rows

pytestmark = pytest.mark.django_db
Files = dict[str, list[Any]]


# The archive is made once: each test reads it into an installation without that club.
_made: list[bytes] = []


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A sound archive of a small club."""
    path = tmp_path / "whole.club"
    if not _made:
        with transaction.atomic():
            archive_keep(club=small_club(), path=path)
            _made.append(path.read_bytes())
            transaction.set_rollback(True)
    path.write_bytes(_made[0])
    return path


def small_club() -> Club:
    club = ClubFactory(name="Hillside")
    game = make_game(club)
    rule_sheet_create(club=club, author=ANN, name="Tuesday rules", rules={"base": "family"})
    play(game, 0, 10, 20, 30)
    game_finish(game=game, author=ANN, key=new_key())
    day = GameDayFactory(club=club)
    seat(day, 4)
    day_game(day, {"Ann": (0, 5), "Bob": (10, 0)})
    tournament = tournament_of(club, 8)
    begin(tournament)
    play_all(tournament)
    return club


def unpacked(path: Path) -> Files:
    with zipfile.ZipFile(path) as packed:
        return {
            name: [json.loads(line) for line in packed.read(name).decode().splitlines()]
            if name.endswith("l")
            else [json.loads(packed.read(name))]
            for name in packed.namelist()
        }


def packed(files: Files, path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, lines in files.items():
            out.writestr(name, "".join(json.dumps(line) + "\n" for line in lines))
    return path


def refused(path: Path) -> str:
    """The sentence with which it is refused; nothing may be left of it."""
    before = rows()
    with pytest.raises(ArchiveError) as caught:
        archive_read(path=path)
    assert rows() == before
    told = str(caught.value)
    assert told.endswith(".")
    return told


def change(model: str, at: int, **fields: Any) -> Callable[[Files], object]:
    return lambda files: files[f"{model}.jsonl"][at].update(fields)


def said(**fields: Any) -> Callable[[Files], object]:
    return lambda files: files["manifest.json"][0].update(fields)


def more(name: str, line: Any) -> Callable[[Files], object]:
    return lambda files: files[name].append(line)


LOCK: dict[str, list[int]] = {"people": [], "tables": [1]}

DAMAGE: list[tuple[str, Callable[[Files], object], str]] = [
    ("another format", said(format="zip"), "is not a club's archive"),
    ("no format", lambda files: files["manifest.json"][0].pop("format"), "is not a club's archive"),
    ("a newer format", said(version=2), "made by a newer version"),
    ("a version of text", said(version="1"), "see manifest.json"),
    ("no moment", said(made_at="yesterday"), "see manifest.json"),
    ("counts that are none", said(counts=7), "see manifest.json"),
    ("no manifest", lambda files: files.pop("manifest.json"), "is not a club's archive"),
    (
        "a model of tomorrow",
        lambda files: files["manifest.json"][0]["counts"].update(Robot=1),
        "made by a newer version",
    ),
    (
        "fewer rows than said",
        lambda files: files["Player.jsonl"].pop(),
        "see Player.jsonl",
    ),
    ("more rows than said", more("Player.jsonl", {}), "see Player.jsonl"),
    (
        "no club",
        lambda files: files["manifest.json"][0]["counts"].update(Club=0),
        "see Club.jsonl",
    ),
    (
        "a count that is true",
        lambda files: files["manifest.json"][0]["counts"].update(Club=True),
        "see manifest.json",
    ),
    (
        "too many rows",
        lambda files: files["manifest.json"][0]["counts"].update(Player=10**17),
        "is larger than a club's archive can be",
    ),
    ("a path", lambda files: files.update({"../../etc/passwd": []}), "is not a club's archive"),
    ("another file", lambda files: files.update({"notes.txt": []}), "is not a club's archive"),
    ("a field of tomorrow", change("Player", 0, mood="good"), "made by a newer version"),
    ("a name that is a number", change("Player", 0, name=7), "Player.jsonl, line 1 (name: 7)"),
    ("a name too long", change("Player", 0, name="A" * 41), "Player.jsonl, line 1 (name: "),
    ("no name", lambda files: files["Player.jsonl"][0].pop("name"), "name is missing"),
    ("a name that is null", change("Player", 0, name=None), "name: null"),
    ("a letter no database keeps", change("Player", 0, name="A\x00"), "Player.jsonl, line 1"),
    ("half a letter", change("Player", 0, name="\ud800"), "Player.jsonl, line 1"),
    ("a club of somewhere else", change("Player", 0, club=2), "there is no Club 2"),
    ("row 0", change("Player", 0, club=0), "there is no Club 0"),
    ("a row below", change("Player", 0, club=-1), "there is no Club -1"),
    ("a reference that is true", change("Player", 0, club=True), "True is no number"),
    ("a reference as text", change("Player", 0, club="1"), "'1' is no number"),
    ("nobody's seat", change("Seat", 0, player=None), "Seat.jsonl, line 1"),
    ("one name twice", change("Player", 1, name_key="ann"), "contradict each other"),
    ("a moment without a zone", change("Game", 0, started_at="2026-05-20T10:00:00"), "started_at"),
    ("a moment that is none", change("Game", 0, started_at="2026-13-45T10:00:00Z"), "started_at"),
    ("a year of old", change("Game", 0, started_at="0001-01-01T00:00:00+00:00"), "started_at"),
    ("a number too large", change("Game", 0, set=10**12), "set: "),
    ("a number that is true", change("Game", 0, set=True), "set: True"),
    ("a number that is a fraction", change("Game", 0, set=12.5), "set: 12.5"),
    ("a code that breaks addresses", change("Game", 0, code="../x"), "code: '../x'"),
    ("a key that is guessed", change("Game", 0, watch_key="1"), "watch_key: '1'"),
    (
        "a rule of tomorrow",
        lambda files: files["Game.jsonl"][0]["rules"].update(loose_tiles="stay"),
        "has rules of a newer version of Roundhouse (“loose_tiles”). Take that version here first.",
    ),
    (
        "a rule of tomorrow in a rule sheet",
        lambda files: files["RuleSheet.jsonl"][0]["rules"].update(loose_tiles="stay"),
        "has rules of a newer version",
    ),
    (
        "a rule of tomorrow on a day to come",
        change("GameDay", 0, rules={"base": "family", "loose_tiles": 1}),
        "has rules of a newer version",
    ),
    (
        "an answer that no rule has",
        lambda files: files["RuleSheet.jsonl"][0]["rules"].update(marker_off="never"),
        "RuleSheet.jsonl, line 1",
    ),
    ("rules that are none", change("Game", 0, rules=[]), "Game.jsonl, line 1"),
    ("rules of nobody", change("Game", 0, rules={"base": "chess"}), "Game.jsonl, line 1"),
    ("dominoes that are none", change("Game", 0, set=3), "is damaged"),
    ("a kind that is none", change("SheetEntry", 0, kind="party"), "kind: 'party'"),
    ("details that are none", change("SheetEntry", 0, details="x"), "details: 'x'"),
    ("a moment of nobody", change("SheetEntry", 0, details={"made_at": "noon"}), "'noon'"),
    ("faults that are none", change("SheetEntry", 0, details={"faults": [{}]}), "SheetEntry.jsonl"),
    ("another game's seat", change("SheetEntry", 0, out_seat=5), "out_seat__game"),
    ("another game's result", change("SeatResult", 0, seat=6), "seat__game"),
    (
        "nobody's arrival",
        change("SheetEntry", 0, kind="join", details={"seat": 1}),
        "SheetEntry.jsonl, line 1",
    ),
    (
        "a seat of another club",
        change("SheetEntry", 0, details={"seat": 10**9}),
        "there is no Seat 1000000000",
    ),
    ("seats that are text", change("SheetEntry", 0, details={"seats": "12"}), "'12'"),
    ("paper of nobody", change("PaperResult", 0, lines=[[999, 1, None, None]]), "Entrant 999"),
    ("paper without people", change("PaperResult", 0, lines=[[]]), "[] is not what stands there"),
    ("paper that is text", change("PaperResult", 0, lines="x"), "PaperResult.jsonl, line 1"),
    ("a log of nobody", change("TournamentEntry", 0, details={"entrants": 5}), "details: 5"),
    ("a plan that is none", change("Stage", 0, kind="chess"), "kind: 'chess'"),
    ("locks of no game", change("Plan", 0, locks={"one": LOCK}), "Plan.jsonl, line 1"),
    ("locks of nothing", change("Plan", 0, locks={"1": {}}), "Plan.jsonl, line 1"),
    ("place points", change("Stage", 0, place_points={}), "place_points: {}"),
    ("another entrant's seat", change("StageSeat", 0, entrant=10**6), "Entrant 1000000"),
]


@pytest.mark.parametrize(
    ("damage", "sentence"), [one[1:] for one in DAMAGE], ids=[d[0] for d in DAMAGE]
)
def test_what_was_changed_is_refused(
    whole: Path, tmp_path: Path, damage: Callable[[Files], object], sentence: str
) -> None:
    files = unpacked(whole)
    damage(files)
    assert sentence in refused(packed(files, tmp_path / "changed.club"))


def test_what_was_not_changed_is_read(whole: Path, tmp_path: Path) -> None:
    """Else the refusals above would prove nothing."""
    archive_read(path=packed(unpacked(whole), tmp_path / "same.club"))
    assert Club.objects.get().name == "Hillside"
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    "text", [b"", b"hello", b"PK\x03\x04" + bytes(100), b"\x00" * 1000], ids=range(4)
)
def test_what_is_no_archive_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "file.club"
    path.write_bytes(text)
    assert "is not a club's archive" in refused(path)


def test_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    assert "There is no file" in refused(tmp_path / "nothing.club")
    assert "cannot be read" in refused(tmp_path)


def test_half_a_file_is_refused(whole: Path, tmp_path: Path) -> None:
    content = whole.read_bytes()
    path = tmp_path / "half.club"
    for size in (len(content) // 2, len(content) - 1):
        path.write_bytes(content[:size])
        assert refused(path)


def test_a_file_twice_in_the_archive_is_refused(whole: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(whole, "a") as out:
        out.writestr("Player.jsonl", "")
    assert "is not a club's archive" in refused(whole)


@pytest.mark.parametrize(
    "line",
    [
        '{"name": NaN}',
        '{"name": 1e999}',
        '{"name": ' + "9" * 5000 + "}",
        '{"name": ' + "[" * 100_000 + "]" * 100_000 + "}",
        "[]",
        "null",
        "{",
        "",
        "\udcff",
    ],
)
def test_lines_that_are_no_rows_are_refused(whole: Path, tmp_path: Path, line: str) -> None:
    path = tmp_path / "changed.club"
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "Player.jsonl":
                rest = content.split(b"\n", 1)[1]
                content = line.encode(errors="surrogateescape") + b"\n" + rest
            new.writestr(name, content)
    assert "Player.jsonl, line 1" in refused(path)


def test_what_unpacks_to_too_much_is_refused(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bomb: a kilobyte that unpacks to gigabytes; what is said of its size does not matter."""
    files = unpacked(whole)
    path = tmp_path / "bomb.club"
    monkeypatch.setattr(unpacking, "MOST_BYTES", 100_000)
    wide = [{**files["Player.jsonl"][0], "name": "A" * 50_000}] * len(files["Player.jsonl"])
    assert "name" in refused(packed({**files, "Player.jsonl": wide}, path))
    long = io.BytesIO()
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(long, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, b" " * 3_000_000 if name == "Player.jsonl" else old.read(name))
    path.write_bytes(long.getvalue())
    assert len(long.getvalue()) < 100_000
    assert "is larger than a club's archive can be" in refused(path)
    monkeypatch.setattr(unpacking, "MOST_BYTES", 1_000)
    assert "is larger than a club's archive can be" in refused(whole)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**20) | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@hypothesis_settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_stands_in_a_field_is_read_or_refused(
    whole: Path, tmp_path: Path, data: st.DataObject
) -> None:
    """Never anything else: no error of Python's, and no half of a club."""
    files = unpacked(whole)
    name = data.draw(st.sampled_from(sorted(one for one, lines in files.items() if lines)))
    row = data.draw(st.sampled_from(files[name]))
    row[data.draw(st.sampled_from(sorted(row)))] = data.draw(JSON)
    before = Club.objects.count()
    try:
        archive_read(path=packed(files, tmp_path / "changed.club"))
    except ArchiveError:
        assert Club.objects.count() == before
    else:
        assert Club.objects.count() == before + 1


def test_a_text_that_an_earlier_version_did_not_know_is_empty(whole: Path, tmp_path: Path) -> None:
    """Else a new field in the form of a game day would shut out every archive made before it."""
    files = unpacked(whole)
    for row in files["GameDay.jsonl"]:
        del row["note"]
    club = archive_read(path=packed(files, tmp_path / "older.club"))
    assert {day.note for day in club.game_days.all()} == {""}


def test_who_withdrew_in_an_earlier_version_has_no_place(whole: Path, tmp_path: Path) -> None:
    files = unpacked(whole)
    for row in files["Entrant.jsonl"]:
        for field in ("withdrawn_how", "keeps_place", "withdrawn_stage", "withdrawn_games"):
            del row[field]
    files["Entrant.jsonl"][0]["withdrawn_at"] = files["Entrant.jsonl"][0]["entered_at"]
    club = archive_read(path=packed(files, tmp_path / "older.club"))
    (gone,) = Entrant.objects.filter(tournament__club=club, withdrawn_at__isnull=False)
    assert (left_short(gone), gone.keeps_place) == ("withdrew", False)


def test_the_commands_say_what_they_do(
    whole: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, settings: Settings
) -> None:
    settings.DATA_DIR = tmp_path
    path, club = tmp_path / "again.club", archive_read(path=whole)
    call_command("archive", str(path))
    assert f"{club.name} is in {path}: 8 people, 2 games" in capsys.readouterr().out
    assert archive_look(path).club == club.name

    call_command("unarchive", str(path), "--organizer", "olive")
    told = capsys.readouterr().out
    assert "olive signs in with the password " in told
    again = Club.objects.latest("pk")
    (membership,) = again.memberships.all()
    assert membership.role == "organizer"
    assert membership.user.check_password(told.split("password ")[1].strip())
    assert Game.objects.filter(club=again).count() == 2

    with pytest.raises(SystemExit, match="Say which club with --club and its number"):
        call_command("archive", str(path))
    call_command("archive", str(path), "--club", str(again.pk))
    with pytest.raises(SystemExit, match="signs in as “olive” already"):
        call_command("unarchive", str(path), "--organizer", "olive")
    assert Club.objects.count() == 2
    with pytest.raises(SystemExit, match="There is no file"):
        call_command("unarchive", str(tmp_path / "nothing"))
    with pytest.raises(SystemExit, match="cannot be written"):
        call_command("archive", "/proc/nowhere/hillside.club", "--club", str(again.pk))
