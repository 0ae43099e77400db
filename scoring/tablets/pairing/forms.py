"""What is typed to pair a tablet, made into values."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.web.fields import WholeNumber


class TabletForm(forms.Form):
    """A tablet, and which games it may score."""

    name = forms.CharField(
        label=gettext_lazy("What do you call this tablet?"),
        max_length=40,
        help_text=gettext_lazy(
            "Such as “Table 3”. The sheet shows it next to what the tablet records."
        ),
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("It may score the games of"),
        choices=[
            ("club", gettext_lazy("the whole club")),
            ("table", gettext_lazy("one table only")),
        ],
        initial="club",
        required=False,
        widget=forms.RadioSelect,
    )
    table = WholeNumber(
        label=gettext_lazy("Number of that table"),
        min_value=1,
        max_value=999,
        help_text=gettext_lazy("For one table only. The tablet then opens straight at its game."),
    )

    def clean(self) -> dict[str, Any]:
        """Ask for the number where one table is meant."""
        super().clean()
        cleaned = self.cleaned_data
        if (
            cleaned.get("scope") == "table"
            and cleaned.get("table") is None
            and "table" not in self.errors
        ):
            self.add_error("table", _("Type the table's number, such as 4."))
        typed = cleaned.get("table") is not None and not self.initial.get("table")
        if typed and cleaned.get("scope") != "table":
            self.add_error(
                "scope", _("A table's number is typed. Choose one table only, or take it out.")
            )
        return cleaned

    def table_number(self) -> int | None:
        """The one table whose games the tablet may score; None for the whole club."""
        number: int | None = self.cleaned_data["table"]
        return number if self.cleaned_data["scope"] == "table" else None


class PairForm(forms.Form):
    """The code from the organizer's screen."""

    code = forms.CharField(
        label=gettext_lazy("Code from the organizer's screen"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "class": "code"}
        ),
    )
