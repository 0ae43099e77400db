"""``python -m tests.messages``: bring the catalogs up to the code, and compile them.

They are those of `locale/`, and the engine's own tables, `engine/languages/`.

A translation is kept where its sentence is kept; nothing is guessed. Run it after a sentence was
written or changed in the code, after a translation was, and where two branches met.
"""

from league.site.catalogs import compile_stale

from . import engine_tables
from .catalogs import LANGUAGES, brought_up_to, entries, is_translated, path_of, written
from .gathering import messages


def main() -> None:
    gathered = messages()
    for language in LANGUAGES:
        catalog = brought_up_to(gathered, language)
        path_of(language).parent.mkdir(parents=True, exist_ok=True)
        path_of(language).write_bytes(written(catalog))
        done = sum(is_translated(message) for message in entries(catalog).values())
        print(f"{language}: {done} of {len(gathered)} sentences of the site")
    compile_stale()
    said = engine_tables.sentences()
    for language in engine_tables.LANGUAGES:
        table = engine_tables.brought_up_to(said, language)
        engine_tables.path_of(language).parent.mkdir(exist_ok=True)
        engine_tables.path_of(language).write_text(engine_tables.written(table), "utf-8")
        print(f"{language}: {sum(map(bool, table.values()))} of {len(said)} of the engine")


if __name__ == "__main__":
    main()
