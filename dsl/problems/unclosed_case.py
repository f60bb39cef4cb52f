"""A case without its `}`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS206",
    name="Unclosed case",
    title="this case is never closed",
    why="everything below it would belong to it",
    help="write `}` on a line of its own where the case ends",
    bad='case «"a"» {\n  forbid rm\n',
    good='case "a" {\n  forbid rm\n}\n',
    page='The rules of a case are between `case "name" {` and `}`, each on its own line.',
)
