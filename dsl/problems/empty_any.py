"""Empty `any`."""

from toolspec.dsl.problem import Problem

PROBLEM = Problem(
    code="TS284",
    name="Empty `any`",
    title="there is no rule in these braces",
    why="`any` passes when one of its rules does, and these braces are empty",
    help="write a rule on each line between the braces",
    bad="«any» {\n}\n",
    good="any {\n  require a\n  require b\n}\n",
    page="A comment does not count as a rule.",
)
