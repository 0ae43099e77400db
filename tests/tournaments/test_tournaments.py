"""A hundred tournaments made at random, each checked; the command for more of them."""

import json
import os
import random
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from tests.tournaments.generator import tournament
from tests.tournaments.made import size_of
from tests.tournaments.running import one
from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


def spread() -> list[int]:
    """A hundred seeds: most of few entrants, some of many, so that they take seconds."""
    wanted = {range(1, 41): 84, range(41, 121): 13, range(121, 301): 3}
    found = []
    for seed in count(1):
        entered = size_of(random.Random(seed))
        size = next(sizes for sizes in wanted if entered in sizes)
        if wanted[size]:
            wanted[size] -= 1
            found.append(seed)
        if not any(wanted.values()):
            return found
    raise AssertionError


@pytest.mark.parametrize("seed", spread())
def test_a_tournament_runs_clean(seed: int) -> None:
    _, faults, _ = one(seed)
    assert not faults


@pytest.mark.parametrize("seed", [3, 14, 15])
def test_the_same_seed_is_the_same_tournament(seed: int) -> None:
    first, again = tournament(seed), tournament(seed)
    assert all(event.get("plan", {}).get("seating") != "planned" for event in first["events"])
    assert first == again
    assert json.loads(json.dumps(first)) == first


def test_the_command_counts_what_it_has_seen() -> None:
    answer = _command("--count", "3", "--seed", "1")
    assert answer.returncode == 0, answer.stderr
    assert "3 tournaments, 0 with faults" in answer.stdout
    assert "3/3" in answer.stderr


def test_the_command_prints_one_transcript() -> None:
    answer = _command("--only", "3", "--print")
    told, _, _ = answer.stdout.rpartition("}\n")
    assert json.loads(told + "}")["seed"] == 3


def _command(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.tournaments", *words],
        cwd=ROOT,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
