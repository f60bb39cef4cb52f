"""`own` twice."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS271",
    name="`own` twice",
    title="a rule can use `own` once",
    why=(
        "as many calls as possible get another of their own, and two such shares at once "
        "would have no one answer"
    ),
    help="write two rules",
    bad="each pay: after own auth, «before own ship»\n",
    good="each pay: after own auth\neach pay: before own ship\n",
    page="As many calls as possible get one of their own; `own` is said of one relation alone.",
)
