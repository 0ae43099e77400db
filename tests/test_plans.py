"""No page reads other clubs' rows to find its own: every query of every page follows an index.

On PostgreSQL this is looked at among two hundred copies of a club. The planner may not read a table
from end to end unless nothing else is possible, so what is read so has no index for that question.
SQLite plans by the statement alone, and is asked without copies.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from league.models import DayAnswer, Profile
from scoring.models import LogEntry, Player
from tests.copies import club_copy
from tests.test_permissions import Asked, ask, own, taken_back, walked, world
from tests.world import World

__all__ = ["world"]
pytestmark = pytest.mark.django_db

COPIES = 200
# From so many rows on the planner's choice tells something: it reads a small table as it likes.
LARGE = 10_000
# Tables with a few rows, however many clubs there are, or with a row a club.
SMALL = {"django_content_type", "scoring_revision", "scoring_club"}
Query = tuple[str, Any]


@contextmanager
def noting(asked: dict[str, Query]) -> Iterator[None]:
    """Note each SELECT that is sent meanwhile, once in each form."""

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip("( ").upper().startswith(("SELECT", "WITH")):
            asked.setdefault(re.sub(r"(%s, )+%s", "%s", sql), (sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield


def whole_reads(query: Query, sizes: dict[str, int]) -> Iterator[str]:
    """The tables that a query reads from end to end, or by an index from end to end."""
    if connection.vendor == "postgresql":
        yield from reads_in_postgresql(query, sizes)
    elif " WHERE " in query[0]:
        yield from reads_in_sqlite(query)


def reads_in_sqlite(query: Query) -> Iterator[str]:
    """Those that SQLite would read so; it plans without knowing how many rows there are."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {query[0]}", query[1])
        steps = [step for *_numbers, step in cursor.fetchall()]
    read = {step.removeprefix("SCAN ") for step in steps if step.startswith("SCAN ")}
    yield from read & set(connection.introspection.table_names()) - SMALL


def reads_in_postgresql(query: Query, sizes: dict[str, int]) -> Iterator[str]:
    """Those that PostgreSQL would read so, of the tables that are long."""
    sql, params = query
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        (plan,) = cursor.fetchone()
    nodes = [(json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]]
    while nodes:
        node = nodes.pop()
        inner = node.get("Plans", [])
        # Some rows of any, such as the newest: it stops after these.
        nodes += [{**plan, "stops": stops(node, plan)} for plan in inner]
        size = sizes.get(node.get("Relation Name", ""), 0)
        if size < COPIES or node.get("stops"):
            continue
        by_index = node["Node Type"].startswith("Index") and "Index Cond" not in node
        if node["Node Type"] == "Seq Scan" or (by_index and size >= LARGE):
            yield node["Relation Name"]


def stops(node: dict[str, Any], inner: dict[str, Any]) -> bool:
    """Whether the inner node of a plan is read for some rows that need fulfil no condition."""
    limited = node["Node Type"] == "Limit" or bool(node.get("stops"))
    return limited and "Filter" not in inner and inner["Node Type"] != "Sort"


def sizes_of_tables() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname, reltuples FROM pg_class WHERE relkind = 'r'")
        return {name: int(rows) for name, rows in cursor.fetchall() if name not in SMALL}


def fill(world: World) -> None:
    """Let there be rows in what the world leaves empty: a directory, a log, boards."""
    club, user = world.club, world.club.memberships.get(role="organizer").user
    people = list(Player.objects.filter(club=club, same_as=None))
    Profile.objects.bulk_create(Profile(player=player) for player in people)
    now = timezone.now()
    answers = {"game_day": world.day, "coming": "yes", "answered_at": now, "in_line_since": now}
    DayAnswer.objects.bulk_create(DayAnswer(player=player, **answers) for player in people)
    lines = {"moment": now, "role": "organizer", "what": "scoring:club", "path": "/"}
    LogEntry.objects.bulk_create(
        LogEntry(club=club, user=user, who="Olive", outcome="done", **lines) for _line in range(99)
    )
    for name in ("league:leaderboard", "league:season-records"):
        world.clients["organizer"].get(reverse(name, args=[world.season.pk]))


def test_every_query_of_every_page_follows_an_index(world: World) -> None:
    faults: dict[tuple[str, str], str] = {}
    with taken_back():
        fill(world)
        sizes: dict[str, int] = {}
        if connection.vendor == "postgresql":
            club_copy(club=world.club.pk, times=COPIES)
            sizes = sizes_of_tables()
            with connection.cursor() as cursor:
                # A plan that may not read a table looks so dear that it would be compiled first.
                cursor.execute("SET LOCAL enable_seqscan = off")
                cursor.execute("SET LOCAL jit = off")
        explained: set[str] = set()
        for line, method in walked():
            if method != "GET" or not own(line.name):
                continue
            cache.clear()
            asked: dict[str, Query] = {}
            with noting(asked):
                ask(world, world.clients["organizer"], line.name, Asked("GET", linked=True))
            # Pages share most of their queries; the first that asks one answers for it.
            new = asked.keys() - explained
            explained |= new
            for query in (asked[form] for form in new):
                for table in whole_reads(query, sizes):
                    faults.setdefault((table, query[0]), line.name)
    for (table, sql), name in faults.items():
        print(f"{name} reads all of {table}: {sql}\n")
    assert not faults
