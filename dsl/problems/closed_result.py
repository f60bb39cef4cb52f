"""`result {...}` without `...`, where a call is to be recognised by a part of its result."""

from toolspec.dsl.problem import WARNING, Problem

PROBLEM = Problem(
    code="TS342",
    name="Closed result",
    title="this matches only a result without any other key",
    why="an object is compared as a whole, and tools mostly return more keys than one looks at",
    help="end it with `...` to leave its other keys free: `{open}`",
    bad="forbid pay result «{approved: false}»\n",
    good="forbid pay result {approved: false, ...}\n",
    page="Where exactly these keys are meant, ignore the warning on that line.",
    severity=WARNING,
    instead="To leave other keys free, write:",
)
