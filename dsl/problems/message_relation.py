"""Relation that a message cannot have."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS273",
    name="Relation that a message cannot have",
    title="a message has no {what}",
    why=(
        "`seeing` and `within N steps` are about the model's responses, and a message lies "
        "between them"
    ),
    help="leave it out, or use `within N calls`, `within N turns` or `within T`",
    bad='each pay: after user says "yes" «within 2 steps»\n',
    good='each pay: after user says "yes" within 2 turns\n',
    page="A message may be near by `within N calls`, `within N turns` and `within T`.",
)
