"""A key that stands twice in one object."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS214",
    title="the key `{key}` stands twice",
    why="a call has each argument once, so one of the two would never count",
    help="take one of them out",
    bad='forbid read <path: "a", «path»: "b">\n',
    good="forbid read <path: /^(a|b)$/>\n",
    page=(
        "For one of several texts write a regex: `/^(a|b)$/`. For one of several other values "
        "write several rules."
    ),
)
