"""A case inside a case."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS205",
    title="a case cannot stand inside another",
    why="the case opened in line {line} is still open",
    help="close the first with `}` on a line of its own",
    bad='case "a" {\n  forbid rm\n«case» "b" {\n  forbid del\n}\n',
    good='case "a" {\n  forbid rm\n}\ncase "b" {\n  forbid del\n}\n',
    page="A trace has one name, so a case within a case could never hold.",
)
