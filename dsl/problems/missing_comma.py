"""Two entries without a comma between them."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS106",
    name="Missing comma",
    title="a comma is missing before {found}",
    why="{what} are separated by commas",
    help="write a comma before {found}",
    bad="count: read = 1 «write» = 2\n",
    good="count: read = 1, write = 2\n",
    page=(
        "Commas separate the entries of `count:`, `args:` and `output:`, the arguments in "
        "`<...>`, and the values in lists and objects. Inside brackets a trailing comma is "
        "allowed."
    ),
)
