"""Copying a PostgreSQL database with its own tools, and putting a copy back in one transaction."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext as _

from league.site.row_security.telling import EVERY, SETTING
from scoring.accounts.club_rows import every_club

from .facts import SESSIONS, facts_of
from .files import BackupError, Facts

DEBIANS = Path("/usr/lib/postgresql")
TOOLS = ("pg_dump", "pg_restore", "psql")
VARIABLES = {"NAME": "PGDATABASE", "USER": "PGUSER", "PASSWORD": "PGPASSWORD", "HOST": "PGHOST"}
OPTIONS = {"sslmode": "PGSSLMODE", "sslrootcert": "PGSSLROOTCERT", "service": "PGSERVICE"}
# All that the site's user has in the schema goes before the copy comes, in the same transaction.
EMPTY_SCHEMA = """
DO $$
DECLARE found record;
BEGIN
    FOR found IN SELECT c.oid::regclass AS name FROM pg_class c
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    LOOP EXECUTE 'DROP TABLE IF EXISTS ' || found.name || ' CASCADE'; END LOOP;
    FOR found IN SELECT p.oid::regprocedure AS name FROM pg_proc p
        WHERE p.pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    LOOP EXECUTE 'DROP FUNCTION IF EXISTS ' || found.name || ' CASCADE'; END LOOP;
END $$
"""
# Where the copy of what there is fails, all of it goes into a schema of its own instead: that
# reads no row, so it works with damaged ones too.
MOVE_ASIDE = """
DO $$
DECLARE found record;
BEGIN
    EXECUTE 'CREATE SCHEMA {schema}';
    FOR found IN SELECT c.oid::regclass AS name FROM pg_class c
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    LOOP EXECUTE 'ALTER TABLE ' || found.name || ' SET SCHEMA {schema}'; END LOOP;
    FOR found IN SELECT p.oid::regprocedure AS name FROM pg_proc p
        WHERE p.pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
    LOOP EXECUTE 'ALTER FUNCTION ' || found.name || ' SET SCHEMA {schema}'; END LOOP;
END $$
"""
ASIDE = "aside_"
# A server that still reads its archive writes no timeline.
MARK = """
SELECT CASE WHEN pg_is_in_recovery() THEN ''
        ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END
    || '/' || tup_inserted + tup_updated + tup_deleted
FROM pg_stat_database WHERE datname = current_database()
"""


def find_tools(server: int) -> Path:
    """The folder of client tools that know this server, by its major version.

    Those of the same version before newer ones. Raises `BackupError` with how to get them.
    """
    folders = list(DEBIANS.glob("*/bin"))
    if in_path := shutil.which("pg_dump"):
        folders.append(Path(in_path).parent)
    tools = []
    for folder in folders:
        if all((folder / tool).exists() for tool in TOOLS):
            version = _version(folder)
            if version >= server:
                tools.append((version, str(folder)))
    if not tools:
        raise BackupError(
            _(
                "No copy can be made: pg_dump for PostgreSQL %(version)d is missing. "
                "Get it with `sudo apt install postgresql-client-%(version)d`."
            )
            % {"version": server}
        )
    return Path(min(tools)[1])


def _version(folder: Path) -> int:
    output = subprocess.run(  # noqa: S603 - a tool that was looked for by name
        [folder / "pg_dump", "--version"], capture_output=True, text=True, check=False
    ).stdout
    match = re.search(r"\) (\d+)", output)
    return int(match.group(1)) if match else 0


@every_club()
def dump(connection: BaseDatabaseWrapper, target: Path) -> Facts:
    """Write a whole copy of the database as it is at this moment; writers go on.

    What is counted is of the same moment. Sessions are left out.
    """
    own = connection.copy()
    try:
        own.set_autocommit(False)
        with own.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = cursor.fetchone()[0]
            _run(
                own,
                "pg_dump",
                "--format=custom",
                "--compress=0",
                "--no-owner",
                "--no-privileges",
                # Else it refuses what is held apart; it reads every club, see _environment().
                "--enable-row-security",
                f"--exclude-table-data={SESSIONS}",
                f"--exclude-schema={ASIDE}*",
                f"--snapshot={snapshot}",
                f"--file={target}",
            )

            def ask(sql: str) -> list[tuple[Any, ...]]:
                cursor.execute(sql)
                return list(cursor.fetchall())

            tables = set(own.introspection.table_names(cursor))
            facts = facts_of(ask, lambda table: table in tables)
    finally:
        own.close()
    check(connection, target)
    return facts


def check(connection: BaseDatabaseWrapper, dumped: Path) -> None:
    """Read the whole copy, every row; raises `BackupError` where it is damaged."""
    _run(connection, "pg_restore", "--file=/dev/null", str(dumped))


def load(connection: BaseDatabaseWrapper, dumped: Path, *, aside: str = "") -> None:
    """Put a checked copy in the place of all that is in the database, in one transaction.

    What is there goes, or is moved into the schema `aside`. Cut off at any moment, the database is
    what it was before, or the copy.
    """
    make_room = MOVE_ASIDE.format(schema=aside) if aside else EMPTY_SCHEMA
    script = dumped.with_name(f"{dumped.name}.sql")
    words = ("--no-owner", "--no-privileges", f"--file={script}", str(dumped))
    try:
        _run(connection, "pg_restore", *words)
        _run(
            connection,
            "psql",
            "--no-psqlrc",
            "--quiet",
            "--single-transaction",
            "--set=ON_ERROR_STOP=1",
            f"--command={make_room}",
            f"--file={script}",
        )
    finally:
        script.unlink(missing_ok=True)


def mark(connection: BaseDatabaseWrapper) -> str:
    """A text that is another one after the database was written to, a second later at most.

    It begins with the server's timeline and a slash: see `history_of`.
    """
    with connection.cursor() as cursor:
        cursor.execute(MARK)
        return str(cursor.fetchone()[0])


def history_of(mark: str) -> str:
    """Return the timeline of a mark; it is another one once the server was brought back."""
    return mark.partition("/")[0]


def _run(connection: BaseDatabaseWrapper, tool: str, *words: str) -> None:
    server = int(connection.cursor().connection.info.server_version) // 10_000
    done = subprocess.run(  # noqa: S603 - a tool that was looked for by name, and our own words
        [find_tools(server) / tool, *words],
        env=_environment(connection.settings_dict),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        lines = [line for line in done.stderr.strip().splitlines() if line.strip()]
        raise BackupError(
            _("%(tool)s did not get through: %(said)s")
            % {"tool": tool, "said": " ".join(lines[:3])}
        )


def _environment(config: Mapping[str, Any]) -> dict[str, str]:
    variables = {variable: str(config.get(name) or "") for name, variable in VARIABLES.items()}
    variables["PGPORT"] = str(config.get("PORT") or "")
    options = config.get("OPTIONS") or {}
    variables |= {
        variable: str(options[name]) for name, variable in OPTIONS.items() if name in options
    }
    variables["PGOPTIONS"] = f"-c {SETTING}={EVERY}"
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | {name: value for name, value in variables.items() if value}
