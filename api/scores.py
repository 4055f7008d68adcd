"""Many responses: a table with a column for each metric."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ..core.errors import InputError
from .frames import Row, rows_of, with_columns
from .verdicts import ReadingName, Verdict, score_response

Table = TypeVar("Table")


def score(data: Table, response: str = "response", reading: ReadingName = "robust") -> Table:
    """Scores a table of responses, as lm_eval's tasks do.

    Args:
        data: A row for each response, with the columns of its item (see `score_response`): a
            DataFrame of pandas or polars, a Dataset of `datasets`, a table of pyarrow, or a list of
            mappings.
        response: The column with the responses.
        reading: `robust`, what a careful person reads; or `paper`, the paper's rules to the letter.

    Returns:
        The same kind of table, with the columns `reading`, `answer_read`, `outcome` and one for
        each metric that a row has, such as `answer_accuracy`; a missing value where it does not
        apply to a row, so that the mean of a column is lm_eval's metric. Columns of these names
        are replaced.

    Raises:
        InputError: It is no such table, or a row cannot be scored; the row is named.

    Examples:
        >>> from erbench_track.api import load_items, score
        >>> items = load_items("movie", "bn_yes").head(3)
        >>> scored = score(items.assign(response=["Yes.", "No.", "I don't know."]))
        >>> scored[["answer_read", "outcome"]].values.tolist()
        [['yes', 'right_wrong_reason'], ['no', 'hallucinated'], ['unsure', 'admits']]
        >>> print(round(scored["answer_accuracy"].mean(), 2))
        0.33
    """
    rows = rows_of(data)
    verdicts = [_scored(row, number, response, reading) for number, row in enumerate(rows)]
    columns = {
        "reading": [verdict.reading for verdict in verdicts],
        "answer_read": [verdict.answer for verdict in verdicts],
        "outcome": [verdict.outcome for verdict in verdicts],
    }
    scored: Table = with_columns(data, {**columns, **_metrics(verdicts)})
    return scored


def _scored(row: Row, number: int, response: str, reading: ReadingName) -> Verdict:
    if response not in row:
        raise InputError(
            f"row {number}: no column {response!r}; name the one that has the responses: "
            "score(data, response=...)"
        )
    try:
        return score_response(row, row[response], reading)
    except InputError as error:
        raise InputError(f"row {number}: {error}") from error


def _metrics(verdicts: Sequence[Verdict]) -> dict[str, list[float | None]]:
    names = dict.fromkeys(name for verdict in verdicts for name in verdict.scores)
    return {name: [verdict.scores.get(name) for verdict in verdicts] for name in names}
