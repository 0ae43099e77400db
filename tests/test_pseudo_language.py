"""Every page in a language that nobody speaks: what stays English there is in no catalog."""

import html
import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import models
from django.http import HttpResponse
from django.utils.dates import (
    MONTHS,
    MONTHS_3,
    MONTHS_ALT,
    MONTHS_AP,
    WEEKDAYS,
    WEEKDAYS_ABBR,
)
from django.utils.timesince import TIME_STRINGS
from django.utils.translation import override
from icalendar import Calendar
from openpyxl import load_workbook

from league.site.doors import PREFIX, secure_value
from tests.messages.pseudo import CODE, english_in, pseudo_folder, site_offers_pseudo
from tests.page import Page
from tests.test_permissions import Asked, ask, own, table, world
from tests.world import World

__all__ = ["pseudo_folder", "site_offers_pseudo", "world"]
pytestmark = [pytest.mark.django_db, pytest.mark.alike]

# What stays as it is on any page: our name, what is typed for a computer, a quote in the language
# of its source, and a few words of the world's own files.
NO_WORDS = frozenset(
    {"Roundhouse", "A", "SHA", "sha", "sum", "printf", "Name", "yes", "Season", "Annie"}
)
AS_IT_IS = re.compile(r'<(\w+)[^>]* lang="en"[^>]*>.*?</\1>|<(code|pre)\b.*?</\2>', re.DOTALL)
ADDRESS = re.compile(
    r"\S*/\S*|\S*@\S*|\b(?:[0-9A-F]{2}:)+[0-9A-F]{2}\b|\b[0-9A-F]{4,}\b|Roundhouse of [\w.-]+"
)
OF_EVENT = ("summary", "description", "location")
# A number with a point before its decimals: the language has a comma.
POINTED = re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])")
READ_OUT = re.compile(r'\b(?:aria-label|title|placeholder|alt|content-label)="([^"]*)"')


def texts_of_rows() -> Iterator[str]:
    """Every text that stands in the database: names, codes and what was typed."""
    for model in apps.get_models():
        fields = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField | models.TextField | models.JSONField)
        ]
        for row in model._default_manager.values_list(*fields) if fields else ():
            yield from map(str, row)


def words_of_django() -> Iterator[str]:
    """Django's own words for dates and spans of time in the language."""
    yield from ("de", "je")  # la 3-a de marto, je 18:00
    with override(CODE):
        for words in (MONTHS, MONTHS_3, MONTHS_ALT, MONTHS_AP, WEEKDAYS, WEEKDAYS_ABBR):
            # Cut as a page's words are: “dimanĉo” is “dimanc” on its Sundays.
            for word in words.values():
                yield from re.findall(r"[A-Za-z]+", str(word))
        for span in TIME_STRINGS.values():
            for number in (1, 2):
                yield from re.findall(r"[A-Za-z]+", str(span % {"num": number}))


def said_in_file(answer: Any) -> str:
    """What a file says: the heads of a table, all words of a picture or a calendar; else nothing.

    What stands below the heads of a table is data, and a calendar has names of its own.
    """
    content = b"".join(answer) if answer.streaming else answer.content
    kind = answer["Content-Type"]
    if kind.startswith("text/csv"):
        return content.decode("utf-8-sig").partition("\n")[0]
    if "spreadsheetml" in kind:
        sheet = load_workbook(io.BytesIO(content)).active
        heads = next(sheet.iter_rows(values_only=True)) if sheet else ()
        return " ".join(str(head) for head in heads if head)
    if kind.startswith("image/svg"):
        return " ".join(re.findall(r">([^<]+)<", content.decode()))
    if kind.startswith("text/calendar"):
        lines = Calendar.from_ical(content).walk("VEVENT")
        return " ".join(str(event.get(name, "")) for event in lines for name in OF_EVENT)
    return ""


def said_on(answer: Any) -> str:
    """What is read on a page, or read out; in a file, what people read of it."""
    if "html" not in answer["Content-Type"]:
        return ADDRESS.sub("", html.unescape(said_in_file(answer)))
    page = AS_IT_IS.sub("", answer.content.decode())
    text = " ".join([Page(HttpResponse(page)).text, *map(html.unescape, READ_OUT.findall(page))])
    return ADDRESS.sub("", text)


@pytest.mark.usefixtures("site_offers_pseudo")
def test_no_page_has_a_sentence_that_no_catalog_knows(world: World) -> None:
    typed = (word for text in texts_of_rows() for word in re.findall(r"[A-Za-z]+", text))
    names = NO_WORDS.union(typed, words_of_django())
    client = world.clients["organizer"]
    cookie = settings.LANGUAGE_COOKIE_NAME
    client.cookies[PREFIX + cookie] = secure_value(cookie, CODE)
    left: dict[str, list[str]] = {}
    for line in table():
        if "GET" not in line.methods or not own(line.name):
            continue
        answer = ask(world, client, line.name, Asked("GET", linked=True))
        if answer.status_code != 200:
            continue
        page = answer.content.decode() if "html" in answer["Content-Type"] else ""
        if "<html" in page and f'<html lang="{CODE}"' not in page:
            left[line.name] = ["the page's own language"]
            continue
        said = said_on(answer)
        # One letter alone is where names begin.
        english = [word for word in english_in(said, names=names) if word[1:]]
        if wrong := english + POINTED.findall(said):
            left[line.name] = wrong
    assert left == {}, left
