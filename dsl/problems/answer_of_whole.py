"""Clause that divides an answer."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS278",
    name="Clause that divides an answer",
    title="`answer` takes no `{clause}`",
    why="a run has one answer, the last response; no part of the trace has its own",
    help='leave `{clause}` out; for any response write `require agent says "..."`',
    bad='answer "done" «after login»\n',
    good='answer "done"\n',
    page="`if C`, `if not C` and `soft` may follow.",
)
