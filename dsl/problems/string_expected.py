"""Text without quotes where quoted text must stand."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS134",
    title="{found} must be text in quotes",
    why="{place} takes text in double quotes",
    help="{hint}",
    bad="forbid rm as «never»\n",
    good='forbid rm as "never"\n',
    page="Names of rules and cases and paths of traces are texts, and texts are always quoted.",
)
