"""What organizers type about game days, made into values."""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.people.models import MOST_TABLES
from league.seasons.models import Season
from league.seasons.selectors.results import board_dates
from league.seating.case import MOST_PLAYERS
from scoring import referee
from scoring.accounts.models import Club, Player
from scoring.dates import hours, weekday, weekday_and_year
from scoring.sheets.forms import ReasonsForm, dominoes_field
from scoring.sheets.models import Game, Seat
from scoring.sheets.paper import (
    MOST_POINTS,
    PaperLine,
    outs_completed,
    outs_fault,
    outs_lacking,
    outs_lacking_words,
)
from scoring.sheets.paper import MOST_ROUNDS as MOST_ROUNDS_ON_PAPER
from scoring.sheets.paper_forms import RoundsGrid
from scoring.sheets.rule_fields import RuleFields
from scoring.web.fields import WholeNumber

from .models import DayAnswer, GameDay, Wish
from .selectors.begun import days_begun
from .selectors.day_length import length_words
from .selectors.tables import starting_doubles

MOST_ROUNDS = 60
# For so long a game can be put into the day that it was played on.
SINCE = timedelta(days=120)
YEAR = timedelta(days=371)
# Older papers are another century's.
OLDEST = timedelta(days=36525)
# When a day was played that nobody put into the calendar, where no other says it.
NOON, EVENING = datetime.time(13), datetime.time(17)
# What a day that is entered from paper takes over from another.
LIKE = ("movement", "movers", "size", "least", "most", "tables", "meetings_count")

ABOUT = ("date", "starts", "ends", "place", "contact", "title", "note", "counts")
SEATING = (
    "rounds",
    "movement",
    "movers",
    "size",
    "least",
    "most",
    "tables",
    "places",
    "meetings_count",
)


class DayChoice(forms.ModelChoiceField):
    """A choice of game days, by their dates."""

    def label_from_instance(self, obj: GameDay) -> str:
        """Return the date, with the day's name if it has one."""
        date = weekday_and_year(obj.date)
        return f"{date} · {obj.title}" if obj.title else date


class GameDayForm(forms.Form):
    """Which game day a game belongs to, as which game of the day, and at which table."""

    day = DayChoice(GameDay.objects.none(), label=gettext_lazy("Game day"), empty_label=None)
    number = WholeNumber(
        label=gettext_lazy("Which game of the day?"), min_value=1, max_value=MOST_ROUNDS
    )
    table = WholeNumber(label=gettext_lazy("Table"), min_value=1, max_value=MOST_TABLES)

    def __init__(
        self, *args: Any, club: Club, fixed_table: int | None = None, **kwargs: Any
    ) -> None:
        """Offer the club's days of late; a tablet of one table puts games at its own alone."""
        super().__init__(*args, **kwargs)
        today = timezone.localdate()
        days = days_begun(club).filter(date__gte=today - SINCE)
        choice = cast("DayChoice", self.fields["day"])
        choice.queryset = days.order_by("-date", "-pk")
        if fixed_table is not None:
            self.fields["table"] = WholeNumber(
                label=_("Table"),
                initial=fixed_table,
                min_value=fixed_table,
                max_value=fixed_table,
            )


class DayForm(RuleFields, forms.ModelForm):
    """A game day: when and where, how people are seated, what each table plays."""

    class Meta:
        model = GameDay
        fields = [*ABOUT, *SEATING, "set"]
        labels = {
            "title": gettext_lazy("Name, if it has one"),
            "contact": gettext_lazy("Contact"),
            "note": gettext_lazy("Note for everybody"),
            "rounds": gettext_lazy("How many games in a row, with new tables for each?"),
            "movement": gettext_lazy("How people come to their next table"),
            "movers": gettext_lazy("If the lowest move up: how many from each table?"),
            "size": gettext_lazy("People at a table"),
            "least": gettext_lazy("at least"),
            "most": gettext_lazy("at most"),
            "tables": gettext_lazy("How many tables or sets of dominoes do you have?"),
            "places": gettext_lazy("Room for how many people?"),
            "meetings_count": gettext_lazy(
                "Seat people with those they met least on earlier game days"
            ),
        }
        help_texts = {
            "contact": gettext_lazy(
                "Members see it. So does anyone with the link “Are you coming?” or the "
                "calendar’s address. Strangers do not."
            ),
            "note": gettext_lazy("Everybody sees it, also strangers and their calendars."),
            "counts": gettext_lazy("Without the tick this day counts for no season."),
        }
        widgets = {
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "starts": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "ends": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "movement": forms.RadioSelect,
        }

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        """Offer the club's rules, the sets of dominoes and the house rules, as a new game does."""
        super().__init__(*args, **kwargs)
        self.fields["set"] = dominoes_field()
        self.add_rule_fields(club)
        for name, (low, high) in NUMBERS.items():
            label, first = self.fields[name].label, self.fields[name].initial
            self.fields[name] = WholeNumber(
                label=label, initial=first, min_value=low, max_value=high, required=True
            )
        self.fields["tables"] = WholeNumber(
            label=self.fields["tables"].label,
            help_text=_("No game has more tables than that. Empty: there are enough."),
            min_value=1,
            max_value=MOST_TABLES,
        )
        self.fields["places"] = WholeNumber(
            label=self.fields["places"].label,
            help_text=_(
                "Anyone who says “I’m coming” after that goes on the waiting list. Empty: no limit."
            ),
            min_value=1,
            max_value=MOST_PLAYERS,
        )
        # A page from before the first season did not ask; its missing tick is no answer.
        asked = not self.is_bound or {"counts", "counts_asked"} & set(self.data)
        if not (asked and Season.objects.filter(club=club).exists()):
            del self.fields["counts"]
        elif closed := self._closed_words(club):
            counts = self.fields["counts"]
            counts.help_text = f"{counts.help_text} {closed}"
        like = self.instance if self.instance.rules else self.initial.pop("like", None)
        self.length = length_words(like) if like else ""
        self.show_rules(like.rules if like else {}, like.rule_sheet if like else None)

    def _closed_words(self, club: Club) -> str:
        """Say which closed seasons the day may fall in, where they count nothing; "" for none."""
        day = self.initial.get("date") or timezone.localdate()
        closed = Season.objects.filter(
            club=club, closed_at__isnull=False, last__gte=min(day, timezone.localdate())
        )
        # A day that the season was closed with counts there.
        seasons = [season for season in closed if day not in board_dates(season)]
        sentence = _("%(name)s is closed, so no new day until %(last)s counts for it.")
        return " ".join(
            sentence % {"name": season.name, "last": date_format(season.last)}
            for season in reversed(seasons)
        )

    @property
    def about_fields(self) -> list[forms.BoundField]:
        """When and where."""
        return [self[name] for name in ABOUT if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """Refuse hours that run backward, sizes that clash, and tables that the rules forbid."""
        super().clean()
        cleaned = self.cleaned_data
        starts, ends = cleaned.get("starts"), cleaned.get("ends")
        if starts and ends and ends <= starts:
            self.add_error("ends", _("The day has to end after it starts."))
        size, least, most = (cleaned.get(name) for name in ("size", "least", "most"))
        if size and least and most and not least <= size <= most:
            self.add_error(
                "size",
                _("%(size)d does not lie between at least %(least)d and at most %(most)d.")
                % {"size": size, "least": least, "most": most},
            )
        tables, places = cleaned.get("tables"), cleaned.get("places")
        if tables and places and most and places > tables * most:
            self.add_error(
                "places",
                ngettext(
                    "%(people)d people do not fit at %(tables)d table of at most %(most)d.",
                    "%(people)d people do not fit at %(tables)d tables of at most %(most)d.",
                    tables,
                )
                % {"people": places, "tables": tables, "most": most},
            )
        if not self.errors:
            self._check_rules()
        return cleaned

    def _check_rules(self) -> None:
        cleaned, spec = self.cleaned_data, self.rule_spec()
        self.refuse_rules(spec, cleaned["set"])
        if self.errors:
            return
        for people in range(cleaned["least"], cleaned["most"] + 1):
            names = [str(number) for number in range(people)]
            if complaint := referee.check_setup(cleaned["set"], spec, names):
                self.add_error(None, complaint.text)
                return

    def told(self) -> dict[str, Any]:
        """The fields of a game day's row."""
        names = [name for name in (*ABOUT, *SEATING, "set") if name in self.fields]
        fields = {name: self.cleaned_data[name] for name in names}
        return {**fields, "rules": self.rule_spec(), "rule_sheet": self.rule_sheet()}


# From and to, for numbers that are typed.
NUMBERS = {
    "rounds": (1, MOST_ROUNDS),
    "movers": (1, referee.MOST_AT_A_TABLE),
    "size": (2, referee.MOST_AT_A_TABLE),
    "least": (2, referee.MOST_AT_A_TABLE),
    "most": (2, referee.MOST_AT_A_TABLE),
}


class EditDayForm(DayForm):
    """A game day that is changed; whether its answers stay is asked once its date moves."""

    answers = forms.ChoiceField(
        label=gettext_lazy("What about their answers?"),
        choices=[
            ("keep", gettext_lazy("The answers stay, for the new date")),
            ("ask", gettext_lazy("Remove the answers, and ask again")),
        ],
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(self, *args: Any, instance: GameDay, **kwargs: Any) -> None:
        """Remember the date that people have answered for, and what they said."""
        # The form writes into its own row as soon as it is read.
        self.answered_for = instance.date
        self.answered = Counter(instance.answers.values_list("coming", flat=True))
        super().__init__(*args, instance=instance, **kwargs)

    @property
    def moves_answers(self) -> bool:
        """Whether a form that was sent moves a day for which people have answered."""
        date = self.cleaned_data.get("date") if self.is_bound else None
        return bool(self.answered) and date not in (None, self.answered_for)

    def clean(self) -> dict[str, Any]:
        """Ask what becomes of the answers where the day moves and nobody said so."""
        cleaned = super().clean()
        if self.moves_answers and not cleaned.get("answers") and "answers" not in self.errors:
            no = self.answered[DayAnswer.Coming.NO]
            yes = self.answered.total() - no
            self.add_error(
                "answers",
                ngettext(
                    "%(yes)d person said yes for %(date)s, and %(no)d said no. What about that?",
                    "%(yes)d people said yes for %(date)s, and %(no)d said no. What about that?",
                    yes,
                )
                % {"date": weekday(self.answered_for), "yes": yes, "no": no},
            )
        return cleaned

    @property
    def asks_again(self) -> bool:
        """Whether a valid form takes the answers away."""
        return self.moves_answers and self.cleaned_data["answers"] == "ask"

    @property
    def answers_words(self) -> str:
        """Say what a valid form did with the answers; "" where it did not move any."""
        if not self.moves_answers:
            return ""
        is_past = self.cleaned_data["date"] < timezone.localdate()
        if self.asks_again:
            removed = _("The answers are removed. Ask again who comes.")
            return _("The answers are removed.") if is_past else removed
        if is_past:
            stay = ngettext(
                "%d answer stays, and is for the new date now.",
                "%d answers stay, and are for the new date now.",
                self.answered.total(),
            )
            return stay % self.answered.total()
        return (
            ngettext(
                "%d answer stays, and is for the new date now. Tell them the new date.",
                "%d answers stay, and are for the new date now. Tell them the new date.",
                self.answered.total(),
            )
            % self.answered.total()
        )


class NewDayForm(DayForm):
    """A game day that is new: one, or one a week."""

    until = forms.DateField(
        label=gettext_lazy("Every week until"),
        required=False,
        help_text=gettext_lazy("For a single day, leave it empty. At most a year ahead."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a last day before the first, and one more than a year after it."""
        cleaned = super().clean()
        first, until = cleaned.get("date"), cleaned.get("until")
        if first and until and not first <= until <= first + YEAR:
            self.add_error("until", _("Choose a last day within a year after the first one."))
        return cleaned


class PaperDayForm(RuleFields, forms.Form):
    """A day that is not in the calendar and was played on paper: its date, and what was played."""

    date = forms.DateField(
        label=gettext_lazy("On which day was it played?"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    starts = forms.TimeField(
        label=gettext_lazy("From what time, if somebody knows?"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    ends = forms.TimeField(
        label=gettext_lazy("Until what time?"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    def __init__(self, *args: Any, club: Club, like: GameDay | None, **kwargs: Any) -> None:
        """Begin with the rules and dominoes of the day `like` it."""
        super().__init__(*args, **kwargs)
        self.club, self.like = club, like
        self.fields["starts"].help_text = self._usual_words()
        self.fields["set"] = dominoes_field()
        self.add_rule_fields(club)
        if like is not None:
            self.initial.setdefault("set", like.set)
        self.show_rules(like.rules if like else {}, like.rule_sheet if like else None)

    def clean_date(self) -> datetime.date:
        """Refuse a day to come, and one that the calendar has."""
        day: datetime.date = self.cleaned_data["date"]
        if day > timezone.localdate():
            raise forms.ValidationError(_("This day is still to come."))
        if day < timezone.localdate() - OLDEST:
            raise forms.ValidationError(_("This day is too long ago. Look at the year again."))
        if GameDay.objects.filter(club=self.club, date=day, cancelled_at=None).exists():
            raise forms.ValidationError(
                _("The calendar has a game day on that date. Go back and choose it.")
            )
        return day

    def _usual_words(self) -> str:
        """Say which hours are written where none are typed, and whose they are."""
        words = {"hours": hours(*self._usual_hours)}
        if self.like is None or self.like.date > timezone.localdate():
            return _("Leave both empty if nobody knows. Then %(hours)s is written.") % words
        words["day"] = date_format(self.like.date)
        return (
            _("Leave both empty if nobody knows. Then %(hours)s is written, as on %(day)s.") % words
        )

    @property
    def _usual_hours(self) -> tuple[datetime.time, datetime.time]:
        """From when to when the day `like` it was; without one, an afternoon."""
        return (self.like.starts, self.like.ends) if self.like is not None else (NOON, EVENING)

    @property
    def hours_typed(self) -> bool:
        """Whether a valid form says when the day was played."""
        return self.cleaned_data.get("starts") is not None

    @property
    def _hours(self) -> tuple[datetime.time, datetime.time]:
        """From when to when a valid form's day was played, or is written to have been."""
        typed = (self.cleaned_data["starts"], self.cleaned_data["ends"])
        return typed if self.hours_typed else self._usual_hours

    @property
    def hours_words(self) -> str:
        """The hours that a valid form's day gets, in words."""
        return hours(*self._hours)

    def _check_hours(self) -> None:
        starts, ends = self.cleaned_data.get("starts"), self.cleaned_data.get("ends")
        if (starts is None) != (ends is None) and not {"starts", "ends"} & set(self.errors):
            missing = "starts" if starts is None else "ends"
            self.add_error(missing, _("Type both times, or leave both empty."))
        if starts and ends and ends <= starts:
            self.add_error("ends", _("The day has to end after it starts."))

    def clean(self) -> dict[str, Any]:
        """Refuse hours that run backward, and rules that make no sense with the dominoes."""
        super().clean()
        self._check_hours()
        if not self.errors:
            self.refuse_rules(self.rule_spec(), self.cleaned_data["set"])
        return self.cleaned_data

    def told(self) -> dict[str, Any]:
        """The fields of the new day's row, most as on the day like it, and no place."""
        fields = {name: getattr(self.like, name) for name in LIKE if self.like is not None}
        starts, ends = self._hours
        return {
            **fields,
            "starts": starts,
            "ends": ends,
            "date": self.cleaned_data["date"],
            "set": self.cleaned_data["set"],
            "rules": self.rule_spec(),
            "rule_sheet": self.rule_sheet(),
            "rounds": 1,
        }


class TableRoundsForm(RoundsGrid):
    """The paper of one table of a day, round by round; who has an empty line did not play there."""

    people: Sequence[Player]

    def __init__(self, *args: Any, people: Sequence[Player], game: Game, **kwargs: Any) -> None:
        """With a line for each of these people; `game` has the day's rules and dominoes."""
        super().__init__(*args, **kwargs)
        self.people, self.game = people, game
        self.doubles = starting_doubles(game)
        self.add_rounds()

    def names(self, cleaned: Mapping[str, Any]) -> dict[int, str]:
        """Whose lines are read, by id: those in which something is typed; everybody's in none."""
        columns = range(1, len(self.doubles) + 1)
        played = {
            person.pk: person.name
            for person in self.people
            if cleaned[f"sum-{person.pk}"] is not None
            or any(cleaned[f"points-{at}-{person.pk}"] is not None for at in columns)
            or any(cleaned[f"out-{at}"] == person.pk for at in columns)
        }
        return played if len(played) > 1 else super().names(cleaned)

    def look_further(self, names: Mapping[int, str]) -> None:
        """Ask about who has an empty line."""
        for person in self.people:
            if person.pk not in names:
                self.read.questions[f"sum-{person.pk}"].append(
                    _("The line of %s is empty. Did this person not play here?") % person.name
                )

    def played(self) -> list[Player]:
        """Who played, of a valid form, in the order of its rounds."""
        return [person for person in self.people if person.pk in self.read.lines]


# The fields that each seat has on the paper of one table.
SEAT_PARTS = ("total", "outs", "first", "last")


class PaperGameForm(ReasonsForm):
    """What the paper of one table says, to be corrected: totals, rounds won, who left."""

    rounds = WholeNumber(
        label=gettext_lazy("Rounds"), required=True, min_value=1, max_value=MOST_ROUNDS_ON_PAPER
    )

    def __init__(self, *args: Any, seats: Sequence[Seat], **kwargs: Any) -> None:
        """With four fields for each of the seats."""
        super().__init__(*args, **kwargs)
        self.seats = seats
        for seat in seats:
            self.fields[f"total-{seat.place}"] = WholeNumber(
                label=_("Total"), min_value=0, max_value=MOST_POINTS
            )
            self.fields[f"outs-{seat.place}"] = WholeNumber(
                label=_("Rounds won"), min_value=0, max_value=MOST_ROUNDS_ON_PAPER
            )
            for part, label in (
                ("first", _("First round played")),
                ("last", _("Last round played")),
            ):
                self.fields[f"{part}-{seat.place}"] = WholeNumber(
                    label=label, min_value=1, max_value=MOST_ROUNDS_ON_PAPER
                )

    def clean(self) -> dict[str, Any]:
        """Refuse what no sheet of so many rounds can say, beside the field that says it."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        rounds = cleaned["rounds"]
        lines = outs_completed(self.lines(), rounds)
        for at in outs_lacking(lines):
            self.add_error(f"outs-{self.seats[at].place}", outs_lacking_words())
        too_many = outs_fault([line.outs for line in lines], rounds)
        for seat, line in zip(self.seats, lines, strict=True):
            if too_many and line.outs:
                self.add_error(f"outs-{seat.place}", too_many)
            if line.total is None and line.after_round is None:
                self.add_error(f"total-{seat.place}", _("Type the total points."))
            for fault in line.faults(seat.player.name, rounds):
                self.add_error(f"{fault.code}-{seat.place}", fault.text)
        return cleaned

    @property
    def faulty(self) -> list[tuple[forms.BoundField, str]]:
        """The fields that have to be mended, with the words that lead to each."""
        names = {
            f"{part}-{seat.place}": seat.player.name for seat in self.seats for part in SEAT_PARTS
        }
        return [
            (
                field,
                _("%(name)s: %(field)s") % {"name": names[field.name], "field": field.label}
                if field.name in names
                else str(field.label),
            )
            for field in self
            if field.errors
        ]

    @property
    def rows(self) -> list[tuple[Seat, list[forms.BoundField], list[forms.BoundField]]]:
        """Each seat with the fields of its result, and those of who came late or left early."""
        rows = []
        for seat in self.seats:
            fields = [self[f"{part}-{seat.place}"] for part in SEAT_PARTS]
            rows.append((seat, fields[:2], fields[2:]))
        return rows

    def lines(self) -> list[PaperLine]:
        """What a valid form says of the seats, by place."""
        cleaned = self.cleaned_data
        return [
            PaperLine(
                cleaned[f"total-{seat.place}"],
                cleaned[f"outs-{seat.place}"],
                from_round=cleaned[f"first-{seat.place}"] or 1,
                after_round=cleaned[f"last-{seat.place}"],
            )
            for seat in self.seats
        ]


class FixForm(forms.Form):
    """The table that somebody needs on one day: empty is none."""

    table = WholeNumber(
        label=gettext_lazy("Always sits at table"), min_value=1, max_value=MOST_TABLES
    )


class WishForm(forms.Form):
    """Two people who are to sit apart, or together."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is the wish?"),
        choices=Wish.Kind.choices,
        initial=Wish.Kind.APART,
        widget=forms.RadioSelect,
    )
    always = forms.BooleanField(
        label=gettext_lazy("On every game day, not only on this one"), required=False
    )

    def __init__(self, *args: Any, people: list[tuple[int, str]], **kwargs: Any) -> None:
        """Offer these people: (player's id, name)."""
        super().__init__(*args, **kwargs)
        choices = [("", _("choose a name")), *people]
        for name, label in (("one", _("One of the two")), ("other", _("And the other"))):
            self.fields[name] = forms.TypedChoiceField(label=label, coerce=int, choices=choices)
        self.order_fields(["kind", "one", "other", "always"])
