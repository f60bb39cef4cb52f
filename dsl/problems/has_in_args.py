"""A `has V` in the arguments of `args`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS247",
    name="`has` in `args`",
    title="`args` takes no `has`",
    why="`args` lists the arguments of a call by their keys, and `has` names none",
    help="write `key: has ...`, or use `require`",
    bad='args send «<has "ann@example.com">»\n',
    good='require send <has "ann@example.com">\n',
    page="`require`, `forbid` and `sequence` take `<has V>`: some value in the arguments matches.",
    instead="For a call that has it anywhere, write:",
)
