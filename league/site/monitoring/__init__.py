"""What programs that watch over the site read: whether it is well, and its figures.

`/health/` answers as JSON whether the site can be used (`checks`), and `/metrics` counts what it
does (`figures`), as Prometheus reads it. Both are there for programs on the serving computer itself
and for whoever has the token of MONITOR_TOKEN (`access`). They are answered before all that needs
the database (`middleware`), so that they say what is wrong where nothing else can be shown.
"""
