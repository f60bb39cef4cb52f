"""A letter behind a regex that is no flag."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS216",
    title="`{flag}` is no flag of a regex",
    why=(
        "the flags are `i` (letters of either case), `m` (`^` and `$` at every line) and `s` "
        "(`.` takes line ends)"
    ),
    help="{hint}",
    bad="forbid /rm/«g»\n",
    good="forbid /rm/i\n",
    page="A regex is found anywhere in the text, so there is nothing for `g` to say.",
)
