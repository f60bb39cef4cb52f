"""Lines written as sentences or in logic: `a must follow b`, `if a then b`, `G(a -> F b)`.

They begin with no keyword. Where one rule says the same, it is the fix; where a sentence has
several meanings, the hint names a rule for each. A sentence is reported only if all its rules are
rules of the language.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from toolspec.dsl.problem import LINE_SHOWN_MAX
from toolspec.dsl.recover.rewriting import ONE, is_rule
from toolspec.dsl.recover.token_classes import WORDS
from toolspec.dsl.text.lexer import KEYWORDS

_CALL = rf"{ONE}(?:[ ]?\|[ ]?{ONE})*(?<!:)(?:[ ]?<[^<>]*>)?"
_PARTS = {
    "a": rf"(?P<a>{_CALL})",
    "b": rf"(?P<b>{_CALL})",
    "n": r"(?P<n>[0-9]{1,6})",
    "measure": r"(?P<measure>calls|steps|turns|tokens|failures|repeats|loops|duration)",
    "sign": r"(?P<sign>[<>]=?|={1,2})",
    "time": r"(?P<time>[0-9.]+(?:ms|s|m|h))",
    "value": r'(?P<value>"[^"\\]*"|/[^/]+/i?)',
    "must": r"(?:(?:must|should|has to|needs to|shall)[ ])?"
            r"(?:(?:always|only|come|comes|happen|happens|run|be|is|called)[ ])*",
    "rule": r"(?P<rule>[a-z]+:?[ ].+)",
}  # fmt: skip


class Sentence(NamedTuple):
    """A way to write a line that is not a rule, and the rules that it may mean.

    In the pattern, `{a}` and `{b}` are calls, and the other names in braces parts of rules. Each of
    `rules` may say after ` ? ` when it is meant. `example` is a line, and `repaired` the first of
    the rules that are offered for it.
    """

    pattern: str
    rules: tuple[str, ...]
    example: str
    repaired: str
    hint: str = ""


class Interpretation(NamedTuple):
    """What a line was found to say: a hint, and the one rule that it means, if it is one."""

    hint: str
    rule: str


_BEFORE = (
    "each {b}: after {a} ? if every call of `{b}` needs one of `{a}` before it",
    "each {a}: before {b} ? if every call of `{a}` needs one of `{b}` after it",
)
_AFTER = (
    "each {a}: after {b} ? if every call of `{a}` needs one of `{b}` before it",
    "each {b}: before {a} ? if every call of `{b}` needs one of `{a}` after it",
)
_IMPLIES = (
    "each {a}: before {b} ? if every call of `{a}` needs one of `{b}` after it",
    "require {b} if {a} ? if one call of `{b}`, at any place, is enough",
)
ANY = "one of several rules is enough in a block: a line `any {`, a rule on each line, and `}`"

SENTENCES: tuple[Sentence, ...] = (
    # Which call comes first.
    Sentence(r"(?:always )?{a} {must}(?:before|precedes?|happens before) {b}", _BEFORE,
             "a precedes b", "each b: after a"),
    Sentence(r"(?:always )?{a} {must}(?:after|follows?|happens after) {b}", _AFTER,
             "a must follow b", "each a: after b"),
    Sentence(r"{a} {must}(?:preceded by) {b}", ("each {a}: after {b}",),
             "a must be preceded by b", "each a: after b"),
    Sentence(r"{a} {must}(?:followed by) {b}", ("each {a}: before {b}",),
             "a must be followed by b", "each a: before b"),
    Sentence(r"(?:if|when|whenever):? {a}(?:,| then|, then):? {rule}", ("{rule} if {a}",),
             "if a then require b", "require b if a"),
    Sentence(r"(?:per|for each|for every) (?!(?:step|turn|agent)\b)(?P<word>[A-Za-z_]\w*):? "
             r"{rule}", ("{rule} per <{word}>",), "per id: count a <= 1", "count a <= 1 per <id>"),
    Sentence(r'(?:by|agent|for agent):? (?P<quoted>"[^"\\]*"):? {rule}',
             ('{rule} among * by {quoted}',), 'by "x": forbid a', 'forbid a among * by "x"'),
    Sentence(r"(?:if|when|whenever|once|on):? {a}(?: ?:|,| then|, then)? {b}", _IMPLIES,
             "if a then b", "each a: before b"),
    Sentence(r"{a} (?:implies|requires|needs|triggers|=>) {b}",
             (*_IMPLIES, _AFTER[0]),
             "a requires b", "each a: before b"),
    Sentence(r"{a} within {time} (?:of|after) {b}", ("each {a}: after {b} within {time}",),
             "a within 5s of b", "each a: after b within 5s"),
    # Logic of time.
    Sentence(r"(?:G|always|globally|\[\]) ?\(? ?{a} ?(?:->|=>|implies) ?"
             r"(?:F|eventually|finally|<>) ?\(?{b}\)? ?\)?",
             ("each {a}: before {b}",), "G(a -> F b)", "each a: before b"),
    Sentence(r"(?:G|always|globally|\[\]) ?\(? ?(?:!|not) ?\(?{a}\)? ?\)?", ("forbid {a}",),
             "G(!a)", "forbid a"),
    Sentence(r"(?:F|finally|<>) ?\(? ?{a} ?\)?", ("require {a}",), "F a", "require a"),
    Sentence(r"\(?(?:!|not) ?{a}\)? (?:W|until) {b}", ("forbid {a} until {b}",),
             "!a W b", "forbid a until b"),
    Sentence(r"\(?(?:!|not) ?{a}\)? U {b}", (), "!a U b", "",
             "`forbid {a} until {b}`; that `{b}` must be called is another rule, `require {b}`"),
    # That a call is made, or not.
    Sentence(r"{a} (?:(?:must|has to|needs to) be (?:called|run|used|made)|is (?:required"
             r"|mandatory)|must happen)", ("require {a}",), "a must be called", "require a"),
    Sentence(r"{a} (?:(?:must|may|can|should) ?not be (?:called|run|used|made)|must never be called"
             r"|is (?:forbidden|not allowed|prohibited|denied))", ("forbid {a}",),
             "a is forbidden", "forbid a"),
    Sentence(r"(?:always )?(?:call|run|invoke) {a}", ("require {a}",), "call a", "require a"),
    Sentence(r"always {a}", ("require {a} ? if it must be called", "only: {a} ? if no other may"),
             "always a", "require a"),
    Sentence(r"(?:skip|ignore) {a}", (), "ignore a", "",
             "calls are left out at the end of a rule: `count * <= 9 ignoring {a}`"),
    Sentence(r"optional:? {a}", (), "optional a", "",
             "what may be missing needs no rule; `only: {a}` lists all that may be called"),
    # How many, how long.
    Sentence(r"(?:no|without) (?:repeats|repetitions|(?:repeated|duplicate|duplicated) calls"
             r"|duplicates)|unique calls", ("limit: repeats = 0",), "no repeats",
             "limit: repeats = 0"),
    Sentence(r"(?:no (?:repeated|duplicate|duplicated)|unique) {a}",
             ("limit: repeats = 0 among {a} ? if none may have the arguments of another",
              "count {a} <= 1 ? if there may be only one"),
             "unique a", "limit: repeats = 0 among a"),
    Sentence(r"no loops", ("limit: loops = 0",), "no loops", "limit: loops = 0"),
    Sentence(r"no (?:failures|errors|failed calls)", ("limit: failures = 0",), "no errors",
             "limit: failures = 0"),
    Sentence(r"(?:max|maximum|at most|up to|no more than)[ _]{n} (?:tool )?{measure}",
             ("limit: {measure} <= {n}",), "at most 20 calls", "limit: calls <= 20"),
    Sentence(r"(?:max|maximum)[ _](?:tool[ _])?{measure}(?: ?[:=]| ?<=)? ?{n}",
             ("limit: {measure} <= {n}",), "max_calls: 20", "limit: calls <= 20"),
    Sentence(r"{measure} {sign} (?P<amount>[0-9][0-9.a-z]*)", ("limit: {measure} {sign} {amount}",),
             "calls <= 20", "limit: calls <= 20"),
    Sentence(r"timeout ?[:=]? ?{time}", ("limit: duration <= {time}",), "timeout 30s",
             "limit: duration <= 30s"),
    # Lines around rules.
    Sentence(r"(?:for each|foreach|for every|for all|forall|every|all|whenever) {a}(?P<rest>:.+)",
             ("each {a}{rest}",), "every a: after b", "each a: after b"),
    Sentence(r"(?:either )?\(?(?P<rule>[a-z]+:?[ ].+?)\)? (?:or|\|\||xor) "
             r"\(?(?P<other>[a-z]+:?[ ].+?)\)?", (),
             "either require a or require b", "", ANY.replace("{", "{{").replace("}", "}}")),
    Sentence(r"(?:or|otherwise|else|alternatively):?", (), "or", "",
             ANY.replace("{", "{{").replace("}", "}}")),
    Sentence(r"(?:either|oneof|anyof|one of|any of|some of):", (), "either:", "",
             ANY.replace("{", "{{").replace("}", "}}")),
    Sentence(r'(?:(?:rule|policy|check|name) )?(?P<quoted>"[^"\\]*") ?[:=] ?{rule}',
             ("{rule} as {quoted}",), 'rule "x": require a', 'require a as "x"'),
    Sentence(r"(?:rule|policy|check) (?P<word>[\w-]+) ?[:=] ?{rule}", ('{rule} as "{word}"',),
             "policy x: require a", 'require a as "x"'),
    Sentence(r'(?:import|include|extends)[ :]+(?P<quoted>"[^"\\]*")', ("use {quoted}",),
             'import "x.toolspec"', 'use "x.toolspec"'),
    Sentence(r"(?:let|def|define|alias|var|const|set) [@$]?(?P<word>[A-Za-z_]\w*) ?[:=] ?"
             r"(?P<literal>[0-9.]+|\"[^\"\\]*\"|true|false|null|\[.*\]|\{{.*\}})",
             ("value @{word} = {literal}",), "var $x = 5", "value @x = 5"),
    Sentence(r"(?:let|def|define|alias|var|const|set) [@$]?(?P<word>[A-Za-z_]\w*) ?[:=] ?{a}",
             ("tool @{word} = {a}",), "let x = a", "tool @x = a"),
    # What the agent answers.
    Sentence(r"(?:final[ _])?(?:response|reply|answer|output)"
             r"(?: must)?(?: contains?| has| includes?| matches| is| mentions?| ?[:=]{{1,2}})? "
             r"{value}", ("answer {value}",), 'response contains "x"', 'answer "x"'),
)  # fmt: skip
"""In the order they are asked."""

_PATTERNS = tuple(re.compile(sentence.pattern.format(**_PARTS)) for sentence in SENTENCES)


def said(text: str) -> Interpretation | None:
    """Return what a line that begins with no keyword says, None where that is not known."""
    if len(text) > LINE_SHOWN_MAX or not text.isprintable() or "#" in text:
        return None
    for sentence, pattern in zip(SENTENCES, _PATTERNS, strict=True):
        match = pattern.fullmatch(text)
        if match is None:
            continue
        parts = match.groupdict()
        if not WORDS.union(KEYWORDS).isdisjoint((parts.get("a"), parts.get("b"))):
            continue
        inner = [parts[name] for name in ("rule", "other") if parts.get(name)]
        written = [rule.format(**parts).split(" ? ") for rule in sentence.rules]
        if not all(is_rule(rule) for rule in (*inner, *(rule for rule, *_ in written))):
            continue
        if sentence.hint:
            return Interpretation(sentence.hint.format(**parts), "")
        if len(written) == 1:
            return Interpretation(f"write `{written[0][0]}`", written[0][0])
        return Interpretation("; ".join(f"`{rule}` {when}" for rule, when in written), "")
    return None
