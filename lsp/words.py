"""What each word and sign of the language means, with an example: for hover and completion.

The kinds' words come from the kinds themselves; only what all kinds share is written here.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import NamedTuple

from toolspec.engine.kind import Kind
from toolspec.engine.rules import KEYWORDS, kind


class About(NamedTuple):
    """One word: a line that says what it is, more of it, and an example."""

    title: str
    text: str
    example: str

    @property
    def markdown(self) -> str:
        """All of it."""
        return f"{self.title}\n\n{self.more}"

    @property
    def more(self) -> str:
        """What there is beyond the title."""
        text = f"{self.text}\n\n" if self.text else ""
        return f"{text}```toolspec\n{self.example}\n```"


_COMPARED = (
    "`count` compares how often tools are called with a number: `=` `==` `!=` `<` `<=` `>` `>=`."
)

SHARED = {
    "tool": About(
        "Give a tool pattern a name.",
        "The name holds in the whole file, above its line too.",
        "tool @reader = view | cat | /^read_/",
    ),
    "traces": About(
        "Name the traces that the rules are judged against when none is named.",
        "Globs, relative to this file, in quotes and parted by commas.",
        'traces "runs/*.json"',
    ),
    "case": About(
        "Rules for one test case only.",
        "They hold for traces of that name; rules outside any case hold for every trace.",
        'case "tokyo_forecast" {\n  count get_forecast = 1\n}',
    ),
    "weight": About(
        "How much the rule's score counts in the spec's score.",
        "A number above 0; 1 where it is left out. The rule passes or fails as without it.",
        "order: search -> display weight 2",
    ),
    "pass": About(
        "The score from which the rule passes.",
        "Above 0, at most 1; 1 where it is left out. Only where a score can lie between 0 and 1.",
        "order: search -> filter -> display pass 0.75",
    ),
    "as": About("A name for the rule, shown in reports.", "", 'forbid delete_* as "data stays"'),
    "strict": About(
        "All or nothing.",
        "`order strict`: exactly these calls, no others. `count`, `args`, `output`: 1 when every "
        "entry holds, else 0. Stands before the colon.",
        "order strict: auth -> verify -> access",
    ),
    "subset": About(
        "Calls may have other arguments as well.",
        "Stands before the colon, or behind the tool of a single entry.",
        'args send_email subset <to: "user@example.com">',
    ),
    "must": About(
        "The argument has to be there.",
        "A call the rule looks at that lacks it makes the rule an error, not a miss.",
        "require view <must path: /^src/>",
    ),
    "result": About(
        "What the call returned: a regex found in its text.",
        "",
        "require bash <command: /npm test/> result /passed/",
    ),
    "min": About("How many completed calls must match at least.", "", "require upload min 2"),
    "final": About(
        "A matching call is the last call of the trace.", "", "require report_result final"
    ),
    "at": About("The call stands in this step, counted from 0.", "", "require plan at step 0"),
    "before": About(
        "The call stands in a step before this one; steps count from 0.",
        "",
        "require load_skill before step 3",
    ),
    "step": About(
        "A turn of the agent, counted from 0.",
        "A call belongs to the turn that asked for it.",
        "require load_skill before step 3",
    ),
    "->": About("Then: the next call of the order.", "", "order: search -> filter -> display"),
    "|": About("Or: any of these tools.", "", "forbid delete_user | drop_table"),
    "...": About(
        "The argument is there, with any value.", "", "require issue_refund <amount: ...>"
    ),
    "=": About("Equal.", _COMPARED, "count fetch = 1"),
    "==": About("Equal; the same as `=`.", _COMPARED, "count fetch == 1"),
    "!=": About("Not equal.", _COMPARED, "count fetch != 0"),
    "<": About("Less than.", _COMPARED, "count retry < 3"),
    "<=": About("At most.", _COMPARED, "count retry <= 2"),
    ">": About("More than.", _COMPARED, "count audit_log > 0"),
    ">=": About("At least.", _COMPARED, "count audit_log >= 1"),
}

IN_LINES = {
    ("tool", "="): About(
        "Means: the name before it stands for the tool pattern behind it.",
        "",
        "tool @reader = view | cat | /^read_/",
    ),
    ("output", "="): About(
        "Returned: a call of the tool before it has the result behind it.",
        "They are compared as JSON; a string also with the result's text.",
        'output get_temperature = {temperature: 25.0, unit: "celsius"}',
    ),
    ("sequence", "->"): About(
        "Then: a later call. Others may stand between.",
        "Each entry takes one call that comes behind the call of the entry before.",
        "sequence: login -> create_order <express: true> -> logout",
    ),
}
"""Signs that mean something of their own in lines of one keyword."""


def about(word: str, keyword: str = "") -> About | None:
    """Return what a word or sign means in a line of a keyword; None where it is none of ours."""
    if word in KEYWORDS:
        return of_kind(word)
    return IN_LINES.get((keyword, word)) or SHARED.get(word)


@cache
def of_kind(keyword: str) -> About:
    """Return what a rule's first word means: the title of its file, and how it judges."""
    rule = kind(keyword)
    title, *rest = (sys.modules[rule.__module__].__doc__ or keyword).strip().split("\n\n")
    judged = next((part for part in rest if part.startswith("How it is judged.")), "")
    text = judged.removeprefix("How it is judged.").strip().replace("\n", " ")
    forms = "\n".join(rule.syntax.forms)
    return About(
        title.replace("\n", " "), f"```toolspec\n{forms}\n```\n\n{text}", first_example(rule)
    )


def first_example(rule: type[Kind]) -> str:
    """Return a kind's first example as it is written."""
    return rule.examples[0].spec if rule.examples else rule.syntax.forms[0]
