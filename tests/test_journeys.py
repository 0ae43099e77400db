"""What `python -m tests.journeys` takes for the lines of a page."""

from tests.journeys.reading import lines_of_page, pattern_of


def test_the_lines_of_a_page_are_what_somebody_reads_of_it() -> None:
    page = """<title>Round 2</title><style>p { top: 0 }</style><main>
    <p>Ann <strong>leads</strong>. The 1. März <em>ends</em> nothing. ¿Quién?</p>
    <script>let x;</script>
    <button aria-label="Undo round 2" data-says-done="Done.">Un<b>do</b></button>
    <input placeholder="Name"><img alt="A double"><td>12</td><td>Total</td></main>"""
    assert lines_of_page(page) == [
        "Round 2",
        "Ann leads.",
        "The 1. März ends nothing.",
        "¿Quién?",
        "Undo round 2",
        "Done.",
        "Undo",
        "Name",
        "A double",
        "Total",
    ]


def test_a_line_is_new_by_its_words_and_not_by_names_or_numbers() -> None:
    names = frozenset({"Ann", "Bob"})
    assert pattern_of("Ann has 12 points", names) == pattern_of("Bob has 7 points", names)
    assert pattern_of("Ann has 1 points", names) != pattern_of("Ann has 7 points", names)
    assert pattern_of("Ann 12", names) == ""
