"""The words of a rule in the wrong order."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS121",
    title="`{word}` stands too late",
    why="the words of `{keyword}` have one order, so that rules read alike",
    help="write `{form}`",
    bad="require upload final «min» 2\n",
    good="require upload min 2 final\n",
    page=(
        "A rule's own words keep the order of its form. Only the clauses `weight`, `pass` and "
        "`as`, which follow them, may stand in any order."
    ),
)
