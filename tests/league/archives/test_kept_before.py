"""Rows as older versions kept them are archived and read, or it is said before all is done."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from league.archives.errors import ArchiveError
from league.archives.reading import archive_read
from league.archives.writing import archive_keep
from league.site import first_database
from scoring.models import Club, Dispute, Game, Precedent, SetAside
from tests.confirming import confirm
from tests.factories import dispute
from tests.litany import ClientOf
from tests.page import Page

HUGE = 12345678901234567890


def deep(levels: int) -> Any:
    value: Any = "the inmost"
    for _level in range(levels):
        value = [value]
    return value


# What was kept, as what, and what of it has to come back.
SENDINGS: dict[str, tuple[str, Any, tuple[str, ...]]] = {
    "twenty digits": (
        "round",
        {"key": "k", "data": {"x": HUGE, "y": [-HUGE, 1e300]}},
        (f'"{HUGE}"', f'"-{HUGE}"'),
    ),
    "many lists": ("dispute", {"key": "k", "data": deep(700)}, ("the inmost",)),
    "a seat of digits": ("correct", {"fields": {f"seat-{HUGE}-total": "5"}}, (f"{HUGE}-total",)),
    "an entry of text": ("undo", {"seen": {"entry": "the last"}, "round": 1}, ("the last",)),
    # A row that is nowhere has no number in the file, as a row that is gone.
    "an entry of digits": ("undo", {"seen": {"entry": HUGE}}, ("null",)),
    "a list": ("unreadable", [HUGE, "text"], (f'"{HUGE}"', "text")),
    "a list of a round": ("round", ["text"], ("text",)),
    "a line of megabytes": ("unreadable", {"damaged": [1e15] * 60_000}, ("1000000000000000.0",)),
}


def set_aside(game: Game, kind: str, sending: Any) -> SetAside:
    return SetAside.objects.create(
        game=game, key="k", kind=kind, round_number=1, sending=sending, sentence="It is damaged.",
        author="Table 3", received_at=timezone.now(),
        # By Greenwich's clock it is the next year already.
        device_time="2999-12-31T23:30:00-02:00",
    )  # fmt: skip


@pytest.mark.parametrize(("kind", "sending", "words"), SENDINGS.values(), ids=SENDINGS)
def test_what_a_tablet_sent_before_the_schema_is_archived_and_shown(
    client_of: ClientOf,
    game: Game,
    tmp_path: Path,
    kind: str,
    sending: Any,
    words: tuple[str, ...],
) -> None:
    """The bug it would catch: one row for which a club has no archive, or a sheet no page."""
    kept = set_aside(game, kind, sending)
    client = client_of("organizer")
    page = Page(client.get(reverse("scoring:set-aside", args=[game.code, kept.pk])))
    assert "without the network" in page.text
    for name, args in (("sheet", [game.code]), ("round-record", [game.code, 1])):
        url = reverse(f"scoring:{name}", args=args)
        assert client.get(url, {"aside": kept.pk}).status_code == 200, name
    path = tmp_path / "old.club"
    archive_keep(club=game.club, path=path)
    club = archive_read(path=path)
    (again,) = SetAside.objects.filter(game__club=club)
    text = json.dumps(again.sending)
    assert all(word in text for word in words)
    assert again.device_time.year == 3000


def test_an_archive_that_nobody_could_read_is_not_called_done(
    client_of: ClientOf, game: Game, tmp_path: Path
) -> None:
    """It is read back, by the reader's own checks, before the file gets its name."""
    Precedent.objects.create(
        club=game.club, parameter="marker_off", value="sometimes", author="A",
        made_at=timezone.now(),
    )  # fmt: skip
    path = tmp_path / "odd.club"
    with pytest.raises(ArchiveError, match=r"Precedent\.jsonl, line 1"):
        archive_keep(club=game.club, path=path)
    assert list(tmp_path.iterdir()) == []
    organizer = confirm(client_of("organizer"))
    answer = organizer.get(reverse("league:club-archive"), follow=True)
    assert "Precedent.jsonl, line 1" in Page(answer).trouble


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "nonsense"},
        {"told": [5]},
        {"told": [["turn.seat", {"a": 1}]]},
        {"ask": {"tiles": 7}},
        {"unknown": [[]]},
        {"ruling": [1]},
        {"ruling": {"clauses": 5}},
    ],
    ids=str,
)
def test_a_dispute_that_no_page_could_show_is_not_read(
    game: Game, tmp_path: Path, changed: dict[str, Any]
) -> None:
    """The bug it would catch: a file after which a game's sheet answers 500."""
    dispute(game)
    archive_keep(club=game.club, path=tmp_path / "sound.club")
    archive_read(path=tmp_path / "sound.club")
    Dispute.objects.filter(game=game).update(**changed)
    with pytest.raises(ArchiveError, match=r"Dispute\.jsonl, line 1"):
        archive_keep(club=Club.objects.get(pk=game.club_id), path=tmp_path / "odd.club")


def test_house_rules_of_an_older_version_become_a_rule_sheet(game: Game, tmp_path: Path) -> None:
    """They held for all of the club's games; now they are offered under a name."""
    now = timezone.now()
    for parameter, value, ended in (
        ("marker_off", "automatic", None),
        ("hand_size", 9, now),
        ("notice_penalty", 2, None),
    ):
        Precedent.objects.create(
            club=game.club, parameter=parameter, value=value, author="A", made_at=now,
            ended_at=ended,
        )  # fmt: skip
    path = tmp_path / "old.club"
    archive_keep(club=game.club, path=path)
    club = archive_read(path=path)
    sheet = club.rule_sheets.get()
    house = {"marker_off": "automatic", "notice_penalty": 2}
    assert (sheet.name, sheet.rules) == (
        "Our house rules",
        {"base": "family", "fill": "defaults", **house},
    )
    assert set(sheet.precedents.values_list("parameter", flat=True)) == set(house)


@pytest.mark.django_db
def test_a_club_is_read_into_an_installation_that_was_never_started(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    """Its tables are made before the first row is read."""
    settings.DATA_DIR = tmp_path
    clubs_then: list[int] = []
    monkeypatch.setattr(first_database, "_is_ready", lambda: False)
    monkeypatch.setattr(
        first_database, "call_command", lambda *_a, **_k: clubs_then.append(Club.objects.count())
    )
    call_command("unarchive", str(Path(__file__).parent / "sqlite.club"))
    assert (clubs_then, Club.objects.count()) == ([0], 1)
