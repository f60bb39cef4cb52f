"""A word of the rule itself after its clauses."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS121",
    name="Word after the clauses",
    title="`{word}` must come before `{clause}`",
    why="the clauses `weight`, `pass` and `as` come last",
    help="move `{word}` before `{clause}`",
    bad="require upload weight 2 «min» 2\n",
    good="require upload min 2 weight 2\n",
    page=(
        "The words of a rule itself, such as `min` and `final`, may come in any order; the "
        "clauses `weight`, `pass` and `as` follow them, also in any order."
    ),
)
