"""What a tablet keeps to go on without a network: worker, pages, and what it knows of a game."""

import re
from collections.abc import Iterable
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from scoring.accounts.access import TABLET_COOKIE
from scoring.accounts.models.people import secret_hash
from scoring.models import Club, Game, Tablet
from scoring.sheets.services.games import game_again, game_finish
from scoring.tablets.offline.bundle import tablet_files
from scoring.tablets.offline.shell import FILES
from scoring.tablets.sync.selectors import signed_author
from scoring.web.devices import DEVICE_COOKIE
from tests.actors import cookie_of
from tests.factories import ANN, make_game, new_key, play
from tests.litany import ClientOf, Litany, OfGame, Shows
from tests.page import Page

OWN = re.compile(rf"{settings.STATIC_URL}([\w./-]+)")
IMPORTED = re.compile(r'^(?:import|export|\}).*"(\.\.?/.+)"|\bimport\("(\.\.?/.+)"\)', re.MULTILINE)


class TestTabletGame(OfGame, Shows):
    name = "tablet-game"
    most_queries = 9

    def test_it_knows_rounds_and_what_comes(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        told = client_of("tablet").get(self.url(game)).json()
        assert told["next_round"] == 2
        assert told["author_name"] == "Table 3"
        assert [seat["name"] for seat in told["seats"]] == ["Ann", "Bob", "Cal", "Dot"]
        (line,) = told["rounds"]
        assert [cell["points"] for cell in line["cells"].values()] == [12, 0, 45, 9]
        plan = [(one["number"], one["double"], one["over"]) for one in told["plan"]]
        # The last round, too: a tablet without a network may undo it and score it again.
        assert plan[:2] == [(1, 12, False), (2, 11, False)]
        assert plan[-2:] == [(13, 0, False), (14, None, True)]
        assert told["run_offs_after"] is None

    def test_it_knows_a_run_off_before_there_is_one(self, client_of: ClientOf, club: Club) -> None:
        rules = {"base": "family", "fill": "defaults", "rounds": 2, "tie_break": "playoff"}
        game = make_game(club, rules=rules)
        play(game, 5, 12, 5, 9, ending="blocked")
        told = client_of("tablet").get(self.url(game)).json()
        assert told["run_offs_after"] == 2
        assert "{names} tie for the game." in told["says"]["tied"]
        play(game, 5, 12, 5, 9, ending="blocked")
        told = client_of("tablet").get(self.url(game)).json()
        assert told["run_offs_after"] == 2
        assert told["plan"][1]["how"] == "Cal begins."

    def test_it_asks_about_the_points_that_the_server_asks_about(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client = client_of("tablet")
        told = client.get(self.url(game)).json()
        high = told["plan"][0]["high"]
        check = reverse("scoring:round-check", args=[game.code, 1])
        ann = told["seats"][0]["id"]

        def asked(points: int) -> list[bool]:
            form = {f"seat-{ann}-total": points, "starting_double": 12}
            sentences = [
                sentence.format(points=points, bound=bound)
                for sentence, bound in (
                    (told["says"]["rarely_so_high"], high["usual"]),
                    (told["says"]["past_every_hand"], high["most"]),
                )
            ]
            text = Page(client.post(check, form)).text
            return [sentence in text for sentence in sentences]

        usual, most = high["usual"], high["most"]
        assert asked(usual) == [False, False]
        assert asked(usual + 1) == [True, False]
        assert asked(most) == [True, False]
        assert asked(most + 1) == [False, True]

    def test_who_plays_again_keeps_the_color_without_a_network(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        game_finish(game=game, author=ANN, key=new_key())
        following = game_again(game=game, author=ANN)
        seats = client_of("tablet").get(self.url(following)).json()["seats"]
        assert {seat["name"]: seat["color"] for seat in seats} == {
            "Ann": 0,
            "Bob": 1,
            "Cal": 2,
            "Dot": 3,
        }
        assert seats[0]["name"] == "Bob"


def test_a_tablet_of_one_table_keeps_its_game(game: Game, club: Club) -> None:
    """The bug it would catch: pages that ask for the club, which such a tablet does not act for."""
    Game.objects.filter(pk=game.pk).update(table_number=4)
    secret = secret_hash("secret")
    tablet = Tablet.objects.create(club=club, name="Four", secret_hash=secret, table_number=4)
    client = Client()
    client.cookies[TABLET_COOKIE] = cookie_of(tablet, "secret")
    page = client.get(reverse("scoring:sheet", args=[game.code])).content.decode()
    assert f'data-game="{game.code}"' in page
    told = client.get(reverse("scoring:tablet-game", args=[game.code])).json()
    signed = signed_author(told["author"], game, client.cookies[DEVICE_COOKIE].value)
    assert signed is not None
    assert signed.tablet == tablet


class TestTabletRound(OfGame, Shows):
    name = "tablet-round"
    most_queries = 8

    def test_it_has_no_key_of_its_own(self, client_of: ClientOf, game: Game) -> None:
        """Or every round that is recorded on it would be one and the same."""
        assert self.get(client_of("tablet"), game).fields["key"] == ""


class TestHello(Litany):
    name = "tablet-hello"

    def test_it_says_who_asks(self, client_of: ClientOf, game: Game) -> None:
        for who, role in (("tablet", "tablet"), ("unpaired", "stranger"), ("nobody", "stranger")):
            told = client_of(who).get(self.url(game)).json()
            assert told["role"] == role
            assert told["csrf"]


class TestManifest(Litany):
    name = "manifest"

    def test_its_icons_are_there(self, client_of: ClientOf, game: Game) -> None:
        told = client_of("nobody").get(self.url(game)).json()
        sizes = {one["sizes"] for one in told["icons"]}
        assert sizes == {"192x192", "512x512"}
        for one in told["icons"]:
            assert finders.find(one["src"].removeprefix(settings.STATIC_URL))


class TestServiceWorker(Litany):
    name = "service-worker"

    def test_it_may_answer_for_every_page(self, client_of: ClientOf, game: Game) -> None:
        answer = client_of("nobody").get(self.url(game))
        assert answer["Content-Type"].startswith("text/javascript")
        assert answer["Cache-Control"].startswith("max-age=0")
        assert self.url(game).count("/") == 1, "it stands at the top"

    def test_it_keeps_every_file_that_its_pages_ask_for(
        self, client_of: ClientOf, game: Game
    ) -> None:
        play(game, 12, 0, 45, 9)
        asked = with_imports(files_asked(client_of("tablet"), game))
        engine = tablet_files()
        kept = " ".join([*FILES, *engine.files, engine.pyodide])
        assert [name for name in asked if name not in kept] == []
        told = client_of("nobody").get(self.url(game)).content.decode()
        assert all(f"{settings.STATIC_URL}{name}" in told for name in FILES)


def files_asked(client: Client, game: Game) -> Iterable[str]:
    """The static files that kept pages name, and those that their style sheets name."""
    for name in ("sheet", "tablet-round", "tablet-dispute", "rule-card"):
        html = client.get(reverse(f"scoring:{name}", args=[game.code])).content.decode()
        yield from OWN.findall(html)
    yield from OWN.findall(client.get(reverse("scoring:home")).content.decode())
    yield from (name for name in FILES if name.endswith(".woff2"))


def with_imports(names: Iterable[str]) -> set[str]:
    """The files, and all that scripts among them import, one by way of another."""
    reached: set[str] = set()
    ahead = list(names)
    while ahead:
        name = ahead.pop()
        if name in reached:
            continue
        reached.add(name)
        if name.endswith(".js") and name.startswith("scoring/"):
            source = Path(str(finders.find(name))).read_text("utf-8")
            paths = ["".join(found) for found in IMPORTED.findall(source)]
            ahead += [normpath(join(dirname(name), path)) for path in paths]
    return reached


def test_no_script_is_kept_that_no_page_asks_for(client_of: ClientOf, game: Game) -> None:
    asked = with_imports(files_asked(client_of("tablet"), game))
    scripts = {name for name in FILES if name.startswith("scoring/") and name.endswith(".js")}
    assert scripts <= asked


@pytest.mark.parametrize("name", FILES)
def test_each_file_is_there(name: str) -> None:
    assert finders.find(name)
