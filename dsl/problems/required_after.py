"""`require X after C`: one call suffices, however often C comes."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS322",
    name="Required once after several",
    title="`require {call} after {after}` is satisfied by one `{call}` after the first `{after}`",
    why="a second `{after}` needs no `{call}` of its own",
    help="write `require {call} after last {after}`, or `after first {after}` where the first is "
    "meant; with `each {after}: before {call}` each needs one",
    bad="require «notify after charge»\n",
    good="require notify if charge\n",
    page="`after last C` asks for a call after every C; `after first C` says that one is enough.",
    severity=WARNING,
    instead="If it does not matter when the notification comes, write:",
)
