"""Two rules that no trace can pass both."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS305",
    name="Rules that exclude each other",
    title="no trace can pass both this rule and the one in line {line}",
    why="{reason}",
    help="remove one, or change what one of them asks",
    bad="require rm\n«forbid rm»\n",
    good="require rm\n",
    page=(
        "Only certain conflicts are reported: rules for the same trace, about tools given by "
        "name. Rules that merely make a trace unlikely are not."
    ),
    instead="If `rm` must be called, write:",
    severity=WARNING,
)
