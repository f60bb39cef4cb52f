"""Characters that no spec is written with: look-alikes, invisible ones, and strangers."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.look_alikes import LOOKS_LIKE, QUOTES, SINGLE, look_alike, quotes
from toolspec.dsl.recover.mistakes.exclamation import Diagnose, negation
from toolspec.dsl.recover.mistakes.sentences import ANY
from toolspec.dsl.recover.mistakes.variables import has_demands
from toolspec.dsl.recover.reserved import RESERVED, reserved
from toolspec.dsl.recover.round_brackets import REPEATS, in_group, in_round
from toolspec.dsl.recover.spelled import TOUCHING_MAX, as_regex, glob, in_glob, unquoted, wild
from toolspec.dsl.text.lexer import COMPARING, KEYWORDS, PREFIXES, Token, depths
from toolspec.dsl.text.limits import ERRORS_MAX
from toolspec.dsl.text.lines import LogicalLine
from toolspec.engine.rules import traits

REPEATED = "in `order strict`, `?` marks what may be missing, `+` what may come more than once"

WRONG = {"=>": ">=", "=<": "<=", "||": "|"}
"""Signs of other languages, and what the language writes."""


def strange(line: LogicalLine, diagnose: Diagnose) -> list[LineDiagnostic]:
    """Return a problem for each character, or run of them, that no rule contains.

    `diagnose` returns the problem of a line in which a `!` is replaced by `not`.
    """
    problems: list[LineDiagnostic] = []
    reported_to = 0
    for at, word in enumerate(line.words):
        if word.start < reported_to:
            continue
        problem = unquoted(line, at) if _inside(line, at) else None
        if problem is None and word.kind == "sign":
            problem = _sign(line, at, word)
        if problem is not None:
            pass
        elif word.kind == "variable" and not has_demands(line.first) and not _in_value(line, at):
            hint = reserved(line, at, False)
            end = word.start + 1
            problem = LineDiagnostic("reserved_sign", word.start, end, {"sign": "$", "hint": hint})
        elif word.kind == "other":
            marks = traits(line.first).syntax.marks_repeats
            repeats = marks and word.text in REPEATS
            problem = None if repeats else _character(line, at, word, diagnose)
        elif word.kind == "name" and word.text == "@":
            problem = LineDiagnostic("unknown_character", word.start, word.end, _nameless)
        elif word.kind == "open_string":
            problem = LineDiagnostic("unterminated_string", word.start, word.end)
        elif word.kind == "open_regex" and not word.text.startswith("/*"):
            problem = LineDiagnostic("unterminated_regex", word.start, word.end)
        if problem is not None and problem.slug == "comment_sign":
            return [*problems, problem]  # what follows is not a spec
        if problem is not None:
            problems.append(problem)
            reported_to = problem.end
            if len(problems) > ERRORS_MAX:
                break
    return problems


def _dollar(line: LogicalLine, at: int) -> LineDiagnostic | None:
    """`${o}` for a name, `$5` for a number."""
    start, after = line.words[at].start, line.words[at + 1 : at + 4]
    if [word.text for word in after[::2]] == ["{", "}"] and _inside(line, at):
        name, end = f"${after[1].text}", after[2].end
        hint = f"the name of a value has no brackets: write `{shown(name)}`"
    elif after and after[0].kind == "number" and after[0].start == start + 1:
        name, end = after[0].text, after[0].end
        hint = f"a number has no currency: write `{shown(name)}`"
    else:
        return None
    fix = Fix(f"Write {shown(name)}", start, end, name)
    return LineDiagnostic("reserved_sign", start, end, {"sign": "$", "hint": hint}, (fix,))


_BEFORE_GROUPS = (*PREFIXES, "result", "says")
"""The words after which round brackets group a value."""

_nameless = {"char": "@", "hint": "write the name that a `tool` line defines after it: `@reader`"}


def _sign(line: LogicalLine, at: int, word: Token) -> LineDiagnostic | None:
    text, start, end = word.text, word.start, word.end
    if text in "()" and in_group(line, at):
        return None
    if text in "()&" and _in_value(line, at):
        before = line.words[at - 1]
        called = before.kind in ("key", "name") and before.text not in _BEFORE_GROUPS
        called = called and not traits(before.text).searches_text
        return in_round(line, at, True) if text == "(" and called else None
    if text == "(":
        return in_round(line, at, _inside(line, at))
    if text == "~" and line.text[end : end + 1] == ">":
        fields = {"sign": "~>", "corrected": "->", "hint": "entries are separated by `->`"}
        fix = Fix("Write ->", start, end + 1, "->")
        return LineDiagnostic("wrong_operator", start, end + 1, fields, (fix,))
    if text == "~" and _inside(line, at):
        return _resembles(line, at)
    if text == "&&" and _in_value(line, at):
        keyed = at + 2 < len(line.words) and line.words[at + 2].text == ":"
        hint = "values are separated by commas" if keyed else "what must both hold has one `&`"
        corrected = "," if keyed else "&"
        fields = {"sign": "&&", "corrected": corrected, "hint": hint}
        fix = Fix(f"Write {corrected}", start, end, corrected)
        return LineDiagnostic("wrong_operator", start, end, fields, (fix,))
    dollar = _dollar(line, at) if text == "$" else None
    if dollar is not None:
        return dollar
    if text in RESERVED:
        fields = {"sign": text, "hint": reserved(line, at, _inside(line, at))}
        return LineDiagnostic("reserved_sign", start, end, fields)
    if text not in WRONG:
        return None
    corrected = WRONG[text]
    compares_values = traits(line.first).syntax.compares_values
    if text == "||" and at + 1 < len(line.words) and line.words[at + 1].text in KEYWORDS:
        return LineDiagnostic("reserved_sign", start, end, {"sign": text, "hint": ANY})
    if text == "||" and has_demands(line.first) and _begins_demand(line, at + 1):
        corrected = "or"
    after = line.words[at + 1].kind if at + 1 < len(line.words) else ""
    if text == "=>" and after != "number":
        corrected = "=" if compares_values else "->"
    elif text == "=>" and compares_values:
        corrected = "="
    why = {
        "||": "alternatives are separated by one `|`",
        "or": "one of several demands is enough where `or` is between them",
        "->": "entries are separated by `->`",
        "=": f"`{line.first}` takes `=`",
    }.get(corrected if corrected in ("->", "=", "or") else text, "the `=` comes last")
    fields = {"sign": text, "corrected": corrected, "hint": why}
    return LineDiagnostic(
        "wrong_operator", start, end, fields, (Fix(f"Write {corrected}", start, end, corrected),)
    )


_DEMANDS = frozenset(
    {"after", "before", "by", "exactly", "failed", "not", "ok", "result", "right", "took", "valid"}
)


def _begins_demand(line: LogicalLine, at: int) -> bool:
    return at < len(line.words) and line.words[at].text in _DEMANDS


def _resembles(line: LogicalLine, at: int) -> LineDiagnostic:
    """`<x ~= "a">`, `<x =~ /a/>`, `<x: ~ /a/>`: a sign for what text must look like."""
    words, start = line.words, line.words[at].start
    first = at - 1 if words[at - 1].text == "=" and words[at - 1].end == start else at
    last = at + 1 if words[at + 1 : at + 2] and words[at + 1].text == "=" else at
    sign = line.text[words[first].start : words[last].end]
    fields = {"sign": shown(sign), "hint": "write a `/regex/` for what text must look like"}
    problem = LineDiagnostic("reserved_sign", words[first].start, words[last].end, fields)
    value = words[last + 1] if last + 1 < len(words) else words[last]
    regex = value.text if value.kind == "regex" else ""
    regex = as_regex(value) if value.kind == "string" else regex
    if not regex:
        return problem
    before = words[first - 1]
    colon = before.kind in ("key", "string")
    begin = before.end if colon else words[first].start
    fix = Fix(f"Write {shown(regex)}", begin, value.end, f": {regex}" if colon else regex)
    written = f"{before.text}: {regex}" if colon else regex
    fields = {**fields, "hint": f"write `{shown(written)}`"}
    return problem._replace(fields=fields, fixes=(fix,))


def _in_value(line: LogicalLine, at: int) -> bool:
    """Tell whether a word is part of a value: in brackets, or after `=` or `result`."""
    return _inside(line, at) or (0 <= _value_from(line) < at)


# A hostile line is strange all over: what is asked of each character is worked out once a line.


@lru_cache(maxsize=1)
def _depths(line: LogicalLine) -> list[int]:
    """Return how many brackets of values are open before each word."""
    return depths(line.words, line.first)


@lru_cache(maxsize=1)
def _value_from(line: LogicalLine) -> int:
    """Return the first word after which a value stands outside of brackets, -1 for none."""
    if traits(line.first).searches_text:
        return 0
    equals = line.first == "value" or traits(line.first).syntax.compares_values
    starts = ("=",) if equals else ("result", "says")
    return next((at for at, word in enumerate(line.words) if word.text in starts and at > 1), -1)


@lru_cache(maxsize=1)
def _look_alikes(line: LogicalLine) -> frozenset[int]:
    """Return the words in runs of strange letters that all look like one of ours."""
    places: set[int] = set()
    strangers = groupby(
        enumerate(line.words), lambda item: item[1].kind == "other" and item[1].text.isalpha()
    )
    for strange, run in strangers:
        words = list(run)
        if strange and all(word.text in LOOKS_LIKE for _, word in words):
            places.update(at for at, _ in words)
    return frozenset(places)


def _character(line: LogicalLine, at: int, word: Token, diagnose: Diagnose) -> LineDiagnostic:
    char, start, text = word.text, word.start, line.text
    habit = _habit(line, at, word, diagnose)
    if habit is not None:
        return habit
    if char in SINGLE or char in QUOTES:
        return quotes(text, start, char)
    if char == "-" and text[start : start + 2] == "--":
        return LineDiagnostic("comment_sign", start, start + 2, {"sign": "--"})
    meant = LOOKS_LIKE.get(char)
    # A letter is a look-alike only among such: a word in Russian or Greek is a name to be quoted.
    if meant is not None and (not char.isalpha() or at in _look_alikes(line)):
        return look_alike(text, start, char, meant)
    if not char.isprintable():
        fields = {"char": f"U+{ord(char):04X}", "escape": f"\\u{ord(char):04x}"}
        fix = Fix("Remove it", start, start + 1, "")
        return LineDiagnostic("control_character", start, start + 1, fields, (fix,))
    return _stranger(line, at, word)


def _habit(line: LogicalLine, at: int, word: Token, diagnose: Diagnose) -> LineDiagnostic | None:
    """Tell a sign that another language gives a meaning here."""
    char, start, text = word.text, word.start, line.text
    before = line.words[at - 1] if at else None
    following = line.words[at + 1] if at + 1 < len(line.words) else None
    if text[start : start + 3] == "-->":
        fields = {"sign": "-->", "corrected": "->", "hint": "entries are separated by `->`"}
        fix = Fix("Write ->", start, start + 3, "->")
        return LineDiagnostic("wrong_operator", start, start + 3, fields, (fix,))
    if char == ";":
        return _semicolon(line, at, following)
    if char == "-" and not at and text[1:2] != "-":
        fields = {"char": "-", "hint": "a line begins with its keyword: remove `-`"}
        fix = Fix("Remove -", 0, following.start if following is not None else 1, "")
        return LineDiagnostic("unknown_character", 0, 1, fields, (fix,))
    if char == "^" and following is not None and following.start == word.end:
        hint = f"a regex is written between slashes: `/^{shown(following.text)}/`"
        return LineDiagnostic(
            "unknown_character", start, following.end, {"char": "^", "hint": hint}
        )
    if text[start - 1 : start + 3] == "<!--":
        return LineDiagnostic("comment_sign", start - 1, start + 3, {"sign": "<!--"})
    if text[start : start + 3] == "```":
        return LineDiagnostic(
            "unknown_character", start, start + 3, {"char": "```", "hint": "remove it"}
        )
    if char == "!" and following is not None:
        return negation(line, at, _in_value(line, at), diagnose)
    if text[start : start + 2] == ".*" and not _inside(line, at):
        fix = Fix("Write *", start, start + 2, "*")
        fields = {"char": ".", "hint": "for any tool write `*`"}
        return LineDiagnostic("unknown_character", start, start + 1, fields, (fix,))
    if char == "*" or (_inside(line, at) and in_glob(line, at)):
        return glob(line, at)  # only inside brackets: outside, it is part of a name
    if char == "%" and before is not None and before.kind == "number" and before.end == start:
        return _percent(line, at, before)
    if char == "." and before is not None and before.kind == "variable" and before.end == start:
        name, key = shown(before.text), shown(following.text) if following is not None else "id"
        hint = (
            f"a `$name` is one value: bind the inner one, with `{{{key}: {name}, ...}}` in the "
            "call before the colon"
        )
        return LineDiagnostic("unknown_character", start, start + 1, {"char": ".", "hint": hint})
    if char == "." and before is not None and before.kind == "key" and before.end == start:
        outer, inner = shown(before.text), shown(following.text) if following is not None else "id"
        hint = (
            f"a key inside an object is written `{outer}: {{{inner}: ..., ...}}`; a key with a dot "
            "in its name is put in quotes"
        )
        return LineDiagnostic("unknown_character", start, start + 1, {"char": ".", "hint": hint})
    return None


def _semicolon(line: LogicalLine, at: int, following: Token | None) -> LineDiagnostic | None:
    start, end = line.words[at].start, line.words[at].end
    if following is None:
        fix = Fix("Remove ;", start, end, "")
        fields = {"char": ";", "hint": "remove it: a rule ends with its line"}
        return LineDiagnostic("unknown_character", start, end, fields, (fix,))
    listed = traits(line.first).syntax.may_list and following.text not in KEYWORDS
    if (
        traits(line.first).syntax.is_chain
        and following.kind in ("name", "string")
        and (following.text not in KEYWORDS)
    ):
        fields = {"sign": ";", "corrected": "->", "hint": "entries are separated by `->`"}
        gap = "" if line.text[start - 1 : start] == " " else " "
        fix = Fix("Write ->", start, end, f"{gap}->")
        return LineDiagnostic("wrong_operator", start, end, fields, (fix,))
    if listed or (_inside(line, at) and following.kind in ("key", "string", "number")):
        fields = {
            "sign": ";",
            "corrected": ",",
            "hint": "values and entries are separated by commas",
        }
        return LineDiagnostic(
            "wrong_operator", start, end, fields, (Fix("Write ,", start, end, ","),)
        )
    if following.text in KEYWORDS:
        fields = {"char": ";", "hint": "write each rule on a line of its own"}
        return LineDiagnostic("unknown_character", start, end, fields)
    fields = {"char": ";", "hint": "remove it; a comment begins with `#`"}
    return LineDiagnostic("unknown_character", start, end, fields)


def _inside(line: LogicalLine, at: int) -> bool:
    """Tell whether a bracket of values is open before a word."""
    return line.first not in COMPARING and _depths(line)[at] > 0


def _percent(line: LogicalLine, at: int, before: Token) -> LineDiagnostic | None:
    """Tell `weight 50%`: a share is a number from 0 to 1."""
    if at < 2 or line.words[at - 2].text not in ("weight", "pass") or not before.text.isdigit():
        return None
    corrected = f"{int(before.text) / 100:g}" if len(before.text) < 4 else "0.5"
    start, end = before.start, before.end + 1
    fields = {"number": f"{before.text}%", "hint": f"write `{corrected}`"}
    return LineDiagnostic(
        "bad_number", start, end, fields, (Fix(f"Write {corrected}", start, end, corrected),)
    )


def _optional(line: LogicalLine, at: int, last: int, end: int) -> str:
    """`order: a? -> b+`, `<x?: 1>`: say that nothing may be missing or repeated, "" for others."""
    if at != last or at != end or line.words[at].text not in ("?", "+"):
        return ""
    following = line.words[at + 1].text if at + 1 < len(line.words) else ""
    if _inside(line, at):
        optional = following == ":" and line.words[at].text == "?"
        return "for a key that may be missing write `key: V | absent`" if optional else ""
    return REPEATED if traits(line.first).syntax.is_chain else ""


def _stranger(line: LogicalLine, at: int, word: Token) -> LineDiagnostic:
    """Report a run of characters that no word has.

    With what touches it, it may be a name to quote.
    """
    words = line.words
    last = at
    while last + 1 < len(words) and words[last + 1].kind == "other":
        follower = words[last + 1]
        alike = follower.text in LOOKS_LIKE and not follower.text.isalpha()
        if follower.start != words[last].end or alike:
            break
        last += 1
    first, end = at, last
    touching = ("name", "key", "number", "other")
    least, most = max(0, at - TOUCHING_MAX), min(len(words) - 1, last + TOUCHING_MAX)
    while first > least and words[first - 1].end == words[first].start:
        if words[first - 1].kind not in touching:
            break
        first -= 1
    while end < most and words[end + 1].start == words[end].end:
        if words[end + 1].kind not in touching:
            break
        end += 1
    start, stop = words[first].start, words[end].end
    name = line.text[start:stop]
    span = (word.start, words[last].end)
    hint = _optional(line, at, last, end)
    problem = None if hint or _inside(line, at) else wild(line, start, stop)
    if problem is not None:
        return problem
    if hint:
        return LineDiagnostic("unknown_character", *span, {"char": shown(word.text), "hint": hint})
    char = shown(line.text[span[0] : span[1]])
    too_long = end - last == TOUCHING_MAX or at - first == TOUCHING_MAX
    plain = any(letter.isalnum() for letter in name) and name.isprintable() and "\\" not in name
    if too_long or not plain:
        return LineDiagnostic("unknown_character", *span, {"char": char, "hint": "remove it"})
    quoted = f'"{name}"'
    hint = f"put the name in quotes: `{shown(quoted)}`"
    fix = Fix(f"Write {shown(quoted)}", start, stop, quoted)
    return LineDiagnostic("unknown_character", *span, {"char": char, "hint": hint}, (fix,))
