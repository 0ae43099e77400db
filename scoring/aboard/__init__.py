"""What a tablet without network runs of ours, beside the engine: the calls that its pages make.

Pure, with all that it imports. What it needs of Django to say a sentence stands in `shim`.
"""

from typing import Final

MODULES: Final = (
    "scoring.aboard.calls",
    "scoring.answers",
    "scoring.handed",
    "scoring.ranks",
    "scoring.referee",
    "scoring.selectors.desk",
    "scoring.selectors.questions",
    "scoring.typed",
    "scoring.values",
)
"""The modules, and the packages as a whole, that go aboard beside `engine`."""

SHIM: Final = "scoring.aboard.shim"
"""The package whose folders stand at the top of what a tablet loads, in Django's place."""
