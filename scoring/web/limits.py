"""What is said of a number or a text that is beyond its limits, in the words of our pages."""

from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy

from scoring.parsing import FROM_UP

UP_TO = gettext_lazy("Type a number up to %(limit_value)s.")
NO_ROOM = gettext_lazy("There is room for %(limit_value)d letters, and these are %(show_value)d.")


def say_limits() -> None:
    """Let each validator say so that has no sentence of its own; Django's: "Ensure this value"."""
    MinValueValidator.message = FROM_UP
    MaxValueValidator.message = UP_TO
    MaxLengthValidator.message = NO_ROOM
