"""The meaning of each keyword and operator, with an example, for hover and completion.

The docs of rule kinds come from the kinds themselves; this file has only what they share.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from typing import NamedTuple

from toolspec.engine.kind import Kind
from toolspec.engine.rules import KEYWORDS, kind


class About(NamedTuple):
    """A keyword: its title, further text and an example."""

    title: str
    text: str
    example: str

    @property
    def markdown(self) -> str:
        """The title and the rest, as Markdown."""
        return f"{self.title}\n\n{self.more}"

    @property
    def more(self) -> str:
        """The text and the example, without the title."""
        text = f"{self.text}\n\n" if self.text else ""
        return f"{text}```toolspec\n{self.example}\n```"


_COMPARED = "`count` compares the number of calls with a number: `=` `==` `!=` `<` `<=` `>` `>=`."

SHARED = {
    "tool": About(
        "Give a tool pattern a name.",
        "The name is known in the whole file, also above its line.",
        "tool @reader = view | cat | /^read_/",
    ),
    "value": About(
        "Give a value pattern a name.",
        "The name is known in the whole file, also above its line, wherever a value stands.",
        r"value @order_id = /^A-\d{4}$/",
    ),
    "traces": About(
        "Name the traces that the rules are judged against when none is named.",
        "Globs, relative to this file, in quotes and separated by commas.",
        'traces "runs/*.json"',
    ),
    "case": About(
        "Rules for one test case only.",
        "They judge only traces of that name; rules outside any case judge every trace.",
        'case "tokyo_forecast" {\n  count get_forecast = 1\n}',
    ),
    "weight": About(
        "How much the rule's score counts in the spec's score.",
        "A number above 0; 1 if it is left out. Weights never change what passes.",
        "order: search -> display weight 2",
    ),
    "pass": About(
        "The score from which the rule passes.",
        "Above 0, at most 1 (the default). Only for rules whose score can lie between 0 and 1.",
        "order: search -> filter -> display pass 0.75",
    ),
    "as": About("A name for the rule, shown in reports.", "", 'forbid delete_* as "data stays"'),
    "strict": About(
        "All or nothing.",
        "`order strict`: exactly these calls, and no others. `count`, `args`, `output`: the score "
        "is 1 when every entry holds, otherwise 0. Written before the colon.",
        "order strict: auth -> verify -> access",
    ),
    "subset": About(
        "Calls may have other arguments as well.",
        "Written before the colon, or after the tool of a single entry.",
        'args send_email subset <to: "user@example.com">',
    ),
    "must": About(
        "The argument has to be there.",
        "A call without it, of those that the rule looks at, makes the rule's status `error`.",
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
    "at": About("The call is made in this step; steps count from 0.", "", "require plan at step 0"),
    "before": About(
        "The call is made in a step before this one; steps count from 0.",
        "",
        "require load_skill before step 3",
    ),
    "step": About(
        "One response of the model, counted from 0.",
        "A call belongs to the step of the response that asked for it.",
        "require load_skill before step 3",
    ),
    "->": About("Then: the next call of the order.", "", "order: search -> filter -> display"),
    "|": About(
        "Or: any of these tools.",
        "Arguments and a `result` that follow are for all of them: this forbids each of the two "
        "tools with this argument, and neither without it.",
        "forbid delete_user | drop_table <dry_run: false>",
    ),
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
        "Means: the name before it stands for the tool pattern after it.",
        "",
        "tool @reader = view | cat | /^read_/",
    ),
    ("output", "="): About(
        "Returned: a call of the tool before it has the result after it.",
        "They are compared as JSON; a string also with the result's text.",
        'output get_temperature = {temperature: 25.0, unit: "celsius"}',
    ),
    ("sequence", "->"): About(
        "Then: a later call. Others may come in between.",
        "Each entry takes one call after the call of the entry before. An entry's tool may also be "
        "called earlier: the rule says only that such calls are there.",
        "sequence: login -> create_order <express: true> -> logout",
    ),
}
"""Operators with a special meaning in lines of one keyword."""


def about(word: str, keyword: str = "") -> About | None:
    """Return the docs of a word or operator in a line of a keyword; None if it has none."""
    if word in KEYWORDS:
        return of_kind(word)
    return IN_LINES.get((keyword, word)) or SHARED.get(word)


@cache
def of_kind(keyword: str) -> About:
    """Return the docs of a rule kind, from the docstring of its module."""
    rule = kind(keyword)
    title, *rest = (sys.modules[rule.__module__].__doc__ or keyword).strip().split("\n\n")
    judged = next((part for part in rest if part.startswith("How it is judged.")), "")
    text = judged.removeprefix("How it is judged.").strip().replace("\n", " ")
    forms = "\n".join(rule.syntax.forms)
    return About(
        title.replace("\n", " "), f"```toolspec\n{forms}\n```\n\n{text}", first_example(rule)
    )


def first_example(rule: type[Kind]) -> str:
    """Return the text of a kind's first example."""
    return rule.examples[0].spec if rule.examples else rule.syntax.forms[0]


_MARKS = {
    "P": (" P", "a tool pattern, such as `search`, `get_*`, `/^get_/`, `@name` or `a | b`"),
    "C": (
        " C",
        "a call phrase, `[first | last] P [exactly] [<...>] [result V] [ok | failed] "
        "[took OP T] [by A]`",
    ),
    "?": ("C?", "the entry may be missing"),
    "+": ("C+", "the entry may come several times"),
    "(...)": ("(C", "one call of each, in any order"),
    "..": ("N..", "a range, both numbers included"),
    "D": (
        " D",
        "a demand: about the call itself, `<...>`, `result V`, `ok`, `failed`, `took OP T`, "
        "`by A`, `valid`; or about another, `after C`, `before C`",
    ),
    "MEASURE": ("MEASURE", "what is measured, such as `calls`, `steps`, `failures` or `tokens`"),
    "user": ("user says", "with `says V`: a message of the user in which the value is"),
    "agent": ("agent says", "with `says V`: a response of the agent in which the value is"),
    "says": ("says", "the value is in the text of the message"),
    "{": ("{", "the rules come on lines of their own after it"),
    "}": ("}", "on a line of its own, after the rules"),
    "<=": ("<=", "at most so much; `<` is less"),
    "N": (" N", "a whole number, 0 or more"),
    "V": (" V", "a value as in JSON, or a `/regex/`"),
    "<...>": ("<...>", "the arguments of a call, `<key: value, ...>`"),
    "/regex/": ("/regex/", "a regular expression, which may match anywhere in the text"),
    "[ ]": ("[", "what is in square brackets may be left out"),
    "...": (" ...", "more of the same"),
    "->": ("->", ""),
    ">=": (">=", ""),
}
"""The marks in the forms of rules: the text that shows a mark is used, and its meaning."""


def marks(kind: type[Kind]) -> dict[str, str]:
    """Return the meanings of the marks and words in a kind's forms."""
    keyword, forms = kind.syntax.keyword, " ".join(kind.syntax.forms)
    meanings = {mark: text for mark, (sign, text) in _MARKS.items() if sign in forms}
    words = [word for word in dict.fromkeys(re.findall(r"[a-z]+", forms)) if word in SHARED]
    words += ["weight", "pass", "as"] if kind.scores_in_part else ["weight", "as"]
    for word in [mark for mark, text in meanings.items() if not text] + words:
        known = about(word, keyword)
        assert known is not None, f"nothing is known of `{word}`"
        meanings[word] = f"{known.title} {known.text}".strip()
    return meanings
