"""A club goes into a file and comes out elsewhere: nothing is lost, nothing comes along."""

import json
import re
import uuid
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.archives.reading import archive_read
from league.archives.shape import ROWS, name_of
from league.archives.writing import archive_keep
from league.models import Board, Season, Tournament, TournamentEntry
from league.people.services.merging import merge_undo
from league.seasons.selectors.records import record_lines, records_read
from league.seasons.services.leaderboard import board_refresh
from league.seasons.services.records import records_refresh
from league.tournaments.awards.selectors.medals import medals_of
from league.tournaments.awards.selectors.places import overall_lines
from league.tournaments.courses import loaded
from league.tournaments.stages.selectors.stale_seats import drifts_of
from scoring.accounts.authors import Author
from scoring.models import Club, Game, SheetEntry, Tablet
from scoring.sheets.selectors.sheet import sheet_of

from .rich import FAR, ids_far_apart, rich_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def author(organizer: User, tablet: Tablet) -> Author:
    return Author("Olive", user=organizer, tablet=tablet)


def opened(path: Path) -> dict[str, Any]:
    """The archive as Python has it: its manifest, and each model's rows."""
    with zipfile.ZipFile(path) as packed:
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    manifest = json.loads(files.pop("manifest.json"))
    rows = {
        name.removesuffix(".jsonl"): [json.loads(line) for line in text.splitlines()]
        for name, text in files.items()
    }
    return {"manifest": manifest, **rows}


def shown(club: Club) -> dict[str, Any]:
    """What pages show of the club, by names."""
    told: dict[str, Any] = {}
    games = Game.objects.filter(club=club).order_by("pk")
    told["sheets"] = [
        [(seat.name, seat.total, seat.position, seat.rounds_out) for seat in sheet_of(game).seats]
        + [[line.number for line in sheet_of(game).rounds], len(sheet_of(game).contests)]
        for game in games
    ]
    for season in Season.objects.filter(club=club):
        board = board_refresh(season=season)
        lines = board.standings.select_related("player") if board else ()
        told[season.name] = [
            (line.player.name, line.place, line.shown, line.moved, line.rating) for line in lines
        ]
        book = records_refresh(club=club, season=season)
        told[f"records of {season.name}"] = [
            (line.name, line.value, [holder.names for holder in line.holders])
            for line in record_lines(records_read(book.records))
        ]
    tournaments = Tournament.objects.filter(club=club).order_by("pk")
    for number, tournament in enumerate(tournaments):
        now = loaded(tournament)
        names = {pk: one.name for pk, one in now.entrants.items()}
        told[f"places {number}"] = [repr_of(line, names) for line in overall_lines(now)]
        told[f"medals {number}"] = [
            (group.name, [(names[int(one.key)], one.place, str(one.what)) for one in group.awards])
            for group in medals_of(now).groups
        ]
        told[f"drifts {number}"] = [
            ([names[pk] for pk in one.missing], [names[pk] for pk in one.extra])
            for one in drifts_of(now)
        ]
    return told


def repr_of(line: Any, names: dict[int, str]) -> str:
    """A line of places with names for ids."""
    return re.sub(r"\d{7,}", lambda found: names.get(int(found[0]), "?"), repr(line))


def test_a_club_comes_back_as_it_was(author: Author, tmp_path: Path) -> None:
    ids_far_apart()
    club = rich_club(author)
    before = shown(club)
    first, second = tmp_path / "first.club", tmp_path / "second.club"
    counts = archive_keep(club=club, path=first)
    assert set(counts) == {name_of(model) for model in ROWS}
    assert [name for name, rows in counts.items() if not rows] == []
    no_id_is_in(first)
    nothing_secret_is_in(first, author)

    # Codes and keys are taken here already, so those of the club that is here make room.
    move_away(club)
    ids_far_apart(start=50 * FAR)
    again = archive_read(path=first)
    archive_keep(club=again, path=second)
    one, two = opened(first), opened(second)
    for part in ("made_at", "people"):
        del one["manifest"][part], two["manifest"][part]
    for name, rows in one.items():
        assert two[name] == rows, name
    assert shown(again) == before
    everything_is_the_clubs_own(again)
    entries = SheetEntry.objects.filter(game__club=again).order_by("pk")
    own = SheetEntry.objects.filter(game__club=club).order_by("pk")
    assert list(entries.values_list("recorded_at", "author")) == list(
        own.values_list("recorded_at", "author")
    )
    assert not entries.exclude(user=None).exists()
    (tablet,) = again.tablets.all()
    assert (tablet.name, tablet.secret_hash) == (author.tablet.name, "")
    assert tablet.unpaired_at is not None
    assert entries.filter(tablet=tablet).exists()
    assert Board.objects.filter(season__club=again, season__name="Winter").count() == 2
    kept = again.games.get(set_aside__kind="correct").set_aside.get(kind="correct")
    assert int(kept.sending["fields"]["ending"].removeprefix("out-")) in {
        seat.pk for seat in kept.game.seats.all()
    }
    # A merge can still be undone, with the rows that it had put away.
    merge_undo(merge=again.merges.order_by("-pk")[0])


def no_id_is_in(path: Path) -> None:
    """No id of this installation, also not in JSON, where `shape.JSON_IDS` has to know of it."""
    random = {"code", "watch_key", "uid", "sign_up_key", "key", "seed", "basis"}
    for name, rows in opened(path).items():
        for row in rows if name != "manifest" else [rows]:
            kept = {field: value for field, value in row.items() if field not in random}
            # A digest has digits in a row now and then.
            text = re.sub(r"\b[0-9a-f]{32}\b", "", json.dumps(kept))
            assert not re.findall(r"(?<![\d.])\d{7,}", text), (name, kept)


def nothing_secret_is_in(path: Path, author: Author) -> None:
    with zipfile.ZipFile(path) as packed:
        text = "".join(packed.read(name).decode() for name in packed.namelist())
    for user in User.objects.all():
        assert user.password not in text
        assert user.username not in text
    assert author.tablet.secret_hash not in text
    assert "secret" not in text
    assert '"user"' not in text


def move_away(club: Club) -> None:
    """Give the club's games other codes, days and tournaments other keys."""
    for game in Game.objects.filter(club=club):
        game.code, game.watch_key = f"x{game.pk}"[:12], f"other-key-{game.pk}"
        game.save(update_fields=["code", "watch_key"])
    for day in club.game_days.all():
        day.uid = uuid.uuid4()
        day.save(update_fields=["uid"])
    for tournament in club.tournaments.all():
        tournament.sign_up_key = uuid.uuid4()
        tournament.save(update_fields=["sign_up_key"])


def everything_is_the_clubs_own(club: Club) -> None:
    """No row of the club refers to a row of another one."""
    for model, lookups in ROWS.items():
        own = {name: club if told == "club" else told for name, told in lookups.items()}
        if "pk" in own:
            continue
        for row in model._default_manager.filter(**own):
            for field in model._meta.concrete_fields:
                if field.is_relation and field.related_model in ROWS:
                    pk = getattr(row, field.attname)
                    assert pk is None or pk > 50 * FAR, (model, field)


def test_what_is_taken_here_already_is_renewed(author: Author, tmp_path: Path) -> None:
    """Read twice into the installation that it came from: links lead to the games as before."""
    path, third = tmp_path / "hillside.club", tmp_path / "third.club"
    club = rich_club(author)
    archive_keep(club=club, path=path)
    clubs = [club, archive_read(path=path), archive_read(path=path)]
    for name in ("code", "watch_key"):
        values = [set(one.games.values_list(name, flat=True)) for one in clubs]
        assert len(values[0] | values[1] | values[2]) == 3 * len(values[0])
    # The log names a game by its code too.
    codes = 0
    for line in TournamentEntry.objects.filter(kind="detach"):
        if line.details.get("code"):
            codes += 1
            assert Game.objects.get(pk=line.details["game"]).code == line.details["code"]
    assert codes >= 3
    # Nothing of the clubs beside it is in a club's archive.
    archive_keep(club=clubs[2], path=third)
    one, two = opened(path), opened(third)
    assert one["manifest"]["counts"] == two["manifest"]["counts"]
    assert one["SheetEntry"] == two["SheetEntry"]


@pytest.mark.parametrize("written_on", ["sqlite", "postgresql"])
def test_what_either_database_wrote_is_read_on_this_one(written_on: str, tmp_path: Path) -> None:
    """Files of version 1 as they were written when it was new: they stay readable."""
    kept, second = Path(__file__).parent / f"{written_on}.club", tmp_path / "second.club"
    club = archive_read(path=kept)
    archive_keep(club=club, path=second)
    one, two = opened(kept), opened(second)
    for name, rows in one.items():
        if name != "manifest":
            # A newer version may know more of each row.
            again = [
                {field: new[field] for field in old}
                for old, new in zip(rows, two[name], strict=True)
            ]
            assert again == rows, name
    assert len(shown(club)["sheets"]) == one["manifest"]["counts"]["Game"]
