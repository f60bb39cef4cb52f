"""`per` a duration on a rule that sets no upper bound."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS262",
    name="Rate without a bound",
    title="`{clause}` is for upper bounds: `count` with `<` or `<=`, and `limit`",
    why="every call begins such a part, and the last ones have few calls: only a bound from above "
    "means something there",
    help="write `count ... <= N {clause}`, or remove `{clause}`",
    bad="count send_message >= 2 «per 60s»\n",
    good="count send_message <= 2 per 60s\n",
    page="`per T` judges, for each call, the calls that start within the time T from its start.",
    instead="If a bound is meant, write:",
)
