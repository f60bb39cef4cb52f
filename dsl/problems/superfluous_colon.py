"""A colon, or an equals sign, after a word that takes none."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS131",
    name="Unexpected colon",
    title="`{word}` takes no {sign}",
    why="{why_not}",
    help="{hint}",
    bad="forbid«:» rm\n",
    good="forbid rm\n",
    page=(
        "`require` and `forbid` take one pattern each: write a rule for each tool, or join "
        "tools by `|`. After `min`, `weight` and the like a number or text follows directly."
    ),
)
