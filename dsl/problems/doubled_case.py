"""Two cases of one name."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS204",
    title="there are two cases `{case}`",
    why="line {line} opens the first; a trace of that name would not know its case",
    help="put the rules into one case, or choose another name",
    bad='case "a" {\n  forbid rm\n}\ncase «"a"» {\n  forbid del\n}\n',
    good='case "a" {\n  forbid rm\n  forbid del\n}\n',
    page="A case is found by the trace's name, so each name stands for one case.",
)
