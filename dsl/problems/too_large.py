"""A spec that is too large to be read."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS225",
    name="Spec too large",
    title="the spec has more than {most} {what}",
    why="larger specs are not read, so that time and memory stay limited",
    help="split it into several files; `toolspec check` takes any number of them",
    bad="",
    good="",
    page=(
        "A spec has at most 25,000 rules, 50,000 lines, 100,000 words and 5 MB. Split a larger one "
        "into several files: `toolspec check` takes any number of them."
    ),
)
