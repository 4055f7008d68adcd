"""Why an answer and a rationale count, in words: which rows say so, and what is asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..database.integrity import JoinCheck
from ..relations.joins import joins_between
from ..relations.relation import Relation
from ..spec.spec import (
    AlteredSpec,
    BinarySpec,
    FunctionalDependency,
    KnowledgeSpec,
    MultiHopSpec,
    MultipleChoiceSpec,
    QuestionSpec,
)


def reasons(question: QuestionSpec, relation: Relation, joins: Sequence[JoinCheck]) -> list[str]:
    """Says what an entry's answers and rationales rest on.

    Args:
        question: The entry.
        relation: Its relation.
        joins: What its query joins (`Benchmark.joins`).

    Returns:
        A line per dependency, one for whatever else decides, and the query as it runs.
    """
    if isinstance(question, KnowledgeSpec):
        return ["Asks whether a model knows the entity; no answer is right or wrong."]
    rows = [_rows(fd, relation, joins) for fd in question.fds]
    spec = relation.spec
    stated = spec.statements_of(name for fd in question.fds for name in fd.dependent)
    said = [
        f"{name} is the {statement.by} of {statement.of}." for name, statement in stated.items()
    ]
    asked = [f"Asked only where {spec.ask} is true."] if spec.ask else []
    query = f"{relation.name}: {' '.join(relation.query.sql.split())}"
    return [*rows, *_special(question), *said, *asked, query]


def _rows(fd: FunctionalDependency, relation: Relation, joins: Sequence[JoinCheck]) -> str:
    """Says which rows hold a dependency's values, and which columns these are."""
    base = {column for name in fd.dependent for column in relation.query.columns[name]}
    read = ", ".join(sorted(f"{column.table}.{column.column}" for column in base))
    row = f"the row of {relation.name} with this {_listed(fd.determinant)} says so"
    lines = [f"joined along {check}" for check in joins_between(fd, relation.query, joins)]
    return f"{fd}: {'; '.join([f'{row}: {read}' if read else row, *lines])}"


def _special(question: QuestionSpec) -> Iterator[str]:
    match question:
        case BinarySpec(several_values="accept"):
            yield "Where several values are right, a rationale has to mention one of them."
        case AlteredSpec(replaced=replaced, mixed=mixed):
            some = "In half of the questions the" if mixed else "The"
            rest = " In the others the answer is yes, and all that counts." if mixed else ""
            yield (
                f"{some} value of {_listed(replaced, 'or')} is replaced by one for which no row "
                "fits, so that the answer is no; a rationale has to mention what is true." + rest
            )
        case MultipleChoiceSpec():
            yield (
                "The false option has the value of another row, which no row makes true of this "
                "one; a rationale has to mention the true value."
            )
        case MultiHopSpec(hops=hops):
            for hop in hops:
                if hop.values == "all":
                    yield f"A rationale has to mention every {hop.fd.dependent[0]}."
                if not hop.verified:
                    yield f"The question says the {hop.fd.dependent[0]}; a rationale need not."
    if isinstance(question, BinarySpec | MultiHopSpec) and question.holds is not None:
        yield f"The basic question is answered with yes where {question.holds} is true."
    if shared := getattr(question, "must_share", None):
        yield f"What is false is true of a row with the same {_listed(shared)}."


def _listed(names: Iterable[str], last: str = "and") -> str:
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end
