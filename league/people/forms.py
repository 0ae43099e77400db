"""The directory's forms: a person, a file of people, two records that are one person."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.imports.forms import ListFileForm
from league.people.selectors.imports import OLDEST_YEAR
from scoring.accounts.models import Player
from scoring.names import name_clean
from scoring.web.fields import NameField, WholeNumber

from .models import MOST_TABLES, Profile
from .services.directory import FIELDS

TOO_LONG = gettext_lazy("There is room for %(limit_value)d letters.")


class PersonForm(forms.ModelForm):
    """A person's name and what the directory says; only the name is required."""

    name = NameField(label=gettext_lazy("Name"))
    birth_year = WholeNumber(
        label=gettext_lazy("Year of birth"),
        help_text=gettext_lazy("Can stay empty. Only organizers see it."),
        min_value=OLDEST_YEAR,
    )
    fixed_table = WholeNumber(
        label=gettext_lazy("Always sits at table"),
        help_text=gettext_lazy(
            "The table’s number, for somebody who needs the same one each time."
        ),
        min_value=1,
        max_value=MOST_TABLES,
    )

    field_order = ("name", *FIELDS)

    class Meta:
        model = Profile
        fields = FIELDS
        help_texts = {
            "community": gettext_lazy(
                "Members see it. Everybody sees it in the results of a public tournament, unless "
                "the club shortens names for the public."
            ),
            "email": gettext_lazy("Only organizers see it."),
            "phone": gettext_lazy("Only organizers see it."),
            "notes": gettext_lazy("Only organizers see them."),
        }
        error_messages = {
            "nickname": {"max_length": TOO_LONG},
            "community": {"max_length": TOO_LONG},
            "email": {"max_length": TOO_LONG},
            "phone": {"max_length": TOO_LONG},
            "notes": {"max_length": TOO_LONG},
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Begin with what is kept of the person; the browser keeps off with its own guesses."""
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    def clean_birth_year(self) -> int | None:
        """The year, which lies not in the future."""
        year: int | None = self.cleaned_data["birth_year"]
        if year is not None and year > timezone.localdate().year:
            raise forms.ValidationError(_("The year %d is still to come. Look at it again.") % year)
        return year

    def details(self) -> dict[str, Any]:
        """What the directory is to say, with nothing unseen in it."""
        fields = {name: self.cleaned_data[name] for name in self.Meta.fields}
        return {
            name: name_clean(value) if isinstance(value, str) else value
            for name, value in fields.items()
        }


class PeopleFileForm(ListFileForm):
    """A file of people, and what its empty cells mean."""

    erases = forms.BooleanField(
        required=False, label=gettext_lazy("Empty cells erase what the directory has")
    )


class TwoNamesForm(forms.Form):
    """Two records that are one person, by name."""

    kept = NameField(
        label=gettext_lazy("Whose name stays?"),
        widget=forms.TextInput(attrs={"list": "known-names", "autocomplete": "off"}),
    )
    gone = NameField(
        label=gettext_lazy("Which record is the same person?"),
        widget=forms.TextInput(attrs={"list": "known-names", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, people: Any = None, **kwargs: Any) -> None:
        """Look the names up among `people`, players of one club."""
        super().__init__(*args, **kwargs)
        self.people = people

    def _player(self, field: str) -> Player:
        person = self.people.filter(name_key=self.cleaned_data[field].casefold()).first()
        if person is None:
            raise forms.ValidationError(
                _("Nobody is called “%s”. Choose a name from the list.") % self.cleaned_data[field]
            )
        player: Player = person
        return player

    def clean_kept(self) -> Player:
        """The record that stays."""
        return self._player("kept")

    def clean_gone(self) -> Player:
        """The record that becomes one with it."""
        return self._player("gone")
