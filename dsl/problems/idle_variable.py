"""A `$name` that is bound and not used."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS354",
    name="Name that nothing uses",
    title="`{name}` is used nowhere else",
    why="a `$name` in the subject stands for a value, so that a demand can ask for the same",
    help="use it in a demand, or write `...` for any value",
    bad="each pay <id: «$o»>: ok\n",
    good="each pay <id: $o>: after get_order <id: $o>\n",
    page="A name that is in the subject twice is used: both values must be equal.",
    severity=WARNING,
    instead="To ask for the same value elsewhere, write:",
)
