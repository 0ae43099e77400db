"""The replacement for Django in a tablet's browser: as much of it as our pure modules use.

The folder `django` beside this goes to the top of what a tablet loads; the server never imports
it. English is the language of the site, so that nothing is translated.
"""
