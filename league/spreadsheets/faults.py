"""What is wrong with a file that is no list, without words: the process that reads has no Django.

`league/imports/reading.py` has the sentence for each code.
"""

# What any honest list stays below. A line of XLSX takes a fifth of a millisecond to read, so the
# longest is read within seconds.
MOST_BYTES = 20 * 1024 * 1024
# Far more than any club has people.
MOST_LINES = 20_000
MOST_COLUMNS = 60
# As many rows as a spreadsheet program has; all but `MOST_LINES` of them have to be empty.
MOST_ROWS = 1_048_576
# Of all cells together: 250 for each line of the longest list.
MOST_LETTERS_IN_ALL = 250 * MOST_LINES


class FileFault(Exception):  # noqa: N818  it is the file's fault, not the program's
    """A file that cannot be read as a list; `line` is where, for codes that name a line."""

    def __init__(self, code: str, line: int = 0) -> None:
        """Keep what is wrong, and where."""
        super().__init__(code, line)
        self.code = code
        self.line = line
