"""What is in an archive, and what is left out, with the reason: every model is named here.

A test fails for a model or a field that is in neither.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from django.db import models

from league.models import (
    Attendance,
    Board,
    DivisionMerge,
    Entrant,
    EntrantImport,
    GameDay,
    Merge,
    PaperResult,
    Parting,
    PeopleImport,
    Plan,
    Profile,
    RecordBook,
    Season,
    SeatTally,
    Series,
    SignUpSent,
    Stage,
    StageEntrant,
    StageRound,
    StageSeat,
    StageTable,
    Standing,
    TableGame,
    Tally,
    Tournament,
    TournamentEntry,
    Wish,
)
from scoring.models import (
    Club,
    Decision,
    Dispute,
    Game,
    LogEntry,
    Membership,
    PairingCode,
    PairingGuess,
    Player,
    Precedent,
    Seat,
    SeatResult,
    SetAside,
    SheetEntry,
    Tablet,
)

FORMAT: Final = "roundhouse-club"
VERSION: Final = 1
SUFFIX: Final = ".club"

Model = type[models.Model]
Paths = Mapping[str, Model]

# Which rows are the club's, by model. The director's log comes last: it can be read only once
# everything that it is about is there.
ROWS: Final[Mapping[Model, Mapping[str, Any]]] = {
    Club: {"pk": "club"},
    Player: {"club": "club"},
    Tablet: {"club": "club"},
    Game: {"club": "club"},
    Seat: {"game__club": "club"},
    SheetEntry: {"game__club": "club"},
    SeatResult: {"entry__game__club": "club"},
    SetAside: {"game__club": "club"},
    Dispute: {"game__club": "club"},
    Decision: {"dispute__game__club": "club"},
    Precedent: {"club": "club"},
    Profile: {"player__club": "club"},
    Series: {"club": "club"},
    GameDay: {"club": "club"},
    Attendance: {"game_day__club": "club"},
    Wish: {"club": "club"},
    Plan: {"game_day__club": "club"},
    TableGame: {"game_day__club": "club"},
    Season: {"club": "club"},
    Board: {"season__club": "club", "season__closed_at__isnull": False},
    Standing: {"board__season__club": "club", "board__season__closed_at__isnull": False},
    RecordBook: {"club": "club", "season__closed_at__isnull": False},
    Tournament: {"club": "club"},
    Entrant: {"tournament__club": "club"},
    DivisionMerge: {"tournament__club": "club"},
    Stage: {"tournament__club": "club"},
    StageEntrant: {"stage__tournament__club": "club"},
    StageRound: {"stage__tournament__club": "club"},
    StageTable: {"round__stage__tournament__club": "club"},
    StageSeat: {"table__round__stage__tournament__club": "club"},
    PaperResult: {"table__round__stage__tournament__club": "club"},
    Parting: {"stage__tournament__club": "club"},
    Merge: {"club": "club"},
    TournamentEntry: {"tournament__club": "club"},
}

# Models that are in no archive, and why.
LEFT_OUT: Final[Mapping[Model, str]] = {
    LogEntry: "of an installation: its accounts, its network's addresses, its pages' addresses",
    Membership: "accounts, their rights and passwords belong to an installation",
    PairingCode: "a code is good for minutes, on one installation",
    PairingGuess: "guesses are counted for an hour, on one installation",
    PeopleImport: "a file that somebody was looking at, with years of birth in it",
    EntrantImport: "a file that somebody was looking at, with dates of birth in it",
    SignUpSent: "counted for an hour, on one installation",
    Tally: "derived from the sheets",
    SeatTally: "derived from the sheets",
}

# Fields that are in no archive, and why. What authors are called is in a field of its own.
FIELDS_LEFT_OUT: Final[Mapping[str, str]] = {
    "id": "a row is known by its number in the file",
    "user": "accounts belong to an installation; `author` is the name",
    "Tablet.secret_hash": "a tablet is paired anew",
    "Tablet.paired_by": "accounts belong to an installation",
    "Board.fingerprint": "of rows' ids; a closed season's board is not derived anew",
    "RecordBook.fingerprint": "of rows' ids; a closed season's records are not derived anew",
}

# Ids of rows that stand inside JSON, by field: where, and whose. A dot goes one level in; a star is
# each of a list or of an object's values, a number is that place of a list, a hash is what a form
# sent, with ids within its names.
NO_IDS: Final[Paths] = {}
JSON_IDS: Final[Mapping[str, Paths]] = {
    "Game.rules": NO_IDS,
    "SheetEntry.details": {
        "seat": Seat,
        "seats.*": Seat,
        "part_of": SheetEntry,
        "settles.*": SheetEntry,
        "faults.*.seats.*": Seat,
    },
    "SetAside.sending": {"fields.#": Seat, "seen.entry": SheetEntry},
    "Dispute.ask": NO_IDS,
    "Dispute.told": NO_IDS,
    "Dispute.unknown": NO_IDS,
    "Dispute.ruling": NO_IDS,
    "Precedent.value": NO_IDS,
    "GameDay.rules": NO_IDS,
    "Plan.tables": {"*.*.*": Player},
    "Plan.report": NO_IDS,
    "Season.place_points": NO_IDS,
    "Season.tie_breaks": NO_IDS,
    "Board.race": {"lines.*.0": Player},
    "Standing.why": {"*.2.*.0": Player},
    "RecordBook.records": {"*.holders.*.2": Game, "*.holders.*.4.*": Player},
    "Tournament.tie_breaks": NO_IDS,
    "DivisionMerge.divisions": NO_IDS,
    "Stage.place_points": NO_IDS,
    "Stage.rules": NO_IDS,
    "StageRound.byes": {"*": Entrant},
    "PaperResult.lines": {"*.0": Entrant},
    "Parting.numbers": {"*.0": Entrant},
    "Merge.seats": {"*": Seat},
    "Merge.profile": NO_IDS,
    "Merge.moved": {
        "names.*": Player,
        "attendances.*": Attendance,
        "attendances_dropped.*.id": Attendance,
        "attendances_dropped.*.game_day_id": GameDay,
        "attendances_dropped.*.player_id": Player,
        "wishes_dropped.*.id": Wish,
        "wishes_dropped.*.club_id": Club,
        "wishes_dropped.*.game_day_id": GameDay,
        "wishes_dropped.*.one_id": Player,
        "wishes_dropped.*.other_id": Player,
        "wishes_one.*": Wish,
        "wishes_other.*": Wish,
        "plans.*": Plan,
        "entries.*": Entrant,
    },
    "TournamentEntry.details": {
        "entrant": Entrant,
        "entrants.*": Entrant,
        "missing.*": Entrant,
        "extra.*": Entrant,
        "field.*": Entrant,
        "going.*.0": Entrant,
        "numbers.*.0": Entrant,
        "lines.*.0": Entrant,
        "seats.*": Entrant,
        "stage": Stage,
        "parting": Parting,
        "paper": PaperResult,
        "table": StageTable,
        "game": Game,
        "old.season": Season,
        "new.season": Season,
    },
}
# Lines of the director's log in which a name means a number of people's, and no row.
NUMBERS_IN_LOG: Final[Mapping[str, frozenset[str]]] = {
    "late": frozenset({"table"}),
}

# What has to be another one where it is taken already, and how it may be written.
KEYS: Final[Mapping[str, re.Pattern[str]]] = {
    "Game.code": re.compile(r"[a-z0-9]{4,12}"),
    "Game.watch_key": re.compile(r"[\w-]{16,32}", re.ASCII),
    "GameDay.uid": re.compile(r"[0-9a-f-]{32,36}"),
    "Tournament.sign_up_key": re.compile(r"[0-9a-f-]{32,36}"),
}

# What two ways to the same row have to agree on.
SAME: Final[tuple[tuple[Model, str, str], ...]] = (
    (SheetEntry, "out_seat__game", "game"),
    (SheetEntry, "supersedes__game", "game"),
    (SheetEntry, "contests__game", "game"),
    (SeatResult, "seat__game", "entry__game"),
    (StageEntrant, "entrant__tournament", "stage__tournament"),
    (StageSeat, "entrant__tournament", "table__round__stage__tournament"),
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
    if model is SetAside and row["kind"] == SetAside.Kind.UNREADABLE:
        return NO_IDS
    paths = JSON_IDS[f"{name_of(model)}.{field}"]
    numbers = NUMBERS_IN_LOG.get(row["kind"]) if model is TournamentEntry else None
    return {path: of for path, of in paths.items() if path not in numbers} if numbers else paths
