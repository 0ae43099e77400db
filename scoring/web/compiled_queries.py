"""Queries and inserts that are asked often with other values each time, and compiled to SQL once.

Django compiles a query anew whenever it is asked, and makes each row in many steps. For the few
rows of a sheet that takes longer than the database takes to answer, and each recorded round asks
for six such, and inserts three times.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connections, router, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet, Value
from django.db.models.base import ModelState
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row", bound=Model)
# What a column of numbers can hold; a database refuses to look for anything else.
LARGEST = 2**63 - 1


class _Placeholder(Value):
    """The place in a query of the value that it is asked with."""

    def as_sql(self, compiler: object, connection: object) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


class _RowMaker:
    """Makes a model's row of an answer's columns, with the rows of models that it refers to.

    As Django makes them, where all columns are read, and nobody listens to a row being made.
    """

    def __init__(self, columns: dict[str, Any], selected: Sequence[Any]) -> None:
        """Take what Django's compiler says of the columns of one model."""
        self._model = columns["model"]
        places = columns["select_fields"]
        self._place = slice(places[0], places[-1] + 1)
        self._names = [selected[place][0].target.attname for place in places]
        self._key = self._names.index(self._model._meta.pk.attname)
        self._others = [
            (_RowMaker(other, selected), other["local_setter"], other["remote_setter"])
            for other in columns.get("related_klass_infos", ())
        ]

    def make(self, values: Sequence[Any], alias: str) -> Any:
        """Return the row, None where the answer has none of this model."""
        own = values[self._place]
        if own[self._key] is None:
            return None
        row = self._model.__new__(self._model)
        row._state = ModelState()
        row._state.db, row._state.adding = alias, False
        vars(row).update(zip(self._names, own, strict=True))
        for maker, set_here, set_there in self._others:
            other = maker.make(values, alias)
            set_here(row, other)
            if other is not None:
                set_there(other, row)
        return row


class _Compiled:
    """A query as one kind of database is asked it."""

    def __init__(self, queryset: QuerySet[Any], connection: BaseDatabaseWrapper) -> None:
        """Let Django compile it, and keep what it noted meanwhile."""
        compiler: Any = queryset.query.clone().get_compiler(connection=connection)
        self._sql, self._params = compiler.as_sql()
        expressions = [column[0] for column in compiler.select]
        self._converters = list(compiler.get_converters(expressions).items())
        self._rows = _RowMaker(compiler.klass_info, compiler.select)
        self._annotated = list(compiler.annotation_col_map.items())

    def rows(self, value: object, connection: BaseDatabaseWrapper) -> list[Any]:
        """Ask for the rows of this value over that connection."""
        params: list[Any] = [
            value if isinstance(part, _Placeholder) else part for part in self._params
        ]
        with connection.cursor() as cursor:
            cursor.execute(self._sql, params)
            answer = cursor.fetchall()
        rows = []
        for columns in answer:
            values = list(columns)
            for place, (converters, expression) in self._converters:
                for convert in converters:
                    values[place] = convert(values[place], expression, connection)
            row = self._rows.make(values, connection.alias)
            for name, place in self._annotated:
                setattr(row, name, values[place])
            rows.append(row)
        return rows


class CompiledQuery(Generic[Row]):
    """A query of whole rows that differs in one value: a number or a text, as its column has it."""

    def __init__(self, build: Callable[[Value], QuerySet[Row]]) -> None:
        """Take what builds the query around the place of its value; it is called once."""
        self._build = build
        # By kind of database.
        self._compiled: dict[str, _Compiled] = {}

    @cached_property
    def _queryset(self) -> QuerySet[Row]:
        return self._build(_Placeholder(None))

    def rows(self, value: object) -> list[Row]:
        """Ask for the rows of this value."""
        if isinstance(value, int) and abs(value) > LARGEST:
            return []
        connection = connections[self._queryset.db]
        if self._queryset.query.select_for_update and connection.get_autocommit():
            # Django says so as it compiles.
            raise TransactionManagementError("A row can be locked only in a transaction.")
        compiled = self._compiled.get(connection.vendor)
        if compiled is None:
            compiled = self._compiled[connection.vendor] = _Compiled(self._queryset, connection)
        return compiled.rows(value, connection)

    def first(self, value: object) -> Row | None:
        """Ask for the first row of this value."""
        return next(iter(self.rows(value)), None)

    def get(self, value: object) -> Row:
        """Ask for the row of this value; raises the model's DoesNotExist where there is none."""
        row = self.first(value)
        if row is None:
            model: Any = self._queryset.model
            raise model.DoesNotExist
        return row


class CompiledInsert(Generic[Row]):
    """An insert of whole rows of a model whose key the database gives; no signal tells of it."""

    def __init__(self, model: type[Row]) -> None:
        """Take the model."""
        self._model = model
        # By kind of database and number of rows.
        self._statements: dict[tuple[str, int], str] = {}

    @cached_property
    def _fields(self) -> list[Any]:
        meta = self._model._meta
        return [field for field in meta.concrete_fields if field is not meta.auto_field]

    def _statement(self, connection: BaseDatabaseWrapper, number: int) -> str:
        kept = self._statements.get((connection.vendor, number))
        if kept is None:
            name, meta = connection.ops.quote_name, self._model._meta
            table, key = name(meta.db_table), name(str(meta.pk.column))
            columns = ", ".join(name(field.column) for field in self._fields)
            row = f"({', '.join(['%s'] * len(self._fields))})"
            rows = ", ".join([row] * number)
            kept = f"INSERT INTO {table} ({columns}) VALUES {rows} RETURNING {key}"  # noqa: S608  our own names
            self._statements[connection.vendor, number] = kept
        return kept

    def create(self, row: Row) -> Row:
        """Write a row that is not written yet, and return it with its key."""
        self.insert([row])
        return row

    def insert(self, rows: Sequence[Row]) -> None:
        """Write rows that are not written yet, and give them their keys."""
        alias = router.db_for_write(self._model)
        connection = connections[alias]
        if not connection.features.can_return_rows_from_bulk_insert:
            # SQLite before 3.35.
            for row in rows:
                row.save(force_insert=True)
            return
        params = [
            field.get_db_prep_save(field.pre_save(row, add=True), connection)
            for row in rows
            for field in self._fields
        ]
        with transaction.mark_for_rollback_on_error(alias), connection.cursor() as cursor:
            cursor.execute(self._statement(connection, len(rows)), params)
            keys = cursor.fetchall()
        for row, (key,) in zip(rows, keys, strict=True):
            row.pk, row._state.db, row._state.adding = key, alias, False
