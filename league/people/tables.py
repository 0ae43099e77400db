"""The directory as a table that sorts and pages."""

import django_tables2 as tables
from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.paging import RowsByName
from scoring.accounts.models import Player

NOTES_SHOWN = 40
People = QuerySet[Player] | RowsByName[Player]


class PeopleTable(tables.Table):
    """A line a person; what is private is a column for organizers alone."""

    head_column = "name"
    caption = gettext_lazy("People")

    name = tables.Column(
        verbose_name=gettext_lazy("Name"),
        linkify=("league:player", {"pk": tables.A("pk")}),
    )
    nickname = tables.Column(verbose_name=gettext_lazy("Nickname"))
    community = tables.Column(verbose_name=gettext_lazy("Home community"))
    email = tables.Column(
        verbose_name=gettext_lazy("E-mail"),
        attrs={"th": {"class": "email"}, "td": {"class": "email"}},
    )
    games = tables.Column(verbose_name=gettext_lazy("Games"), initial_sort_descending=True)
    last_played = tables.DateColumn(
        short=False, verbose_name=gettext_lazy("Last played"), initial_sort_descending=True
    )
    notes = tables.Column(verbose_name=gettext_lazy("Notes"))
    edit = tables.Column(
        empty_values=(),
        orderable=False,
        verbose_name=gettext_lazy("Change"),
        linkify=("league:person-edit", {"pk": tables.A("pk")}),
    )

    class Meta:
        model = Player
        fields = ("name", "nickname", "community", "email", "games", "last_played", "notes")
        sequence = (*fields, "edit")
        order_by = "name"
        template_name = "league/_table.html"
        attrs = {"class": "list rows people"}
        default = ""

    def render_edit(self, record: Player) -> SafeString:
        """Return the link's text, which names the person for screen readers."""
        colon = _(": ")
        return format_html(
            '{}<span class="visually-hidden">{}{}</span>', _("Change"), colon, record.name
        )

    def render_notes(self, value: str) -> str:
        """The beginning of the notes: the person's own page has them whole."""
        return Truncator(value).chars(NOTES_SHOWN)

    def order_name(self, people: People, is_descending: bool) -> tuple[People, bool]:
        """Sort people by name."""
        return _sorted(people, "", is_descending)

    def order_nickname(self, people: People, is_descending: bool) -> tuple[People, bool]:
        """Sort people by nickname."""
        return _sorted(people, "nickname", is_descending)

    def order_community(self, people: People, is_descending: bool) -> tuple[People, bool]:
        """Sort people by their home community."""
        return _sorted(people, "community", is_descending)

    def order_email(self, people: People, is_descending: bool) -> tuple[People, bool]:
        """Sort people by their address."""
        return _sorted(people, "email", is_descending)

    def order_games(self, people: People, is_descending: bool) -> tuple[People, bool]:
        """Sort people by how many games they played."""
        return _sorted(people, "games", is_descending)

    def order_last_played(self, people: People, is_descending: bool) -> tuple[People, bool]:
        """Sort people by the day they played last; who has never played comes last."""
        return _sorted(people, "last_played", is_descending)

    def order_notes(self, people: People, is_descending: bool) -> tuple[People, bool]:
        """Sort people by what is noted of them."""
        return _sorted(people, "notes", is_descending)


def _sorted(people: People, first: str, is_descending: bool) -> tuple[People, bool]:
    """Sort by a column and then by name, whatever they were sorted by before."""
    if isinstance(people, RowsByName):
        people = people.rows
    return RowsByName(people, first=first, descending=is_descending), True
