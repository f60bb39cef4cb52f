"""A word before the colon that is not a mode of the rule."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS129",
    name="Unknown mode",
    title="`{word}` is not a mode of `{keyword}`",
    why="{why_not}",
    help="{hint}",
    bad="count «exact»: read = 1\n",
    good="count strict: read = 1\n",
    page=(
        "Modes are written between the keyword and the colon: `strict` for `order`, `count`, "
        "`args` and `output`, `subset` and `strict subset` for `args`."
    ),
)
