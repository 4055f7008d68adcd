"""What a query reads: the base columns behind each of its own, and how its tables are joined.

The tree of the query is qualified on the way: each column names its source, and each name is
spelled as the database spells it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from sqlglot import exp
from sqlglot.tokenizer_core import Token

from ...core.errors import did_you_mean


class BaseTable(NamedTuple):
    """A table or view of the database."""

    schema: str | None
    name: str


class BaseColumn(NamedTuple):
    """A column of a table or view of the database."""

    schema: str | None
    table: str
    column: str


@dataclass(frozen=True)
class JoinSide:
    """One of two joined sources, by its name in the query."""

    name: str
    source: str  # SQL of it, for a FROM
    expressions: tuple[str, ...]  # SQL of what is equated with the other side, in its order
    columns: tuple[BaseColumn, ...] | None  # that those are, if all of them are one as it is


@dataclass(frozen=True)
class JoinCondition:
    """Two sources that some equality links, that which the query names first, on the left.

    `ctes` is SQL of the `WITH` that both need; empty if none.
    """

    left: JoinSide
    right: JoinSide
    ctes: str


class QueryError(Exception):
    """Why a query is refused: the part of it that is to blame, and what is wrong."""

    def __init__(self, part: exp.Expr | Token | None, reason: str) -> None:
        super().__init__(reason)
        self.part = part


class Value(NamedTuple):
    """A column of a source, or of a query's result: the base columns that it is made of."""

    name: str
    base: frozenset[BaseColumn] = frozenset()
    plain: BaseColumn | None = None  # that it is as it is, if so


@dataclass(eq=False)
class _Source:
    """A table, a query with a name, or the expansion of a list."""

    name: str
    node: exp.Expr
    values: dict[str, Value]  # by names in lower case
    base: frozenset[BaseColumn] | None = None  # of an expansion, whose columns are not known
    needs: list[_Source] = field(default_factory=list)  # whose column it expands

    def value(self, name: str) -> Value | None:
        """Returns a column of this source."""
        known = self.values.get(name.lower())
        return Value(name.lower(), self.base) if not known and self.base is not None else known

    def parts(self) -> list[exp.Expr]:
        """Returns what a FROM of this source alone needs."""
        return [*chain.from_iterable(source.parts() for source in self.needs), self.node]


_CTEs = dict[str, _Source | None]  # None: not complete yet
# A column of a source; of the value of a field of one, which keeps its spelling, no name.
_Hit = tuple[_Source | None, Value]


@dataclass(eq=False)
class _Scope:
    """The sources of one query, and the scope around it."""

    ctes: _CTEs
    outer: _Scope | None = None
    sources: list[_Source] = field(default_factory=list)
    merged: dict[str, _Hit] = field(default_factory=dict)  # by USING
    outputs: dict[str, Value] = field(default_factory=dict)
    grouped: bool = False  # whether a name may be one of the result as well as a column

    def hits(self, names: Sequence[str]) -> list[_Hit]:
        """Returns what a name may mean here."""
        name, alone = names[0].lower(), len(names) == 1
        if alone and name in self.merged:
            return [self.merged[name]]
        named = [] if alone else [s for s in self.sources if s.name.lower() == name]
        hits = [(s, value, names[2:]) for s in named if (value := s.value(names[1]))]
        if not hits:
            hits = [(s, s.values[name], names[1:]) for s in self.sources if name in s.values]
        if not hits and alone and name in self.outputs:
            return [(None, self.outputs[name])]
        return [(s, Value("", value.base) if fields else value) for s, value, fields in hits]

    def known(self, names: Sequence[str]) -> Iterator[str]:
        """Yields names that might have been meant by one that means nothing here."""
        for source in self.sources:
            prefix = f"{source.name}." if names[1:] else ""
            yield from (prefix + value.name for value in source.values.values())
            if source.base is not None:
                yield f"{source.name}.{names[-1]}"


class Catalog(NamedTuple):
    """Where names of tables and columns are looked up, as the database spells them.

    Without `tables_of`, tables must be spelled as `columns_of` knows them.
    """

    columns_of: Callable[[str | None, str], Sequence[str] | None]  # of a schema's table or view
    tables_of: Callable[[str | None], Sequence[str]] = lambda _: ()  # and views, of a schema
    schema: str | None = None  # of tables that are named without one

    def look_up(self, node: exp.Table) -> tuple[BaseTable, list[Value]]:
        """Returns a table and its columns, as the database spells them."""
        schema, name = node.db or self.schema, node.name
        if node.catalog or any(map(_SYSTEM.match, filter(None, (schema, name)))):
            raise QueryError(node, f"the table {name!r} is none of the data; name one that is")
        known = self.tables_of(schema)
        alike = [table for table in known if table.lower() == name.lower()]
        hits = [name] if name in known or not known else alike
        spelled = hits[0] if len(hits) == 1 else ""
        columns = self.columns_of(schema, spelled) if spelled else None
        if columns is None:
            where = f" in the schema {schema!r}" * bool(schema)
            raise QueryError(node, f"no table {name!r}{where}{_hint(name, known)}")
        if len({column.lower() for column in columns}) < len(columns):
            raise QueryError(node, f"columns of {name!r} differ by case only; read them by a view")
        base = [BaseColumn(schema, spelled, column) for column in columns]
        return BaseTable(schema, spelled), [Value(b.column, frozenset([b]), b) for b in base]


# Tables that a database keeps about itself, and the schemas of those.
_SYSTEM = re.compile(
    r"(information_schema|performance_schema|mysql|sys|(pg|sqlite|duckdb)_.*)$", re.IGNORECASE
)


@dataclass(eq=False)
class Lineage:
    """Qualifies a query, and notes what it reads: base tables, all columns, and joins."""

    catalog: Catalog
    fields: bool  # whether `a.b.c` may be a field of a struct
    write: Callable[[exp.Expr], str]  # returns the SQL of a part
    tables: dict[BaseTable, None] = field(default_factory=dict)
    used: set[BaseColumn] = field(default_factory=set)
    joins: dict[JoinCondition, None] = field(default_factory=dict)
    _columns: dict[int, _Hit] = field(default_factory=dict)
    _results: dict[int, list[Value]] = field(default_factory=dict)

    def query(
        self, node: exp.Expr, ctes: _CTEs | None = None, outer: _Scope | None = None
    ) -> list[Value]:
        """Qualifies a query, and returns the columns of its result.

        `ctes` are what `WITH` names around it; it may name columns of the query that is `outer`.

        Raises:
            QueryError: A name is unknown or ambiguous, or tables are joined without an equality.
        """
        scope = _Scope(self._with(node.args.get("with_"), ctes or {}), outer)
        if isinstance(node, exp.Subquery):
            return self.query(node.this, scope.ctes, outer)
        if isinstance(node, exp.SetOperation):
            return self._set_operation(node, scope)
        if isinstance(node, exp.Select):
            return self._select(node, scope)
        raise QueryError(node, "only SELECT is allowed here")

    def _with(self, clause: exp.With | None, ctes: _CTEs) -> _CTEs:
        if clause and clause.args.get("recursive"):
            raise QueryError(clause, "RECURSIVE is not allowed; a query must end")
        named = clause.expressions if clause else []
        for cte in named:
            if cte.alias.lower() in ctes:
                raise QueryError(cte, f"WITH names {cte.alias!r} twice; rename one")
            ctes = {**ctes, cte.alias.lower(): None}
        for cte in named:
            ctes = {**ctes, cte.alias.lower(): _source(cte, self.query(cte.this, ctes))}
        return ctes

    def _set_operation(self, node: exp.SetOperation, scope: _Scope) -> list[Value]:
        sides = [self.query(side, scope.ctes, scope.outer) for side in (node.left, node.right)]
        if len(sides[0]) != len(sides[1]):
            raise QueryError(node.right, "both sides of UNION need as many columns as each other")
        values = [
            Value(a.name, a.base | b.base, a.plain if a.plain == b.plain else None)
            for a, b in zip(*sides, strict=True)
        ]
        result = _Scope(scope.ctes, outputs=_by_name(values))
        self._resolve(result, *map(node.args.get, ("order", "limit", "offset")))
        return values

    def _select(self, node: exp.Select, scope: _Scope) -> list[Value]:
        conditions = self._from(node, scope)
        if isinstance(node.parent, exp.Exists) and node.is_star and not node.args.get("distinct"):
            node.set("expressions", [exp.Literal.number(1)])
        node.set("expressions", [o for e in node.expressions for o in _expanded(e, scope)])
        values = []
        for output in node.expressions:
            self._resolve(scope, output)
            plain = self._plain(output.unalias())
            values.append(Value(output.alias, self._made_of(output), plain))
            scope.outputs.setdefault(output.alias.lower(), values[-1])
        self._resolve(scope, *map(node.args.get, ("where", "windows", "distinct")))
        scope.grouped = True
        self._resolve(scope, *map(node.args.get, ("group", "having", "qualify", "limit", "offset")))
        results = _Scope(scope.ctes, scope, outputs=scope.outputs)
        for key in node.args["order"].expressions if node.args.get("order") else []:
            # A name alone is first of all one of the result.
            self._resolve(results if isinstance(key.this, exp.Column) else scope, key)
        where = [node.args["where"].this] if node.args.get("where") else []
        self._link(scope, [*conditions, *where])
        return values

    def _from(self, node: exp.Select, scope: _Scope) -> list[exp.Expr]:
        """Notes the sources, and returns the conditions of the joins."""
        conditions: list[exp.Expr] = []
        for part in filter(None, [node.args.get("from_"), *(node.args.get("joins") or [])]):
            kind = isinstance(part, exp.Join) and (part.method or part.kind)
            if kind and kind not in ("INNER", "OUTER", "CROSS"):
                raise QueryError(part, f"{kind} JOIN is not allowed; use JOIN ... ON ...")
            source = self._source(part.this, scope)
            if not source.name:
                raise QueryError(part, "this part of FROM has no name; add AS and one")
            if source.name.lower() in (other.name.lower() for other in scope.sources):
                raise QueryError(part, f"two tables are called {source.name!r}; rename one with AS")
            scope.sources.append(source)
            for name in part.args.get("using") or []:
                equal = _using(name, part.text("side"), scope)
                part.set("on", exp.and_(part.args.get("on"), equal, copy=False))
            part.set("using", None)
            self._resolve(scope, part.args.get("on"))
            conditions += filter(None, [part.args.get("on")])
        return conditions

    def _source(self, node: exp.Expr, scope: _Scope) -> _Source:
        if node.args.get("joins"):
            raise QueryError(node, "a join inside of another; write one JOIN after another")
        if isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier):
            return _source(node, self._table(node, scope.ctes))
        if isinstance(node, exp.Subquery) and isinstance(node.this, exp.Query):
            return _source(node, self.query(node, scope.ctes))
        return self._expansion(node, scope)

    def _table(self, node: exp.Table, ctes: _CTEs) -> list[Value]:
        """Returns the columns of a table, which is spelled as the database or WITH does."""
        alias = node.args.get("alias") or exp.TableAlias()
        alias.set("this", exp.to_identifier(node.alias_or_name))
        node.set("alias", alias)
        name = node.name.lower()
        if node.db or name not in ctes:
            table, values = self.catalog.look_up(node)
            self.tables[table] = None
            node.this.set("this", table.name)
            node.set("db", exp.to_identifier(table.schema))
            return values
        cte = ctes[name]
        if cte is None:
            raise QueryError(node, f"WITH: {node.name!r} is not complete; no query may use itself")
        node.this.set("this", cte.name)
        return list(cte.values.values())

    def _expansion(self, node: exp.Expr, scope: _Scope) -> _Source:
        """Returns the rows that a function makes of a column's list."""
        call = node.find(exp.Func)
        if node.find(exp.Query):
            raise QueryError(node, "neither LATERAL nor joins in parentheses are allowed")
        if call is None or node.text("db"):
            raise QueryError(node, "only tables, queries and lists of a column can be read")
        self._resolve(scope, node)
        found = [self._columns[id(column)][0] for column in node.find_all(exp.Column)]
        needs = [source for source in dict.fromkeys(found) if source]
        if not needs:
            raise QueryError(node, "this function expands no column of a table before it")
        base = self._made_of(node)
        alias = node.args.get("alias") or call.args.get("alias") or exp.TableAlias()
        name = alias.name or call.name
        names = [column.name for column in alias.args.get("columns") or []] or [name]
        return _Source(name, node, _by_name(Value(n, base) for n in names), base, needs)

    def _resolve(self, scope: _Scope, *parts: exp.Expr | list[exp.Expr] | None) -> None:
        for part in parts:
            if isinstance(part, list):
                self._resolve(scope, *part)
            elif isinstance(part, exp.Expr):
                for node in part.walk(prune=lambda found: isinstance(found, exp.Query)):
                    if isinstance(node, exp.Query):
                        self._results[id(node)] = self.query(node, scope.ctes, scope)
                    elif isinstance(node, exp.Column):
                        self._column(node, scope)

    def _column(self, node: exp.Column, scope: _Scope) -> None:
        """Qualifies a column and notes what it is."""
        if isinstance(node.this, exp.Star):
            raise QueryError(node, "* is not allowed here; name the columns")
        names = [part.name for part in node.parts]
        known: list[str] = []
        level: _Scope | None = scope
        while level is not None:
            hits = [hit for hit in level.hits(names) if self.fields or hit[1].name]
            if len(hits) > 1:
                raise QueryError(node, f"{node.sql()!r} is ambiguous; name its table too")
            if hits:
                return self._rewrite(node, hits[0], level)
            known += level.known(names)
            level = level.outer
        name = ".".join(names)
        raise QueryError(node, f"no column {name!r}{_hint(name, known)}")

    def _rewrite(self, node: exp.Column, hit: _Hit, scope: _Scope) -> None:
        source, value = hit
        other = scope.outputs.get(value.name.lower(), value) if scope.grouped else value
        if not node.table and other != value and (not other.plain or other.plain != value.plain):
            what = "is a column and a name of the result"  # databases differ in which it is
            raise QueryError(node, f"{node.name!r} {what}; write table.column")
        self.used |= value.base
        self._columns[id(node)] = hit
        if value.name:
            node.this.set("this", value.name)
            node.set("table", exp.to_identifier(source.name) if source else None)

    def _plain(self, node: exp.Expr) -> BaseColumn | None:
        found = self._columns.get(id(node.unnest()))
        return found[1].plain if found else None

    def _made_of(self, node: exp.Expr) -> frozenset[BaseColumn]:
        """Returns the base columns that an expression's value is made of."""
        values: list[Value] = []
        for found in node.walk(prune=lambda part: isinstance(part, exp.Query)):
            if not isinstance(found, exp.Query):
                values += [self._columns[id(found)][1]] if id(found) in self._columns else []
            elif isinstance(found.parent, (exp.Exists, exp.In, exp.Any, exp.All)):
                values += [self._columns[id(c)][1] for c in found.find_all(exp.Column)]
            else:
                values += self._results[id(found)]
        return frozenset().union(*(value.base for value in values))

    def _link(self, scope: _Scope, conditions: Iterable[exp.Expr]) -> None:
        """Notes which sources are linked, and refuses one that is linked to none."""
        pairs: dict[tuple[int, ...], list[list[exp.Expr]]] = {}
        for equality in chain.from_iterable(map(_equalities, conditions)):
            sides = {self._place(side, scope): side for side in equality}
            if len(sides) > 1 and -1 not in sides:
                places = tuple(sorted(sides))
                pairs.setdefault(places, []).append([sides[place] for place in places])
        ctes = ", ".join(self.write(cte.node) for cte in scope.ctes.values() if cte and pairs)
        for places, equated in sorted(pairs.items(), key=itemgetter(0)):
            sources = [scope.sources[place] for place in places]
            left, right = map(self._side, sources, zip(*equated, strict=True))
            self.joins[JoinCondition(left, right, f"WITH {ctes} " if ctes else "")] = None
        _check_connected(scope.sources, [{scope.sources[n] for n in places} for places in pairs])

    def _place(self, node: exp.Expr, scope: _Scope) -> int:
        """Returns which source an expression is made of; -1 if not of one of this scope alone."""
        found = {self._columns[id(column)][0] for column in node.find_all(exp.Column)}
        source = found.pop() if len(found) == 1 and not node.find(exp.Query) else None
        return scope.sources.index(source) if source in scope.sources else -1

    def _side(self, source: _Source, nodes: Sequence[exp.Expr]) -> JoinSide:
        columns = [column for column in map(self._plain, nodes) if column]
        return JoinSide(
            source.name,
            " CROSS JOIN ".join(dict.fromkeys(map(self.write, source.parts()))),
            tuple(map(self.write, nodes)),
            tuple(columns) if len(columns) == len(nodes) else None,
        )


def _check_connected(sources: Sequence[_Source], edges: list[set[_Source]]) -> None:
    edges += [{source, *source.needs} for source in sources]
    reached = {*sources[:1], *chain.from_iterable(edges)} - {*sources[1:]}
    while grown := [edge for edge in edges if edge & reached and not edge <= reached]:
        reached = reached.union(*grown)
    for source in sources:
        if source not in reached:
            reason = f"{source.name!r} is joined by no equality; say on which columns it is joined"
            raise QueryError(source.node, reason)


def _using(name: exp.Expr, side: str, scope: _Scope) -> exp.Expr:
    """Notes a column of USING, and returns the equality that it stands for."""
    key, right = name.name.lower(), scope.sources[-1]
    holders = [source for source in scope.sources[:-1] if key in source.values]
    left = scope.merged[key][0] if key in scope.merged else next(iter(holders), None)
    if not left or key not in right.values or (holders[1:] and key not in scope.merged):
        raise QueryError(name, f"USING: {name.name!r} must be one column on either side")
    if side == "FULL":
        raise QueryError(name, "USING of a FULL JOIN; write ON")
    kept, ours, theirs = left if side != "RIGHT" else right, left.values[key], right.values[key]
    merged = kept.values[key]._replace(base=ours.base | theirs.base)
    scope.merged[key] = (kept, merged)
    return exp.column(ours.name, left.name).eq(exp.column(theirs.name, right.name))


def _expanded(output: exp.Expr, scope: _Scope) -> Iterator[exp.Expr]:
    """Yields a column of a result by its name, and all that a star stands for."""
    if not output.is_star:
        named = isinstance(output, (exp.Column, exp.Dot))
        yield exp.alias_(output, output.name, copy=False) if named else output
        return
    star = output.this if isinstance(output, exp.Column) else output
    table = output.text("table").lower()
    sources = [source for source in scope.sources if table in ("", source.name.lower())]
    known = sources and all(source.base is None for source in sources)
    # Databases differ in the order of the columns of USING.
    if any(star.args.values()) or not known or (scope.merged and not table):
        raise QueryError(output, "this form of * is not allowed; name the columns")
    for source in sources:
        for value in source.values.values():
            yield exp.alias_(exp.column(value.name, source.name), value.name, copy=False)


def _equalities(node: exp.Expr) -> Iterator[tuple[exp.Expr, exp.Expr]]:
    """Yields both sides of each equality that must hold for a condition to hold."""
    node = node.unnest()
    if isinstance(node, exp.And):
        yield from chain.from_iterable(map(_equalities, (node.left, node.right)))
    elif isinstance(node, (exp.EQ, exp.NullSafeEQ)):
        left, right = node.left.unnest(), node.right.unnest()
        if isinstance(left, exp.Tuple) and isinstance(right, exp.Tuple):
            yield from zip(left.expressions, right.expressions, strict=False)
        else:
            yield left, right


def _hint(name: str, known: Iterable[str]) -> str:
    names = [other for other in dict.fromkeys(known) if other]
    return f"; {did_you_mean(name, names)}" if names else ""


def _by_name(values: Iterable[Value]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for value in values:
        found.setdefault(value.name.lower(), value)
    return found


def _source(node: exp.Expr, values: list[Value]) -> _Source:
    """Returns a source with its columns by the names of `AS name(column, ...)`."""
    names = node.alias_column_names
    if len(names) > len(values):
        raise QueryError(node, f"{node.alias!r} names {len(names)} columns and has {len(values)}")
    new = [value._replace(name=name) for name, value in zip(names, values, strict=False)]
    return _Source(node.alias, node, _by_name(new + values[len(names) :]))
