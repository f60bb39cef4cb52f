"""A number of a step without the word `step`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS139",
    name="Missing `step`",
    title="`step` is missing before {found}",
    why="`{clause}` is followed by `step` and the number of a step",
    help="write `{corrected}`",
    bad="require load_skill before «3»\n",
    good="require load_skill before step 3\n",
    page=(
        "A step is one response of the model; steps count from 0: `at step 0` is the first, "
        "`before step 3` any of the first three."
    ),
)
