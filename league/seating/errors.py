"""What cannot be planned, said in a sentence."""


class CaseError(ValueError):
    """A case that cannot be planned: `str()` is a whole sentence with names and the least change.

    `sentence` is the same with named gaps and `values` what fills them, so that an application can
    say it in another language. `group` is the group of people that it is about, where a field has
    several: the sentence does not name it.
    """

    group: str | None = None

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format_map(values))
        self.sentence = sentence
        self.values = values

    def of_group(self, group: str) -> "CaseError":
        """Return the same error, as one of a group."""
        error = CaseError(self.sentence, **{"group": group, **self.values})
        error.group = group
        error.args = (f"{group}: {error}",)
        return error


def listed(names: list[str] | tuple[str, ...], most: int = 8) -> str:
    """Names as a sentence lists them: "Ann, Bob and Cid"; past `most`, how many more."""
    shown = [name if len(name) <= 60 else name[:57] + "..." for name in names[:most]]
    if len(names) > most:
        return f"{', '.join(shown)} and {len(names) - most} more"
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]])) if shown else "nobody"
