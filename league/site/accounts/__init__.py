"""Signing in and one's own account: allauth's and axes' machinery under this site's pages.

`adapters` are allauth's own hooks, `forms` its forms with our labels and limits, `guessing` counts
wrong passwords for axes, `views` and `urls` route those of allauth's pages that are used and no
others. What organizers do with accounts is in `scoring`.
"""
