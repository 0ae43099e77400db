"""What a tablet without network runs of ours: the engine, and the calls that its pages make.

Pure, with all that it imports. What it needs of Django to say a sentence stands in `shim`.
"""

from typing import Final

ENGINE: Final = (
    "engine.game",
    "engine.json_text",
    "engine.json_values",
    "engine.parsing",
    "engine.questions",
    "engine.reports",
    "engine.rules",
    "engine.rulings",
    "engine.sentences",
    "engine.table",
    "engine.tile_sets",
    "engine.tiles",
)
"""The part of the engine that pages use: no simulator, no written rounds, no command line."""

MODULES: Final = (
    *ENGINE,
    "scoring.tablets.offline.calls",
    "scoring.disputes.fields",
    "scoring.disputes.screen",
    "scoring.disputes.table",
    "scoring.disputes.words",
    "scoring.referee",
    "scoring.disputes.desk",
    "scoring.disputes.questions",
    "scoring.disputes.topics",
    "scoring.lists",
    "scoring.shapes",
    "scoring.parsing",
    "scoring.values",
)
"""The modules, and the packages as a whole, that go aboard."""

ASHORE: Final = ("scoring/referee/made_up.py",)
"""Files of these packages that no tablet needs: they stand on the simulator, which stays ashore."""

SHIM: Final = "scoring.tablets.offline.shim"
"""The package whose folders stand at the top of what a tablet loads, in Django's place."""
