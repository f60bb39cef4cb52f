"""A comment as another language begins one."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS125",
    name="Unknown comment sign",
    title="`{sign}` does not begin a comment",
    why="comments begin with `#` and run to the end of the line",
    help="write `# ...`",
    bad="forbid rm «//» never\n",
    good="forbid rm  # never\n",
    page=(
        "`##` lines above a rule describe it, and reports show them; a single `#` is for "
        "readers of the file."
    ),
)
