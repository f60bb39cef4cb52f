"""Word about calls after a message."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS279",
    name="Word about calls after a message",
    title="`{word}` is about calls, and this is a message",
    why="a message has only its text; `min`, `final`, `result` and the like are about calls",
    help="leave `{word}` out",
    bad='require agent says "done" «final»\n',
    good='require agent says "done"\n',
    page="What the agent says last is asked by `answer V`.",
)
