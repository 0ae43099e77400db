"""What tests of copies stand on: a database and a data folder of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from .databases import database_of_its_own


@pytest.fixture
def installation(tmp_path: Path, settings: Settings, transactional_db: None) -> Iterator[Path]:
    """The data folder of an installation whose database can be copied, broken and put back."""
    settings.DATA_DIR = tmp_path
    settings.BACKUP_DIR = tmp_path / "backups"
    with database_of_its_own(tmp_path / "site.sqlite3"):
        yield tmp_path
