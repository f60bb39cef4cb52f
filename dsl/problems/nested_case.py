"""A case inside a case."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS205",
    name="Nested case",
    title="a case cannot be inside another",
    why="the case opened in line {line} is still open",
    help="close the first with `}` on a line of its own",
    bad='case "a" {\n  forbid rm\n«case» "b" {\n  forbid del\n}\n',
    good='case "a" {\n  forbid rm\n}\ncase "b" {\n  forbid del\n}\n',
    page="A trace has one name, so the rules of a case inside another would never apply.",
)
