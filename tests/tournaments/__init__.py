"""Tournaments made at random, and an independent checker of every answer given in them.

    .venv/bin/python -m tests.tournaments --count 5000 --seed 1

makes so many (`generator`), drives the product's own functions through each, and gives what was
told and answered, as plain JSON, to `checker`, which shares no code with what it checks.

    .venv/bin/python -m tests.tournaments --site --count 300

plays small ones through the site (`correcting`), and `checking.corrected` looks at what bracket,
television, places and log tell of corrections and of what the director chose.
"""
