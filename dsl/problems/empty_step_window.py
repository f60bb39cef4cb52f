"""Steps that no call can be in."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS218",
    title="no step is left for the call",
    why="steps count from 0: `before step` is at least 1, and `at step` lies below it",
    help="choose steps that leave one",
    bad="require a at step 3 «before step 2»\n",
    good="require a at step 1 before step 2\n",
    page=(
        "A step is one turn of the agent; a call before the first turn is in step 0. `before "
        "step 1` is the first step alone."
    ),
)
