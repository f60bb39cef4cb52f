"""`order` or `sequence` without its colon."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS103",
    name="Missing colon",
    title="`{keyword}` needs a colon before its tools",
    why="the colon separates modes from tool names",
    help="write `{mended}`",
    bad="«order» auth -> access\n",
    good="order: auth -> access\n",
    page=(
        "`order` and `sequence` always take the colon. `count`, `args` and `output` take it as "
        "soon as they have a mode or several entries; `require` and `forbid` never do."
    ),
)
