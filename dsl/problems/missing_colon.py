"""`order`, `sequence`, `each`, `limit` or `only` without its colon."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS103",
    name="Missing colon",
    title="`{keyword}` needs a colon",
    why="the colon comes after the modes, or the call that is meant, and before what is listed",
    help="write `{corrected}`",
    bad="«order» auth -> access\n",
    good="order: auth -> access\n",
    page=(
        "`order`, `sequence`, `each`, `limit` and `only` always take the colon. `count`, `args` "
        "and `output` take it as soon as they have a mode or several entries, `forbid` for calls "
        "in an order; `require` never does."
    ),
)
