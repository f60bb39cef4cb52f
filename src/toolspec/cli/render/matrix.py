"""The rules of each spec on all traces, as a matrix: what fails where, at one glance."""

from __future__ import annotations

import os
from typing import Final, TextIO

from toolspec.cli.judging import Judged, Tally, rule_source
from toolspec.cli.render import totals
from toolspec.engine.spec import Spec
from toolspec.engine.telling import words
from toolspec.engine.telling.matrix.drawn import MatrixLine, drawn_matrix
from toolspec.engine.telling.matrix.matrix import JudgedTrace, RuleFacts, matrix
from toolspec.engine.text.escape import short

PIPED: Final = 120
"""Columns of a line that no terminal shows."""

COLORS: Final = {"✓": 32, "✗": 31, "!": 31, "?": 33}


class MatrixForm:
    """Keeps the status of each rule, and draws a matrix for each spec when all is judged."""

    def __init__(self, stream: TextIO, *, color: bool = False) -> None:
        self._stream, self._color = stream, color
        self._specs: dict[int, tuple[Spec, list[JudgedTrace]]] = {}

    def judged(self, judged: Judged) -> None:
        """Keep what became of the rules on one trace."""
        report = judged.report
        _, traces = self._specs.setdefault(id(report.spec), (report.spec, []))
        places = {id(rule): at for at, rule in enumerate(report.spec.rules)}
        rules: list[int] = []
        others: dict[int, tuple[str, float]] = {}
        for result in report.results:
            at = places[id(result.rule)]
            rules.append(at)
            if result.status != "pass":
                others[at] = result.status, 1.0 if result.score is None else result.score
        name = words.trace_title(judged)
        traces.append(JudgedTrace("", name, report.passed, report.score, rules, others))

    def end(self, tally: Tally) -> None:
        """Draw the matrices, and write the totals."""
        for spec, traces in self._specs.values():
            facts = [
                RuleFacts(
                    rule_source(rule), rule.name, rule.origin.line, rule.file, rule.case, rule.soft
                )
                for rule in spec.rules
            ]
            if len(self._specs) > 1:
                self._stream.write(f"{short(spec.path or 'spec', 200)}\n")
            # The newest trace is the last that was judged, as far as anybody knows.
            lines = drawn_matrix(matrix(facts, traces[::-1]), _width(self._stream))
            self._stream.write("\n".join([self._colored(line) for line in lines]) + "\n\n")
        self._stream.write("\n".join([totals.totals(tally), *totals.afterwords(tally)]) + "\n")

    def _colored(self, line: MatrixLine) -> str:
        """Return a line with the signs of its cells in the colours of what they say."""
        if not self._color or (line.rule is None and line.trace is None):
            return line.text
        cells, gap, rest = line.text.partition("  ")
        if line.trace is not None:
            cells, gap, rest = line.text[:6], "", line.text[6:]
        shown = [f"\x1b[{COLORS[cell]}m{cell}\x1b[0m" if cell in COLORS else cell for cell in cells]
        return "".join(shown) + gap + rest


def _width(stream: TextIO) -> int:
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(stream.fileno()).columns)
    except (OSError, ValueError):
        return PIPED
