"""A key written twice in one object."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS214",
    name="Repeated key",
    title="the key `{key}` is repeated",
    why="a call has each argument once, so one of the two would have no effect",
    help="remove one of them",
    bad='forbid read <path: "a", «path»: "b">\n',
    good="forbid read <path: /^(a|b)$/>\n",
    page=(
        "For one of several texts write a regex: `/^(a|b)$/`. A value has no other "
        "alternatives; `forbid` can have one rule for each value."
    ),
    instead="To forbid both paths, write:",
)
