"""A case without a rule."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS309",
    name="Empty case",
    title="this case has no rules",
    why="its traces are judged only by the rules outside",
    help="write its rules, or remove the case",
    bad='case «"a"» {\n}\nforbid rm\n',
    good="forbid rm\n",
    page=(
        "An empty case is allowed: the reports then know that a trace of its name belongs to "
        "this file."
    ),
    severity=WARNING,
)
