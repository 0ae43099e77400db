"""A form that is sent again, with or without something changed, or by somebody else's device."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from scoring.accounts.access import TABLET_COOKIE, TABLET_SALT
from scoring.models import Game, Tablet
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish
from scoring.sheets.services.seats import seat_join
from tests.actors import cookie_of
from tests.factories import ANN, last_entry, make_game, new_key, play, totals
from tests.litany import ClientOf, rows
from tests.page import Page

from .typed import mark_of, seat_ids, typed_round

NOT_SAVED = "This page was used already, for something else that is on the sheet."
Form = dict[str, Any]


def record(game: Game) -> tuple[str, Form, Form]:
    form = typed_round(game, 12, "out", 45, 9)
    return "round/2/", form, typed_round(game, 12, "out", 54, 9)


def correct(game: Game) -> tuple[str, Form, Form]:
    first = sheet_of(game).rounds[0].entry.pk
    form, other = (
        typed_round(game, *points, starting_double=12, seen=first, reason="counted again")
        for points in ((13, "out", 45, 9), (14, "out", 45, 9))
    )
    for told in (form, other):
        told["agreed"] = mark_of(game, told)
    return "round/1/correct/", form, other


def undo(game: Game) -> tuple[str, Form, Form]:
    seen = last_entry(game).pk
    return "undo/", {"seen": seen}, {"seen": seen + 1}


def choose(game: Game) -> tuple[str, Form, Form]:
    other = play(game, 12, 0, 54, 9, round_number=1).entry.pk
    chosen = sheet_of(game).rounds[0].entry.pk
    return "round/1/choose/", {"chosen": chosen}, {"chosen": other}


def choose_the_other(game: Game) -> tuple[str, Form, Form]:
    path, one, other = choose(game)
    return path, other, one


def join(game: Game) -> tuple[str, Form, Form]:
    return "seats/join/", {"name": "Eve", "total": "45"}, {"name": "Fay", "total": "45"}


def leave(game: Game) -> tuple[str, Form, Form]:
    _ann, _bob, cal, dot = seat_ids(game)
    return "seats/leave/", {"seat": dot, "ranked": "no"}, {"seat": cal, "ranked": "no"}


def swap(game: Game) -> tuple[str, Form, Form]:
    ann, bob, cal, _dot = seat_ids(game)
    form = {"one": ann, "other": bob, "points": "too"}
    return "seats/swap/", form, form | {"other": cal}


def finish(game: Game) -> tuple[str, Form, Form]:
    return "finish/", {}, {}


def reopen(game: Game) -> tuple[str, Form, Form]:
    game_finish(game=game, author=ANN, key=new_key())
    return "reopen/", {"reason": "miscounted"}, {}


DEEDS = [record, correct, undo, choose, choose_the_other, join, leave, swap, finish, reopen]
Deed = Callable[[Game], tuple[str, Form, Form]]


@pytest.fixture
def game(game: Game) -> Game:
    """A game with a round on its sheet."""
    play(game, 12, 0, 45, 9)
    return game


def ready(game: Game, deed: Deed) -> tuple[str, Form, Form]:
    """The deed's address, its form, and another form under the same key."""
    path, form, other = deed(game)
    key = new_key()
    return f"/games/{game.code}/{path}", form | {"key": key}, other | {"key": key}


@pytest.mark.parametrize("deed", DEEDS)
def test_sent_again_nothing_is_written(client_of: ClientOf, game: Game, deed: Deed) -> None:
    client, (url, form, _other) = client_of("organizer"), ready(game, deed)
    first = client.post(url, form)
    assert first.status_code == 302
    before = rows()
    for _time in range(2):
        again = client.post(url, form)
        assert (again.status_code, again["Location"]) == (302, first["Location"])
    # Others have gone on meanwhile.
    if not sheet_of(game).finished:
        play(game, *[*[20] * (len(sheet_of(game).playing(99)) - 1), 0])
        before = rows()
        assert client.post(url, form).status_code == 302
    assert rows() == before


@pytest.mark.parametrize("deed", [deed for deed in DEEDS if deed not in (finish, reopen)])
def test_something_else_under_the_key_is_not_taken_for_saved(
    client_of: ClientOf, game: Game, deed: Deed
) -> None:
    client, (url, form, other) = client_of("organizer"), ready(game, deed)
    client.get(client.post(url, form)["Location"])
    before = rows()
    answer = client.post(url, other)
    page = Page(answer if answer.status_code != 302 else client.get(answer["Location"]))
    assert rows() == before
    assert NOT_SAVED in page.trouble or "was saved from this page before" in page.trouble
    assert "Done." not in page.trouble
    # The page that comes back has another key, so that it can be done now.
    assert page.fields.get("key", "none, for nothing is left to undo") not in ("", form["key"])


@pytest.mark.parametrize("deed", [deed for deed in DEEDS if deed not in (join, reopen)])
def test_a_key_that_has_seated_somebody_brings_nothing_else(
    client_of: ClientOf, game: Game, deed: Deed
) -> None:
    """The page of seats has one key for all its forms, and Back shows it again."""
    client, (url, form, _other) = client_of("organizer"), ready(game, deed)
    seat_join(game=game, author=ANN, key=form["key"], name="Eve")
    before = rows()
    answer = client.post(url, form)
    page = Page(answer if answer.status_code != 302 else client.get(answer["Location"]))
    assert rows() == before
    assert "Done." not in page.trouble
    assert "Not done." in page.trouble or NOT_SAVED in page.trouble


def test_two_late_arrivals_by_one_page(client_of: ClientOf, game: Game) -> None:
    client, (url, eve, fay) = client_of("tablet"), ready(game, join)
    client.post(url, eve)
    page = Page(client.post(url, fay))
    assert NOT_SAVED in page.trouble
    assert page.fields["name"] == "Fay"
    client.post(url, fay | {"key": page.fields["key"]})
    assert [seat.name for seat in sheet_of(game).seats][-2:] == ["Eve", "Fay"]


def test_a_round_changed_after_it_was_saved_can_be_corrected(
    client_of: ClientOf, game: Game
) -> None:
    """The answer was lost; the scorekeeper went back, changed a number, and pressed again."""
    client, (url, form, other) = client_of("tablet"), ready(game, record)
    client.post(url, form)
    answer = client.post(url, other)
    page = Page(answer)
    assert answer.status_code == 409
    assert "Round 2 was saved from this page before, with other numbers." in page.trouble
    assert "The sheet now says: Ann 12, Bob 0, Cal 45, Dot 9." in page.trouble
    cal = seat_ids(game)[2]
    assert page.fields[f"seat-{cal}-total"] == "54"
    # It is the page of the correction now.
    assert page.actions[-1].endswith("/round/2/correct/")
    told = {**page.fields, "reason": "counted again"}
    shown = Page(client.post(page.actions[-1], told))
    client.post(page.actions[-1], told | {"agreed": shown.buttons["agreed"]})
    assert totals(game) == [24, 0, 99, 18]


@pytest.mark.parametrize(
    "changed",
    [
        {"ending": "blocked"},
        {"starting_double": "10"},
        {"boneyard": "7"},
        {"seat-count": "5"},
        {"seat-tiles": "5-4"},
    ],
)
def test_a_single_changed_thing_is_something_else(
    client_of: ClientOf, game: Game, changed: Form
) -> None:
    client, (url, form, _other) = client_of("tablet"), ready(game, record)
    client.post(url, form)
    _ann, bob, _cal, dot = seat_ids(game)
    more = {name.replace("seat", f"seat-{dot}"): told for name, told in changed.items()}
    if "ending" in more:
        more[f"seat-{bob}-total"] = "3"
    before = rows()
    assert client.post(url, form | more).status_code == 409
    assert rows() == before


def test_what_waited_for_a_choice_is_answered_so_again(client_of: ClientOf, game: Game) -> None:
    client, (url, form, _other) = client_of("tablet"), ready(game, record)
    play(game, 1, 0, 2, 3)
    choice = reverse("scoring:round-choose", args=[game.code, 2])
    for _time in range(2):
        assert client.post(url, form)["Location"] == choice
    assert len(sheet_of(game).contests) == 1


def test_what_was_changed_since_is_told_so(client_of: ClientOf, game: Game) -> None:
    client, (url, form, _other) = client_of("tablet"), ready(game, record)
    client.post(url, form)
    client.post(*ready(game, undo)[:2])
    page = Page(client.post(url, form, follow=True))
    assert "Round 2 was saved already. It has been changed since" in page.trouble
    assert len(sheet_of(game).rounds) == 1


def test_an_end_that_is_sent_again_after_a_reopening(client_of: ClientOf, game: Game) -> None:
    client, (url, form, _other) = client_of("organizer"), ready(game, finish)
    client.post(url, form)
    client.post(f"/games/{game.code}/reopen/", {"reason": "miscounted", "key": new_key()})
    page = Page(client.post(url, form, follow=True))
    assert "The game was finished, and has been opened again since." in page.trouble
    assert not sheet_of(game).finished


@pytest.mark.parametrize("deed", DEEDS)
def test_a_key_belongs_to_one_game(client_of: ClientOf, game: Game, deed: Deed) -> None:
    other = make_game(game.club)
    play(other, 12, 0, 45, 9)
    client, (url, form, _changed) = client_of("organizer"), ready(game, deed)
    elsewhere, its_form, _changed = ready(other, deed)
    client.post(url, form)
    written = other.entries.count()
    assert client.post(elsewhere, its_form | {"key": form["key"]}).status_code == 302
    assert other.entries.count() > written


def cookies(tablet: Tablet, other: Tablet) -> dict[str, str]:
    """What a forger may put into the cookie of a tablet."""
    right = cookie_of(tablet, "secret")
    salt = TABLET_COOKIE + TABLET_SALT
    return {
        "another id": right.replace(f"{tablet.pk}:", f"{other.pk}:", 1),
        "another id, signed": cookie_of(other, "secret"),
        "no signature": f"{tablet.pk}:secret",
        "an old key's signature": signing.TimestampSigner(key="old" * 20, salt=salt).sign(
            f"{tablet.pk}:secret"
        ),
        "another purpose's signature": signing.get_cookie_signer(salt="other").sign(
            f"{tablet.pk}:secret"
        ),
        "the secret's hash": cookie_of(tablet, tablet.secret_hash),
        "a huge id": signing.get_cookie_signer(salt=salt).sign(f"{'9' * 30}:secret"),
        "no id": signing.get_cookie_signer(salt=salt).sign(":secret"),
        "a digit of another script": signing.get_cookie_signer(salt=salt).sign("²:secret"),
        "nothing": "",
        "noise": ":" * 500,
    }


@pytest.mark.parametrize("deed", DEEDS)
def test_a_forged_tablet_writes_nothing(tablet: Tablet, game: Game, deed: Deed) -> None:
    other = Tablet.objects.create(club=game.club, name="Table 4", secret_hash="0" * 64)
    url, form, _other = ready(game, deed)
    before = rows()
    for what, cookie in cookies(tablet, other).items():
        client = Client()
        client.cookies[TABLET_COOKIE] = cookie
        assert client.post(url, form).status_code == 404, what
    assert rows() == before


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("who", ["stranger", "unpaired", "nobody"])
def test_a_code_of_another_club_is_worth_nothing(
    client_of: ClientOf, game: Game, deed: Deed, who: str
) -> None:
    url, form, _other = ready(game, deed)
    client = client_of(who)
    before = rows()
    assert client.post(url, form).status_code == 404
    assert rows() == before


@pytest.mark.parametrize("token", [None, "", "x" * 32, "x" * 64, "é", "y" * 5000])
def test_a_forged_token_writes_nothing(client_of: ClientOf, game: Game, token: str | None) -> None:
    client, (url, form, _other) = client_of("tablet", csrf=True), ready(game, record)
    client.get(f"/games/{game.code}/")
    before = rows()
    told = form if token is None else form | {"csrfmiddlewaretoken": token}
    assert client.post(url, told).status_code == 403
    assert (
        client.post(url, told, headers={"origin": "https://elsewhere.example"}).status_code == 403
    )
    assert rows() == before
    right = client.cookies["csrftoken"].value
    assert client.post(url, form | {"csrfmiddlewaretoken": right}).status_code == 302
