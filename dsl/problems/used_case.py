"""Case in a used spec."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS353",
    name="Case in a used spec",
    title="the cases of `{file}` are not taken in",
    why=(
        "`use` takes names and the rules outside of cases; which cases there are, each spec "
        "says itself"
    ),
    help="put the rules to be used outside of its cases",
    bad='use «"house.toolspec"»\nforbid rm\n',
    good="forbid rm\n",
    severity=WARNING,
    page="Its `traces` and `tools` lines are not taken in either.",
    files={"house.toolspec": 'case "a" {\n  require view\n}\n'},
)
