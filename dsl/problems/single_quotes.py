"""Text in single quotes."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS136",
    name="Single quotes",
    title="text is written in double quotes",
    why="strings are JSON's, and JSON has no single quotes",
    help="write `{corrected}`",
    bad="forbid «'web search'»\n",
    good='forbid "web search"\n',
    page='Inside, `\\"` is a quote and `\\\\` a backslash; a single quote needs no backslash.',
)
