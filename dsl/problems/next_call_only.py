"""`right after seeing`, `right after own`: more than where the other call is."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS289",
    name="`right` with `seeing` or `own`",
    title="`right` takes no `{what}`",
    why="`right` only says that the other call is the next one",
    help="write two demands: `right {way} {other}, {demand}`",
    bad="each pay: «right after seeing» approve\n",
    good="each pay: right after approve, after seeing approve\n",
    page="`right after C` and `right before C` are about the very next call in that direction.",
)
