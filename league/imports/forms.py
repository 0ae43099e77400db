"""A list of people in a file, as a form takes it."""

from typing import Final

from django import forms
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from league.spreadsheets.faults import MOST_BYTES, MOST_LINES

# What a list may come as, for the browser's choice of files.
LIST_FILES: Final = ".csv,.txt,.tsv,.xlsx,.xlsm"


class ListFileForm(forms.Form):
    """A list in a file."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=format_lazy(
            gettext_lazy("CSV or XLSX, of at most {lines} lines and {size} MB."),
            lines=lazy(number_format, str)(MOST_LINES, force_grouping=True),
            size=MOST_BYTES // 2**20,
        ),
        error_messages={
            "required": gettext_lazy("Choose a file first."),
            "empty": gettext_lazy("The file is empty. Choose another one."),
        },
        widget=forms.FileInput(attrs={"accept": LIST_FILES}),
    )
