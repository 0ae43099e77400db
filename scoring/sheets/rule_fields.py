"""The fields by which a form asks what is played: a rule set, and house rules for this once.

A new game, a game day and a stage of a tournament ask alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from scoring import referee
from scoring.accounts.models import Club
from scoring.rules.models import RuleSheet
from scoring.rules.selectors import OWN, RuleOffer, offers_of
from scoring.web.fields import WholeNumber

HOUSE: Final = "house-"
ROUNDS: Final = f"{HOUSE}rounds"
KEPT: Final = "kept"
"""The choice that leaves a day's or a stage's rules as they were saved."""


@dataclass(frozen=True)
class Offered:
    """One rule set to tap: its radio button and what it is like."""

    radio: Any
    offer: RuleOffer


class RuleFields(forms.BaseForm):
    """Fields `rules` and house-..., for a form that also has the field `set`."""

    offers: dict[str, RuleOffer]

    def add_rule_fields(self, club: Club | None) -> None:
        """Offer the club's rule sheets, the published rule sets and the house rules."""
        self.offers = {offer.key: offer for offer in offers_of(club)}
        self.fields["rules"] = forms.ChoiceField(
            label=_("Which rules do you play by?"), widget=forms.RadioSelect
        )
        self._offer()
        for house in referee.house_rules():
            self.fields[f"{HOUSE}{house.name}"] = (
                forms.ChoiceField(
                    required=False,
                    label=house.title,
                    choices=[("", house.blank), *house.choices],
                )
                if house.choices
                else WholeNumber(
                    label=house.title,
                    help_text=house.blank,
                    min_value=house.least,
                    max_value=house.most,
                    unit=house.unit,
                )
            )

    def _offer(self) -> None:
        choices = [(offer.key, offer.title) for offer in self.offers.values()]
        self.fields["rules"].choices = choices  # type: ignore[attr-defined]

    def show_rules(self, rules: Mapping[str, Any], sheet: RuleSheet | None) -> None:
        """Let the form begin with these rules, which `sheet` is the source of.

        What its fields cannot say is offered as a choice of its own: to leave the rules as is.
        """
        base = str(rules.get("base", "family"))
        key = f"{OWN}{sheet.pk}" if sheet else base
        offer = self.offers.get(key) or self.offers[base]
        changed = [
            name
            for name in {*referee.own_rules(rules), *referee.own_rules(offer.rules)}
            if rules.get(name) != offer.rules.get(name)
        ]
        if all(name in rules and self._has_field(name, rules[name]) for name in changed):
            self.initial.setdefault("rules", offer.key)
            for name in changed:
                self.initial.setdefault(f"{HOUSE}{name}", rules[name])
            return
        title = _("As it is now: %s with changes") % offer.title
        kept = RuleOffer(KEPT, title, referee.two_lines(rules), rules, sheet)
        self.offers = {KEPT: kept, **self.offers}
        self._offer()
        self.initial.setdefault("rules", KEPT)

    def _has_field(self, name: str, value: object) -> bool:
        field = self.fields.get(f"{HOUSE}{name}")
        if isinstance(field, forms.ChoiceField):
            return str(value) in dict(field.choices)  # type: ignore[arg-type]
        return field is not None and isinstance(value, int)

    @property
    def offered(self) -> tuple[list[Offered], list[Offered]]:
        """The rule sets to tap: those to show at once, and those to fold away.

        Shown are the club's own and the one that is chosen, Family rules where there is no other.
        """
        chosen = self["rules"].value()
        shown: list[Offered] = []
        folded: list[Offered] = []
        for radio in self["rules"]:
            offer = self.offers[str(radio.data["value"])]
            own = offer.sheet is not None or offer.key in (KEPT, chosen)
            (shown if own else folded).append(Offered(radio, offer))
        return shown, folded

    @property
    def house_fields(self) -> list[forms.BoundField]:
        """The fields for house rules."""
        return [self[name] for name in self.fields if name.startswith(HOUSE)]

    @property
    def house_open(self) -> bool:
        """Whether a house rule is told, so that the fold is open."""
        return any(field.value() not in ("", None) or field.errors for field in self.house_fields)

    @property
    def round_field(self) -> forms.BoundField:
        """How many rounds a game has: it decides how long a day or a stage is."""
        return self[ROUNDS]

    @property
    def other_rules(self) -> list[forms.BoundField]:
        """The other house rules."""
        return [field for field in self.house_fields if field.name != ROUNDS]

    @property
    def others_open(self) -> bool:
        """Whether another house rule is told or wrong."""
        return any(field.value() not in ("", None) or field.errors for field in self.other_rules)

    @property
    def house_faulty(self) -> bool:
        """Whether a house rule has to be mended."""
        return any(field.errors for field in self.house_fields)

    @property
    def rule_offer(self) -> RuleOffer:
        """The rule set that was chosen."""
        return self.offers.get(self.cleaned_data.get("rules", "")) or self.offers["family"]

    def rule_sheet(self) -> RuleSheet | None:
        """The club's rule sheet that was chosen; None for a published rule set."""
        return self.rule_offer.sheet

    def rule_spec(self, offer: RuleOffer | None = None) -> dict[str, Any]:
        """The rules in force, as the engine's contract writes them, gaps filled by defaults.

        With `offer`, those that would be if that rule set were chosen.
        """
        house = {
            name.removeprefix(HOUSE): value
            for name, value in self.cleaned_data.items()
            if name.startswith(HOUSE) and value not in ("", None)
        }
        rules = (offer or self.rule_offer).rules
        return referee.rule_spec(str(rules["base"]), {**referee.own_rules(rules), **house})

    def refuse_rules(self, spec: Mapping[str, Any], set_: int) -> None:
        """Say what is wrong with the rules for this set, each beside the field that can mend it."""
        for problem in referee.rule_problems(spec, set_):
            self.complain(problem.code, problem.text)

    def complain(self, code: str, text: str) -> None:
        """Put a sentence beside the house rule of that name, or above the form."""
        field = f"{HOUSE}{code}"
        self.add_error(field if field in self.fields else None, text)
