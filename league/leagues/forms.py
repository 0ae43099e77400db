"""A league: its name, how people's games count, how clubs are compared; and a club's season."""

from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from league.leagues.models import League
from league.leagues.selectors import seasons_to_play
from league.seasons.models import Season
from league.seasons.ways import WAYS, Way
from scoring.accounts.models import Club

FIELDS = ("name", "way", "least_games", "clubs_way", "people")


class LeagueSeasonForm(forms.Form):
    """With which season a club takes part."""

    season: Any = forms.ModelChoiceField(
        label=_("Your club’s season"),
        help_text=_("A league can only have seasons whose leaderboard everybody may see."),
        queryset=Season.objects.none(),
        empty_label=None,
    )

    def __init__(self, data: QueryDict | None, club: Club, **kwargs: Any) -> None:
        """Offer the club's public seasons, the newest first."""
        super().__init__(data, **kwargs)
        season: Any = self.fields["season"]
        season.queryset = seasons_to_play(club)


class LeagueForm(forms.ModelForm):
    """A league as the club that founded it sets it."""

    way = forms.ChoiceField(
        label=_("How games count"),
        choices=[(name, way.label) for name, way in WAYS.items()],
        widget=forms.RadioSelect,
    )

    class Meta:
        model = League
        fields = FIELDS
        widgets = {
            "clubs_way": forms.RadioSelect,
            "least_games": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
            "people": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        }
        help_texts = {
            "least_games": _("Players with fewer games are listed below, without a place."),
            "clubs_way": _(
                "With the mean of the best 5: five people at 10, 11, 12, 13 and 14 make 12. With "
                "points for the first 5: the places give 5 4 3 2 1."
            ),
        }

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        """Begin with the way that is fair to who comes often and who comes seldom."""
        super().__init__(data, **kwargs)
        self.fields["way"].initial = next(iter(WAYS))

    @property
    def way_choices(self) -> list[tuple[BoundWidget, Way]]:
        """The ways of counting, each with its button."""
        return [(button, WAYS[str(button.data["value"])]) for button in self["way"]]

    def changes(self) -> dict[str, Any]:
        """The league's fields as they were typed."""
        return {name: self.cleaned_data[name] for name in FIELDS}
