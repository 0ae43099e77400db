"""``python -m tests.messages``: bring the catalogs of `locale/` up to the code, and compile them.

A translation is kept where its sentence is kept; nothing is guessed. Run it after a sentence was
written or changed in the code, after a translation was, and where two branches met.
"""

from .catalogs import LANGUAGES, brought_up_to, compiled, entries, is_translated, path_of, written
from .gathering import messages


def main() -> None:
    gathered = messages()
    for language in LANGUAGES:
        catalog = brought_up_to(gathered, language)
        path_of(language).parent.mkdir(parents=True, exist_ok=True)
        path_of(language).write_bytes(written(catalog))
        path_of(language, "mo").write_bytes(compiled(catalog))
        done = sum(is_translated(message) for message in entries(catalog).values())
        print(f"{language}: {done} of {len(gathered)} sentences")


if __name__ == "__main__":
    main()
