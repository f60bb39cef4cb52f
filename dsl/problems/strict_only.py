"""Groups, `?` and `+` in an `order` that is not strict."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS253",
    name="Only in a strict order",
    title="{what} is only for `order strict`",
    why="an `order` scores how many of its calls came in order, one by one",
    help="write `order strict: ...`{also}",
    bad="order: a -> «(b, c)» -> d\n",
    good="order strict: a -> (b, c) -> d\n",
    page=(
        "A group stands for calls in any order, `?` for a call that may be missing, `+` for one "
        "that may come more than once. `sequence` takes groups as well."
    ),
    instead="If nothing else may be called, write:",
)
