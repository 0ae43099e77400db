"""The site as an ASGI server sees it: whole requests and answers around the WSGI application."""

from league.site.wsgi import application as pages  # isort: skip - sets Django up
from league.site.server.buffering import Buffering
from league.site.server.limits import THREADS

application = Buffering(pages, THREADS)
