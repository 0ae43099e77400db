"""How the files of the pages are collected, and what they are handed out with."""

from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings
from whitenoise.middleware import WhiteNoiseMiddleware

from league.site.storage import PageFilesStorage

FOLDER = "scoring/vendor/python-3.14.0/"
SCRIPT = "scoring/page.js"
HASHED = "scoring/page.0123456789ab.js"
Ask = Callable[[str], HttpResponse]


@pytest.fixture
def collected(tmp_path: Path) -> PageFilesStorage:
    """A page's style, and a folder of files that find one another by their names."""
    source = FileSystemStorage(tmp_path / "source")
    target = PageFilesStorage(tmp_path / "static", base_url="/static/")
    written = {
        "scoring/sheet.css": b"p { color: red } " * 50,
        f"{FOLDER}python.mjs": b"import './python.asm.mjs'; //# sourceMappingURL=python.mjs.map\n",
        f"{FOLDER}python.wasm": bytes(range(256)) * 8192,
        f"{FOLDER}library.zip": b"packed already" * 100,
    }
    paths = {}
    for name, content in written.items():
        source.save(name, ContentFile(content))
        target.save(name, ContentFile(content))
        paths[name] = (source, name)
    for _name, _hashed, processed in target.post_process(paths):
        assert not isinstance(processed, Exception)
    return target


def names(storage: PageFilesStorage) -> set[str]:
    top = Path(storage.location)
    return {str(path.relative_to(top)) for path in top.rglob("*") if path.is_file()}


def test_a_folder_with_a_version_keeps_its_names_and_no_second_copy(
    collected: PageFilesStorage,
) -> None:
    assert {name for name in names(collected) if name.startswith(FOLDER)} == {
        f"{FOLDER}python.mjs",
        f"{FOLDER}python.wasm",
        f"{FOLDER}python.wasm.br",
        f"{FOLDER}python.wasm.gz",
        f"{FOLDER}library.zip",
    }
    # The same where the manifest is read anew, as a server does.
    again = PageFilesStorage(collected.location, base_url="/static/")
    assert again.url(f"{FOLDER}python.wasm") == f"/static/{FOLDER}python.wasm"
    assert again.url(FOLDER) == f"/static/{FOLDER}"


def test_all_other_files_are_named_by_a_hash(collected: PageFilesStorage) -> None:
    assert collected.url("scoring/sheet.css").startswith("/static/scoring/sheet.")
    assert collected.url("scoring/sheet.css") != "/static/scoring/sheet.css"


def test_a_large_file_is_packed_and_unpacks_to_itself(collected: PageFilesStorage) -> None:
    packed = Path(collected.path(f"{FOLDER}python.wasm.br")).read_bytes()
    assert brotli.decompress(packed) == Path(collected.path(f"{FOLDER}python.wasm")).read_bytes()


@pytest.fixture
def ask(tmp_path: Path, settings: Settings) -> Ask:
    """`ask(path)` is how the site hands out a collected file, with its own settings."""
    for name in (SCRIPT, HASHED, f"{FOLDER}python.mjs", f"{FOLDER}python.wasm"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("//")
    settings.STATIC_ROOT = str(tmp_path)
    answer = WhiteNoiseMiddleware(lambda request: HttpResponse(status=404))

    def get(path: str) -> HttpResponse:
        return answer(RequestFactory().head(f"/static/{path}"))

    return get


def test_what_never_changes_under_its_name_is_kept_for_ever(ask: Ask) -> None:
    for name, for_ever in (
        (f"{FOLDER}python.mjs", True),
        (HASHED, True),
        (SCRIPT, False),
    ):
        answer = ask(name)
        assert ("immutable" in answer.headers["Cache-Control"]) == for_ever, name


def test_python_comes_as_what_browsers_take_for_it(ask: Ask) -> None:
    """A module that is not text/javascript is refused, and what is not wasm is not streamed."""
    kinds = {"python.mjs": "text/javascript", "python.wasm": "application/wasm"}
    for name, kind in kinds.items():
        answer = ask(FOLDER + name)
        assert answer.headers["Content-Type"].startswith(kind)
