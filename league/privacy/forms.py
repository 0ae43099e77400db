"""The one field between a button and what cannot be taken back."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.names import name_key


class EraseForm(forms.Form):
    """The name of what is to be erased, typed by hand."""

    name = forms.CharField(
        label=gettext_lazy("The name"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, name: str, **kwargs: Any) -> None:
        """Ask for this name."""
        super().__init__(*args, **kwargs)
        self.wanted = name
        self.fields["name"].label = _("Type “%s” here, so that nobody is erased by mistake") % name

    def clean_name(self) -> str:
        """Return the name if it is the expected one; capitals and spaces do not matter."""
        name = str(self.cleaned_data["name"])
        if name_key(name) != name_key(self.wanted):
            raise forms.ValidationError(
                _("That is another name. Type “%s”, or go back.") % self.wanted
            )
        return name
