"""Dominoes as SVG: each number of pips shows, tells itself from the others, and is read out."""

import re

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation

from scoring.templatetags import dominoes
from scoring.web import tile_names
from tests.scoring.look import contrast, parsed

BOXED_SETS = [6, 9, 12, 15, 18]


def pip_places(pips: int) -> set[tuple[float, float]]:
    half = parsed(dominoes._pips(pips))
    return {(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in half}


@pytest.mark.parametrize("pips", range(19))
def test_a_half_shows_as_many_pips_as_its_number(pips):
    assert len(pip_places(pips)) == pips


@pytest.mark.parametrize("pips", range(19))
def test_pips_lie_apart_and_inside_their_half(pips):
    radius = dominoes._RADIUS[dominoes._LINES[pips][0] if pips in dominoes._LINES else 0]
    places = sorted(pip_places(pips))
    for x, y in places:
        assert radius + 2 < x < 48 - radius
        assert radius + 2 < y < 48 - radius
    for at, one in enumerate(places):
        for other in places[at + 1 :]:
            gap = ((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5
            assert gap > 2 * radius


def test_no_two_numbers_look_alike():
    patterns = [frozenset(pip_places(pips)) for pips in range(19)]
    assert len(set(patterns)) == 19


@pytest.mark.parametrize("pips", range(19))
def test_pips_stand_off_the_ivory(pips):
    seen = dominoes.PIP_EDGES.get(pips, dominoes.PIP_COLORS[pips])
    assert contrast(seen, dominoes.IVORY) >= 3


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("12-7", "domino twelve-seven"),
        ("7-12", "domino seven-twelve"),
        ("12-12", "domino double twelve"),
        ("0-0", "domino double blank"),
        ("3-0", "domino three-blank"),
        ("18-17", "domino eighteen-seventeen"),
    ],
)
def test_a_tile_is_read_out_by_name(text, name):
    svg = parsed(dominoes.domino(text))
    assert svg.attrib["role"] == "img"
    assert svg.attrib["aria-label"] == name


def test_the_name_is_translated():
    with translation.override("de"):
        assert tile_names.tile_name("0-0")  # no catalog yet: the English words, not an error


def test_the_ends_stand_in_the_order_of_the_text():
    (halves,) = parsed(dominoes.domino("12-7")).findall("g")
    assert [len(list(halves[0])), len(list(halves[1][0]))] == [12, 7]


def test_a_silent_tile_is_hidden_from_readers():
    svg = parsed(dominoes.domino("9-9", decorative=True))
    assert svg.attrib["aria-hidden"] == "true"
    assert "aria-label" not in svg.attrib


def test_numerals_stand_instead_of_pips():
    svg = parsed(dominoes.domino("12-7", numerals=True))
    assert [text.text for text in svg.iter("text")] == ["12", "7"]
    assert not list(svg.iter("circle"))


def test_numerals_stay_upright_on_a_standing_tile():
    svg = parsed(dominoes.domino("12-7", numerals=True, vertical=True))
    assert svg.attrib["viewBox"] == "0 0 50 100"
    turned = [group for group in svg.iter("g") if "rotate" in group.attrib.get("transform", "")]
    assert not [text for group in turned for text in group.iter("text")]


@pytest.mark.parametrize("text", ["", "7", "7-", "-7", "a-b", "7-3-1", "19-0", "7–3", "-1-2"])
def test_what_is_no_tile_is_refused(text):
    with pytest.raises(ValueError, match=r"is not a tile|is in no set"):
        dominoes.domino(text)


def test_an_unknown_size_is_refused():
    with pytest.raises(ValueError, match="no size of domino"):
        dominoes.domino("1-1", size="huge")


@pytest.mark.parametrize("highest", [-1, 19])
def test_symbols_of_no_set_are_refused(highest):
    with pytest.raises(ValueError, match="No boxed set"):
        dominoes.domino_symbols(highest)


@pytest.mark.parametrize("highest", BOXED_SETS)
def test_every_reference_of_a_shared_tile_is_among_the_symbols(highest):
    symbols = set(re.findall(r'id="(\w+)"', dominoes.domino_symbols(highest)))
    for one in range(highest + 1):
        tile = dominoes.domino(f"{highest}-{one}", shared=True)
        assert set(re.findall(r'href="#(\w+)"', tile)) <= symbols


@pytest.mark.parametrize("highest", BOXED_SETS)
def test_the_rows_hold_each_tile_once_and_fill_their_lines(highest):
    lines = dominoes.domino_rows(highest)
    tiles = [tile for line in lines for _suit, suit in line for tile in suit]
    assert len(tiles) == len({dominoes.low_first(tile) for tile in tiles})
    assert len(tiles) == (highest + 1) * (highest + 2) // 2
    full = [sum(len(suit) for _suit, suit in line) for line in lines]
    assert full[:-1] == [highest + 1] * (len(lines) - 1)


@pytest.mark.parametrize(("highest", "most"), [(12, 60_000), (18, 150_000)])
def test_the_picker_is_light_enough_for_weak_wifi(highest, most):
    page = render_to_string(
        "scoring/_picker.html", {"form_id": "round", "set": highest, "starting_double": "9-9"}
    )
    assert len(page.encode()) < most
    assert page.count("data-tile=") == (highest + 1) * (highest + 2) // 2
    assert page.count("data-in-hub=") == 1


def test_the_tiles_of_the_picker_are_rendered_once_in_each_language(monkeypatch):
    dominoes._picker_tiles.cache_clear()
    with translation.override("de"):
        german = dominoes.picker_tiles(12, "9-9")
    english = dominoes.picker_tiles(12, "9-9")
    assert "neun" in german
    assert "nine" in english
    monkeypatch.setattr(dominoes, "render_to_string", None)
    assert dominoes.picker_tiles(12, "9-9") == english


def test_no_style_attribute_that_the_policy_would_block():
    page = Template(
        "{% load dominoes %}{% domino_symbols 18 %}{% domino '9-9' size='hero' %}"
        "{% domino '9-8' vertical=True numerals=True %}"
    ).render(Context())
    assert "style=" not in page


def test_tiles_compare_low_pips_first():
    assert dominoes.low_first("7-3") == dominoes.low_first("3-7") == "3-7"
