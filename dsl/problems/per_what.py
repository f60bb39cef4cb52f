"""A `per` that does not say what a part is."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS154",
    name="Parts of what",
    title="`per` needs to know what each part is",
    why="a rule is judged for each step, turn, agent, value of one argument, or time",
    help="{hint}",
    bad="count search <= 2 per «question»\n",
    good="count search <= 2 per turn\n",
    page="`per <order_id>` judges, for each value of that argument, the calls that have it.",
    instead="If each question of the user is meant, write:",
)
