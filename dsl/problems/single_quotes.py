"""Text in single quotes."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS136",
    title="text stands in double quotes",
    why="strings are JSON's, and JSON has no single quotes",
    help="write `{mended}`",
    bad="forbid «'web search'»\n",
    good='forbid "web search"\n',
    page='Inside, `\\"` is a quote and `\\\\` a backslash; a single quote needs nothing.',
)
