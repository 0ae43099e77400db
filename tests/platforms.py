"""Which files of the product mypy has to read once more for each platform.

The others name nothing that Python, or a module of ours, has on some platforms alone: of these mypy
says the same on each. To read them three times took two thirds of a minute.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import mypy

ROOT: Final = Path(__file__).resolve().parents[1]
ASKS: Final = "sys.platform"
# What mypy knows of Python's own modules.
PYTHONS_OWN: Final = Path(mypy.__file__).parent / "typeshed" / "stdlib"


def files_that_differ(folders: Iterable[str]) -> list[str]:
    """Return the files, from the root, that ask for the platform or import a module that does."""
    texts = {file: file.read_text(encoding="utf-8") for file in _files(folders)}
    asking = {file for file, text in texts.items() if ASKS in text}
    differ = _modules(PYTHONS_OWN, _asking_stubs()) | _modules(ROOT, asking)
    return [
        str(file.relative_to(ROOT))
        for file, text in texts.items()
        if file in asking or not differ.isdisjoint(imports(text, file.relative_to(ROOT).parts))
    ]


def imports(text: str, parts: Sequence[str]) -> Iterator[str]:
    """Yield the names of what a module's text imports, and of what it may import from there.

    `parts` are the folders of its file and its name; two dots stand for all but the last two.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            folder = parts[: -node.level] if node.level else ()
            module = ".".join((*folder, *filter(None, [node.module])))
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _files(folders: Iterable[str]) -> Iterator[Path]:
    for path in (ROOT / name for name in folders):
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _asking_stubs() -> list[Path]:
    return [file for file in PYTHONS_OWN.rglob("*.pyi") if ASKS in file.read_text(encoding="utf-8")]


def _modules(root: Path, files: Iterable[Path]) -> set[str]:
    names = (file.relative_to(root).with_suffix("").as_posix() for file in files)
    return {name.removesuffix("/__init__").replace("/", ".") for name in names}
