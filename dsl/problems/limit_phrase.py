"""`limit` with a tool after it."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS288",
    name="Limit of a tool",
    title="`limit` is followed by a colon, and takes no tool",
    why="it limits what a whole run costs; how often a tool is called is what `count` says",
    help="write `{counted}`; for other measures of these calls, `{among}`",
    bad="limit «search» 3\n",
    good="count search <= 3\n",
    page="`limit: calls <= 3 among search` measures only the calls of a tool.",
)
