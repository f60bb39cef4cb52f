"""Two rules that no trace can pass both."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS305",
    title="this rule and the one in line {line} exclude each other",
    why="{reason}",
    help="take one out, or change what one of them asks",
    bad="require rm\n«forbid rm»\n",
    good="require rm\n",
    page=(
        "Only what is certain is reported: rules for the same trace, about tools given by "
        "name. Rules that merely make a trace unlikely are left alone."
    ),
    severity=WARNING,
)
