"""Odd requests to every address of the site, by machine; ``python -m tests.fuzz`` at length.

`odd` has the values, `forms` reads the forms of pages, `site` is the world with some rows more,
`asking` makes a request, `looking` sends it and says what is wrong with the answer, `measuring`
what it may take of time and memory.
"""
