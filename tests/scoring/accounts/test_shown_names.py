"""What strangers read of a name."""

import pytest

from scoring.accounts.shown_names import names_show, names_whole
from scoring.models import Club, Player
from scoring.names import first_and_initial, initials, told_apart


@pytest.mark.parametrize(
    ("name", "first", "letters"),
    [
        ("Ann Baker", "Ann B.", "A. B."),
        ("Ann", "Ann", "A."),
        ("Baker, Ann", "Ann B.", "A. B."),
        ("Ann Mary van der Berg", "Ann B.", "A. B."),
        ("Ann Baker (2)", "Ann B.", "A. B."),
        ("Élise Ångström", "Élise Å.", "É. Å."),
        ("Baker,", "Baker", "B."),
        ("?!", "?!", "?."),
        ("(?)", "(?)", "(."),
        # What tells two of one name apart is no family name, and an address is nobody's business.
        ("Ann Baker (Oak Rd)", "Ann B.", "A. B."),
        ("Ann Baker jun.", "Ann B.", "A. B."),
        ("Ann Baker C", "Ann B. C", "A. B. C"),
        ("Ann C. Baker", "Ann B.", "A. B."),
        ("Ann Mary B.", "Ann B.", "A. B."),
    ],
)
def test_a_name_is_shortened(name: str, first: str, letters: str) -> None:
    assert (first_and_initial(name), initials(name)) == (first, letters)


@pytest.mark.django_db
def test_names_are_short_where_they_are_read_and_whole_where_they_are_kept(club: Club) -> None:
    Player.objects.create(club=club, name="Ann Baker", name_key="ann baker")
    with names_whole():
        names_show("initials")
        player = Player.objects.get(name="Ann Baker")
        assert player.name == "A. B."
        assert Player.objects.values("same_as__name", "name").get() == {
            "same_as__name": None,
            "name": "A. B.",
        }
    assert Player.objects.get().name == "Ann Baker"


@pytest.mark.parametrize(
    ("names", "labels"),
    [
        (("Mary Abel", "Adams, Mary"), ["Mary Ab.", "Mary Ad."]),
        (("Mary Ab", "Mary Abel", "Mary Abbot"), ["Mary Ab", "Mary Abe.", "Mary Abb."]),
        (("Ann Baker (Oak Rd)", "Ann Baker (Elm)"), ["Ann B. (Oak Rd)", "Ann B. (Elm)"]),
        (("Ann Mae Baker", "Ann Lou Baker"), ["Ann Mae Baker", "Ann Lou Baker"]),
    ],
)
def test_alike_names_are_told_apart_by_as_little_as_does(
    names: tuple[str, ...], labels: list[str]
) -> None:
    assert told_apart(names, first_and_initial) == labels


def test_initials_are_told_apart_by_the_first_name_last() -> None:
    assert told_apart(["Mary Adams", "Max Adams"], initials) == ["Mary A.", "Max A."]
    assert told_apart(["Mary Adams", "Max Abel"], initials) == ["M. Ad.", "M. Ab."]
