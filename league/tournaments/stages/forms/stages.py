"""What a director types about one stage of a tournament."""

import copy
import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.seasons.forms import PlacePoints
from league.tournaments.brackets.values import Kind, StageMeasure, StagePlan
from league.tournaments.courses import plan_of
from league.tournaments.models import Stage
from league.tournaments.stages.selectors.plan_faults import (
    at_stage,
    game_complaints,
    order_complaints,
    plan_complaints,
)
from league.tournaments.stages.services.stages import (
    TIME_LIMIT,
    WAY_ON,
    may_change,
    stage_set,
    stages_join,
)
from scoring.sheets.forms import dominoes_field
from scoring.sheets.rule_fields import HOUSE, RuleFields
from scoring.web.fields import WholeNumber

WHO = ("name", "kind", "seating", "size", "least", "most", "rounds", "movers")
MOVES = ("moves_by", "moves", "top_moves")
KEPT_APART = ("apart", "by_division")
COUNTS = ("measure", "place_points", "uneven")
RADIOS = ("kind", "seating", "moves_by", "measure", "uneven", "onward", "cut", "fill")
HAND_SIZE = "house-hand_size"

# From and to, and what an empty field means where the field plays no part.
NUMBERS = {
    "size": (2, 12, 4),
    "least": (2, 12, 3),
    "most": (2, 12, 5),
    "rounds": (1, 20, 1),
    "movers": (1, 6, 1),
    "count": (1, 9999, 1),
    "fill_to": (0, 500, 0),
}
PAIR = re.compile(r"(\d{1,2})\s*[:=]\s*(\d{1,3})")


class HandSizes(forms.CharField):
    """Tiles that each one draws: one number, or one for each number of players ("4: 15, 5: 12")."""

    def prepare_value(self, value: Any) -> Any:
        """The table of hand sizes in one line."""
        if isinstance(value, dict):
            return ", ".join(f"{players}: {tiles}" for players, tiles in value.items())
        return value

    def clean(self, value: Any) -> Any:
        """A number, a table by players as the engine's contract writes it, or "" for nothing."""
        text = str(super().clean(self.prepare_value(value)) or "").strip()
        if not text:
            return ""
        if text.isascii() and text.isdecimal() and len(text) < 4:
            return self._tiles(text)
        if PAIR.sub("", text).strip(" ,;"):
            raise forms.ValidationError(
                _("Write one number, such as 12, or one for each number of players: 4: 15, 5: 12")
            )
        return {str(int(players)): self._tiles(tiles) for players, tiles in PAIR.findall(text)}

    def _tiles(self, text: str) -> int:
        if not 1 <= int(text) <= 60:
            raise forms.ValidationError(_("A hand has from 1 to 60 tiles."))
        return int(text)


class Steps(forms.CharField):
    """Steps from table to table as text, such as "1 1 0 -1"."""

    def prepare_value(self, value: Any) -> Any:
        """The steps in one line."""
        return " ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        """The steps as numbers."""
        text = str(super().clean(self.prepare_value(value)) or "").replace("\N{MINUS SIGN}", "-")
        words = re.split(r"[\s,;]+", text.strip())
        if any(not re.fullmatch(r"[+-]?[0-9]{1,2}", word) for word in words if word):
            raise forms.ValidationError(_("Write whole numbers, such as 1 1 0 -1."))
        return [int(word) for word in words if word]


class StageForm(RuleFields, forms.ModelForm):
    """One stage: who sits where, what is played, who goes on.

    `stages` are all of the tournament's, this one among them where it is kept already. What does
    not go together with another stage is said above the form, with that stage's name.
    """

    place_points = PlacePoints(
        label=gettext_lazy("Points for places"),
        required=False,
        max_length=80,
        help_text=gettext_lazy(
            "One number for each place at the largest table, from the first down, such as "
            "7 5 4 3 2. People who share a place share its points."
        ),
    )

    moves = Steps(
        label=gettext_lazy("How many tables up does each one move?"),
        required=False,
        max_length=80,
        help_text=gettext_lazy(
            "One number for each place at the table (or each seat), from the first. 1 1 0 0: the "
            "first two move up one table, the others stay. -1 is down. From table 1 up you come to "
            "the last table."
        ),
    )
    top_moves = Steps(
        label=gettext_lazy("And at table 1, if that is different?"),
        required=False,
        max_length=80,
        help_text=gettext_lazy(
            "0 0 1 1: the first two stay at table 1, and the others go to the last table."
        ),
    )

    class Meta:
        model = Stage
        fields = [*WHO, *MOVES, *KEPT_APART, *COUNTS, *WAY_ON, "set", "minutes", "starts"]
        labels = {
            "seating": gettext_lazy("Who sits with whom"),
            "size": gettext_lazy("People at a table"),
            "least": gettext_lazy("at least"),
            "most": gettext_lazy("at most"),
            "rounds": gettext_lazy("How many games does everybody play?"),
            "starts": gettext_lazy("Starts at"),
            "uneven": gettext_lazy("If some tables stop early"),
        }
        widgets = {
            **dict.fromkeys(RADIOS, forms.RadioSelect),
            "starts": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }
        help_texts = {
            "seating": gettext_lazy(
                "Seeds of the first stage are those typed with the entrants, then those of the "
                "season that the settings name. Later the order of who goes on is the seeds."
            ),
            "starts": gettext_lazy("It is shown on the lists of tables. May stay empty."),
            "uneven": gettext_lazy(
                "Such as when time is up. Where that counts, a paper says how many rounds it has. "
                "At one table all its rounds always count."
            ),
            "apart": gettext_lazy(
                "By the club of each entrant. Where none is written down, by the residence."
            ),
            "by_division": gettext_lazy("Each has its own tables, and its own people who go on."),
        }

    def __init__(self, *args: Any, stages: Sequence[Stage], **kwargs: Any) -> None:
        """Offer the rule sets, the sets of dominoes and the house rules, as a new game does."""
        super().__init__(*args, **kwargs)
        self.stages = list(stages)
        self.way_may_change = False
        for name, (low, high, _empty) in NUMBERS.items():
            field = self.fields[name]
            self.fields[name] = WholeNumber(
                label=field.label, help_text=field.help_text, min_value=low, max_value=high
            )
        self.fields["minutes"] = WholeNumber(
            label=_("Time limit for a game"),
            unit=_("minutes"),
            help_text=_("Empty for no limit."),
            min_value=1,
            max_value=600,
        )
        self._game_fields()
        for name in RADIOS:
            # Nothing told is what the row says: what plays no part may be left out.
            self.fields[name].required = False
        if self.instance.opened_at is not None:
            still = may_change(self.instance)
            for name, field in self.fields.items():
                field.disabled = name not in still
            self.way_may_change = still.issuperset(WAY_ON)

    def _game_fields(self) -> None:
        self.fields["set"] = dominoes_field()
        self.add_rule_fields(self.instance.tournament.club)
        del self.fields[f"{HOUSE}{TIME_LIMIT}"]
        self.fields[HAND_SIZE] = HandSizes(
            label=self.fields[HAND_SIZE].label,
            help_text=_("as the rules say; or such as 12, or 4: 15, 5: 12 by number of players"),
            required=False,
            max_length=120,
        )
        kept = {name: value for name, value in self.instance.rules.items() if name != TIME_LIMIT}
        self.show_rules(kept, self.instance.rule_sheet)

    def _has_field(self, name: str, value: object) -> bool:
        if name == "hand_size" and isinstance(value, dict):
            return all(isinstance(tiles, int) for tiles in value.values())
        return super()._has_field(name, value)

    def clean(self) -> dict[str, Any]:
        """Refuse what does not go together, beside the field that can mend it."""
        cleaned = super().clean() or {}
        for name in RADIOS:
            cleaned[name] = cleaned.get(name) or getattr(self.instance, name)
        for name, (_low, _high, empty) in NUMBERS.items():
            if name not in self.errors and cleaned.get(name) is None:
                cleaned[name] = empty
        if not self.errors:
            self._check_game(cleaned)
            self._check_order()
        if not self.errors:
            self._check_points(plan_of(self.stage()))
        return cleaned

    def _check_points(self, plan: StagePlan) -> None:
        """Ask what one more at a table gets than the wished size, which all have a number for."""
        points, most = plan.place_points, plan.sizes.most
        of_places = plan.kind is Kind.TABLES and plan.measure is StageMeasure.PLACES
        if not (of_places and plan.sizes.size <= len(points) < most and points[-1]):
            return
        if self.fields["place_points"].disabled:
            return
        filled_up = " ".join(map(str, (*points, *[0] * (most - len(points)))))
        sentence = _(
            "A table can have %(most)d people. Write %(most)d numbers, with 0 for a place that "
            "gives no points: %(points)s"
        )
        self.add_error("place_points", sentence % {"most": most, "points": filled_up})

    def _check_game(self, cleaned: dict[str, Any]) -> None:
        stage = self.stage()
        for problem in game_complaints(plan_of(stage), stage.rules, cleaned["set"]):
            self.complain(problem.code, problem.text)

    def _check_order(self) -> None:
        stages = self.order()
        for at, complaint in order_complaints([plan_of(stage) for stage in stages]):
            if stages[at].number == self.instance.number:
                self.add_error(complaint.code, complaint.text)
            elif stages[at].closed_at is None:
                self.add_error(None, at_stage(stages[at].name, complaint.text))

    def stage(self) -> Stage:
        """The stage as it would be, unsaved."""
        stage = copy.copy(self.instance)
        stage_set(stage, self.told())
        return stage

    @property
    def is_last(self) -> bool:
        """Whether no stage comes after this one, so that nobody goes on from it."""
        return all(stage.number <= self.instance.number for stage in self.stages)

    def order(self) -> list[Stage]:
        """All stages as they would be, this one in its place."""
        number = self.instance.number
        others = [copy.copy(stage) for stage in self.stages if stage.number != number]
        mine = self.stage() if self.is_bound else self.instance
        stages = sorted([*others, mine], key=lambda stage: stage.number)
        if self.instance.pk is None and not plan_complaints(plan_of(stages[-1]), None):
            stages_join(stages)
        return stages

    def told(self) -> dict[str, Any]:
        """The fields of a stage's row."""
        fields = {name: self.cleaned_data[name] for name in self.Meta.fields}
        return {**fields, "rules": self.rule_spec(), "rule_sheet": self.rule_sheet()}
