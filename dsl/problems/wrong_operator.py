"""A sign that another language would take for a comparison."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS119",
    name="Wrong operator",
    title="`{sign}` should be `{corrected}` here",
    why="{hint}",
    help="write `{corrected}`",
    bad="count rm «=<» 2\n",
    good="count rm <= 2\n",
    page=(
        "`count` compares with `=` `==` `!=` `<` `<=` `>` `>=`; `output` takes `=`; "
        "alternatives are separated by `|`, entries of an order by `->`."
    ),
)
