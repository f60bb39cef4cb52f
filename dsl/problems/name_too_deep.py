"""An `@name` made of names that are made of names, too far down."""

from toolspec.dsl.problem import Problem

_DEEP = "".join(f"tool @a{at} = @a{at - 1}\n" for at in range(1, 50))

PROBLEM = Problem(
    code="TS222",
    name="Names nested too deep",
    title="`{name}` is made of names more than {most} deep",
    why="names may be nested at most {most} deep",
    help="write out one of the names in between",
    bad=f"tool @a0 = rm\n{_DEEP}tool «@a50» = @a49\nforbid @a50\n",
    good=f"tool @a0 = rm\n{_DEEP}tool @a50 = @a48 | @a0\nforbid @a50 | @a49\n",
    page="A name may be made of other names, up to this depth.",
    instead="For example, write:",
)
