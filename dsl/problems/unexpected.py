"""Something that cannot follow here, and no other problem knows more about it."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS101",
    name="Unexpected word or sign",
    title="unexpected {found}",
    why="{expectation}",
    help="{hint}",
    bad="require upload «>=» 2\n",
    good="require upload min 2\n",
    page=(
        "The line begins well and continues with something that no rule has in that place. "
        "`min 2` asks for at least 2 completed calls."
    ),
)
