"""Two windows, or a window and `per`, on one line."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS261",
    name="Two divisions",
    title="`{second}` divides the trace a second time, after `{first}`",
    why="a line has at most one window or one `per`: which of two comes first would be unclear",
    help="write `{first} {` on a line above and `}` below the rule: it is a block then; for the "
    "calls between two others, write `after C until D`",
    bad="count search <= 2 after login «per turn»\n",
    good="after login {\n  count search <= 2 per turn\n}\n",
    page=(
        "Blocks say two of them, one in the other. `after C until D` is one window: `until` "
        "comes directly after `after C`."
    ),
)
