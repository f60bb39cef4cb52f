"""A demand of `each` that no call can meet, because of another rule."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS355",
    name="Demand that another rule makes impossible",
    title="no call of `{call}` can meet `{demand}`",
    why="{reason}",
    help="remove one of the two, or forbid the call itself, if that is meant",
    bad="forbid approve\neach pay: «after approve»\n",
    good="forbid approve\nforbid pay\n",
    page=(
        "`each` is skipped where no call matches, so a trace without `pay` breaks neither rule. "
        "But every call of `pay` fails the second one. Only what is certain is reported: a call "
        "that is forbidden, an order that is forbidden, or a demand on the same calls that "
        "excludes this one."
    ),
    instead="If `pay` must not be called either, write:",
    severity=WARNING,
)
