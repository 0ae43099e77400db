"""Sorting and paging as an address asks for them."""

from collections.abc import Container

import django_tables2 as tables
from django.http import HttpRequest


def sort_and_page(table: tables.Table, request: HttpRequest, rows: int) -> None:
    """Sort by the columns in the address, and show the page in the address with this many rows.

    A column or a page that there is not is passed over. How many rows a page has, no address says.
    """
    if columns := request.GET.getlist(table.prefixed_order_by_field):
        table.order_by = columns
    table.paginate(per_page=rows)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))


def order_moved(names: list[str], deed: str, known: Container[str]) -> list[str]:
    """A list after a button beside it was pressed: "up-NAME", "down-NAME", "off-NAME", "on-NAME".

    What is put on is one of `known`, and comes last.
    """
    verb, _dash, name = deed.partition("-")
    if verb == "on" and name in known:
        return [*(other for other in names if other != name), name]
    if name not in names:
        return names
    at = names.index(name)
    rest = [other for other in names if other != name]
    if verb == "off":
        return rest
    to = at - 1 if verb == "up" else at + 1 if verb == "down" else at
    return [*rest[: max(to, 0)], name, *rest[max(to, 0) :]]
