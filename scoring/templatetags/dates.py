"""Dates with their weekday: `{{ day.date|weekday }}`, `{{ day.date|weekday_and_year }}`."""

from django import template

from scoring.dates import weekday, weekday_and_year

register = template.Library()
register.filter("weekday", weekday)
register.filter("weekday_and_year", weekday_and_year)
