"""A comment as another language begins one."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS125",
    title="`{sign}` begins no comment",
    why="comments begin with `#` and run to the end of the line",
    help="write `# ...`",
    bad="forbid rm «//» never\n",
    good="forbid rm  # never\n",
    page=(
        "`##` above a rule describes it, and reports show it; a single `#` is for readers of "
        "the file."
    ),
)
