"""How the files of the pages are collected, and what they are handed out with."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from posixpath import dirname, join, normpath

import brotli
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.http import HttpResponse
from django.test import RequestFactory
from pytest_django import Settings
from whitenoise.middleware import WhiteNoiseMiddleware

from league.site.storage import PageFilesStorage

ROOT = Path(__file__).resolve().parents[1]
FOLDER = "scoring/vendor/python-3.14.0/"
SCRIPT = "scoring/page.js"
HASHED = "scoring/page.0123456789ab.js"
Ask = Callable[[str], HttpResponse]


def collect(folder: Path, written: Mapping[str, bytes]) -> PageFilesStorage:
    """Collect files with this content, as the server does when it starts."""
    source = FileSystemStorage(folder / "source")
    target = PageFilesStorage(folder / "static", base_url="/static/")
    paths = {}
    for name, content in written.items():
        source.save(name, ContentFile(content))
        target.save(name, ContentFile(content))
        paths[name] = (source, name)
    for _name, _hashed, processed in target.post_process(paths):
        assert not isinstance(processed, Exception), processed
    return target


@pytest.fixture
def collected(tmp_path: Path) -> PageFilesStorage:
    """A page's style, and a folder of files that find one another by their names."""
    return collect(
        tmp_path,
        {
            "scoring/sheet.css": b"p { color: red } " * 50,
            f"{FOLDER}python.mjs": b"import './python.asm.mjs'; //# sourceMappingURL=python.map\n",
            f"{FOLDER}python.wasm": bytes(range(256)) * 8192,
            f"{FOLDER}library.zip": b"packed already" * 100,
        },
    )


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
    # The same if the manifest is read again, as a server does.
    again = PageFilesStorage(collected.location, base_url="/static/")
    assert again.url(f"{FOLDER}python.wasm") == f"/static/{FOLDER}python.wasm"
    assert again.url(FOLDER) == f"/static/{FOLDER}"


def test_all_other_files_are_named_by_a_hash(collected: PageFilesStorage) -> None:
    assert collected.url("scoring/sheet.css").startswith("/static/scoring/sheet.")
    assert collected.url("scoring/sheet.css") != "/static/scoring/sheet.css"


def test_a_large_file_is_packed_and_unpacks_to_itself(collected: PageFilesStorage) -> None:
    packed = Path(collected.path(f"{FOLDER}python.wasm.br")).read_bytes()
    assert brotli.decompress(packed) == Path(collected.path(f"{FOLDER}python.wasm")).read_bytes()


def imports_of(storage: PageFilesStorage, name: str) -> list[str]:
    """What a collected script imports, by the names in the folder; `name` is its own there."""
    text = Path(storage.path(name)).read_text("utf-8")
    code = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    named = re.findall(r"""\b(?:from|import)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""", code)
    return [normpath(join(dirname(name), path)) for path in named]


def hashed(storage: PageFilesStorage, name: str) -> str:
    return storage.url(name).removeprefix("/static/")


def chain(length: int, last: bytes) -> dict[str, bytes]:
    """Scripts that import one another in a row."""
    scripts = {
        f"scoring/s{at}.js": f'import {{ next }} from "./s{at + 1}.js";\nnext();'.encode()
        for at in range(length)
    }
    return scripts | {f"scoring/s{length}.js": last}


def test_scripts_import_one_another_by_hashed_names(tmp_path: Path) -> None:
    scripts = {
        "scoring/page.js": (
            b'import {\n  one,\n  two,\n} from "./tablet/one.js";\nimport "./two.js";\n'
            b'const later = () => import("./tablet/later.js");\n'
        ),
        "scoring/two.js": b'/** @import { Row } from "./rows.js" */\nexport const two = 2;\n',
        "scoring/rows.js": b"export {};\n",
        "scoring/tablet/one.js": b'import { two } from "../two.js";\nexport const one = two;\n',
        "scoring/tablet/later.js": b"export const later = 3;\n",
    }
    storage = collect(tmp_path, scripts)
    assert imports_of(storage, hashed(storage, "scoring/page.js")) == [
        hashed(storage, f"scoring/{name}.js") for name in ("tablet/one", "two", "tablet/later")
    ]
    one = hashed(storage, "scoring/tablet/one.js")
    assert imports_of(storage, one) == [hashed(storage, "scoring/two.js")]


def test_a_script_has_another_name_when_what_it_imports_is_another(tmp_path: Path) -> None:
    """The bug it would catch: a browser that keeps the first for ever, with the old last."""
    first = collect(tmp_path / "old", chain(9, b"export const next = () => 1;"))
    second = collect(tmp_path / "new", chain(9, b"export const next = () => 2;"))
    assert hashed(first, "scoring/s0.js") != hashed(second, "scoring/s0.js")


def test_our_scripts_import_nothing_by_a_name_that_may_change(tmp_path: Path) -> None:
    """An import that is written in a form that is not replaced has no hash, and is not kept."""
    ours = {
        f"{app}/{file.relative_to(folder).as_posix()}": file.read_bytes()
        for app in ("scoring", "league")
        for folder in [ROOT / app / "static" / app]
        for file in sorted(folder.rglob("*.js"))
    }
    storage = collect(tmp_path, ours)
    names = {hashed(storage, name) for name in ours}
    for name in names:
        assert set(imports_of(storage, name)) <= names, name


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
