"""A clause of another language: `before C`, `between`, `unless`, `when`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS152",
    name="Clause of another language",
    title="there is no clause `{clause}` that takes a call",
    why="which calls a rule judges is said with `after`, `until`, `if` and `if not`",
    help="{hint}",
    bad="forbid deploy «before» test\n",
    good="forbid deploy until test\n",
    page=(
        "`until C` judges the calls before the first that matches C, `after C` those after it, "
        "`after C until D` those between. `if C` asks a rule only where some call matches C."
    ),
)
