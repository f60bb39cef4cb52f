"""A case without its `}`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS206",
    title="this case is never closed",
    why="everything below belongs to it, and nothing says that it should",
    help="write `}` on a line of its own where the case ends",
    bad='case «"a"» {\n  forbid rm\n',
    good='case "a" {\n  forbid rm\n}\n',
    page='The rules of a case stand between `case "name" {` and `}`, each on its own line.',
)
