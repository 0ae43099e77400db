"""The chart of totals: every point where its total is, every label readable."""

import itertools
from dataclasses import dataclass, field

import pytest
from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from scoring.web import charts
from tests.scoring.look import parsed


@dataclass
class Seat:
    name: str
    position: int
    totals: list[int | None] = field(default_factory=list)


ROUNDS = ["12", "11", "10"]


def rendered(rounds: list[str], seats: list[Seat]) -> str:
    text = "{% load charts %}{% totals_chart rounds seats %}"
    return Template(text).render(Context({"rounds": rounds, "seats": seats})).strip()


def test_a_higher_total_stands_higher_and_zero_on_the_base():
    chart = charts.totals_chart(ROUNDS, [Seat("Ann", 0, [0, 50, 90]), Seat("Bob", 1, [0, 20, 60])])
    ann, bob = chart.lines
    assert float(ann.points[0].y) == float(bob.points[0].y) == charts.BASE
    assert float(ann.points[2].y) < float(bob.points[2].y) < charts.BASE
    top = max(int(value) for _y, value in chart.scale)
    assert top >= 90
    assert float(ann.points[2].y) == pytest.approx(
        charts.BASE - 90 / top * (charts.BASE - charts.TOP), abs=0.01
    )


def test_rounds_go_from_left_to_right_and_all_seats_share_them():
    chart = charts.totals_chart(ROUNDS, [Seat("Ann", 0, [1, 2, 3]), Seat("Bob", 1, [4, 5, 6])])
    across = [float(x) for x, _label, _second in chart.rounds]
    assert across == sorted(set(across))
    for line in chart.lines:
        assert [float(point.x) for point in line.points] == across


def test_rounds_are_named_by_the_number_of_their_double():
    chart = charts.totals_chart(["12-12", "11", "no double"], [Seat("Ann", 0, [1, 2, 3])])
    assert [label for _x, label, _second in chart.rounds] == ["12", "11", "no double"]


@pytest.mark.parametrize(
    ("count", "named"),
    [
        (1, [0]),
        (2, [0, 1]),
        (6, [0, 1, 2, 3, 4, 5]),
        (8, [0, 2, 4, 7]),
        (13, [0, 2, 4, 6, 8, 10, 12]),
        (26, [0, 5, 10, 15, 20, 25]),
    ],
)
def test_a_phone_names_the_first_round_the_last_and_some_between(
    count: int, named: list[int]
) -> None:
    rounds = [str(number) for number in range(count)]
    chart = charts.totals_chart(rounds, [Seat("Ann", 0, list(range(count)))])
    assert [int(label) for _x, label, left_out in chart.rounds if not left_out] == named


def test_rounds_without_a_known_double_are_not_said_to_go_by_it():
    seats = [Seat("Ann", 0, [0, 50]), Seat("Bob", 1, [4, 5])]
    assert "Rounds, by their starting double" in rendered(["12-12", "11-11"], seats)
    assert "by their starting double" not in rendered(["12-12", "2"], seats)


def test_a_late_arrival_begins_where_they_came():
    chart = charts.totals_chart(ROUNDS, [Seat("Ann", 0, [1, 2, 3]), Seat("Eve", 1, [None, 9, 12])])
    eve = chart.lines[1]
    assert [point.total for point in eve.points] == [9, 12]
    assert eve.points[0].x == chart.lines[0].points[1].x
    assert len(eve.segments) == 1


def test_one_who_left_keeps_a_label_at_their_last_total():
    chart = charts.totals_chart(
        ROUNDS, [Seat("Ann", 0, [1, 2, 3]), Seat("Bob", 1, [40, None, None])]
    )
    assert chart.lines[1].total == 40


def test_a_seat_keeps_its_color_and_shape_where_another_has_no_line():
    chart = charts.totals_chart(ROUNDS, [Seat("Ann", 0, []), Seat("Bob", 1, [1])])
    assert [(line.name, line.css) for line in chart.lines] == [("Bob", "seat-1")]


@pytest.mark.parametrize("totals", [[0], [7], [0, 0, 0], [99_999, 99_999, 99_999]])
def test_odd_games_have_a_scale_of_few_whole_steps(totals):
    chart = charts.totals_chart(ROUNDS, [Seat("Ann", 0, totals)])
    assert 2 <= len(chart.scale) <= charts.MOST_LINES + 1
    assert chart.scale[0] == (str(charts.BASE), 0)
    assert chart.scale[-1][1] >= max(totals)


@given(
    st.lists(st.integers(0, 600), min_size=1, max_size=14),
)
def test_labels_never_overlap_and_stay_on_the_chart(totals):
    seats = [Seat(f"P{at}", at, [total]) for at, total in enumerate(totals)]
    chart = charts.totals_chart(["12"], seats)
    at = sorted(float(line.label_y) for line in chart.lines)
    room = (charts.BASE + charts.LABEL_GAP - charts.TOP) / max(1, len(at) - 1)
    gap = min(charts.LABEL_GAP, room) - 0.02
    assert all(below - above >= gap for above, below in itertools.pairwise(at))
    assert at[0] >= charts.TOP - 0.01
    assert at[-1] <= charts.BASE + charts.LABEL_GAP + 0.01


@given(st.lists(st.integers(0, 300), max_size=10))
def test_spreading_keeps_the_order_and_moves_nobody_without_need(wanted):
    places = charts.spread(wanted, gap=20, low=0, high=300)
    order = sorted(range(len(wanted)), key=lambda at: (wanted[at], at))
    assert [places[at] for at in order] == sorted(places)
    ranked = sorted(wanted)
    if all(b - a >= 20 for a, b in itertools.pairwise(ranked)):
        assert places == pytest.approx(wanted)


def test_two_equal_totals_share_the_way():
    assert charts.spread([100, 100], gap=20, low=0, high=300) == [90, 110]


def test_a_label_has_initials_for_phones():
    seats = [Seat(name, at, [1]) for at, name in enumerate(["Ann Baker", "Cal", "Day, Eve"])]
    assert [line.initials for line in charts.totals_chart(["12"], seats).lines] == ["AB", "C", "ED"]


def test_the_page_reads_the_chart_out():
    figure = parsed(rendered(ROUNDS, [Seat("Ann", 0, [1, 2, 3]), Seat("Bob", 1, [4, 5, 60])]))
    (image,) = [one for one in figure.iter() if one.attrib.get("role") == "img"]
    assert "lower is better" in image.attrib["aria-label"]
    assert "Ann: 3. Bob: 60." in image.attrib["aria-label"]
    assert "Lower is better." in "".join(figure.itertext())


def test_names_are_text_and_the_policy_holds():
    page = rendered(ROUNDS, [Seat('"><script>', 0, [1])])
    assert "<script>" not in page
    assert "style=" not in page
    parsed(page)


def test_long_names_are_shortened_on_the_lines_only():
    page = rendered(ROUNDS, [Seat("Wilhelmina-Josephine", 0, [1])])
    assert "Wilhelmina-… " in page
    assert "Wilhelmina-Josephine: 1." in page


def test_where_a_name_is_too_long_all_lines_have_first_names():
    page = rendered(ROUNDS, [Seat("Margaret Ellis", 0, [1]), Seat("Ann Bell", 1, [2])])
    assert "Margaret " in page
    assert "Margaret E…" not in page
    assert ">Ann </tspan>" in page
    assert ">Ann Bell </tspan>" in rendered(ROUNDS, [Seat("Ann Bell", 1, [2])])


def test_nothing_is_drawn_before_the_first_round():
    assert rendered([], [Seat("Ann", 0, [])]) == ""


def test_numbers_are_written_for_svg_in_any_language(settings):
    settings.USE_THOUSAND_SEPARATOR = True
    settings.LANGUAGE_CODE = "de"
    page = rendered(ROUNDS, [Seat("Ann", 0, [1000, 2500, 4100])])
    figure = parsed(page)
    for line in figure.iter("line"):
        float(line.attrib["y1"])
