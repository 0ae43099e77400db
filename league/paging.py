"""Sorting and paging as an address asks for them."""

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
