"""So many warnings that the others are left out."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS311",
    name="Too many warnings",
    title="there are more than {most} warnings, and the others are left out",
    why="a longer list would help nobody",
    help="correct some of those shown, or silence them with `# toolspec: ignore CODE`",
    bad="",
    good="",
    page=(
        "At most 5,000 warnings are shown for one spec. Correct some of those shown, or silence "
        "them with `# toolspec: ignore CODE`."
    ),
    severity="warning",
)
