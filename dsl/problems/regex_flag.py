"""A letter after a regex that is not a flag."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS216",
    name="Unknown regex flag",
    title="`{flag}` is not a regex flag",
    why=(
        "the flags are `i` (ignore case), `m` (`^` and `$` match at every line) and `s` (`.` "
        "matches line ends)"
    ),
    help="{hint}",
    bad="forbid /rm/«g»\n",
    good="forbid /rm/\n",
    page="A regex may match anywhere in the text, so `g` would have no effect.",
)
