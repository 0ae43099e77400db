"""Sorting and paging as an address asks for them."""

from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar, overload

import django_tables2 as tables
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from scoring.collation import name_order

Row = TypeVar("Row", bound=Model)


class RowsByName(Sequence[Row], Generic[Row]):
    """Rows in the order of their names as the page's language has it, which no database knows.

    The names of all are read when they are sorted; of the rows, those alone that are looked at. So
    a page of them takes two queries, however many there are.
    """

    def __init__(
        self,
        rows: "QuerySet[Row]",
        *,
        name: str = "name",
        first: str = "",
        descending: bool = False,
    ) -> None:
        """Sort by the field `first`, if one is named, and then by the name.

        Texts are sorted as names are. Who has nothing in that field comes last, in either
        direction; of those who have the same, the first by name comes first.
        """
        self.rows, self._name, self._first, self._descending = rows, name, first, descending

    @cached_property
    def _pks(self) -> list[Any]:
        """The keys of all rows in their order: read once they are looked at."""
        first, descending = self._first, self._descending
        fields = ("pk", self._name, first) if first else ("pk", self._name)
        lines = sorted(
            self.rows.order_by().values_list(*fields),
            key=lambda line: name_order(line[1]),
            reverse=descending and not first,
        )
        if first:
            known = [line for line in lines if line[2] not in (None, "")]
            known.sort(key=lambda line: _sorted_by(line[2]), reverse=descending)
            lines = known + [line for line in lines if line[2] in (None, "")]
        return [line[0] for line in lines]

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._pks)

    def count(self, value: Any = None) -> int:
        """How many rows there are."""
        return len(self._pks)

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...

    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        """Return a row, or a page of them; one query."""
        if isinstance(at, int):
            return self.rows.get(pk=self._pks[at])
        pks = self._pks[at]
        known = {row.pk: row for row in self.rows.order_by().filter(pk__in=pks)}
        return [known[pk] for pk in pks if pk in known]

    def __iter__(self) -> Iterator[Row]:
        """Go through all rows; one query."""
        return iter(self[:])


def _sorted_by(value: Any) -> Any:
    return name_order(value) if isinstance(value, str) else value


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
