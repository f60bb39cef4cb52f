"""Text without quotes where quoted text belongs."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS134",
    name="Text in quotes expected",
    title="{found} must be text in quotes",
    why="{place} takes text in double quotes",
    help="{hint}",
    bad="forbid rm as «never»\n",
    good='forbid rm as "never"\n',
    page=(
        "Names of rules, names of cases and paths of traces are text, and text is always quoted."
    ),
)
