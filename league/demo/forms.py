"""What has to be typed before a club is made up: from another device the computer's code."""

from django import forms

from scoring.accounts.forms import SetupByCodeForm


class LookAroundForm(forms.Form):
    """Nothing but the tap, on the computer that serves the site."""


class LookAroundByCodeForm(forms.Form):
    """The same from another device, which has to show that its owner is the site's."""

    code = SetupByCodeForm.base_fields["code"]
