"""Window on `each`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS281",
    name="Window on `each`",
    title="`each` takes no `{clause}` as a clause",
    why=(
        "a comma is missing before it where it is a demand, and with a window the rule would "
        "mean another thing"
    ),
    help="put a comma before it; for a part of the trace, write the rule in a block: `{clause} {`",
    bad="each pay: valid «after login»\n",
    good="each pay: valid, after login\n",
    page=(
        "`each pay: after login` asks for a login before each payment; a block `after login "
        "{` judges only what comes after the first login."
    ),
)
