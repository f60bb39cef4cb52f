"""Empty `any`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS284",
    name="Empty `any`",
    title="no rule is in these braces",
    why="`any` passes when one of its rules does, and here is none",
    help="write a rule on each line between the braces",
    bad="«any» {\n}\n",
    good="any {\n  require a\n  require b\n}\n",
    page="A comment is no rule.",
)
