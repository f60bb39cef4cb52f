"""Three rules or more that no trace can pass all."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS362",
    name="Rules that exclude each other together",
    title="no trace can pass this rule and those in lines {lines}",
    why="{reason}",
    help="remove one of them, or change what it asks",
    bad="require login\nrequire pay\n«limit: calls <= 1»\n",
    good="require login\nrequire pay\nlimit: calls <= 2\n",
    page=(
        "Any two of these rules can be met. All together leave no trace that passes: they need "
        "more calls than a limit allows, or what one rule allows of the calls that another needs "
        "is forbidden by a third. Only what is certain is reported."
    ),
    instead="If one call more is allowed, write:",
    severity=WARNING,
)
