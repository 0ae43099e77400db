"""What hatchling calls before it packs a wheel: a clone's sentences are compiled first.

So `pip install .` in a clone, and an address of a repository given to pip, make a site that speaks
every language: git keeps no compiled file.
"""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogs(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles what is missing or was changed since."""

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        """Compile the catalogs of the folder that is packed."""
        catalogs = Path(self.root) / "league" / "site" / "catalogs.py"
        runpy.run_path(str(catalogs), run_name="__main__")
