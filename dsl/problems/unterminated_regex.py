"""A regex without its closing slash."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS110",
    name="Unclosed regex",
    title="this regex is never closed",
    why="a regex begins and ends with `/`, on one line",
    help="write the closing `/`; a slash inside is `\\/`",
    bad="forbid «/^rm_»\n",
    good="forbid /^rm_/\n",
    page=(
        'A path is not a regex: `"/usr/bin"` in quotes is text. In a regex every `/` inside is '
        "written `\\/`."
    ),
)
