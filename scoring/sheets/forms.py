"""What people type, made into values; every wrong thing gets a sentence that says what to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import parsing, referee
from scoring.accounts.authors import MAX_REASON
from scoring.accounts.models import Club
from scoring.names import name_key
from scoring.sheets.selectors.sheet import SeatLine, Sheet
from scoring.values import RoundReport
from scoring.web.fields import NameField, TilesField, WholeNumber

from .rule_fields import HOUSE, RuleFields


class ReasonsForm(forms.Form):
    """Why something on a sheet is corrected: a reason that is tapped, own words, or both."""

    reason = forms.CharField(
        label=gettext_lazy("Why is it corrected?"), required=False, max_length=MAX_REASON
    )
    reason_tapped = forms.CharField(required=False, max_length=58)

    def clean(self) -> dict[str, Any]:
        """Put the reason that was tapped before the one that was typed."""
        super().clean()
        parts = [self.cleaned_data.pop("reason_tapped", ""), self.cleaned_data.get("reason", "")]
        self.cleaned_data["reason"] = ": ".join(part for part in parts if part)[:MAX_REASON]
        return self.cleaned_data

    @property
    def reasons_to_correct(self) -> list[str]:
        """Why numbers are corrected, to be tapped."""
        return [_("Typing error"), _("Counted again"), self.wrong_player]

    @property
    def wrong_player(self) -> str:
        """The reason that offers to swap what two players have."""
        return _("Wrong player")


class RoundForm(ReasonsForm):
    """One round as the scorekeeper reports it: how it ended, and a hand or a total a seat.

    Fields of a seat are named seat-<id>-total, -tiles, -count, -marked and -sure.
    """

    ending = forms.CharField(required=False)
    boneyard = WholeNumber(min_value=0)
    as_it_stands = forms.BooleanField(required=False)

    def __init__(self, *args: Any, sheet: Sheet, seats: Sequence[SeatLine], **kwargs: Any) -> None:
        """Make a set of fields for each seat that plays this round."""
        super().__init__(*args, **kwargs)
        self.sheet = sheet
        self.seats = seats
        self.fields["starting_double"] = WholeNumber(min_value=0, max_value=sheet.game.set)
        too_big = parsing.no_such_double(sheet.game.set)
        self.fields["starting_double"].error_messages["max_value"] = too_big
        # One of each for all seats: a field knows nothing of its name, and takes long to make.
        of_a_seat = {
            "total": WholeNumber(),
            "tiles": TilesField(),
            "count": WholeNumber(min_value=0),
            "marked": forms.BooleanField(required=False),
            "sure": WholeNumber(),
        }
        for seat in seats:
            self.fields |= {f"seat-{seat.id}-{part}": field for part, field in of_a_seat.items()}

    def clean_ending(self) -> tuple[str, int | None]:
        """How the round ended, and the seat that went out; ("", None) while it is not told."""
        try:
            return parsing.ending(self.cleaned_data["ending"], [seat.id for seat in self.seats])
        except parsing.Unread as unread:
            raise forms.ValidationError(str(unread)) from None

    @property
    def reasons_to_record(self) -> list[str]:
        """Why rounds are recorded as they stand, to be tapped."""
        return [_("The table agreed"), _("The tiles were put away already")]

    @property
    def swap(self) -> list[str]:
        """The ids of the seats that are tapped to be swapped."""
        return self.data.getlist("swap") if isinstance(self.data, QueryDict) else []

    def report(self) -> RoundReport:
        """What the fields say that could be read; what could not be is left out as not told."""
        return parsing.report_of(
            self.cleaned_data,
            [seat.id for seat in self.seats],
            counts_markers=referee.marker_points(self.sheet.game) > 0,
        )

    def seat_errors(self, seat_id: int) -> list[str]:
        """What could not be read in this seat's fields, in words."""
        return [
            str(message)
            for part in ("total", "tiles", "count")
            for message in self.errors.get(f"seat-{seat_id}-{part}", [])
        ]


SEAT_PARTS = ("total", "tiles", "count", "marked", "sure")


def with_hands_swapped(fields: QueryDict, first: str, second: str) -> QueryDict:
    """Return a round's fields in which the seats with these two ids have changed places."""
    swapped = fields.copy()
    del swapped["swap"]
    others = {first: second, second: first}
    for seat, other in others.items():
        for part in SEAT_PARTS:
            swapped.setlist(f"seat-{seat}-{part}", fields.getlist(f"seat-{other}-{part}"))
    out = fields.get("ending", "").removeprefix("out-")
    if out in others:
        swapped["ending"] = f"out-{others[out]}"
    return swapped


def with_way_taken(fields: QueryDict) -> QueryDict:
    """Return a new game's fields with the way out that was tapped."""
    taken = fields.copy()
    name, _equals, value = fields.get("take", "").partition("=")
    if name in ("set", "rules", f"{HOUSE}hand_size"):
        taken[name] = value
    return taken


def dominoes_field() -> forms.TypedChoiceField:
    """The field that asks for the set of dominoes."""
    return forms.TypedChoiceField(
        label=_("Dominoes"),
        coerce=int,
        choices=[(size, _("double %d") % size) for size in referee.SETS],
        initial=12,
    )


@dataclass(frozen=True)
class WayOut:
    """A change by which the people named can play, as "field=value", and the tiles of a hand."""

    change: str
    title: str
    tiles: int


class StartForm(RuleFields, forms.Form):
    """A new game: who plays, under which rules, with which dominoes."""

    def __init__(self, *args: Any, club: Club | None = None, **kwargs: Any) -> None:
        """Offer the club's rules, the sets of dominoes, a name field a seat and house rules."""
        super().__init__(*args, **kwargs)
        self.fields["set"] = dominoes_field()
        for number in range(referee.MOST_AT_A_TABLE):
            self.fields[f"name-{number}"] = NameField(
                required=False,
                label=_("Seat %d") % (number + 1),
                widget=forms.TextInput(
                    attrs={"list": "known-names", "autocomplete": "off", "autocapitalize": "words"}
                ),
            )
        self.add_rule_fields(club)
        if self.initial.get("rules") not in self.offers:
            self.initial["rules"] = next(iter(self.offers))

    @property
    def name_fields(self) -> list[forms.BoundField]:
        """The fields for names, in playing order."""
        return [self[f"name-{number}"] for number in range(referee.MOST_AT_A_TABLE)]

    @property
    def faulty_fields(self) -> list[forms.BoundField]:
        """The fields with something wrong in them, in the order of the page."""
        first = [*self.name_fields, self["set"], self["rules"]]
        return [field for field in (*first, *self.house_fields) if field.errors]

    def begins_with(self, rules: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
        """Return these rules as the untouched form changes them, and the names that stand in it."""
        given = self.initial.items()
        house = {name.removeprefix(HOUSE): value for name, value in given if name.startswith(HOUSE)}
        return {**rules, **house}, [name for key, name in given if key.startswith("name-")]

    def names(self) -> list[str]:
        """The names typed so far, in playing order, empty seats left out."""
        return [*self.named_fields().values()]

    def named_fields(self) -> dict[str, str]:
        """The names typed so far, by their fields, in playing order."""
        fields = (f"name-{number}" for number in range(referee.MOST_AT_A_TABLE))
        return {field: self.cleaned_data[field] for field in fields if self.cleaned_data.get(field)}

    def ways_out(self) -> list[WayOut]:
        """What the people named could play by, where set and rules do not go with them.

        Another set, another rule set, or a number of tiles of their own; each is tried.
        """
        set_, spec, names = self.cleaned_data.get("set", 12), self.rule_spec(), self.names()
        tries: list[tuple[str, object, int, dict[str, Any], str]] = [
            ("set", size, size, spec, _("Double %d") % size) for size in referee.SETS
        ]
        tries += [
            ("rules", offer.key, set_, self.rule_spec(offer), offer.title)
            for offer in self.offers.values()
        ]
        tries += [
            (f"{HOUSE}hand_size", size, set_, {**spec, "hand_size": size}, _("Our rule"))
            for size in referee.own_hand_sizes(set_, spec, names)
        ]
        deals = [(way, referee.deal(way[2], way[3], names)) for way in tries]
        return [
            WayOut(f"{field}={value}", title, deal.tiles)
            for (field, value, _set, _spec, title), deal in deals
            if deal and deal.tiles
        ]

    def clean(self) -> dict[str, Any]:
        """Refuse names twice, and a table that the rules and the dominoes do not allow."""
        super().clean()
        names = self.names()
        seen: dict[str, str] = {}
        for number in range(referee.MOST_AT_A_TABLE):
            name = self.cleaned_data.get(f"name-{number}", "")
            if name and name_key(name) in seen:
                self.add_error(
                    f"name-{number}",
                    _("%s is typed twice. Add a letter to tell the two apart.") % name,
                )
            seen[name_key(name)] = name
        if not self.errors:
            spec = self.rule_spec()
            self.refuse_rules(spec, self.cleaned_data["set"])
            if not self.errors and (
                complaint := referee.check_setup(self.cleaned_data["set"], spec, names)
            ):
                self.add_error(None, complaint.text)
        return self.cleaned_data


class JoinForm(forms.Form):
    """A late arrival."""

    name = NameField(label=gettext_lazy("Who has come?"))
    total = WholeNumber(label=gettext_lazy("Comes in with (points)"), min_value=0)


class RenameForm(forms.Form):
    """The right name of somebody at the table."""

    right_name = NameField(label=gettext_lazy("What is the right name?"))


class FinishForm(forms.Form):
    """The end of a game: who has checked its totals, if somebody has."""

    verified_by = NameField(label=gettext_lazy("Somebody else"), required=False)

    def __init__(self, *args: Any, names: Sequence[str], **kwargs: Any) -> None:
        """Offer the players' names to tap."""
        super().__init__(*args, **kwargs)
        self.fields["checker"] = forms.ChoiceField(
            choices=[("", _("Nobody")), *((name, name) for name in names)],
            label=_("Who has checked the totals? You need not say it."),
            widget=forms.RadioSelect,
            required=False,
        )

    def checked_by(self) -> str:
        """Return the name that was typed, else the one that was tapped."""
        return str(self.cleaned_data["verified_by"] or self.cleaned_data["checker"])


class ReasonForm(forms.Form):
    """Why something on the sheet is changed."""

    reason = forms.CharField(label=gettext_lazy("Why?"), max_length=MAX_REASON)
