"""What a part of a page says of the row that it shows."""

from django import template

from scoring.watching.keys import watch_key

register = template.Library()
register.filter(watch_key)
