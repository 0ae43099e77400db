"""Attacks on the real server: connections that send or read slowly, while others ask for pages.

``python -m tests.attack`` runs them at both doors of ``manage.py serve``, and behind Caddy and
nginx as docs/install.md configures them; the suite tries a few.
"""
