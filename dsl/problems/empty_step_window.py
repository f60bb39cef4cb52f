"""Steps that no call can be in."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS218",
    name="No step left",
    title="{reason}",
    why="steps count from 0: `before step` is at least 1, and `at step` must be below it",
    help="choose steps that leave at least one",
    bad="require a at step 3 «before step 2»\n",
    good="require a at step 3\n",
    page="A step is one response of the model. `before step 1` is the first step alone.",
    instead="If step 3 is meant, write:",
)
