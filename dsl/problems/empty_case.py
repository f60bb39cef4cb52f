"""A case without a rule."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS309",
    title="this case holds no rule",
    why="its traces are judged by the rules outside alone",
    help="write its rules, or take the case out",
    bad='case «"a"» {\n}\nforbid rm\n',
    good="forbid rm\n",
    page="An empty case is allowed: a trace of its name is then known to belong here.",
    severity=WARNING,
)
