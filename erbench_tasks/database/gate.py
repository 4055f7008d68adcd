"""The SQL that an author may write: one SELECT that reads tables, and does nothing else.

What is not on a list of harmless syntax and functions is refused. What runs is made of the parsed
tree and not of the text, so that nothing hides in a comment, and all names are quoted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from sqlglot import ErrorLevel, exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import ParseError, SqlglotError
from sqlglot.generator import Generator
from sqlglot.generators.mysql import MySQLGenerator
from sqlglot.tokenizer_core import Token, TokenType

from ...core.errors import InputError, first_line, nearest
from .lineage import BaseColumn, BaseTable, Catalog, JoinCondition, Lineage, QueryError

DIALECTS = {"postgresql": "postgres", "mariadb": "mysql"}
"""SQLAlchemy's name of a dialect to sqlglot's, where they differ."""

_LONGEST = 20_000  # characters
_DEEPEST = 50  # parentheses inside of one another; sqlglot takes time and stack for each


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Syntax, and functions that neither write nor read files, wait, ask a server about itself, or give
# another value each time.
_ALLOWED = _words(
    """
    Select From Join Table TableAlias Alias Subquery With CTE Union Intersect Except Column
    Identifier Literal Where Group Having Qualify Order Ordered Limit Offset Fetch Distinct Window
    WindowSpec Filter WithinGroup IgnoreNulls RespectNulls Star Null Boolean Paren Tuple Not Neg
    BitwiseNot Between In Any All Bracket Slice Dot DataType DataTypeParam Interval Var Lambda
    Lateral JSONPath JSONPathRoot JSONPathKey JSONPathSubscript JSONPathWildcard JSONSchema
    JSONColumnDef JSONKeyValue JSONValue AtTimeZone HexString PropertyEQ CharacterSet Is Like ILike
    Glob Escape SimilarTo EQ NEQ GT GTE LT LTE NullSafeEQ NullSafeNEQ Add Sub Mul Div IntDiv Mod
    DPipe BitwiseAnd BitwiseOr BitwiseXor BitwiseLeftShift BitwiseRightShift
    Abs Acos AddMonths And AnyValue ArgMax ArgMin Array ArrayAgg ArrayAppend ArrayConcat
    ArrayContainedBy ArrayContains ArrayContainsAll ArrayDistinct ArrayFilter ArrayFirst ArrayLast
    ArrayMax ArrayMin ArrayOverlaps ArrayPosition ArrayPrepend ArrayRemove ArrayReverse ArraySize
    ArraySlice ArraySort ArraySum ArrayToString Ascii Asin Atan Atan2 Avg BitwiseAndAgg BitwiseCount
    BitwiseOrAgg BitwiseXorAgg Case Cast Cbrt Ceil Chr Coalesce Collate Concat ConcatWs Contains
    Convert Corr Cos Cot Count CountIf CovarPop CovarSamp CumeDist Date DateAdd DateBin DateDiff
    DateFromParts DateStrToDate DateSub DateToDateStr DateTrunc Datetime DatetimeAdd DatetimeDiff
    DatetimeSub DatetimeTrunc Day DayOfMonth DayOfWeek DayOfWeekIso DayOfYear Dayname Degrees
    DenseRank Elt EndsWith Exists Exp Explode Extract First FirstValue Flatten Floor Format Greatest
    GroupConcat Hex Hour If Initcap IsInf IsNan JSONArray JSONArrayAgg JSONArrayContains
    JSONBContains JSONBContainsAllTopKeys JSONBContainsAnyTopKeys JSONBContainsTopKey JSONBExists
    JSONBExtract JSONBExtractScalar JSONBObjectAgg JSONExists JSONExtract JSONExtractArray
    JSONExtractScalar JSONFormat JSONKeys JSONObject JSONObjectAgg JSONTable JSONType JSONValueArray
    Lag Last LastDay LastValue Lead Least Left Length Levenshtein List Ln Log LogicalAnd LogicalOr
    Lower MD5 MD5Digest Map MapContainsKey MapKeys MapSize MatchAgainst Max Median Min Minute Mod
    Mode Month Monthname NthValue Ntile Nullif NumberToStr Or Overlay ParseJSON PercentRank
    PercentileCont PercentileDisc Pi Pow Quantile Quarter Radians Rank RegexpCount RegexpExtract
    RegexpExtractAll RegexpFullMatch RegexpILike RegexpInstr RegexpLike RegexpReplace RegexpSplit
    RegexpSubstr Replace Reverse Right Round RowNumber Second Sign Sin Soundex Split SplitPart Sqrt
    StartsWith Stddev StddevPop StddevSamp StrPosition StrToDate StrToTime StringToArray Struct
    StructExtract Substring SubstringIndex Sum Tan Time TimeToStr TimeToUnix Timestamp TimestampAdd
    TimestampDiff TimestampSub TimestampTrunc ToChar ToMap ToNumber Transform Translate Trim Trunc
    TryCast TsOrDsAdd TsOrDsDiff TsOrDsToDate TsOrDsToDatetime TsOrDsToTime TsOrDsToTimestamp Typeof
    Unhex Unicode UnixToTime Unnest Upper Variance VariancePop Week WeekOfYear Xor Year
    """
)
# Functions that sqlglot has no type for.
_NAMED = {
    "sqlite": _words("""datetime julianday unixepoch timediff quote json json_array
        json_array_length json_valid json_quote json_patch total ifnull likely unlikely printf
        json_each json_tree"""),
    "postgres": _words("""regexp_match regexp_split_to_array regexp_split_to_table
        jsonb_array_length json_array_length cardinality unaccent to_json to_jsonb row_to_json
        jsonb_path_query_first every age make_date make_timestamp justify_days array_positions
        array_ndims array_upper array_lower quote_literal string_to_table jsonb_array_elements
        jsonb_array_elements_text json_array_elements json_array_elements_text jsonb_each
        jsonb_each_text json_each json_each_text jsonb_object_keys json_object_keys jsonb_typeof
        json_typeof num_nonnulls num_nulls isfinite div row"""),
    "mysql": _words("""json_unquote json_length json_contains json_contains_path json_search
        json_valid json_depth find_in_set field makedate maketime time_to_sec sec_to_time
        period_add period_diff weekday yearweek std strcmp conv nvl interval to_days from_days"""),
    "duckdb": _words("""date_part datepart list_extract list_element list_aggregate list_has_any
        list_has_all list_count list_sum list_max list_min list_avg list_position list_unique
        list_reduce prefix suffix strip_accents json_array_length json_valid json_type
        json_contains json_structure jaccard hash printf isodow isoyear century decade era epoch
        make_date make_timestamp try_strptime array_extract array_slice string_to_array bar
        nfc_normalize ord damerau_levenshtein hamming jaro_similarity jaro_winkler_similarity
        json_each json_tree map_extract map_values map_entries element_at struct_pack row"""),
}  # fmt: skip
_ROWS = "with_ distinct order limit offset"
_PARTS: dict[type[exp.Expr], frozenset[str]] = {
    exp.Select: _words(f"{_ROWS} expressions from_ joins where group having qualify windows"),
    **dict.fromkeys((exp.Union, exp.Intersect, exp.Except), _words(f"{_ROWS} this expression")),
    exp.Subquery: _words("this alias"),
    exp.Table: _words("this db catalog alias joins ordinality"),
    exp.Join: _words("this side kind method on using"),
}
_NOW = {"now", "today", "tomorrow", "yesterday"}
_UNDATED = (exp.Coalesce, exp.Case, exp.If, exp.Connector, exp.Concat)
_STARRED = (exp.Count, exp.Select, exp.Column)


@dataclass(frozen=True)
class Query:
    """A SELECT that passed the gate.

    All names in it are quoted. It has no parameters: `%` and `:` are themselves.
    """

    sql: str
    columns: Mapping[str, frozenset[BaseColumn]]  # that a column of the result is made of
    plain: Mapping[str, BaseColumn]  # that a column of the result is as it is
    tables: tuple[BaseTable, ...]
    used: frozenset[BaseColumn]  # all that are named, in conditions too
    joins: tuple[JoinCondition, ...]
    outer: bool  # whether a join or union may make a value NULL that no table has as NULL


def read_query(
    text: str, dialect: str, catalog: Catalog, where: str, *, named: bool = True
) -> Query:
    """Reads one SELECT of an author, in a dialect as SQLAlchemy names it.

    Errors say `where` it stands, such as `relations.movie.sql`. If `named`, each column of the
    result must have a name.

    Raises:
        InputError: It is not one SELECT, does anything but read tables, names what there is not, or
            joins tables without an equality.
    """
    try:
        return _read(text, DIALECTS.get(dialect, dialect), catalog, named)
    except QueryError as refusal:
        place = _place(text, refusal.part)
        raise InputError(f"{where}: {place}{' '.join(str(refusal).split())}") from refusal
    except RecursionError as error:
        raise InputError(f"{where}: nested too deeply; name parts of it by WITH") from error


def _read(text: str, dialect: str, catalog: Catalog, named: bool) -> Query:
    if dialect not in _NAMED:
        raise QueryError(None, f"SQL of {dialect} is not supported; known: sqlite, postgresql, ...")
    known = Dialect.get_or_raise(dialect)
    tree = _parsed(text, known, named)
    for node in tree.walk():
        _check(node, dialect)
    for star in (node for node in tree.expressions if node.is_star):
        raise QueryError(star, "* is not allowed here; name the columns")
    write = _generator(known).generate
    lineage = Lineage(catalog, dialect == "duckdb", write)
    outputs = lineage.query(tree)
    _check_outputs(tree, [output.name for output in outputs])
    return Query(
        write(tree),
        {output.name: output.base for output in outputs},
        {output.name: output.plain for output in outputs if output.plain},
        tuple(lineage.tables),
        frozenset(lineage.used),
        tuple(lineage.joins),
        bool(tree.find(exp.SetOperation)) or any(join.side for join in tree.find_all(exp.Join)),
    )


# What has a name in every engine; a text or a number has one in some.
_NAMES = (exp.Column, exp.Alias)


def _selected(union: exp.SetOperation) -> exp.Select:
    """Returns a SELECT of what a UNION or the like returns, by its columns' names."""
    first = _first(union)
    if not all(isinstance(column, _NAMES) and not column.is_star for column in first.expressions):
        raise QueryError(first, "name each column of the first SELECT: AS name")
    columns = [exp.column(column.output_name, "u", quoted=True) for column in first.expressions]
    return exp.select(*columns).from_(union.subquery("u", copy=False), copy=False)


def _first(tree: exp.Expr) -> exp.Expr:
    """Returns the SELECT that names the columns of a query."""
    while isinstance(tree, exp.SetOperation | exp.Subquery):
        tree = tree.this
    return tree


def _name_columns(tree: exp.Expr) -> None:
    """Gives those columns of a query a name that have none."""
    for number, column in enumerate(list(_first(tree).expressions), 1):
        if not isinstance(column, _NAMES) and not column.is_star:
            column.replace(exp.alias_(column.copy(), f"unnamed_column_{number}"))


def _parsed(text: str, dialect: Dialect, named: bool) -> exp.Select:
    if len(text) > _LONGEST:
        raise QueryError(None, f"longer than {_LONGEST:,} characters; make it shorter")
    if "\0" in text:
        raise QueryError(None, "a null character; remove it")
    try:
        tokens = dialect.tokenize(text)
        _check_tokens(tokens)
        (tree,) = filter(None, dialect.parser(error_level=ErrorLevel.IMMEDIATE).parse(tokens, text))
    except ParseError as error:
        found = error.errors[0] if error.errors else {}
        place = f" at line {found['line']}, column {found['col']}" if found.get("line") else ""
        reason = found.get("description") or first_line(error)
        raise QueryError(None, f"not SQL of {type(dialect).__name__}{place}: {reason}") from error
    except (SqlglotError, ValueError) as error:
        raise QueryError(None, f"cannot be read as SQL: {first_line(error)}") from error
    if not named:
        _name_columns(tree)
    if isinstance(tree, exp.SetOperation):
        tree = _selected(tree)
    if not isinstance(tree, exp.Select):
        raise QueryError(tree, "not a SELECT")
    for number, part in enumerate(tree.find_all(exp.Subquery)):
        if isinstance(part.parent, exp.From | exp.Join) and not part.alias:
            part.set("alias", exp.TableAlias(this=exp.to_identifier(f"unnamed_{number}")))
    return tree


def _check_tokens(tokens: Sequence[Token]) -> None:
    """Refuses what no parser needs to see: other statements, and nesting without end."""
    if not tokens:
        raise QueryError(None, "empty; write a SELECT")
    first, depth = tokens[0], 0
    if first.token_type not in (TokenType.SELECT, TokenType.WITH):
        raise QueryError(first, f"begins with {first.text[:20]!r}; only one SELECT is allowed")
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        depth += (token.text in "([{") - (token.text in ")]}") if len(token.text) == 1 else 0
        if depth > _DEEPEST:
            raise QueryError(token, "nested too deeply; name parts of it by WITH")
        if token.token_type == TokenType.SEMICOLON and following:
            raise QueryError(following, "a second statement; only one SELECT is allowed")


def _check(node: exp.Expr, dialect: str) -> None:
    """Refuses syntax that is not on a list, and some forms of what is."""
    kind = type(node).__name__
    named = isinstance(node, exp.Anonymous)
    if named and not (isinstance(node.this, str) and node.name.lower() in _NAMED[dialect]):
        near = nearest(node.name, _NAMED[dialect])
        hint = f"did you mean {near}?" if near else "compute it otherwise"
        raise QueryError(node, f"the function {node.name} is not allowed; {hint}")
    if not named and kind not in _ALLOWED:
        called = f"function {node.sql_name()}" if isinstance(node, exp.Func) else node.key.upper()
        raise QueryError(node, f"{called} is not allowed; write values, and what is made of them")
    parts = _PARTS.get(type(node), node.args)
    others = (key.strip("_").upper() for key in node.args if node.args[key] and key not in parts)
    unknown = (f"{other} is not allowed; a query only selects" for other in others)
    for reason in chain(unknown, _reasons(node)):
        raise QueryError(node, reason)


def _reasons(node: exp.Expr) -> Iterator[str]:
    """Yields why a form of what is allowed is not."""
    values = [part for part in node.iter_expressions() if isinstance(part, exp.Literal)]
    dated = isinstance(node, exp.Func) and not isinstance(node, _UNDATED)
    if dated and any(value.is_string and value.name.strip().lower() in _NOW for value in values):
        yield "a time that passes, such as 'now'; write the date itself"
    if isinstance(node, (exp.Date, exp.Anonymous)) and not any(node.iter_expressions()):
        yield "a function of nothing is the time that passes; write the date itself"
    if isinstance(node, exp.Dot) and not isinstance(node.expression, exp.Identifier):
        yield "functions of a schema are not allowed; name one of the database's own"
    if isinstance(node, exp.DataType) and node.this == exp.DType.USERDEFINED:
        yield f"the type {node.sql()} is not allowed; use one of the database's own"
    if isinstance(node, exp.Star) and not isinstance(node.parent, _STARRED):
        yield "* is not allowed here; name the columns"


def _check_outputs(tree: exp.Select, names: Sequence[str]) -> None:
    for position, (node, name) in enumerate(zip(tree.expressions, names, strict=True)):
        if not name:
            raise QueryError(node, f"the column {node.sql()[:40]!r} has no name; add AS and one")
        if not name.isidentifier():
            what = "is no plain name; add AS and one of letters, digits, _"
            raise QueryError(node, f"{name!r} {what}")
        if name.lower() in map(str.lower, names[:position]):
            raise QueryError(node, f"two columns are called {name!r}; rename one with AS")


class _MySQLGenerator(MySQLGenerator):
    """Writes `a REGEXP b` for what MariaDB has no `REGEXP_LIKE(a, b)`."""

    TRANSFORMS = {  # noqa: RUF012
        **MySQLGenerator.TRANSFORMS,
        exp.RegexpLike: lambda self, node: self.binary(node, "REGEXP"),
    }


def _generator(dialect: Dialect) -> Generator:
    mysql = issubclass(dialect.generator_class, MySQLGenerator)
    kind = _MySQLGenerator if mysql else dialect.generator_class
    return kind(dialect=dialect, identify=True, comments=False)


def _place(text: str, part: exp.Expr | Token | None) -> str:
    starts = [part.start] if isinstance(part, Token) else []
    if isinstance(part, exp.Expr):
        starts = [node.meta["start"] for node in part.walk() if "start" in node.meta]
    before = text[: min(starts, default=0)]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return f"line {line}, column {column}: " if starts else ""
