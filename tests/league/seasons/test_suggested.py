"""What a new season is called and when it begins, as its form suggests it."""

from datetime import date

import pytest

from league.models import Season
from league.seasons.suggested import suggested_season

TODAY = date(2026, 3, 2)


@pytest.mark.parametrize(
    ("name", "first", "last", "suggested"),
    [
        ("2026", "2026-01-01", "2026-12-31", ("2027", "2027-01-01", "2027-12-31")),
        (
            "Winter 2025/26",
            "2025-09-01",
            "2026-08-31",
            ("Winter 2026/27", "2026-09-01", "2027-08-31"),
        ),
        (
            "Season 1999-2000",
            "1999-07-01",
            "2000-06-30",
            ("Season 2000-2001", "2000-07-01", "2001-06-30"),
        ),
        ("Spring", "2026-01-01", "2026-06-30", ("2026", "2026-07-01", "2026-12-31")),
        ("Spring", "2025-09-05", "2025-12-20", ("2025/26", "2025-12-21", "2026-04-06")),
    ],
)
def test_the_next_season_follows_the_newest(
    name: str, first: str, last: str, suggested: tuple[str, str, str]
) -> None:
    newest = Season(name=name, first=date.fromisoformat(first), last=date.fromisoformat(last))
    assert tuple(map(str, suggested_season(newest, TODAY))) == suggested


def test_the_first_season_is_this_year() -> None:
    assert tuple(map(str, suggested_season(None, TODAY))) == ("2026", "2026-01-01", "2026-12-31")
