"""Blocks inside each other, too far down."""

from toolspec.dsl.problem import Problem

_OPENED = "".join(f"{'  ' * at}per turn {{\n" for at in range(100))
_CLOSED = "".join(f"{'  ' * at}}}\n" for at in reversed(range(100)))
_DEEPEST = "  " * 100

PROBLEM = Problem(
    code="TS268",
    name="Blocks nested too deep",
    title="blocks are nested more than {most} deep here",
    why="blocks may be nested at most {most} deep",
    help="write the clauses of several blocks into one, as in `per turn if b {`",
    bad=f"{_OPENED}{_DEEPEST}«per» turn {{\n{_DEEPEST}  forbid a\n{_DEEPEST}}}\n{_CLOSED}",
    good=f"{_OPENED}{_DEEPEST}forbid a\n{_CLOSED}",
    page="No spec that a person writes down is that deep.",
    instead="For example, write:",
)
