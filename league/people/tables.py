"""The directory as a table that sorts and pages."""

import django_tables2 as tables
from django.db.models import F, QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.accounts.models import Player

NOTES_SHOWN = 40


class PeopleTable(tables.Table):
    """A line a person; what is private is a column for organizers alone."""

    head_column = "name"
    caption = gettext_lazy("People")

    name = tables.Column(
        verbose_name=gettext_lazy("Name"),
        linkify=("league:player", {"pk": tables.A("pk")}),
        order_by="name_key",
    )
    nickname = tables.Column(
        verbose_name=gettext_lazy("Nickname"), order_by=("nickname", "name_key")
    )
    community = tables.Column(
        verbose_name=gettext_lazy("Home community"), order_by=("community", "name_key")
    )
    email = tables.Column(
        verbose_name=gettext_lazy("E-mail"),
        order_by=("email", "name_key"),
        attrs={"th": {"class": "email"}, "td": {"class": "email"}},
    )
    games = tables.Column(
        verbose_name=gettext_lazy("Games"),
        order_by=("games", "name_key"),
        initial_sort_descending=True,
    )
    last_played = tables.DateColumn(
        short=False, verbose_name=gettext_lazy("Last played"), initial_sort_descending=True
    )
    notes = tables.Column(verbose_name=gettext_lazy("Notes"), order_by=("notes", "name_key"))
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

    def order_last_played(
        self, people: QuerySet[Player], is_descending: bool
    ) -> tuple[QuerySet[Player], bool]:
        """Sort people who have never played last, in either direction."""
        last = F("last_played")
        order = last.desc(nulls_last=True) if is_descending else last.asc(nulls_last=True)
        return people.order_by(order, "name_key"), True
