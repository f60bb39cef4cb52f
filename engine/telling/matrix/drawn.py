"""A matrix as lines of text, for terminals and editors.

11 rules on 3 traces: 1 trace passes, score 0.81

 1 2 3
 ✗ ✗ ✓  1 of 3  forbid delete_account
 ✗ ✓ ✓  2 of 3  order: search -> display

 1  ✗ 0.50  no_lookup        2 of 11 rules fail
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolspec.engine.telling.matrix.matrix import Matrix, MatrixRule
from toolspec.engine.text.plural import plural

WIDTH: Final = 100
"""Columns of a line, where nobody says how many there are."""

WIDTH_MIN: Final = 40

SPACED_MAX: Final = 20
"""Traces that are drawn with a space between them, under a number each."""

LISTED_MAX: Final = 40
"""Traces that are listed below the matrix: those that do not pass, worst first."""


class MatrixLine(NamedTuple):
    """A line of the drawing; `rule` is the index of its rule, `trace` the id of its trace."""

    text: str
    rule: int | None = None
    trace: str | None = None


def drawn_matrix(matrix: Matrix, width: int = WIDTH) -> list[MatrixLine]:
    """Return the lines of a matrix, none wider than `width` columns."""
    return list(_lines(matrix, max(width, WIDTH_MIN)))


def _lines(matrix: Matrix, width: int) -> Iterator[MatrixLine]:
    rules, traces = matrix["rules"], matrix["traces"]
    every = len(rules) + matrix["rules_left_out"]
    if not matrix["judged"]:
        yield MatrixLine(f"{plural(every, 'rule')}, judged on no trace")
        return
    verb = "passes" if matrix["passed"] == 1 else "pass"
    yield MatrixLine(
        f"{plural(every, 'rule')} on {plural(matrix['judged'], 'trace')}: "
        f"{matrix['passed']} {verb}, score {matrix['score_text']}"
    )
    yield MatrixLine("")
    spaced = len(traces) <= SPACED_MAX
    room = width // 2
    columns = len(traces) if spaced else min(len(traces), room)
    counts = max([len(_count(row)) for row in rules], default=0)
    if spaced:
        yield MatrixLine(" " + "".join([f"{at:<2}" for at in range(1, columns + 1)]).rstrip())
    for row in rules:
        cells = row["cells"][:columns].replace(" ", "·")
        cells = " ".join(cells) if spaced else cells
        text = f" {cells}  {_count(row):<{counts}}  {row['source']}"
        yield MatrixLine(_cut(text, width), row["rule"])
    yield from _left_out(matrix["rules_left_out"], "rule")
    yield MatrixLine("")
    listed = traces if spaced else [trace for trace in traces if not trace["passed"]][:LISTED_MAX]
    names = max([len(rule["name"]) for rule in listed], default=0)
    for at, rule in enumerate(listed, 1):
        sign = "✓" if rule["passed"] else "✗" if rule["failing"] else "?"
        failed = f"{rule['failing']} of {plural(rule['rules'], 'rule')} failed"
        text = f" {at:<2} {sign} {rule['score_text']}  {rule['name']:<{names}}  {failed}"
        yield MatrixLine(_cut(text, width), trace=rule["id"])
    failing = sum(not trace["passed"] for trace in traces)
    yield from _left_out(0 if spaced else failing - len(listed), "trace")
    if columns < len(traces) or matrix["traces_left_out"]:
        left = len(traces) - columns + matrix["traces_left_out"]
        yield MatrixLine(f" {plural(left, 'trace')} of the best not drawn")


def _left_out(count: int, noun: str) -> Iterator[MatrixLine]:
    if count > 0:
        yield MatrixLine(f" and {plural(count, f'more {noun}')}")


def _count(row: MatrixRule) -> str:
    return f"{row['passes']} of {row['judged']}" if row["judged"] else "none"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
