"""The leaderboard's table."""

from collections.abc import Iterator, Mapping

import django_tables2 as tables
from django.db.models import QuerySet
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from league.paging import RowsByName
from league.tie_break_words import UNRANKED, steps_in_words

from .models import Board, Season, Standing

VALUES = {
    "points": gettext_lazy("Points"),
    "places": gettext_lazy("Place points"),
    "beaten": gettext_lazy("Percent beaten"),
    "outs": gettext_lazy("Rounds won"),
    "wins": gettext_lazy("Games won"),
}
AVERAGES = {
    ("points", "per_round"): gettext_lazy("Points a round"),
    ("points", "per_game"): gettext_lazy("Points a game"),
    ("places", "per_game"): gettext_lazy("Place points a game"),
    ("outs", "per_round"): gettext_lazy("Rounds won, a round"),
    ("outs", "per_game"): gettext_lazy("Rounds won, a game"),
    ("wins", "per_game"): gettext_lazy("Won, a game"),
}


Lines = QuerySet[Standing] | RowsByName[Standing]


def value_of(season: Season) -> str:
    """What the leaders are compared by, in as few words as head a column."""
    return str(AVERAGES.get((season.measure, season.count), VALUES[season.measure]))


def counting_of(season: Season) -> str:
    """Say what the leaders are compared by, and which is better: a sentence or two."""
    if season.measure != Season.Measure.POINTS:
        return _("%s. More is better.") % value_of(season)
    if season.count == Season.Count.PER_ROUND:
        return _(
            "Points a round: all points, divided by the rounds. A missed round counts too, if it "
            "gave points. Fewer is better."
        )
    if season.count == Season.Count.PER_GAME:
        return _("Points a game: all points, divided by the games. Fewer is better.")
    return _("Points of all games together. Fewer is better.")


class BoardTable(tables.Table):
    """A line a player: place, movement, name, value, and what stands behind it."""

    head_column = "player"

    place = tables.Column(verbose_name=gettext_lazy("Place"), order_by="position", empty_values=())
    moved = tables.Column(verbose_name=gettext_lazy("Moved"), empty_values=())
    player = tables.Column(verbose_name=gettext_lazy("Player"))
    shown = tables.Column(
        accessor="value_words", verbose_name=gettext_lazy("Value"), order_by=("value", "position")
    )
    games = tables.Column(verbose_name=gettext_lazy("Games"))
    rounds = tables.Column(verbose_name=gettext_lazy("Rounds"))
    rounds_out = tables.Column(verbose_name=gettext_lazy("Rounds won"))
    wins = tables.Column(accessor="games_won", order_by="wins", verbose_name=gettext_lazy("Won"))
    best_game = tables.Column(verbose_name=gettext_lazy("Best game"))
    rating = tables.Column(verbose_name=gettext_lazy("Rating"))

    class Meta:
        model = Standing
        fields = ()
        sequence = (
            "place",
            "moved",
            "player",
            "shown",
            "games",
            "rounds",
            "rounds_out",
            "wins",
            "best_game",
            "rating",
        )
        order_by = "place"
        template_name = "league/_table.html"
        attrs = {"class": "list board-table"}
        row_attrs = {"class": lambda record: "leader" if record.place == 1 else ""}
        default = "–"

    def __init__(
        self,
        lines: QuerySet[Standing],
        season: Season,
        *,
        by_name: bool = True,
        as_of: Board | None = None,
        missed: Mapping[int, int] | None = None,
    ) -> None:
        """These lines of one of the season's boards, under a head that says what they compare.

        They sort by names unless `by_name` is false. `as_of` is the board where it is an older one.
        `missed` are the rounds that players were given points for and did not play.
        """
        super().__init__(lines)
        self.missed = missed or {}
        self.season, self.query = season, f"?as_of={as_of.date:%Y-%m-%d}" if as_of else ""
        self.columns["player"].column.orderable = by_name
        self.caption = season.name
        self.columns["shown"].column.verbose_name = value_of(season)

    def order_player(self, lines: Lines, is_descending: bool) -> tuple[Lines, bool]:
        """Sort the lines by the players' names."""
        rows = lines.rows if isinstance(lines, RowsByName) else lines
        return RowsByName(rows, name="player__name", descending=is_descending), True

    def render_place(self, record: Standing) -> str:
        """Return the place, marked if shared; or why there is none."""
        if record.place is None:
            why = UNRANKED.get(record.unranked, _("not ranked"))
            place: str = format_html(
                '<span aria-hidden="true">–</span><span class="visually-hidden">{}</span>', why
            )
        elif record.shared:
            place = format_html(
                '<span aria-hidden="true">{}</span><span class="visually-hidden">{} {}</span>',
                pgettext("a place that is shared, in a narrow column", "%(place)s=")
                % {"place": record.place},
                record.place,
                _("shared"),
            )
        else:
            place = str(record.place)
        return self._to_why(record, place)

    def render_shown(self, record: Standing) -> str:
        """Return the value as all pages write it."""
        return self._to_why(record, record.value_words)

    def render_games(self, record: Standing) -> str:
        """Return how many games were played; a dash where nobody knows."""
        return "–" if record.games_unknown else str(record.games)  # type: ignore[attr-defined]

    def render_rounds(self, record: Standing) -> str:
        """Return how many rounds were played, without those that a late arrival missed.

        Where the value is an average of rounds, it is divided by these, too: "10 + 2". A dash where
        nobody knows.
        """
        if record.rounds_unknown:  # type: ignore[attr-defined]
            return "–"
        missed = self.missed.get(record.player_id, 0)
        played = str(record.rounds - missed)
        if not missed or self.season.count != Season.Count.PER_ROUND:
            return played
        both: str = format_html(
            '<span aria-hidden="true">{} + {}</span><span class="visually-hidden">{}</span>',
            played,
            missed,
            _("%(played)s played, %(missed)s missed") % {"played": played, "missed": missed},
        )
        return both

    def _to_why(self, record: Standing, words: str) -> str:
        """Let a tap on the words lead to why the place is what it is, as the name does.

        A row has one stop for keys: its name.
        """
        return format_html(
            '<a href="{}" tabindex="-1">{}</a>', self._why_address(record), words or "–"
        )

    def _why_address(self, record: Standing) -> str:
        address = reverse("league:season-place", args=[self.season.pk, record.player_id])
        return f"{address}{self.query}"

    def render_moved(self, record: Standing) -> str:
        """How many places up or down since the game day before."""
        if record.place is None:
            return ""
        if record.moved is None:
            return pgettext("somebody on a leaderboard", "new")
        if record.moved == 0:
            return format_html(
                '<span aria-hidden="true">=</span><span class="visually-hidden">{}</span>',
                _("as before"),
            )
        places = abs(record.moved)
        up = record.moved > 0
        words = (
            ngettext("up %d place", "up %d places", places)
            if up
            else ngettext("down %d place", "down %d places", places)
        )
        return format_html(
            '<span class="{}" aria-hidden="true">{}</span><span class="visually-hidden">{}</span>',
            "up" if up else "down",
            f"▲{places}" if up else f"▼{places}",
            words % places,
        )

    def render_player(self, record: Standing) -> str:
        """The name, which leads to why the place is what it is; and the reason in a few words."""
        name = format_html('<a href="{}">{}</a>', self._why_address(record), record.player.name)
        if record.place is None:
            note = note_of(record)
        else:
            # On a narrow screen what decided stands alone, with what is in no game.
            note = format_html_join(
                " ",
                "<span{}>{}</span>",
                (
                    (mark_safe("" if short else ' class="why"'), sentence)  # noqa: S308  ours
                    for short, sentence in _reasons(record)
                ),
            )
        return format_html('{} <small class="note">{}</small>', name, note) if note else name


def reason_of(record: Standing) -> str:
    """Why the place is what it is, where others have the same value: every step in its order.

    Such as "Others have 14.00, too. They won as many games. Decided at common tables: 1½."; ""
    where nobody has that value. What was brought forward comes first: it is in the value.
    """
    return " ".join(sentence for _short, sentence in _reasons(record))


def note_of(record: Standing) -> str:
    """Say why the place is what it is, or why there is none, and what was brought forward."""
    if record.place is not None:
        return reason_of(record)
    why = (UNRANKED.get(record.unranked), *brought_words(record))
    return " · ".join(str(words) for words in why if words)


def _reasons(record: Standing) -> Iterator[tuple[bool, str]]:
    """Yield each sentence of `reason_of`, and whether it stands on a narrow screen, too."""
    yield from ((True, sentence) for sentence in brought_words(record))
    if record.why:
        yield False, _("Others have %s, too.") % record.value_words
    steps = steps_in_words(record.why, record.player_id)
    for (_step, outcome, _numbers), sentence in zip(record.why, steps, strict=True):
        yield outcome == "parted", sentence


def brought_words(record: Standing) -> list[str]:
    """Say what was brought forward, nothing where that is nothing."""
    if record.brought is None:
        return []
    return [_("Brought forward: %s.") % floatformat(record.brought, "-2")]
