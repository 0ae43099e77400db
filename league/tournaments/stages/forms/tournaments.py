"""What a director types about a tournament as a whole."""

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from league.paging import order_moved
from league.seasons.forms import DateInput
from league.seasons.models import Season
from league.standings.tie_breaks import OF_TOURNAMENTS
from league.tie_break_words import LABELS, tie_break_choices
from league.tournaments.entrants.selectors.divisions import ages_names
from league.tournaments.models import Tournament
from league.tournaments.models.tournaments import NOTES_LENGTH, OLDEST, check_division_ages
from league.tournaments.stages.formats import BY_KEY, FORMATS
from scoring.accounts.models import Club
from scoring.names import name_clean
from scoring.rules.selectors import offers_of
from scoring.web.fields import WholeNumber

MOST_ENTRANTS = 500
NOTES_LINES = 10
USUAL_WIDTHS = (5, 10)
# In place of a width: bands begin at the ages that are typed.
OWN: Final = "own"
ABOUT = ("name", "date", "place", "event")
AGES = ("age_on", "band_width", "first_age", "last_age", "division_ages", "by_gender")
PRIZES = ("medals", "ribbons", "qualifiers")
VISITORS = ("visitors_go_on", "visitors_win")
ENTRY = ("sign_up", "walk_ups", "most_entrants")
REST = ("public", "season", "seeds_by_rating")

# From and to, for numbers that are typed.
NUMBERS = {
    "first_age": (0, OLDEST),
    "last_age": (0, OLDEST),
    "ribbons": (0, 50),
    "qualifiers": (0, 50),
    "most_entrants": (2, MOST_ENTRANTS),
}


class WatchField(forms.TypedChoiceField):
    """Who may watch: asked in the same words when a tournament is made and in its settings."""

    def __init__(self) -> None:
        """Offer everybody, or the club alone, which holds where nobody says anything."""
        super().__init__(
            label=gettext_lazy("Who may watch?"),
            help_text=gettext_lazy(
                "They see tables, bracket, places and medals. The link is a QR code on every "
                "print and on the television."
            ),
            choices=[
                (True, gettext_lazy("Everybody, without an account")),
                (False, gettext_lazy("Only people of the club, who sign in")),
            ],
            coerce=lambda value: str(value) == "True",
            initial=False,
            required=False,
            widget=forms.RadioSelect,
        )

    def clean(self, value: Any) -> bool:
        """Whether it is everybody."""
        return super().clean(value) is True


class NewTournamentForm(forms.ModelForm):
    """A tournament that is new: its format, its name, its day, its place, and who may watch."""

    format = forms.ChoiceField(
        label=gettext_lazy("How is it played?"),
        choices=[(known_format.key, known_format.title) for known_format in FORMATS],
        initial=FORMATS[0].key,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose one of the formats.")},
    )
    entrants = WholeNumber(
        label=gettext_lazy("About how many will come?"),
        help_text=gettext_lazy("Only to show what each format means. Nothing is fixed by it."),
        min_value=0,
        max_value=MOST_ENTRANTS,
        initial=36,
    )

    class Meta:
        model = Tournament
        fields = ("name", "date", "place", "public", "format")
        widgets = {"date": DateInput()}

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        """Offer the club's rule sheets; who may watch is first as the club shows its games."""
        super().__init__(*args, **kwargs)
        self.fields["public"] = WatchField()
        self.initial.setdefault("public", club.shown == Club.Shown.GAMES)
        self.own = {offer.key: offer for offer in offers_of(club) if offer.sheet is not None}
        choices = [
            (key, f"{offer.title} ({offer.lines[0].rstrip('.')})")
            for key, offer in self.own.items()
        ]
        self.fields["rules"] = forms.ChoiceField(
            label=_("By which rules?"),
            required=False,
            choices=[("", _("As the format says")), *choices],
            help_text=_("Each stage can have others; you change them on the next page."),
        )

    def told(self) -> dict[str, Any]:
        """What `tournament_make` asks for."""
        cleaned = self.cleaned_data
        offer = self.own.get(cleaned["rules"])
        return {name: cleaned[name] for name in ("name", "date", "place", "public")} | {
            "format_key": cleaned["format"],
            "rule_sheet": offer.sheet if offer else None,
        }


class NotesForm(forms.ModelForm):
    """What the director tells everybody on the day, and how early people should be there."""

    be_there = WholeNumber(
        label=gettext_lazy("How long before a stage starts should people be there?"),
        unit=gettext_lazy("minutes"),
        help_text=gettext_lazy("0 to say nothing of it. Each stage has its start on its own page."),
        required=True,
        min_value=0,
        max_value=120,
    )

    class Meta:
        model = Tournament
        fields = ("notes", "be_there")
        labels = {"notes": gettext_lazy("Changes announced today")}
        help_texts = {
            "notes": gettext_lazy(
                "It is shown on every print, on the television and on phones, where everybody "
                "reads it. At most 500 letters; empty for nothing."
            )
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Count a new line as one letter, as browsers do."""
        super().__init__(*args, **kwargs)
        self.fields["notes"] = NotesField(
            label=self.fields["notes"].label,
            help_text=self.fields["notes"].help_text,
            required=False,
            max_length=NOTES_LENGTH,
            error_messages={
                "max_length": _(
                    "There is room for %(limit_value)d letters, and these are %(show_value)d."
                )
            },
            widget=forms.Textarea(attrs={"rows": 5}),
        )


class NotesField(forms.CharField):
    """Lines of text as they are kept: without unseen signs that turn or hide what follows."""

    def to_python(self, value: Any) -> str:
        """The lines, each cleaned as names are, without empty ones at the ends."""
        lines = str(super().to_python(value) or "").splitlines()
        return "\n".join(name_clean(line) for line in lines).strip()

    def validate(self, value: Any) -> None:
        """Refuse more lines than a television shows."""
        super().validate(value)
        if value.count("\n") >= NOTES_LINES:
            raise forms.ValidationError(_("There is room for %d lines.") % NOTES_LINES)


class TieBreaks(forms.MultipleChoiceField):
    """Names of tie-breaks in the order in which they are tried."""

    widget = forms.MultipleHiddenInput

    def clean(self, value: Any) -> list[str]:
        """The names, each once."""
        return list(dict.fromkeys(super().clean(value)))


class DivisionAges(forms.CharField):
    """The ages at which divisions begin, as people type them: "50, 60, 75"."""

    def prepare_value(self, value: Any) -> Any:
        """The ages as text, or what was typed."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        """The ages. What is no list of ages is refused."""
        text = str(super().clean(value))
        if text and not re.fullmatch(r"[0-9]{1,3}(?:[\s,;]+[0-9]{1,3})*", text):
            check_division_ages(None)
        ages = [int(age) for age in re.findall("[0-9]+", text)]
        check_division_ages(ages)
        return ages


class TournamentForm(forms.ModelForm):
    """What holds for a tournament as a whole; what does not go together is said beside it."""

    band_width = forms.TypedChoiceField(
        label=gettext_lazy("Age bands"),
        coerce=lambda width: width if width == OWN else int(width),
        widget=forms.RadioSelect,
    )
    division_ages = DivisionAges(
        label=gettext_lazy("Ages at which a new division begins"),
        help_text=gettext_lazy(
            "50, 60, 75 makes 50–59, 60–74, and 75 and older. 0, 65 makes under 65, and 65 and "
            "older."
        ),
        required=False,
        max_length=200,
    )
    tie_breaks = TieBreaks(choices=tie_break_choices(OF_TOURNAMENTS), required=False)

    class Meta:
        model = Tournament
        fields = [*ABOUT, *AGES, "tie_breaks", *PRIZES, *VISITORS, *ENTRY, *REST]
        widgets = {"date": DateInput(), "age_on": forms.RadioSelect}
        labels = {"season": gettext_lazy("Season")}
        help_texts = {
            "event": gettext_lazy("As the list for the state is to name it. May stay empty."),
            "ribbons": gettext_lazy("0 for none. With 5, places 4 and 5 win ribbons."),
            "qualifiers": gettext_lazy("0 where nobody qualifies for anything."),
            "most_entrants": gettext_lazy("Empty for no limit."),
            "season": gettext_lazy("Seeds follow its leaderboard, and then lots are drawn."),
            "seeds_by_rating": gettext_lazy(
                "The rating knows how strong the others at a table were."
            ),
        }

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        """Offer the club's own seasons, and the widths that are used."""
        super().__init__(*args, **kwargs)
        self.fields["public"] = WatchField()
        for name, (low, high) in NUMBERS.items():
            field = self.fields[name]
            self.fields[name] = WholeNumber(
                label=field.label,
                help_text=field.help_text,
                min_value=low,
                max_value=high,
                required=field.required,
            )
        season: Any = self.fields["season"]
        season.queryset = Season.objects.filter(club=club)
        season.empty_label = pgettext("a season", "none")
        widths = sorted({*USUAL_WIDTHS, self.instance.band_width} - {0})
        if self.instance.division_ages:
            self.initial["band_width"] = OWN
        width: Any = self.fields["band_width"]
        width.choices = [
            *((width, _("of %d years") % width) for width in widths),
            (OWN, _("at ages that you type")),
            (0, _("none: all win the same medals")),
        ]

    def part(self, *names: str) -> list[forms.BoundField]:
        """Some of the fields, in that order."""
        return [self[name] for name in names]

    @property
    def about_fields(self) -> list[forms.BoundField]:
        """What and where."""
        return self.part(*ABOUT)

    @property
    def divisions_typed(self) -> str:
        """The divisions that begin at the ages in the field, or why none do; "" of no ages."""
        if self.has_error("division_ages"):
            # It stands at the field.
            return ""
        field = self.fields["division_ages"]
        try:
            ages = field.clean(self["division_ages"].value())
        except forms.ValidationError as error:
            return " ".join(error.messages)
        if not ages:
            return ""
        sentence = _("The divisions: %s.") % _(", ").join(ages_names(ages))
        if ages[0]:
            sentence += " " + _(
                "Younger people are in no division. Begin with 0 to make one for them."
            )
        return sentence

    @property
    def tie_rows(self) -> list[tuple[str, str]]:
        """The tie-breaks in force in their order: (name, in words)."""
        chosen = dict.fromkeys(self["tie_breaks"].value() or [])
        return [(name, str(LABELS[name])) for name in chosen if name in OF_TOURNAMENTS]

    @property
    def tie_spare(self) -> list[tuple[str, str]]:
        """The tie-breaks that are not tried."""
        used = {name for name, _label in self.tie_rows}
        spare = [tie_break for tie_break in OF_TOURNAMENTS if tie_break not in used]
        return [(name, str(label)) for name, label in tie_break_choices(spare)]

    def clean(self) -> dict[str, Any]:
        """Refuse bands that do not come out, beside the field that can mend it."""
        cleaned = super().clean() or {}
        if cleaned.get("band_width") == OWN:
            cleaned["band_width"] = self.instance.band_width
            if not (cleaned.get("division_ages") or self.has_error("division_ages")):
                self.add_error("division_ages", _("Type the ages, like 50, 60, 75."))
            return cleaned
        # What was typed there plays no part.
        self.errors.pop("division_ages", None)
        cleaned["division_ages"] = []
        first, last, width = (cleaned.get(name) for name in ("first_age", "last_age", "band_width"))
        if first is None or last is None or not width:
            return cleaned
        if last < first:
            self.add_error(
                "last_age", _("The oldest band cannot begin before the youngest (%d).") % first
            )
        elif (last - first) % width:
            below = last - (last - first) % width
            self.add_error(
                "last_age",
                _(
                    "Counted from %(first)d in bands of %(width)d years, a band begins at "
                    "%(below)d or %(above)d."
                )
                % {"first": first, "width": width, "below": below, "above": below + width},
            )
        return cleaned

    def changes(self) -> dict[str, Any]:
        """The tournament's fields as they were typed."""
        return {name: self.cleaned_data[name] for name in self.Meta.fields}


def ties_moved(ties: list[str], deed: str) -> list[str]:
    """The tie-breaks after a button was pressed."""
    return order_moved(ties, deed, OF_TOURNAMENTS)


def format_title(key: str) -> str:
    """What the format is called on pages; "" for one that is not known any more."""
    return str(BY_KEY[key].title) if key in BY_KEY else ""
