"""A word behind a tool that is no keyword of the rule."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS120",
    title="`{keyword}` knows no word `{word}`",
    why="here may stand {expected}",
    help="{hint}",
    bad="require rm «minimum» 2\n",
    good="require rm min 2\n",
    page=(
        "After a pattern, a bare word is a keyword. A second tool is parted from the first by "
        "`|`, `->` or `,`."
    ),
)
