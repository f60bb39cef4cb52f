"""The meaning of each keyword and operator, with an example, for hover and completion.

What a kind, a qualifier, a relation, a measure, a clause or a form of value means is said in its
own file; this file has only what all lines share.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import cache

from toolspec.engine import syntax
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.qualifiers import qualifiers
from toolspec.engine.match.values import FORMS
from toolspec.engine.parts import clauses
from toolspec.engine.relations.messages import MessagePattern
from toolspec.engine.rules import KEYWORDS, kind
from toolspec.engine.syntax import documented


class KeywordDoc(syntax.About):
    """What a word means, as Markdown."""

    @property
    def markdown(self) -> str:
        """The title and the rest, as Markdown."""
        return "\n\n".join(filter(None, (self.title, self.more)))

    @property
    def more(self) -> str:
        """The text and the example, without the title."""
        example = f"```toolspec\n{self.example}\n```" if self.example else ""
        return "\n\n".join(filter(None, (self.text, example)))


_COMPARED = "`count` compares the number of calls with a number: `=` `==` `!=` `<` `<=` `>` `>=`."

SHARED = {
    "tool": KeywordDoc(
        "Give a tool pattern a name.",
        "The name is known in the whole file, also above its line.",
        "tool @reader = view | cat | /^read_/",
    ),
    "value": KeywordDoc(
        "Give a value pattern a name.",
        "The name is known in the whole file, also above its line, wherever a value stands.",
        r"value @order_id = /^A-\d{4}$/",
    ),
    "traces": KeywordDoc(
        "Name the traces that the rules are judged against when none is named.",
        "Globs, relative to this file, in quotes and separated by commas.",
        'traces "runs/*.json"',
    ),
    "tools": KeywordDoc(
        "Name the files that list the tools there are, with the schemas of their arguments.",
        "In quotes, relative to this file; globs too. From an MCP `tools/list` result, or a tool "
        "list of OpenAI, Anthropic or Gemini. `valid` judges by them.",
        'tools "mcp-tools.json"',
    ),
    "use": KeywordDoc(
        "Use the names and rules of another spec.",
        "In quotes, relative to this file. Its `traces`, `tools` and cases are not taken in.",
        'use "house-rules.toolspec"',
    ),
    "case": KeywordDoc(
        "Rules for one test case only.",
        "They judge only traces of that name; rules outside any case judge every trace.",
        'case "tokyo_forecast" {\n  count get_forecast = 1\n}',
    ),
    "weight": KeywordDoc(
        "How much the rule's score counts in the spec's score.",
        "A number above 0; 1 if it is left out. Weights never change what passes.",
        "order: search -> display weight 2",
    ),
    "pass": KeywordDoc(
        "The score from which the rule passes.",
        "Above 0, at most 1 (the default). Only for rules whose score can lie between 0 and 1.",
        "order: search -> filter -> display pass 0.75",
    ),
    "soft": KeywordDoc(
        "The rule counts in the score, but does not keep the trace from passing.",
        "",
        "limit: calls <= 20 soft",
    ),
    "as": KeywordDoc(
        "A name for the rule, shown in reports.", "", 'forbid delete_* as "data stays"'
    ),
    "strict": KeywordDoc(
        "All or nothing.",
        "`order strict`: exactly these calls, and no others. `count`, `args`, `output`: the score "
        "is 1 when every entry holds, otherwise 0. Written before the colon.",
        "order strict: auth -> verify -> access",
    ),
    "subset": KeywordDoc(
        "Calls may have other arguments as well.",
        "Written before the colon, or after the tool of a single entry.",
        'args send_email subset <to: "user@example.com">',
    ),
    "must": KeywordDoc(
        "The argument has to be there.",
        "A call without it, of those that the rule looks at, makes the rule's status `error`.",
        "require view <must path: /^src/>",
    ),
    "step": KeywordDoc(
        "One response of the model, counted from 0.",
        "A call belongs to the step of the response that asked for it.",
        "require load_skill before step 3",
    ),
    "turn": KeywordDoc(
        "A message of the user and everything until the next, counted from 0.",
        "",
        "require greet at turn 0",
    ),
    "first": KeywordDoc(
        "Only the first call of the tool, whatever the rest of the phrase says.",
        "",
        "require first bash <command: /^git status/>",
    ),
    "last": KeywordDoc(
        "Only the last call of the tool, whatever the rest of the phrase says.",
        "",
        "require last deploy ok",
    ),
    "->": KeywordDoc("Then: the next call of the order.", "", "order: search -> filter -> display"),
    "|": KeywordDoc(
        "Or: any of these tools.",
        "Arguments and a `result` that follow are for all of them: this forbids each of the two "
        "tools with this argument, and neither without it.",
        "forbid delete_user | drop_table <dry_run: false>",
    ),
    "?": KeywordDoc(
        "This entry may be missing.", "", "order strict: login -> (read, list)? -> pay"
    ),
    "+": KeywordDoc(
        "One call of this entry, or several after one another.", "", "order strict: login -> read+"
    ),
    "...": KeywordDoc(
        "The argument is there, with any value.", "", "require issue_refund <amount: ...>"
    ),
    "&": KeywordDoc("And: the value matches both.", "", "require pay <amount: > 0 & <= 500>"),
    "=": KeywordDoc("Equal.", _COMPARED, "count fetch = 1"),
    "==": KeywordDoc("Equal; the same as `=`.", _COMPARED, "count fetch == 1"),
    "!=": KeywordDoc("Not equal.", _COMPARED, "count fetch != 0"),
    "<": KeywordDoc("Less than.", _COMPARED, "count retry < 3"),
    "<=": KeywordDoc("At most.", _COMPARED, "count retry <= 2"),
    ">": KeywordDoc("More than.", _COMPARED, "count audit_log > 0"),
    ">=": KeywordDoc("At least.", _COMPARED, "count audit_log >= 1"),
}

_DEFINES = KeywordDoc(
    "Means: the name before it stands for the tool pattern after it.",
    "",
    "tool @reader = view | cat | /^read_/",
)


def docs_about(word: str, keyword: str = "") -> KeywordDoc | None:
    """Return the docs of a word or operator in a line of a keyword; None if it has none."""
    if word in KEYWORDS:
        return of_kind(word)
    if (keyword, word) == ("tool", "="):
        return _DEFINES
    return _own(keyword).get(word) or SHARED.get(word) or _of_words().get(word)


@cache
def _own(keyword: str) -> dict[str, KeywordDoc]:
    """Return what the words of a kind's own mean."""
    meant = kind(keyword).meanings() if keyword in KEYWORDS else {}
    return {word: KeywordDoc(*known) for word, known in meant.items()}


@cache
def _of_words() -> dict[str, KeywordDoc]:
    """Return the docs of the words of qualifiers, clauses, messages and values."""
    known: dict[str, KeywordDoc] = {}

    def add(owner: type, words: Iterable[str], forms: Iterable[str]) -> None:
        written = documented(owner, "\n".join(forms))
        for word in words:
            known.setdefault(word, KeywordDoc(*written))

    for qualifier in qualifiers():
        example = (shown.spec for shown in qualifier.examples[:1])
        add(
            qualifier,
            qualifier.syntax.words,
            example if qualifier.examples else qualifier.syntax.forms,
        )
    for clause in clauses():
        for word, meant in clause.meanings().items():
            known.setdefault(word, KeywordDoc(*meant))
    for form in FORMS:
        add(form, form.form.words, [pattern for pattern, _ in form.form.matching[:3]])
    add(MessagePattern, ("says", "user", "agent"), ('require user says "refund"',))
    return known


@cache
def of_kind(keyword: str) -> KeywordDoc:
    """Return the docs of a rule kind, from the docstring of its module."""
    rule = kind(keyword)
    title, *rest = (sys.modules[rule.__module__].__doc__ or keyword).strip().split("\n\n")
    judged = next((part for part in rest if part.startswith("How it is judged.")), "")
    text = judged.removeprefix("How it is judged.").strip().replace("\n", " ")
    forms = "\n".join(rule.syntax.forms)
    return KeywordDoc(
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
    "MEASURE": (
        "MEASURE",
        "what is measured, such as `calls`, `steps`, `failures` or `tokens`; `sum <key>` is "
        "compared with any number, `duration` with a length of time: `duration <= 30s`",
    ),
    "user": ("user says", "with `says V`: a message of the user in which the value is"),
    "agent": ("agent says", "with `says V`: a response of the agent in which the value is"),
    "says": ("says", "the value is in the text of the message"),
    "{": ("{", "the rules come on lines of their own after it"),
    "}": ("}", "on a line of its own, after the rules"),
    "<=": ("<=", "at most so much; `<` is less"),
    "N": (" N", "a whole number, 0 or more"),
    "V": (" V", "a value as in JSON, a `/regex/`, or a pattern such as `> 5` or `{key: V, ...}`"),
    "<...>": ("<...>", "the arguments of a call, `<key: value, ...>`"),
    "/regex/": ("/regex/", "a regular expression, which may match anywhere in the text"),
    "[ ]": ("[", "what is in square brackets may be left out"),
    "...": (" ...", "more of the same"),
    "->": ("->", ""),
    ">=": (">=", ""),
}
"""The marks in the forms of rules: the text that shows a mark is used, and its meaning."""


_IN_A_TEXT = (
    "a text, a number or a `/regex/`, which is looked for; `|`, `&`, `not` and `has` may be used"
)
"""What `V` is of a kind that searches a text."""

_STEP_WORDS = ("result", "at", "before", "step")
"""Words of forms that are not the kind's own."""


def mark_meanings(kind: type[Kind]) -> dict[str, str]:
    """Return the meanings of the marks and words in a kind's forms."""
    keyword, forms = kind.syntax.keyword, " ".join(kind.syntax.forms)
    meanings = {mark: text for mark, (sign, text) in _MARKS.items() if sign in forms}
    if kind.searches_text:
        meanings["V"] = _IN_A_TEXT
    own = {**SHARED, **_own(keyword), **dict.fromkeys(_STEP_WORDS)}
    words = [word for word in dict.fromkeys(re.findall(r"[a-z]+", forms)) if word in own]
    words += ["weight", "pass", "as"] if kind.scores_in_part else ["weight", "as"]
    for word in [mark for mark, text in meanings.items() if not text] + words:
        known = docs_about(word, keyword)
        assert known is not None, f"nothing is known of `{word}`"
        meanings[word] = f"{known.title} {known.text.split(chr(10) * 2)[0]}".strip()
    return meanings
