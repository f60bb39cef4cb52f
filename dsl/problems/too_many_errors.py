"""So many errors that reading stops."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS226",
    name="Too many errors",
    title="reading stops here, after more than {most} errors",
    why="what follows is not looked at until there are fewer",
    help="correct the errors above; is this file a spec at all?",
    bad="",
    good="",
    page=(
        "After 5,000 errors reading stops, and the last error says where. Correct the errors above "
        "it; if they make no sense, check that the file is a spec at all."
    ),
)
