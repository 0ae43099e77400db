"""What strangers read of a name."""

import pytest

from scoring.accounts.shown_names import names_show, names_whole
from scoring.models import Club, Player
from scoring.names import first_and_initial, initials


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
