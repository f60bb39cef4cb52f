"""Regexes that are too large, all of them together."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS227",
    name="Regexes too large",
    title="up to here the regexes of the spec are larger than {most} steps",
    why="a regex takes a step for each character, and again for each repetition of a count",
    help="use lower counts, one regex for several tools, or several files",
    bad="",
    good="",
    page=(
        "The regexes of a spec have at most 1,000,000 steps, counts such as `{100}` written out. "
        "Use lower counts, one regex for several tools, or several files."
    ),
)
