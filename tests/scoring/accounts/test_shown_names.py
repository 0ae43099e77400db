"""What strangers read of a name."""

import pytest
from django.utils import timezone

from scoring.accounts.shown_names import names_show, names_whole
from scoring.models import Club, Player
from scoring.names import first_and_initial, initials, short_names, told_apart


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
        ("Ann Baker C.", "Ann B. C.", "A. B. C."),
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
        (("Ann Mae Baker", "Ann Lou Baker"), ["Ann M. B.", "Ann L. B."]),
        (
            ("Ann Kent", "Ann Kohl", "Ann Kohl jun."),
            ["Ann Ke.", "Ann Ko.", "Ann Ko. jun."],
        ),
    ],
)
def test_alike_names_are_told_apart_by_as_little_as_does(
    names: tuple[str, ...], labels: list[str]
) -> None:
    assert told_apart(names, first_and_initial) == labels


def test_two_of_one_name_are_told_apart_by_what_stands_in_brackets() -> None:
    names = ["Ann Baker (Oak Rd)", "Ann Baker"]
    assert told_apart(names, first_and_initial) == ["Ann B. (Oak Rd)", "Ann B."]
    assert told_apart([*names, "Al Baker (x)"], initials) == ["An. B. (Oak Rd)", "An. B.", "Al B."]


def test_initials_are_told_apart_by_the_first_name_last() -> None:
    assert told_apart(["Mary Adams", "Max Adams"], initials) == ["Mar. A.", "Max A."]
    assert told_apart(["Mary Adams", "Max Abel"], initials) == ["M. Ad.", "M. Ab."]
    assert told_apart(["Mar.", "Max", "Mia"], initials) == ["Mar.", "Max", "Mia"]


@pytest.mark.django_db
def test_those_who_would_read_alike_have_more_letters_wherever_they_are_read(club: Club) -> None:
    for name in ("Ann Baker", "Ann Bolt", "Cal Dunn"):
        Player.objects.create(club=club, name=name, name_key=name.lower())
    with names_whole():
        names_show("first", club.pk)
        read = list(Player.objects.order_by("pk").values_list("name", flat=True))
    assert read == ["Ann Ba.", "Ann Bo.", "Cal D."]


@pytest.mark.django_db
@pytest.mark.parametrize("names", ["first", "initials"])
def test_the_neutral_name_of_somebody_erased_stays_whole(club: Club, names: str) -> None:
    """Initials of "Player 1" would read as "P. 1.", which names nobody and explains nothing."""
    gone = Player.objects.create(club=club, name="Player 1", name_key="player 1")
    Player.objects.filter(pk=gone.pk).update(erased_at=timezone.now())
    Player.objects.create(club=club, name="Peter 1", name_key="peter 1")
    with names_whole():
        names_show(names, club.pk)
        read = list(Player.objects.order_by("pk").values_list("name", flat=True))
    assert read[0] == "Player 1"
    assert read[1] in {"Peter 1.", "P. 1."}


def test_first_names_do_at_a_table_of_many() -> None:
    names = ["Ann Baker", "Baker, Bob", "Ann Cole", "Mrs. Dale", "E. F.", "Gus", "Hal Ives"]
    assert short_names(names) == [
        "Ann\u00a0B.",
        "Bob",
        "Ann\u00a0C.",
        "Mrs. Dale",
        "E. F.",
        "Gus",
        "Hal",
    ]
    assert short_names(["Ann", "Ann Baker"]) == ["Ann", "Ann\u00a0B."]
