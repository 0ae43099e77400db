"""Small tournaments played through the site: what is told of corrections is so."""

import pickle

import pytest

from .checking.corrected import faults_of
from .correcting import corrected
from .spoiling_corrected import SPOILERS

pytestmark = pytest.mark.django_db
SEEDS = (6, 15, 18, 23)
"""Small tournaments, among which there is something for each spoiler."""


def test_what_is_told_of_corrections_is_so_and_the_checker_can_fail() -> None:
    days = [corrected(seed) for seed in SEEDS]
    assert [faults_of(day) for day in days] == [[] for _ in days]
    packed = [pickle.dumps(day) for day in days]
    for spoil in SPOILERS:
        spoiled = [day for day in map(pickle.loads, packed) if spoil(day)]
        assert spoiled, f"{spoil.__name__}: nothing could be spoiled like this"
        assert all(map(faults_of, spoiled)), f"{spoil.__name__}: nothing is found"
