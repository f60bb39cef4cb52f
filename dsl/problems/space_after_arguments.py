"""`<x: 1>>= 2`: a comparison that touches the arguments."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS254",
    name="No space before a comparison",
    title="there is no space between the arguments and `{sign}`",
    why="`>` ends the arguments, and with the sign after it reads as another one",
    help="write `> {sign}`",
    bad="count fetch <page: 1«>>=» 2\n",
    good="count fetch <page: 1> >= 2\n",
    page="Put a space between the `>` of arguments and a comparison.",
)
