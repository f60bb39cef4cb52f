"""A character that looks like one the language has."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS113",
    name="Look-alike character",
    title="`{char}` ({name}) is not `{meant}`",
    why=(
        "the two look alike and are different characters; word processors and chats replace "
        "one by the other"
    ),
    help="write `{meant}`",
    bad="order: auth «→» verify\n",
    good="order: auth -> verify\n",
    page=(
        "Quotes, arrows, dashes, comparisons and brackets have look-alikes that arrive by copy "
        "and paste."
    ),
)
