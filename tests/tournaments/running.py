"""Makes tournaments and checks each, on one core or more."""

import multiprocessing
import os
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator

from .checker import check
from .generator import tournament
from .made import Told

Found = tuple[int, list[str], Counter[str]]


def one(seed: int) -> Found:
    """A seed's tournament: its faults, and what was seen in it."""
    try:
        transcript = tournament(seed)
    except Exception:  # noqa: BLE001  Whatever the product raises is a fault of this seed.
        return seed, [f"raised: {traceback.format_exc()}"], Counter()
    return seed, check(transcript), seen(transcript)


def seen(transcript: Told) -> Counter[str]:
    """How much of what there was in a tournament."""
    found = Counter({"entrants": len(transcript["entrants"])})
    for event in transcript["events"]:
        found[event["do"]] += 1
        if event["do"] == "open":
            plan = event["plan"]
            kind = plan["kind"]
            found[kind if kind != "tables" else f"tables {plan['seating']}"] += 1
            found[f"on: {plan['onward']}"] += 1
            found["by division"] += plan["by_division"]
        if event["do"] == "seat":
            found["could not be seated"] += event["round"] is None
            found["byes"] += len((event["round"] or {"byes": []})["byes"])
        if event["do"] == "advance" and event["answer"]:
            found["level"] += len(event["answer"]["level"])
            found["level behind those of a table"] += _level_behind(transcript, event)
            either = [one["how"] == "either" for one in event["answer"]["going"]]
            found["level, and all go on"] += sum(either)
        if event["do"] == "places":
            found["medals and ribbons"] += len(event["awards"])
        if event["do"] == "certain":
            found["level for good"] += len(event["ties"])
        if event["do"] == "out":
            found["withdrawn"] += len(event["keys"])
            found["keep a place"] += len(event["kept"])
            for _key, how in event["hows"]:
                found[f"left: {how}"] += 1
        if event["do"] == "walkovers":
            found["won by walkover"] += len(event["answer"])
    found["no-shows"] = sum(not one["came"] for one in transcript["entrants"])
    return found


def _level_behind(transcript: Told, event: Told) -> int:
    """How many groups of people of a table wait for a place among the best of the rest."""
    seated = [
        one["round"]
        for one in transcript["events"]
        if one["do"] == "seat" and one["stage"] == event["stage"] and one["round"]
    ]
    tables = [set(table["seats"]) for table in seated[-1]["tables"]]
    full = {one["table"] for one in event["answer"]["going"] if one["how"] == "table"}
    return sum(
        number in full and set(level["keys"]) <= keys
        for level in event["answer"]["level"]
        for number, keys in enumerate(tables, 1)
    )


def run(seeds: Iterable[int], jobs: int) -> Iterator[Found]:
    """Each seed's tournament, on so many cores."""
    if jobs < 2:
        yield from map(one, seeds)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap_unordered(one, seeds, chunksize=8)


def run_on_site(seeds: Iterable[int]) -> Iterator[Found]:
    """Each seed's tournament as it is played through the site, on a database thrown away."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from league.site.catalogs import compile_stale

    compile_stale()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        yield from map(_one_on_site, seeds)
    finally:
        teardown_databases(databases, verbosity=0)


def _one_on_site(seed: int) -> Found:
    from django.db import transaction

    from .checking.corrected import faults_of
    from .correcting import corrected

    try:
        with transaction.atomic():
            transcript = corrected(seed)
            transaction.set_rollback(True)
    except Exception:  # noqa: BLE001  Whatever the product raises is a fault of this seed.
        return seed, [f"raised: {traceback.format_exc()}"], Counter()
    return seed, faults_of(transcript), seen_on_site(transcript)


def seen_on_site(transcript: Told) -> Counter[str]:
    """How much of what was told of corrections there was in a tournament."""
    found = Counter({"entrants": len(transcript["names"])})
    for event in transcript["events"]:
        found[event["do"]] += 1
        if event["do"] == "choose":
            found[f"chosen: {event['choice']}"] += 1
        if event["do"] == "read":
            found["moved after the end"] += len(event["moved"])
            for what in ("corrected", "kept", "instead"):
                found[f"read: {what}"] += sum(bool(stage[what]) for stage in event["stages"])
    return found
