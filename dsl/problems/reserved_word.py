"""`not`, `absent` or `length` before a value."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS118",
    name="Reserved word",
    title="`{word}` is reserved before a value",
    why="it has no meaning yet and will get one later",
    help="{hint}",
    bad="require pay <code: «length» 3>\n",
    good="require pay <code: /^.{3}$/s>\n",
    page=(
        "`not`, `absent` and `length` are reserved so that the language can grow without "
        "changing what a spec says today. No rule says yet that a value must differ from "
        "another, or that a key must be missing; `args` without `subset` takes calls with "
        "exactly the keys it lists."
    ),
    instead="For a text of three characters, write:",
)
