"""`exactly <has V>`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS255",
    name="`has` with `exactly`",
    title="`exactly` takes no `has`",
    why="`exactly` lists every argument, and `has` is about arguments that are not listed",
    help="list the arguments, or leave `exactly` out",
    bad='forbid pay exactly «<has "secret">»\n',
    good='forbid pay <has "secret">\n',
    page="`has V` in `<...>` says that some value anywhere in the arguments matches.",
    instead="If other arguments are free, write:",
)
