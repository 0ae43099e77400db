"""The bundle in another language: that one's sentences, and no other's."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

from scoring.tablets.offline.bundle import bundle
from scoring.tablets.offline.language import SHIM_FILE, language_files
from tests.messages.pseudo import CODE, english_in, pseudo_folder, site_offers_pseudo
from tests.scoring.tablets.offline.test_pure import ASKED, PROGRAM

__all__ = ["pseudo_folder", "site_offers_pseudo"]


def test_a_tablet_speaks_the_language_of_its_bundle(
    tmp_path: Path, site_offers_pseudo: None
) -> None:
    spoken = bundle.__wrapped__(CODE)
    with zipfile.ZipFile(io.BytesIO(spoken.data)) as packed:
        names = {name for name in packed.namelist() if name.endswith(".json")}
        packed.extractall(tmp_path)
    assert names == {f"engine/languages/{CODE}.json", "django/utils/sentences.json"}
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM, str(tmp_path)],
        input=json.dumps(ASKED),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    checked, desk = json.loads(done.stdout)[1], json.loads(done.stdout)[3]
    sentences = [entry["text"] for entry in (*checked["missing"], *checked["complaints"])]
    sentences += [desk["title"], *desk["sentences"]]
    assert sentences
    for sentence in sentences:
        assert english_in(sentence, names=frozenset({"Ann", "Bob", "Cal", "Dee"})) == []


def test_english_travels_without_a_table() -> None:
    with zipfile.ZipFile(io.BytesIO(bundle().data)) as packed:
        assert [name for name in packed.namelist() if name.endswith(".json")] == []


def test_what_is_counted_in_a_context_keeps_that_sentence() -> None:
    """The bug it would catch: a word that the shim lacks, with which no tablet's engine starts."""
    call = b'npgettext_lazy("drawing", "%d tile", "Up to %d tiles, until one can be played")'
    words = json.loads(
        language_files("de", [call, b'ngettext("%d tile", "%d tiles", 2)'])[SHIM_FILE]
    )
    drawing, plain = words["counted"]["drawing\x04%d tile"], words["counted"]["%d tile"]
    assert drawing[2] != plain[2]
