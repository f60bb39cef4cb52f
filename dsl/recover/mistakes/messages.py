"""Messages where none may stand, and in other words than `user says` and `agent says`."""

from __future__ import annotations

from toolspec.dsl.recover.row import Row
from toolspec.dsl.recover.stop import Stop
from toolspec.engine.rules import traits

_WORD = "unknown_word"

_PLACES = (
    "a message is not a call: `user says` and `agent says` may follow `require`, `forbid`, "
    "`until`, `if`, `after` and, in `each`, `before`"
)
_TEXT = 'what was said is asked as a text: `{who} says "yes"`, or `{who} says /yes/i`'


def _is_clause(place: Stop) -> bool:
    """Tell whether the speaker follows a word that a message may follow."""
    return place.words[max(0, place.at - 2)].text in ("after", "until", "if", "before", "not")


def _is_subject(place: Stop) -> bool:
    return not traits(place.keyword).syntax.is_one_phrase and not _is_clause(place)


OF_EACH = (
    Row("«^ user/agent» says", _WORD, 'each a: user says "x"', 'each a: after user says "x"',
        hint="a demand says where the message is: `after {text} says ...`, or "
        "`before {text} says ...`", accepts="AFTER", refuses="WEIGHT"),
    Row("«^ user/agent» said/say/tells/wrote/writes", _WORD, 'each a: user said "x"',
        'each a: after user says "x"',
        hint="a demand says where the message is: `after {text} says ...`, or "
        "`before {text} says ...`", accepts="AFTER", refuses="WEIGHT"),
    Row("«^ in/during/within the? same unit=turn/step»", _WORD,
        'each a: after user says "x" in the same turn', 'each a: after user says "x" within 1 turn',
        fix="within 1 {unit}", accepts="WITHIN"),
    Row("says VALUE «or ^» VALUE", "wrong_operator", 'each a: after user says "yes" or "ok"',
        'each a: after user says "yes" | "ok"', fix="|", more={"sign": "or"},
        hint="alternatives are separated by `|`"),
)  # fmt: skip
"""Those of rules that begin with `each`."""


def _is_said(place: Stop) -> bool:
    """Tell whether the rule itself asks for a message."""
    names = [name for name, _ in place.taken]
    return "SAYS" in names and "AFTER" not in names


AT_END = (
    Row("«at ^ the? end/last»", "unexpected", 'require agent says "x" at the end', 'answer "x"',
        where=_is_said,
        hint="what the last response says is asked by a rule of its own: `answer ...`"),
)  # fmt: skip
"""For kinds with words of their own for the end."""

ALL = (
    Row("«^ first» END", _WORD, 'require agent says "x" first', 'require agent says "x" at step 0',
        fix="at step 0", where=_is_said,
        hint="write `at step 0` for the first response, `at turn 0` for all before the second "
        "message of the user"),
    Row("own «user/agent ^ says»", "unexpected", 'each a: after own user says "x"',
        'each a: after user says "x"',
        hint="`own` is for calls: a message serves every call that comes after it"),
    Row("«^ user/agent» says value=VALUE", _WORD, 'forbid a user says "x"',
        'forbid a after user says "x"', of="is_one_phrase", accepts="WEIGHT",
        hint="say on which side of the message: `{head} after {text} says {value}`, or "
        "`{head} until {text} says {value}`"),
    Row("«who=user/agent/assistant/human ^ says» VALUE", "unexpected",
        'sequence: user says "p" -> bash', 'require bash after user says "p"', hint=_PLACES,
        where=_is_subject),
    Row("«assistant/model/bot/llm/ai ^» says", _WORD, 'forbid assistant says "x"',
        'forbid agent says "x"', fix="agent"),
    Row("«human/customer/person ^» says", _WORD, 'require human says "x"', 'require user says "x"',
        fix="user"),
    Row("user/agent «^ said/say/tells/writes/wrote/mentions» VALUE", _WORD,
        'require user said "yes"', 'require user says "yes"', fix="says"),
    Row("require/forbid «who=user/agent ^ NAME»", _WORD, "require user confirms",
        "require user says /yes/i", hint=_TEXT),
    Row("after/until/if/before not? «who=user/agent ^ NAME»", _WORD, "count a = 0 if user confirms",
        "count a = 0 if user says /yes/i", hint=_TEXT),
    Row("answer «^ says/contains/has/includes» VALUE", "superfluous_colon", 'answer says "x"',
        'answer "x"', fix="", more={"sign": "`{text}`", "word": "{keyword}",
        "why_not": "the value follows `answer` itself, and a text is looked for anywhere in it"}),
    Row("forbid «answer ^» value=VALUE", "unexpected", 'forbid answer "x"', 'answer not "x"',
        line="answer not {value}"),
    Row("require «answer ^» value=VALUE", "unexpected", 'require answer "x"', 'answer "x"',
        line="answer {value}"),
    Row("«who=user/agent ^ :» value=VALUE", "unexpected", 'forbid user: "yes"',
        'forbid user says "yes"', fix="{who} says", of="is_one_phrase"),
)  # fmt: skip
"""In the order they are asked, in lines of all kinds."""
