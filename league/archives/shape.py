"""What is in an archive, and what is left out, with the reason: every model is named here.

A test fails for a model or a field that is in neither.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.db import models

from league import models as league
from scoring import models as scoring

FORMAT: Final = "roundhouse-club"
VERSION: Final = 1
SUFFIX: Final = ".club"

Model = type[models.Model]
Paths = Mapping[str, Model]

# Which rows are the club's, by model. The director's log comes last: it can be read only once
# everything that it is about is there.
ROWS: Final[Mapping[Model, Mapping[str, Any]]] = {
    scoring.Club: {"pk": "club"},
    scoring.Player: {"club": "club"},
    scoring.Tablet: {"club": "club"},
    scoring.RuleSheet: {"club": "club"},
    scoring.Game: {"club": "club"},
    scoring.Seat: {"game__club": "club"},
    scoring.SheetEntry: {"game__club": "club"},
    scoring.SeatResult: {"entry__game__club": "club"},
    scoring.SetAside: {"game__club": "club"},
    scoring.Dispute: {"game__club": "club"},
    scoring.Decision: {"dispute__game__club": "club"},
    scoring.Precedent: {"club": "club"},
    league.Profile: {"player__club": "club"},
    league.Series: {"club": "club"},
    league.GameDay: {"club": "club"},
    league.Attendance: {"game_day__club": "club"},
    league.DayAnswer: {"game_day__club": "club"},
    league.Wish: {"club": "club"},
    league.Plan: {"game_day__club": "club"},
    league.TableGame: {"game_day__club": "club"},
    league.KnownColumns: {"club": "club"},
    league.Season: {"club": "club"},
    league.SeasonStatus: {"season__club": "club"},
    league.BroughtForward: {"season__club": "club"},
    league.Board: {"season__club": "club", "season__closed_at__isnull": False},
    league.Standing: {"board__season__club": "club", "board__season__closed_at__isnull": False},
    league.RecordBook: {"club": "club", "season__closed_at__isnull": False},
    league.StateList: {"club": "club"},
    league.Tournament: {"club": "club"},
    league.Entrant: {"tournament__club": "club"},
    league.DivisionMerge: {"tournament__club": "club"},
    league.Stage: {"tournament__club": "club"},
    league.StageEntrant: {"stage__tournament__club": "club"},
    league.StageRound: {"stage__tournament__club": "club"},
    league.StageTable: {"round__stage__tournament__club": "club"},
    league.StageSeat: {"table__round__stage__tournament__club": "club"},
    league.PaperResult: {"table__round__stage__tournament__club": "club"},
    league.Parting: {"stage__tournament__club": "club"},
    league.Merge: {"club": "club"},
    league.TournamentEntry: {"tournament__club": "club"},
}

# Models that are in no archive, and why.
LEFT_OUT: Final[Mapping[Model, str]] = {
    scoring.AccountNotice: "what was done to accounts, which belong to an installation",
    scoring.LogEntry: "of an installation: accounts, and addresses of its network and its pages",
    scoring.Membership: "accounts, their rights and passwords belong to an installation",
    scoring.Erasure: "says which copies of this installation still hold what was erased",
    scoring.ErasurePermit: "is there for the length of a transaction",
    scoring.ClubSize: "counted anew on each installation",
    scoring.ClubAddress: "is the club's on one installation, where another may have it",
    scoring.AbuseReport: "what was reported to whoever runs one installation",
    scoring.Operator: "an account that runs one installation",
    scoring.FoundingLink: "lets somebody found a club, on one installation",
    scoring.Invitation: "lets an account into a club, on one installation",
    scoring.PairingCode: "a code is good for minutes, on one installation",
    scoring.Revision: "of an installation: counts what was written in it",
    scoring.PairingGuess: "guesses are counted for an hour, on one installation",
    league.PeopleImport: "a file that somebody was looking at, with years of birth in it",
    league.BroughtImport: "a file that somebody was looking at, with people's totals in it",
    league.EntrantImport: "a file that somebody was looking at, with dates of birth in it",
    league.DayMail: "so that nobody gets a mail twice from one installation",
    league.DayAnswerSent: "counted for an hour, on one installation",
    league.SignUpSent: "counted for an hour, on one installation",
    league.League: "is between clubs of one installation",
    league.LeagueClub: "a club's consent to take part, on one installation",
    league.LeagueBoard: "derived from the seasons of several clubs",
    league.LeagueStanding: "derived from the seasons of several clubs",
    league.Tally: "derived from the sheets",
    league.SeatTally: "derived from the sheets",
}

# Fields that are in no archive, and why. What authors are called is in a field of its own.
FIELDS_LEFT_OUT: Final[Mapping[str, str]] = {
    "id": "a row is known by its number in the file",
    "user": "accounts belong to an installation; `author` is the name",
    "links_renewed": "the keys of links belong to an installation, and their number too",
    "Club.suspended_at": "what whoever runs an installation decided",
    "Club.suspended_reason": "what whoever runs an installation decided",
    "Club.most_people": "what whoever runs an installation decided",
    "Club.most_games": "what whoever runs an installation decided",
    "Club.most_megabytes": "what whoever runs an installation decided",
    "Club.erase_at": "of the club on this installation, and not of another one's",
    "Club.host_name": "of an installation, and the network that it is in",
    "Entrant.from_club": "another club on one installation",
    "Tablet.secret_hash": "a tablet is paired anew",
    "Tablet.paired_by": "accounts belong to an installation",
    "Board.fingerprint": "of rows' ids; a closed season's board is not derived anew",
    "Board.source": "rows' ids; the board is derived anew from all games when it is opened again",
    "RecordBook.fingerprint": "of rows' ids; a closed season's records are not derived anew",
    "RecordBook.source": "rows' ids; the records are found anew when the season is opened again",
}

# Ids of rows that stand inside JSON, by field: where, and whose. A dot goes one level in; a star is
# each of a list or of an object's values, a number is that place of a list, a hash is what a form
# sent, with ids within its names.
NO_IDS: Final[Paths] = {}
JSON_IDS: Final[Mapping[str, Paths]] = {
    "RuleSheet.rules": NO_IDS,
    "Game.rules": NO_IDS,
    "SheetEntry.details": {
        "seat": scoring.Seat,
        "seats.*": scoring.Seat,
        "part_of": scoring.SheetEntry,
        "settles.*": scoring.SheetEntry,
        "faults.*.seats.*": scoring.Seat,
    },
    "SetAside.sending": {"fields.#": scoring.Seat, "seen.entry": scoring.SheetEntry},
    "Dispute.ask": NO_IDS,
    "Dispute.told": NO_IDS,
    "Dispute.unknown": NO_IDS,
    "Dispute.ruling": NO_IDS,
    "Precedent.value": NO_IDS,
    "GameDay.rules": NO_IDS,
    "Plan.tables": {"*.*.*": scoring.Player},
    "Plan.report": NO_IDS,
    "Plan.locks": {"*.people.*": scoring.Player},
    "KnownColumns.meanings": NO_IDS,
    "Season.place_points": NO_IDS,
    "Season.tie_breaks": NO_IDS,
    "Board.race": {"lines.*.0": scoring.Player},
    "Standing.why": {"*.2.*.0": scoring.Player},
    "RecordBook.records": {"*.holders.*.2": scoring.Game, "*.holders.*.4.*": scoring.Player},
    "StateList.columns": NO_IDS,
    "Tournament.tie_breaks": NO_IDS,
    "Tournament.division_ages": NO_IDS,
    "DivisionMerge.divisions": NO_IDS,
    "Stage.place_points": NO_IDS,
    "Stage.moves": NO_IDS,
    "Stage.top_moves": NO_IDS,
    "Stage.rules": NO_IDS,
    "StageRound.byes": {"*": league.Entrant},
    "PaperResult.lines": {"*.0": league.Entrant},
    "PaperResult.rounds": NO_IDS,
    "Parting.numbers": {"*.0": league.Entrant},
    "Merge.seats": {"*": scoring.Seat},
    "Merge.profile": NO_IDS,
    "Merge.moved": {
        "names.*": scoring.Player,
        "attendances.*": league.Attendance,
        "attendances_dropped.*.id": league.Attendance,
        "attendances_dropped.*.game_day_id": league.GameDay,
        "attendances_dropped.*.player_id": scoring.Player,
        "answers.*": league.DayAnswer,
        "answers_dropped.*.id": league.DayAnswer,
        "answers_dropped.*.game_day_id": league.GameDay,
        "answers_dropped.*.player_id": scoring.Player,
        "wishes_dropped.*.id": league.Wish,
        "wishes_dropped.*.club_id": scoring.Club,
        "wishes_dropped.*.game_day_id": league.GameDay,
        "wishes_dropped.*.one_id": scoring.Player,
        "wishes_dropped.*.other_id": scoring.Player,
        "wishes_one.*": league.Wish,
        "wishes_other.*": league.Wish,
        "plans.*": league.Plan,
        "entries.*": league.Entrant,
    },
    "TournamentEntry.details": {
        "entrant": league.Entrant,
        "entrants.*": league.Entrant,
        "missing.*": league.Entrant,
        "extra.*": league.Entrant,
        "decided.*.0.*": league.Entrant,
        "decided.*.1.*": league.Entrant,
        "decided.*.2.*": league.Entrant,
        "decided.*.3.*.*": league.Entrant,
        "decided.*.4.*.0": league.Entrant,
        "moved.*.0": league.Entrant,
        "unread.*.0": league.Entrant,
        "standings.*.0": league.Entrant,
        "together.moved.*.0": league.Entrant,
        "together.unread.*.0": league.Entrant,
        "together.standings.*.0": league.Entrant,
        "winners.*": league.Entrant,
        "sure.*.*.0": league.Entrant,
        "undoes": league.TournamentEntry,
        "field.*": league.Entrant,
        "before.*": league.Entrant,
        "going.*.0": league.Entrant,
        "numbers.*.0": league.Entrant,
        "lines.*.0": league.Entrant,
        "seats.*": league.Entrant,
        "tables.*.0": league.StageTable,
        "tables.*.1.*": league.Entrant,
        "tables.*.2.*": league.Entrant,
        "byes.*.*": league.Entrant,
        "left.*.0": league.Entrant,
        "joined.*.0": league.Entrant,
        "stage": league.Stage,
        "parting": league.Parting,
        "paper": league.PaperResult,
        "table": league.StageTable,
        "game": scoring.Game,
        "old.season": league.Season,
        "new.season": league.Season,
    },
}
# Lines of the director's log in which a name means a number of people's, and no row.
NUMBERS_IN_LOG: Final[Mapping[str, frozenset[str]]] = {
    "late": frozenset({"table"}),
}

# What has to be another one where it is taken already, and how it may be written.
KEYS: Final[Mapping[str, re.Pattern[str]]] = {
    "Game.code": re.compile(r"[a-z0-9]{4,12}"),
    "Game.watch_key": re.compile(r"[\w-]{14,32}", re.ASCII),
    "GameDay.uid": re.compile(r"[0-9a-f-]{32,36}"),
    "Tournament.sign_up_key": re.compile(r"[0-9a-f-]{32,36}"),
}

# What two ways to the same row have to agree on.
SAME: Final[tuple[tuple[Model, str, str], ...]] = (
    (scoring.Game, "rule_sheet__club", "club"),
    (scoring.Precedent, "rule_sheet__club", "club"),
    (league.GameDay, "rule_sheet__club", "club"),
    (league.Stage, "rule_sheet__club", "tournament__club"),
    (scoring.SheetEntry, "out_seat__game", "game"),
    (scoring.SheetEntry, "supersedes__game", "game"),
    (scoring.SheetEntry, "contests__game", "game"),
    (scoring.SeatResult, "seat__game", "entry__game"),
    (league.Plan, "before__game_day", "game_day"),
    (league.StageEntrant, "entrant__tournament", "stage__tournament"),
    (league.StageSeat, "entrant__tournament", "table__round__stage__tournament"),
)


def name_of(model: Model) -> str:
    """What an archive calls a model, and a file of its rows."""
    return model.__name__


def fields_of(model: Model) -> "list[models.Field[Any, Any]]":
    """The fields of a model that are in an archive."""
    return [
        field
        for field in model._meta.concrete_fields
        if field.name not in FIELDS_LEFT_OUT
        and f"{name_of(model)}.{field.name}" not in FIELDS_LEFT_OUT
    ]


def ids_in(model: Model, field: str, row: Mapping[str, Any]) -> Paths:
    """Where ids stand in that field of that row."""
    if model is scoring.SetAside and row["kind"] == scoring.SetAside.Kind.UNREADABLE:
        return NO_IDS
    paths = JSON_IDS[f"{name_of(model)}.{field}"]
    numbers = NUMBERS_IN_LOG.get(row["kind"]) if model is league.TournamentEntry else None
    return {path: of for path, of in paths.items() if path not in numbers} if numbers else paths
