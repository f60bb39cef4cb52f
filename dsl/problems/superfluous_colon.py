"""A colon, or an equals sign, behind a word that takes none."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS131",
    title="`{word}` takes no {sign}",
    why="{why_not}",
    help="{hint}",
    bad="forbid«:» rm\n",
    good="forbid rm\n",
    page=(
        "`require` and `forbid` are about one pattern each: write a rule for each tool, or "
        "join tools by `|`. Behind `min`, `weight` and their like a number or text follows at once."
    ),
)
