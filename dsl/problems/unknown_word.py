"""A word after a tool that is not a keyword of the rule."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS120",
    name="Unknown word in a rule",
    title="unknown word `{word}` in `{keyword}`",
    why="{expectation}",
    help="{hint}",
    bad="require rm «minimum» 2\n",
    good="require rm min 2\n",
    page=(
        "After a pattern, a bare word is a keyword. A second tool is separated from the first "
        "by `|`, `->` or `,`."
    ),
)
