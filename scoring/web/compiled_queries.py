"""Queries that are asked often with another value each time, and compiled to SQL once.

Django compiles a query anew whenever it is asked. For the few rows of a sheet that takes longer
than the database takes to answer, and each recorded round asks for six such.
"""

from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet, Value
from django.db.models.query import ModelIterable
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row", bound=Model)
# What a column of numbers can hold; a database refuses to look for anything else.
LARGEST = 2**63 - 1


class _Placeholder(Value):
    """The place in a query of the value that it is asked with."""

    def as_sql(self, compiler: object, connection: object) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


class _OnceCompiled(SQLCompiler):
    """Django's compiler of a query that has compiled it already, and does not do so again."""

    def __init__(self, compiler: SQLCompiler) -> None:
        """Let a compiler do its work, and keep all that it notes meanwhile."""
        self._sql, self._params = compiler.as_sql()
        vars(self).update(vars(compiler))
        self._converters = compiler.get_converters([column[0] for column in compiler.select])

    def asked_with(self, value: object, connection: BaseDatabaseWrapper) -> "_OnceCompiled":
        """Return the same for a value, asked over this connection."""
        asked = copy(self)
        asked.connection, asked.using = connection, connection.alias
        asked._params = tuple(
            value if isinstance(part, _Placeholder) else part for part in self._params
        )
        return asked

    def as_sql(self, *_: object, **__: object) -> tuple[str, tuple[Any, ...]]:
        return self._sql, self._params

    def get_converters(self, _columns: object) -> dict[int, Any]:
        return self._converters


class _RowsOf:
    """As much of a query set as is looked at where rows are made of what the database answers."""

    def __init__(self, compiler: _OnceCompiled) -> None:
        self.db = compiler.using
        self.query = self
        self._known_related_objects: dict[Any, Any] = {}
        self._compiler = compiler

    def get_compiler(self, **_: object) -> _OnceCompiled:
        return self._compiler


class CompiledQuery(Generic[Row]):
    """A query of whole rows that differs in one value: a number or a text, as its column has it."""

    def __init__(self, build: Callable[[Value], QuerySet[Row]]) -> None:
        """Take what builds the query around the place of its value; it is called once."""
        self._build = build
        # By kind of database.
        self._compiled: dict[str, _OnceCompiled] = {}

    @cached_property
    def _queryset(self) -> QuerySet[Row]:
        return self._build(_Placeholder(None))

    def rows(self, value: object) -> list[Row]:
        """Ask for the rows of this value."""
        if isinstance(value, int) and abs(value) > LARGEST:
            return []
        connection = connections[self._queryset.db]
        query = self._queryset.query
        if query.select_for_update and connection.get_autocommit():
            # Django says so as it compiles.
            raise TransactionManagementError("A row can be locked only in a transaction.")
        compiled = self._compiled.get(connection.vendor)
        if compiled is None:
            compiler = query.clone().get_compiler(connection=connection)
            compiled = self._compiled[connection.vendor] = _OnceCompiled(compiler)
        asked = cast("Any", _RowsOf(compiled.asked_with(value, connection)))
        return list(ModelIterable(asked))

    def first(self, value: object) -> Row | None:
        """Ask for the first row of this value."""
        return next(iter(self.rows(value)), None)
