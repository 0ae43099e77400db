"""Names are text, wherever they are shown: of people, clubs, tablets, and reasons too."""

import pytest
from django.contrib.auth.models import User

from scoring.accounts.authors import Author
from scoring.models import Club, Game, Membership, Tablet
from scoring.sheets.selectors.sheet import sheet_of
from scoring.sheets.services.games import game_finish, game_reopen, game_start
from scoring.sheets.services.rounds import entry_undo
from scoring.sheets.services.seats import seat_join, seat_leave, seats_swap
from tests.factories import make_game, new_key, play
from tests.litany import ClientOf
from tests.page import Page

# As long as a name may be, and an element wherever it is not escaped.
ODD = '<marquee title="\'">%s{{x}}{0}</marquee>'
PAGES = ("", "now/", "print/", "share/", "seats/", "finish/", "round/1/correct/", "round/1/choose/")


@pytest.fixture
def odd_game(club: Club, organizer: User, tablet: Tablet) -> Game:
    """A game whose every name is odd, with every kind of entry on its sheet, and a contest."""
    author = Author(ODD)
    Club.objects.filter(pk=club.pk).update(name=ODD, shown=Club.Shown.GAMES)
    User.objects.filter(pk=organizer.pk).update(first_name=ODD)
    Tablet.objects.filter(pk=tablet.pk).update(name=ODD)
    names = [ODD, f"2{ODD}"[:40], "שרה", "🐢👩‍👩‍👧"]
    rules = {"base": "family", "fill": "defaults", "marked_train_points": 5}
    game = game_start(club=club, author=author, names=names, set_=12, rules=rules)
    play(game, 12, 0, 45, 9, author=author)
    ids = [seat.id for seat in sheet_of(game).seats]
    seats_swap(game=game, author=author, key=new_key(), seat_ids=(ids[0], ids[1]), points_too=True)
    seat_join(game=game, author=author, key=new_key(), name=f"3{ODD}"[:40])
    play(game, 1, 0, 1999, 3, 4, author=author, reason=ODD)
    seat_leave(game=game, author=author, key=new_key(), seat_id=ids[0], ranked=True)
    entry_undo(game=game, author=author, key=new_key(), seen=sheet_of(game).last_entry.pk)
    game_finish(game=game, author=author, key=new_key())
    game_reopen(game=game, author=author, key=new_key(), reason=ODD)
    play(game, 12, 0, 54, 9, round_number=1, author=author)
    return game


def test_no_page_takes_a_name_for_its_own_words(
    client_of: ClientOf, odd_game: Game, club: Club
) -> None:
    client = client_of("organizer")
    number = sheet_of(odd_game).next_round
    paths = [f"/games/{odd_game.code}/{page}" for page in (*PAGES, f"round/{number}/")]
    paths += [f"/watch/{odd_game.watch_key}/", f"/watch/{odd_game.watch_key}/now/"]
    done = make_game(club)
    play(done, 12, 0, 45, 9, author=Author(ODD))
    game_finish(game=done, author=Author(ODD), key=new_key())
    paths += [f"/games/{done.code}/result/", f"/games/{done.code}/reopen/"]
    paths += ["/", "/club/", "/club/people/", "/tablets/", "/games/new/"]
    Membership.objects.filter(club=club).update(role=Membership.Role.ORGANIZER)
    for path in paths:
        answer = client.get(path)
        assert answer.status_code == 200, path
        page = Page(answer)
        assert "marquee" not in page.tags, path
        # It is shown nevertheless: on each page stands at least one of these names.
        assert "<marquee" in page.text, path


def test_the_public_pages_neither(client_of: ClientOf, odd_game: Game) -> None:
    for path in ("/", f"/games/{odd_game.code}/"):
        page = Page(client_of("nobody").get(path))
        assert "marquee" not in page.tags
        assert "<marquee" in page.text
        assert "שרה" in page.text


def test_faults_and_choices_neither(client_of: ClientOf, odd_game: Game) -> None:
    client = client_of("tablet")
    number = sheet_of(odd_game).next_round
    first = sheet_of(odd_game).seats[0]
    url = f"/games/{odd_game.code}/round/{number}/"
    form = {f"seat-{first.id}-tiles": f"12-12 {ODD}", "reason": ODD, "ending": ODD}
    for path in (url, f"{url}check/"):
        page = Page(client.post(path, form))
        assert "marquee" not in page.tags
        assert "is not a tile" in page.trouble
    page = Page(client.post(f"/games/{odd_game.code}/seats/join/", {"name": ODD, "total": ODD}))
    assert "marquee" not in page.tags
    assert page.fields["total"] == ODD
