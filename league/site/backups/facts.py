"""What a database says of itself, asked in the few words that both databases understand."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from .files import Facts

MIGRATIONS = "django_migrations"
SESSIONS = "django_session"
ENTRIES = "scoring_sheetentry"
# What is counted for whoever wonders whether it is the right copy.
COUNTED = {
    "clubs": "scoring_club",
    "people": "scoring_player",
    "games": "scoring_game",
    "entries": ENTRIES,
    "days": "league_gameday",
    "tournaments": "league_tournament",
}

Ask = Callable[[str], Sequence[Sequence[Any]]]


def facts_of(ask: Ask, has: Callable[[str], bool]) -> Facts:
    """The facts of the database that `ask` asks; `has` says whether it has a table."""
    migrations: dict[str, list[str]] = {}
    if has(MIGRATIONS):
        for app, name in ask(f"SELECT app, name FROM {MIGRATIONS} ORDER BY id"):  # noqa: S608
            migrations.setdefault(app, []).append(name)
    counts = {
        name: int(ask(f"SELECT count(*) FROM {table}")[0][0])  # noqa: S608 - our own words
        for name, table in COUNTED.items()
        if has(table)
    }
    last = ask(f"SELECT max(recorded_at) FROM {ENTRIES}")[0][0] if has(ENTRIES) else None  # noqa: S608
    return Facts(migrations, counts, _moment(last))


def _moment(value: object) -> str:
    if value is None:
        return ""
    moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    # SQLite keeps moments as text, in UTC, and does not say so.
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()
