"""Name defined in two specs."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS287",
    name="Name defined in two specs",
    title="`{name}` is also defined in `{file}`",
    why="a name has one meaning in a spec and in all that it uses",
    help="give one of the two another name",
    bad='use «"a.toolspec"»\nforbid rm\n',
    good="forbid rm\n",
)
