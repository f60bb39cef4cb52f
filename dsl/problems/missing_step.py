"""A number behind `at` or `before`, without `step`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS139",
    title="`step` is missing before {found}",
    why="`{clause}` is followed by `step` and the number of a step",
    help="write `{mended}`",
    bad="require load_skill before «3»\n",
    good="require load_skill before step 3\n",
    page=(
        "The steps are the agent's turns, counted from 0: `at step 0` is its first answer, "
        "`before step 3` any of the first three."
    ),
)
