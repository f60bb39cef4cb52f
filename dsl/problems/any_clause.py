"""Clause on `any`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS282",
    name="Clause on `any`",
    title="`any` takes no `{clause}`",
    why="`any` takes `weight`, `as` and `soft` before its brace; its rules may take more",
    help="write a block around it: `{clause} {`",
    bad="any «per turn» {\n  require a\n  require b\n}\n",
    good="per turn {\n  any {\n    require a\n    require b\n  }\n}\n",
    page="Inside the braces each rule may have clauses of its own, but no `weight` and no `soft`.",
)
