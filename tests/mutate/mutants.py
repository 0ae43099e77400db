"""Every mutant of a module: one small change each, in a function or in a table of the module.

Left alone are texts with a blank in them (they are wording), docstrings, annotations, defaults,
and the points of the rules that a reason rests on beyond the first: which clauses a ruling names
is looked after by its cases.
"""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import NamedTuple

OPPOSITE: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.Mod: (ast.Mult,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Continue: (ast.Break,),
    ast.Break: (ast.Continue,),
}
OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
"""Functions of the language, and what each is put in the place of."""

Where = tuple[ast.AST, str, int | None]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: in which file and function, on which lines, what it was and what it is now.

    `code` is the changed function's. Of a table `function` is its name, and `code` the module's.
    """

    file: str
    function: str
    lines: tuple[int, ...]
    change: str
    code: CodeType
    is_table: bool

    @property
    def key(self) -> str:
        """What names this mutant in the list of survivors: no line number, so it lasts."""
        return f"{self.file} | {self.function} | {self.change}"


class _Site(NamedTuple):
    """A node with where it hangs, and the statement that it is part of."""

    node: ast.AST
    where: Where
    statement: ast.stmt


def mutants_of(path: Path, name: str) -> list[Mutant]:
    """Every mutant of the module in this file, in the order of its text."""
    tree = ast.parse(path.read_text("utf-8"))
    seen: dict[str, int] = {}
    found = []
    for function, is_table, sites in _parts(tree):
        for site in sites:
            before = _header(site.statement)
            for changed in _changes(site.node, in_table=is_table):
                _hang(site.where, changed)
                ast.fix_missing_locations(tree)
                now = (
                    site.statement
                    if changed is not None and site.node is not site.statement
                    else changed
                )
                change = _difference(before, _header(now))
                code = compile(tree, str(path), "exec")
                _hang(site.where, site.node)
                key = f"{function}{change}"
                seen[key] = seen.get(key, 0) + 1
                change += f" #{seen[key]}" if seen[key] > 1 else ""
                code = code if is_table else _code_of(code, function)
                found.append(Mutant(name, function, _lines(site.statement), change, code, is_table))
    return found


def _hang(where: Where, node: ast.AST) -> None:
    parent, field, at = where
    if at is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[at] = node


def _code_of(module: CodeType, function: str) -> CodeType:
    """The code of a function, by its qualified name."""
    waiting = [module]
    while waiting:
        code = waiting.pop()
        if code.co_qualname == function:
            return code
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    raise LookupError(function)


# --- what can be changed ----------------------------------------------------------------------


def _parts(tree: ast.Module) -> Iterator[tuple[str, bool, list[_Site]]]:
    """Each function and method, and each table of the module, with its sites."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            yield statement.name, False, list(_sites_of(statement))
        elif isinstance(statement, ast.ClassDef):
            for part in statement.body:
                if isinstance(part, ast.FunctionDef):
                    yield f"{statement.name}.{part.name}", False, list(_sites_of(part))
        elif (name := _table(statement)) is not None:
            yield name, True, list(_below(statement, "value", statement))


def _table(statement: ast.stmt) -> str | None:
    """The name that a statement of the module gives a value; None for types and all else."""
    if isinstance(statement, ast.Assign):
        target: ast.expr = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    else:
        return None
    if not isinstance(target, ast.Name) or target.id.startswith("__"):
        return None
    if isinstance(statement.value, ast.Subscript):
        return None
    return target.id


def _sites_of(function: ast.FunctionDef) -> Iterator[_Site]:
    start = 1 if ast.get_docstring(function) is not None else 0
    for at in range(start, len(function.body)):
        part = function.body[at]
        yield _Site(part, (function, "body", at), part)
        yield from _inside(part, part)


def _below(parent: ast.AST, field: str, statement: ast.stmt) -> Iterator[_Site]:
    value = getattr(parent, field)
    for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
        if not isinstance(node, ast.AST):
            continue
        inner = node if isinstance(node, ast.stmt) else statement
        yield _Site(node, (parent, field, at), inner)
        yield from _inside(node, inner)


def _inside(node: ast.AST, statement: ast.stmt) -> Iterator[_Site]:
    if isinstance(node, ast.FunctionDef):
        yield from _sites_of(node)
        return
    if isinstance(node, ast.JoinedStr) and _is_wording(node):
        return
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "ctx", "decorator_list") and isinstance(
            value, ast.AST | list
        ):
            yield from _below(node, field, statement)


def _is_wording(text: ast.JoinedStr) -> bool:
    """Whether this is a sentence with gaps, not a path."""
    return any(isinstance(part, ast.Constant) and " " in str(part.value) for part in text.values)


def _changes(node: ast.AST, *, in_table: bool) -> Iterator[ast.AST]:
    """What this one node can be changed into."""
    for other in OPPOSITE.get(type(node), ()):
        yield other()
    if isinstance(node, ast.Constant):
        yield from _other_constants(node.value)
    elif isinstance(node, ast.Name) and node.id in OTHER_NAME:
        yield ast.Name(OTHER_NAME[node.id], ast.Load())
    elif isinstance(node, ast.BoolOp):
        for at in range(len(node.values)):
            rest = [*node.values[:at], *node.values[at + 1 :]]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.If | ast.While | ast.IfExp) and _is_plain(node.test):
        changed = copy.copy(node)
        changed.test = ast.UnaryOp(ast.Not(), node.test)
        yield changed
    elif isinstance(node, ast.comprehension):
        for at in range(len(node.ifs)):
            yield ast.comprehension(
                node.target, node.iter, [*node.ifs[:at], *node.ifs[at + 1 :]], node.is_async
            )
    elif isinstance(node, ast.Call):
        yield from _other_calls(node)
    elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
        if isinstance(node.comparators[0], ast.Tuple):
            for fewer in _without_one(node.comparators[0]):
                yield ast.Compare(node.left, node.ops, [fewer])
    elif isinstance(node, ast.Dict) or (in_table and isinstance(node, ast.Tuple)):
        yield from _without_one(node)
    else:
        yield from _other_statements(node)


def _is_plain(test: ast.expr) -> bool:
    """Whether no change within this condition turns it round."""
    if isinstance(test, ast.NamedExpr):
        return True
    return not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant)


def _other_constants(value: object) -> Iterator[ast.Constant]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int):
        yield ast.Constant(value + 1)
        yield ast.Constant(value - 1)
    elif isinstance(value, str) and value.isidentifier():
        yield ast.Constant(f"XX{value}")


def _other_calls(node: ast.Call) -> Iterator[ast.Call]:
    """Two neighboring arguments exchanged, or one with a name left out."""
    args = node.args
    for at in range(len(args) - 1):
        if not any(isinstance(arg, ast.Starred | ast.Constant) for arg in args[at : at + 2]):
            swapped = [*args[:at], args[at + 1], args[at], *args[at + 2 :]]
            yield ast.Call(node.func, swapped, node.keywords)
    for at in range(len(node.keywords)):
        rest = [*node.keywords[:at], *node.keywords[at + 1 :]]
        yield ast.Call(node.func, args, rest)


def _without_one(node: ast.Dict | ast.Tuple) -> Iterator[ast.expr]:
    if isinstance(node, ast.Tuple):
        if len(node.elts) > 1:
            for at in range(len(node.elts)):
                yield ast.Tuple([*node.elts[:at], *node.elts[at + 1 :]], node.ctx)
        return
    for at in range(len(node.keys)):
        yield ast.Dict(
            [*node.keys[:at], *node.keys[at + 1 :]], [*node.values[:at], *node.values[at + 1 :]]
        )


def _other_statements(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Return):
        if node.value is not None and not isinstance(node.value, ast.Constant):
            yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.AugAssign):
        yield ast.Assign([node.target], node.value)
        yield ast.Pass()
    elif isinstance(node, ast.Expr | ast.Raise):
        yield ast.Pass()


# --- how a change is told ---------------------------------------------------------------------


def _header(statement: ast.AST) -> str:
    """A statement on one line, without what stands below it."""
    return ast.unparse(ast.fix_missing_locations(statement)).split("\n", 1)[0]


def _lines(statement: ast.stmt) -> tuple[int, ...]:
    """The lines on which a statement itself stands."""
    last = statement.end_lineno or statement.lineno
    body = getattr(statement, "body", None)
    if body:
        last = max(statement.lineno, body[0].lineno - 1)
    return tuple(range(statement.lineno, last + 1))


def _difference(before: str, after: str, around: int = 24) -> str:
    """What changed, with a little of what stands around it."""
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    left = max(same - around, 0)
    while left and (before[left - 1].isalnum() or before[left - 1] == "_"):
        left -= 1
    end = 0
    while end < min(len(before), len(after)) - same and before[-1 - end] == after[-1 - end]:
        end += 1
    right = max(end - around, 0)
    while right and (before[-right].isalnum() or before[-right] == "_"):
        right -= 1
    old, new = before[left : len(before) - right], after[left : len(after) - right]
    return f"{old.strip()} => {new.strip()}"
