"""A `count` entry without a comparison."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS138",
    name="Missing comparison",
    title="a comparison is missing after {last}",
    why=("`count` compares the number of calls with a number: `=`, `!=`, `<`, `<=`, `>` or `>=`"),
    help="{hint}",
    bad="count «read» 1\n",
    good="count read = 1\n",
    page=(
        "`require read` asks for a completed call; `count read >= 1` is also met by a call "
        "that never completed."
    ),
    instead="For exactly one call, write:",
)
