"""The chart of a player's games: every point where its average is, and read aloud."""

import datetime
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from league.standings.results import Result
from league.templatetags.history import BASE, MOST_GAMES, TOP, fraction, history
from tests.scoring.look import parsed

MONDAY = datetime.date(2026, 3, 2)


def results(*games: tuple[int | None, int, int | None]) -> list[Result]:
    """A game a day: total, rounds, place."""
    return [
        Result(
            1, number, MONDAY + datetime.timedelta(weeks=number), 0, total, rounds, 0, place, 1, 4
        )
        for number, (total, rounds, place) in enumerate(games)
    ]


def test_a_higher_average_stands_higher_and_zero_on_the_base() -> None:
    chart = history(results((0, 4, 1), (40, 4, 2), (130, 13, 3)))
    assert chart is not None
    heights = [float(mark.at.y) for mark in chart.marks]
    assert heights == [BASE, TOP, TOP]
    assert [mark.won for mark in chart.marks] == [True, False, False]
    assert chart.scale[-1] == (str(TOP), 10)
    assert (chart.lowest, chart.highest, chart.newest) == ("0", "10", "10")


@pytest.mark.parametrize("games", [[], [(5, 1, 1)], [(None, 3, None), (5, 1, 1)], [(5, 0, 1)] * 3])
def test_fewer_than_two_points_draw_nothing(
    games: list[tuple[int | None, int, int | None]],
) -> None:
    assert history(results(*games)) is None


def test_of_many_games_the_newest_are_drawn() -> None:
    chart = history(results(*[(number, 1, 2) for number in range(MOST_GAMES + 7)]))
    assert chart is not None
    assert (len(chart.marks), chart.left_out) == (MOST_GAMES, 7)
    assert chart.marks[-1].at.total == MOST_GAMES + 6


@given(
    st.lists(st.tuples(st.integers(-20, 9999), st.integers(1, 60), st.integers(1, 8)), min_size=2)
)
def test_every_mark_is_on_the_chart_in_order(games: list[tuple[int, int, int]]) -> None:
    chart = history(results(*games))
    assert chart is not None
    across = [float(mark.at.x) for mark in chart.marks]
    assert across == sorted(set(across))
    assert 0 <= across[0] <= across[-1] <= 100
    assert all(TOP - 0.01 <= float(mark.at.y) <= BASE for mark in chart.marks)
    assert 2 <= len(chart.scale) <= 7


def rendered(games: list[Result]) -> ElementTree.Element:
    text = Template("{% load history %}{% history_chart games %}").render(Context({"games": games}))
    assert "style=" not in text
    return parsed(text.strip())


def test_the_page_reads_it_out_in_one_sentence() -> None:
    figure = rendered(results((26, 2, 1), (45, 3, 2)))
    (image,) = [one for one in figure.iter() if one.attrib.get("role") == "img"]
    assert image.attrib["aria-label"].startswith(
        "Points a round in 2 games: between 13 and 15, 15 in the newest one. Lower is better."
    )


def test_numbers_are_written_for_svg_in_any_language(settings) -> None:
    settings.USE_THOUSAND_SEPARATOR = True
    settings.LANGUAGE_CODE = "de"
    figure = rendered(results((9000, 2, 1), (45, 3, 2), (7, 3, 2)))
    for line in figure.iter("line"):
        float(line.attrib["y1"])


def test_an_average_that_is_none_is_a_dash() -> None:
    assert fraction(None) == "–"
