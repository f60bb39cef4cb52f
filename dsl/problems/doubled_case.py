"""Two cases of one name."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS204",
    name="Repeated case",
    title="there are two cases `{case}`",
    why=(
        "line {line} opens the first; for a trace of that name it would be unclear which block "
        "applies"
    ),
    help="put the rules into one case, or choose another name",
    bad='case "a" {\n  forbid rm\n}\ncase «"a"» {\n  forbid del\n}\n',
    good='case "a" {\n  forbid rm\n  forbid del\n}\n',
    page="A case is found by the trace's name, so each name has one case.",
)
