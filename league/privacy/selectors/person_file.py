"""Everything that the club keeps about one person, for that person to read."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Model, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from league.days.models import Attendance, DayAnswer, DayMail, Wish
from league.people.models import Merge, Profile
from league.seasons.models import BroughtForward, SeasonStatus, SeatTally, Standing
from league.seasons.public import game_of_day, played_on
from league.spreadsheets.writing import Value
from league.tournaments.models import Entrant
from scoring.accounts.models import Player
from scoring.sheets.models import Seat, SeatResult, SheetEntry

from .erasing import entries_of, records_of
from .mentions import mentions, wanted_of

# All that the directory says, also what it comes to say later.
PROFILE = tuple(
    field.name for field in Profile._meta.concrete_fields if field.name not in {"id", "player"}
)


@dataclass(frozen=True)
class Section:
    """One table of the file: a key for programs, a title and heads for people, and the lines."""

    key: str
    title: str
    heads: Mapping[str, str]
    rows: tuple[Mapping[str, Any], ...]

    @property
    def lines(self) -> list[list[Any]]:
        """The lines' cells in the order of the heads."""
        return [[row[name] for name in self.heads] for row in self.rows]


def person_sections(player: Player) -> list[Section]:
    """All there is about the person, a section for each kind; a dozen queries and all texts.

    Other people's names are left out, except in texts, which are given as they are. The tallies are
    as new as the last refresh.
    """
    records = records_of(player)
    return [
        _names(records),
        _directory(records),
        _games(records),
        _rounds(records),
        _days(records),
        _answers(records),
        _mails(records),
        _seasons(records),
        _brought(records),
        _statuses(records),
        _entries(records),
        _wishes(records),
        _merges(records),
        _mentions(player, records),
    ]


def _section(key: str, title: str, heads: Mapping[str, str], rows: Iterable[Any]) -> Section:
    """A section of rows that are mappings, or tuples in the order of the heads."""
    lines = [
        row if isinstance(row, Mapping) else dict(zip(heads, row, strict=True)) for row in rows
    ]
    return Section(key, title, heads, tuple(lines))


def _labels(model: type[Model], names: Iterable[str]) -> dict[str, str]:
    """What forms call these fields, in the order of the names."""
    labels = {field.name: str(field.verbose_name) for field in model._meta.concrete_fields}
    return {name: labels[name] for name in names}


def _names(records: list[Player]) -> Section:
    heads = {"name": _("Name"), "since": _("Known since"), "archived": _("Archived")}
    return _section(
        "names",
        _("Names"),
        heads,
        (
            (record.name, _moment(record.created_at), _moment(record.archived_at))
            for record in records
        ),
    )


def _directory(records: list[Player]) -> Section:
    labels = _labels(Profile, PROFILE)
    rows = Profile.objects.filter(player__in=records).values_list(*PROFILE)
    return _section("directory", _("What the directory says"), labels, rows)


def _games(records: list[Player]) -> Section:
    heads = {
        "day": _("Day"),
        "game": _("Game"),
        "players": _("Players at the table"),
        "rounds": _("Rounds"),
        "total": _("Total"),
        "place": _("Place"),
        "rounds_out": _("Rounds won"),
    }
    # From the seats, not the tallies: a game without a round has none, and is kept all the same.
    seats = Seat.objects.filter(player__in=records).annotate(day=played_on("game__"))
    sat_at = seats.order_by(
        "day", game_of_day("game__").asc(nulls_first=True), "game__started_at", "game"
    ).values_list("game_id", "player_id", "day", "game__code")
    tallies = SeatTally.objects.filter(player__in=records).values_list(
        "game_id", "player_id", "players", "rounds", "total", "place", "rounds_out"
    )
    results = {(game, player): result for game, player, *result in tallies}
    lines = (
        (day.isoformat(), code, *results.get((game, player), [None, 0, None, None, 0]))
        for game, player, day, code in sat_at
    )
    return _section("games", _("Games"), heads, lines)


def _rounds(records: list[Player]) -> Section:
    heads = {
        "recorded": _("Recorded"),
        "game": _("Game"),
        "round": _("Round"),
        "points": _("Points"),
        "tiles": _("Tiles left"),
        "replaced": _("Replaced later"),
    }
    # An undo that a redo has taken back replaces nothing.
    later = SheetEntry.objects.filter(supersedes=OuterRef("entry")).exclude(
        kind=SheetEntry.Kind.UNDO, superseded_by__isnull=False
    )
    rows = SeatResult.objects.filter(seat__player__in=records).order_by("entry")
    values = rows.annotate(replaced=Exists(later)).values_list(
        "entry__recorded_at",
        "entry__game__code",
        "entry__round_number",
        "points",
        "tiles",
        "replaced",
    )
    lines = ((_moment(row[0]), *row[1:5], _yes(row[5])) for row in values.iterator())
    return _section("rounds", _("Rounds on score sheets"), heads, lines)


def _days(records: list[Player]) -> Section:
    heads = {
        "day": _("Day"),
        "arrived": _("Checked in"),
        "left": _("Gone home"),
        "fixed_table": _("Always sits at table"),
    }
    rows = Attendance.objects.filter(player__in=records).order_by("game_day__date", "pk")
    values = rows.values_list("game_day__date", "arrived_at", "left_at", "fixed_table")
    lines = ((row[0].isoformat(), _moment(row[1]), _moment(row[2]), row[3]) for row in values)
    return _section("game_days", _("Game days"), heads, lines)


def _answers(records: list[Player]) -> Section:
    heads = {"day": _("Day"), "coming": _("Answer"), "answered": _("Answered")}
    rows = DayAnswer.objects.filter(player__in=records).select_related("game_day")
    lines = (
        (row.game_day.date.isoformat(), row.get_coming_display(), _moment(row.answered_at))
        for row in rows.order_by("game_day__date", "pk")
    )
    return _section("answers", _("Whether you come"), heads, lines)


def _mails(records: list[Player]) -> Section:
    heads = {
        "day": _("Day"),
        "sent": _("Asked"),
        "place": _("Said that you have a place"),
        "moved": _("Said that the day changed"),
        "cancelled": _("Said that the day is cancelled"),
        "result": _("Said who won"),
    }
    rows = DayMail.objects.filter(player__in=records).select_related("game_day").order_by("pk")
    lines = (
        (
            row.game_day.date.isoformat(),
            _moment(row.sent_at),
            _moment(row.place_sent_at),
            _moment(row.moved_sent_at),
            _moment(row.cancelled_sent_at),
            _moment(row.result_sent_at),
        )
        for row in rows
    )
    return _section("mails", _("E-mails about game days"), heads, lines)


def _seasons(records: list[Player]) -> Section:
    heads = {
        "season": _("Season"),
        "as_of": _("As of"),
        "place": _("Place"),
        "value": _("Value"),
        "games": _("Games"),
        "rating": _("Rating"),
    }
    rows = Standing.objects.filter(player__in=records).order_by("board__date", "pk")
    values = rows.values_list(
        "board__season__name", "board__date", "place", "shown", "games", "rating"
    )
    lines = ((row[0], row[1].isoformat(), *row[2:]) for row in values)
    return _section("seasons", _("Leaderboards"), heads, lines)


def _brought(records: list[Player]) -> Section:
    fields = ("amount", "games", "rounds", "wins", "rounds_out")
    heads = {"season": _("Season"), **_labels(BroughtForward, fields), "source": _("From")}
    rows = BroughtForward.objects.filter(player__in=records).order_by("season__first", "pk")
    values = rows.values_list("season__name", *fields, "source")
    lines = ((row[0], float(row[1]), *row[2:]) for row in values)
    return _section("brought", _("Brought forward"), heads, lines)


def _statuses(records: list[Player]) -> Section:
    heads = {"season": _("Season"), "kind": _("Member or guest")}
    rows = SeasonStatus.objects.filter(player__in=records).select_related("season")
    lines = ((row.season.name, row.get_kind_display()) for row in rows)
    return _section("statuses", _("Member or guest"), heads, lines)


ENTRANT = (
    "name",
    "number",
    "born",
    "age_from",
    "age_to",
    "gender",
    "community",
    "home_club",
    "contact",
    "withdrawn_how",
    "withdrawn_why",
)


def _entries(records: list[Player]) -> Section:
    heads = {"tournament": _("Tournament"), "day": _("Day")}
    heads |= _labels(Entrant, ENTRANT)
    heads |= {
        "entered": _("Entered"),
        "number": _("Number"),
        "withdrawn_how": _("Went away"),
        "withdrawn_why": _("Why"),
    }
    rows = entries_of(records).select_related("tournament")
    lines = (
        {
            "tournament": row.tournament.name,
            "day": row.tournament.date.isoformat(),
            **{name: getattr(row, name) for name in ENTRANT},
            "born": row.born.isoformat() if row.born else None,
            "entered": _moment(row.entered_at),
        }
        for row in rows
    )
    return _section("tournaments", _("Tournaments"), heads, lines)


def _wishes(records: list[Player]) -> Section:
    heads = {"wish": _("Wish about somebody else"), "day": _("Day")}
    wishes = Wish.objects.filter(one__in=records) | Wish.objects.filter(other__in=records)
    rows = wishes.select_related("game_day").order_by("pk")
    lines = (
        (row.get_kind_display(), row.game_day.date.isoformat() if row.game_day else _("always"))
        for row in rows
    )
    return _section("wishes", _("Who sits together or apart"), heads, lines)


def _merges(records: list[Player]) -> Section:
    heads = {"merged": _("Merged"), "kept": _("Name that stays"), "gone": _("Other name")}
    rows = Merge.objects.filter(gone__in=records, kept__in=records).order_by("pk")
    values = rows.values_list("merged_at", "kept__name", "gone__name")
    lines = ((_moment(row[0]), *row[1:]) for row in values)
    return _section("merges", _("Records that were made one"), heads, lines)


def _mentions(player: Player, records: list[Player]) -> Section:
    heads = {"where": _("Where"), "text": _("Text")}
    entries = list(entries_of(records))
    wanted = wanted_of(player.club, records, entries)
    # The person's own rows are told above.
    own = {*Profile.objects.filter(player__in=records), *entries}
    lines = (
        (str(mention.row._meta.verbose_name), mention.text)
        for mention in mentions(player.club, wanted)
        if mention.row not in own
    )
    return _section("mentions", _("Texts that say the name"), heads, dict.fromkeys(lines))


def _moment(moment: datetime | None) -> str:
    return timezone.localtime(moment).isoformat(" ", "minutes") if moment else ""


def _yes(value: bool) -> str:
    return _("yes") if value else ""


def as_json(player: Player, sections: Iterable[Section]) -> str:
    """The sections for programs."""
    content = {
        "club": player.club.name,
        "made_at": timezone.now().isoformat(),
        **{section.key: list(section.rows) for section in sections},
    }
    return json.dumps(content, ensure_ascii=False, indent=1)


def as_rows(sections: Iterable[Section]) -> Iterator[list[Value]]:
    """The sections for a spreadsheet, one below the other."""
    for section in sections:
        yield [section.title]
        yield list(section.heads.values())
        yield from section.lines
        yield []
