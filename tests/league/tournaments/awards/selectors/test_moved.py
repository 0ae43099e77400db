"""What a change after the end says: who has won another medal, and what of it a phone folds."""

from datetime import UTC, datetime

import pytest
from django.template.loader import render_to_string

from league.tournaments.awards.selectors.moved import (
    DivisionPlace,
    Moved,
    moved_details,
    standing_change,
)


@pytest.mark.parametrize(("first", "moved"), [("gold", False), ("ribbon", True)])
def test_ribbons_alone_are_no_change_of_medals(first: str, moved: bool) -> None:
    """Unless nothing else is won, a television shows no ribbon."""

    def standing(ribbon: int, other: int) -> dict[int, DivisionPlace]:
        return {
            1: DivisionPlace("", 1, False, first),
            ribbon: DivisionPlace("", 4, False, "ribbon"),
            other: DivisionPlace("", 6, False, ""),
        }

    details = moved_details(standing(2, 3), standing(3, 2))
    assert (details["medals"], len(details["moved"])) == (moved, 2)


def test_a_place_that_is_shared_now_is_not_said_to_be_another() -> None:
    alone, shared = (DivisionPlace("", 34, shared, "") for shared in (False, True))
    assert standing_change("Howard", alone, shared) == "Howard shares place 34 now."
    assert standing_change("Howard", shared, alone) == "Howard no longer shares place 34."


@pytest.mark.parametrize(("people", "folded"), [(4, 0), (9, 6)])
def test_a_long_list_is_folded_on_a_phone(people: int, folded: int) -> None:
    sentences = {pk: f"<{pk}>" for pk in range(people)}
    change = Moved(datetime(2026, 11, 29, tzinfo=UTC), "Corrected:", sentences)
    shown, _, rest = render_to_string(
        "league/_moved.html", {"moved": [change], "few": True}
    ).partition("<details")
    assert (shown.count("<li>"), rest.count("<li>")) == (people - folded, folded)
