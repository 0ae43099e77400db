"""Saying what is wrong while a round is typed; nothing is written."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Game
from scoring.sheets.selectors.sheet import sheet_of
from tests.factories import new_key, play
from tests.litany import ClientOf, OfGame, Writes, rows
from tests.page import Page

from .typed import seat_ids, typed_round

GARBAGE = st.one_of(
    st.sampled_from(
        ["", "0", "5", "-1", "99", "9999", "7-3", "12-12 0-0", "none", "x", "\0", "on"]
    ),
    st.text(max_size=12),
)


class TestRoundCheck(OfGame, Writes):
    name = "round-check"
    done = 200
    writes = False

    def args(self, game: Game) -> list[object]:
        return [game.code, sheet_of(game).next_round]

    def unknown(self, game: Game) -> list[list[object]]:
        return [["zzzzzzzz", 1], [game.code, 0], [game.code, 10**9]]

    def data(self, game: Game) -> dict[str, Any]:
        return typed_round(game, 12, "out", 45, 9)

    def test_it_counts_and_writes_nothing(self, client_of: ClientOf, game: Game) -> None:
        play(game, 12, 0, 45, 9)
        client, url, form = client_of("tablet"), self.url(game), self.data(game)
        before = rows()
        page = Page(client.post(url, form))
        assert "Total in the game: 24 12 + 12" in page.text
        assert "Total in the game: 0 0 + 0" in page.text
        assert page.trouble == ""
        assert "html" not in page.tags
        assert rows() == before

    def test_an_open_page_is_told_what_another_tablet_did_to_its_round(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client, url = client_of("tablet"), self.url(game)
        asked = {"meanwhile": "1", "key": str(new_key())}
        assert Page(client.post(url, asked)).text == ""
        play(game, 12, 0, 45, 9)
        entry = sheet_of(game).rounds[0].entry
        says = Page(client.post(url, asked)).text
        assert says.startswith(f"Please check. {entry.author} has recorded round 1 meanwhile: Ann")
        assert "go back to the score sheet. If not, record yours" in says
        # What this page itself recorded is no news to it, nor is what it was opened to correct.
        assert Page(client.post(url, {**asked, "key": str(entry.key)})).text == ""
        assert Page(client.post(url, {**asked, "seen": str(entry.pk)})).text == ""
        says = Page(client.post(url, {**asked, "seen": str(entry.pk + 1)})).text
        assert f"{entry.author} has changed round 1 meanwhile. The sheet now says: Ann" in says

    def test_a_number_higher_than_hands_are_is_asked_about(
        self, client_of: ClientOf, game: Game
    ) -> None:
        client, ann = client_of("tablet"), seat_ids(game)[0]
        form = typed_round(game, 999, "out", 45, 9)
        page = Page(client.post(self.url(game), form))
        assert "999? No hand can be that high: the highest is 769. Type it again." in page.text
        assert "We count our own way: keep 999" in page.text
        assert page.faults == [], "it is a question"
        for others in ((45, 112), (112, 500)):  # also where it makes the others not go together
            page = Page(client.post(self.url(game), typed_round(game, 999, "out", *others)))
            assert "999? No hand can be that high" in page.text
            assert page.faults == []
        form[f"seat-{ann}-sure"] = "999"
        page = Page(client.post(self.url(game), form))
        assert "999?" not in page.text
        assert page.fields[f"seat-{ann}-sure"] == "999"
        form[f"seat-{ann}-total"] = "998"
        assert "998? No hand can" in Page(client.post(self.url(game), form)).text
        form[f"seat-{ann}-total"] = "240"
        page = Page(client.post(self.url(game), form))
        assert "hardly any hand is above 1" in page.text
        assert "Yes, keep 240" in page.text

    def test_tiles_count_by_the_rules(self, client_of: ClientOf, game: Game) -> None:
        form = typed_round(game, None, "out", None, None, tiles=("7-3 0-0",))
        page = Page(client_of("tablet").post(self.url(game), form))
        assert "Total in the game: 60 0 + 60" in page.text

    def test_faults_are_said_and_gaps_are_not(self, client_of: ClientOf, game: Game) -> None:
        ann = seat_ids(game)[0]
        form = {"ending": "", f"seat-{ann}-tiles": "12-12 x", "starting_double": "12"}
        assert "“x” is not a tile" in Page(client_of("tablet").post(self.url(game), form)).trouble
        form[f"seat-{ann}-tiles"] = "12-12"
        page = Page(client_of("tablet").post(self.url(game), form))
        assert "Ann cannot hold 12-12: it started this round" in page.trouble
        # Nobody is told off for what is not typed yet.
        assert "Type the total" not in page.text
        assert "Tap who went out" not in page.text

    def test_a_round_on_the_sheet_is_checked_by_its_own_totals(
        self, client_of: ClientOf, game: Game
    ) -> None:
        url, form = self.url(game), self.data(game)
        play(game, 1, 0, 2, 3)
        play(game, 4, 0, 5, 6)
        page = Page(client_of("tablet").post(url, form))
        assert "Total in the game: 45 0 + 45" in page.text


@pytest.mark.django_db
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_typed_there_is_an_answer(
    client_of: ClientOf, game: Game, data: st.DataObject
) -> None:
    """Checked and sent as it stands: never an error of the server, never half a round."""
    seats = seat_ids(game)
    names = ["ending", "starting_double", "boneyard", "reason", "as_it_stands"]
    names += [f"seat-{i}-{part}" for i in seats for part in ("total", "tiles", "count", "marked")]
    form = data.draw(st.dictionaries(st.sampled_from(names), GARBAGE, max_size=len(names)))
    endings = ["", "blocked", "time", "out-", *(f"out-{seat}" for seat in seats)]
    form["ending"] = data.draw(st.sampled_from(endings))
    client = client_of("tablet")
    number = sheet_of(game).next_round
    url = f"/games/{game.code}/round/{number}/"
    assert client.post(f"{url}check/", form).status_code == 200
    answer = client.post(url, form)
    recorded = len(sheet_of(game).rounds) == number
    assert answer.status_code == (302 if recorded else 200)
    assert recorded or Page(answer).trouble
    assert client.get(f"/games/{game.code}/").status_code == 200
