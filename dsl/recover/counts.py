"""Refusals of numbers of calls: `at most 3`, `>= 2`, `twice`, `2 times`, `between 1 and 3`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from toolspec.dsl.problem import Fix, LineDiagnostic, shown
from toolspec.dsl.recover.advice import NOT_YET
from toolspec.dsl.recover.stop import OWN_WORDS, Stop, quoted
from toolspec.dsl.text.lexer import TOOLS

COMPARISONS = ("=", "==", "!=", "<", "<=", ">", ">=")

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparison that holds just where another does not."""

_IN_WORDS = {
    "=": "exactly", "<": "fewer than", "<=": "at most",
    ">": "more than", ">=": "at least",
}  # fmt: skip

_PHRASES = {
    "at most": "<=", "up to": "<=", "max": "<=", "maximum": "<=", "no more than": "<=",
    "at least": ">=", "minimum": ">=", "min": ">=", "more than": ">", "over": ">", "above": ">",
    "less than": "<", "fewer than": "<", "under": "<", "below": "<",
    "exactly": "=", "is": "=", "equals": "=",
}  # fmt: skip
_TIMES = {"never": 0, "once": 1, "twice": 2, "thrice": 3}
_PHRASE = re.compile(
    rf"({'|'.join(_PHRASES)})[ \t]+([0-9]+)(?:[ \t]+(?:times|calls?))?(?![\w.])"
    rf"|(only[ \t]+)?({'|'.join(_TIMES)})\b"
    r"|([0-9]+)[ \t]+(?:times|calls?)\b"
)


class Amount(NamedTuple):
    """How many calls a piece of a line speaks of, and where it is."""

    sign: str
    number: int
    start: int
    end: int


def amount(place: Stop) -> Amount | None:
    """Return how many calls the refused words speak of."""
    word, after = place.word, place.behind
    if word is None:
        return None
    if word.text in COMPARISONS and after is not None and after.text.isdigit():
        sign = "=" if word.text == "==" else word.text
        return Amount(sign, int(after.text[:9]), word.start, word.end)
    start = word.start
    if place.before.text == "at" and place.at > 2:  # `at least`: `at` could have been `at step`
        start = place.before.start
    match = _PHRASE.match(place.line.text, start)
    if match is None:
        if word.kind == "number" and word.text.isdigit():
            return Amount("=", int(word.text[:9]), word.start, word.end)
        return None
    if match[4]:
        behind = next((word for word in place.words if word.start >= match.end()), None)
        if behind is not None and behind.kind in TOOLS and behind.text not in OWN_WORDS:
            return None  # `once b`: after the other call
        return Amount("=", _TIMES[match[4]], start, match.end())
    if match[5]:
        return Amount("=", int(match[5][:9]), start, match.end())
    return Amount(_PHRASES[match[1]], int(match[2][:9]), start, match.end())


def in_count(place: Stop) -> LineDiagnostic | None:
    """`count a at most 3`, `count a once`, `count a 3 times`."""
    if place.keyword != "count" or "EQUAL" not in place.accepts or place.word is None:
        return None
    asked = amount(place)
    if asked is None or place.word.text in COMPARISONS or place.word.kind == "number":
        return None
    written = place.line.text[asked.start : asked.end]
    mended = f"{asked.sign} {asked.number}"
    fix = Fix(f"Write {mended}", asked.start, asked.end, mended)
    hint = "`count` compares with `=`, `!=`, `<`, `<=`, `>` or `>=`"
    found = place.found("wrong_operator", fix, sign=written, mended=mended, hint=hint)
    return found._replace(start=asked.start, end=asked.end)


def in_range(place: Stop) -> LineDiagnostic | None:
    """`require a between 1 and 3`, `require a 1..3`, `forbid a 1-3 times`."""
    word, after = place.word, place.behind
    if word is None or place.keyword not in ("require", "forbid") or place.bracket:
        return None
    if "WEIGHT" not in place.accepts:
        return None
    numbers = re.findall("[0-9]+", " ".join(other.text for other in place.words[place.at :]))
    dashed = after is not None and word.kind == after.kind == "number" and after.text[0] == "-"
    named = word.text == "between" or (word.kind == "number" and ".." in word.text)
    if len(numbers) < 2 or not (named or dashed):
        return None
    hint = f"{NOT_YET} that a number of calls must not be in a range"
    if place.keyword == "require" and not place.narrowed:
        hint = f"write `{_bounds(place.pattern, numbers[0], numbers[1])}`"
    elif place.narrowed:
        hint = f"{NOT_YET} how many calls with arguments or results there are at most"
    return place.found("unexpected", hint=hint)


def in_require(place: Stop) -> LineDiagnostic | None:
    """`require a >= 2`, `require a at most 3`, `require a once`, `require a 2 times`."""
    if place.keyword != "require" or place.bracket:
        return None
    at_least = place.before.text == "at" and place.only_step
    asked = amount(place) if at_least or "WEIGHT" in place.accepts else None
    if asked is None or (at_least and asked.start != place.before.start):
        return None
    if place.word is not None and place.word.text in ("min", "minimum"):  # of the rule itself
        return None
    tool, sign, number = place.pattern, asked.sign, asked.number
    if sign == ">":
        sign, number = ">=", number + 1
    fix = None
    if sign == ">=" and number > 0:
        mended = f"min {number}"
        hint = f"write `{mended}`"
        if "MIN" in place.offered or at_least:
            fix = Fix(f"Write {mended}", asked.start, asked.end, mended)
            if place.line.text[asked.start : asked.end] in COMPARISONS:
                fix = fix._replace(end=_number_end(place))
    elif place.narrowed:
        hint = f"{NOT_YET} how many calls with arguments or results there are at most"
    elif place.word is not None and place.word.kind == "number":
        hint = f"write `min {number}` for at least {number}; {_counted(tool, sign, number)}"
    else:
        hint = _counted(tool, sign, number)
    return _told(place, asked, _of_argument(place, hint), fix)


def in_forbid(place: Stop) -> LineDiagnostic | None:
    """`forbid a > 3`, `forbid a twice`, `forbid a more than 2`: the rule that says the opposite."""
    if place.keyword != "forbid" or place.bracket:
        return None
    at_least = place.before.text == "at" and place.only_step
    asked = amount(place) if at_least or "WEIGHT" in place.accepts else None
    if asked is None or (at_least and asked.start != place.before.start):
        return None
    sign, text = asked.sign, place.line.text[asked.start : asked.end]
    if place.narrowed:
        hint = f"{NOT_YET} how many calls with arguments or results there are at most"
    elif text.startswith(("max", "at most", "up to", "no more")):
        # As often as not, that is what is allowed.
        hint = _counted(place.pattern, "<=", asked.number)
    else:
        hint = _counted(place.pattern, OPPOSITE[sign], asked.number)
    return _told(place, asked, _of_argument(place, hint), None)


_DOTTED = re.compile(r"([A-Za-z_]\w*)\.([A-Za-z_]\w*)")


def _of_argument(place: Stop, hint: str) -> str:
    """`require refund.amount = 3`: what is compared may be an argument, not a number of calls."""
    named, words = _DOTTED.fullmatch(place.pattern), place.words[2:4]
    if named is None or len(words) < 2 or words[0].text not in COMPARISONS:
        return hint
    number = shown(words[1].text)
    if words[0].text in ("=", "=="):
        said = f"write `{place.keyword} {named[1]} <{named[2]}: {number}>`"
    else:
        value = f"not {number}" if words[0].text == "!=" else f"{words[0].text} {number}"
        said = f"write `{place.keyword} {named[1]} <{named[2]}: {value}>`"
    return f"if `{named[2]}` is an argument, {said}; if `{place.pattern}` is a tool, {hint}"


def _counted(tool: str, sign: str, number: int) -> str:
    calls = f"{number} call" if number == 1 else f"{number} calls"
    if sign == "!=":
        return f"`count {tool} != {number}` refuses exactly {calls}"
    return f"`count {tool} {sign} {number}` asks for {_IN_WORDS[sign]} {calls}"


def _number_end(place: Stop) -> int:
    after = place.behind
    assert after is not None
    return after.end


def _told(place: Stop, asked: Amount, hint: str, fix: Fix | None) -> LineDiagnostic:
    """Report a number of calls: a lone word as a word unknown, all else as unexpected."""
    written = place.line.text[asked.start : asked.end]
    if written.isalpha() and place.word is not None:
        found = place.found("unknown_word", fix, word=shown(written), hint=hint)
    else:
        found = place.found("unexpected", fix, found=quoted(written), hint=hint)
    return found._replace(start=asked.start, end=asked.end)


def ranges(place: Stop) -> LineDiagnostic | None:
    """`count a <> 2`, `count 1 <= a`, `count a >= 1 <= 3`, `count a = 1 or 2`, `count a 1..3`."""
    word, after = place.word, place.behind
    if word is None or place.keyword != "count":
        return None
    if place.before.text == ">" and place.words[place.at - 2].text == "<":
        start, end = place.words[place.at - 2].start, place.before.end
        fix = Fix("Write !=", start, end, "!=")
        hint = "`!=` is any other number"
        found = place.found("wrong_operator", fix, sign="<>", mended="!=", hint=hint)
        return found._replace(start=start, end=end)
    first = place.at == 1 or (place.at == 2 and place.before.text == ":")
    if first and (word.kind == "number" or word.text in COMPARISONS):
        return place.found("unexpected", hint=_tool_first(place))
    if "WEIGHT" in place.accepts and word.text in (*COMPARISONS, "and", "or"):
        return place.found("unexpected", hint=_second_bound(place))
    if "WEIGHT" in place.accepts and place.before.kind == word.kind == "number":
        low, high = place.before.text, word.text.lstrip("-")
        hint = f"give each bound its own entry: `{_bounds(place.pattern, low, high)}`"
        return place.found("unexpected", hint=hint)
    if "EQUAL" not in place.accepts:
        return None
    numbers = [
        text for other in place.words[place.at :] for text in re.findall("[0-9]+", other.text)
    ]
    dashed = after is not None and word.kind == after.kind == "number" and after.text[0] == "-"
    if word.text in ("between", "from", "in") or ".." in word.text or dashed:
        low, high = numbers[:2] if len(numbers) > 1 else ("1", "3")
        hint = f"write `{_bounds(place.pattern, low, high)}`"
        return place.found("comparison_expected", last=quoted(place.pattern), hint=hint)
    return None


def _bounds(tool: str, low: str, high: str) -> str:
    return f"count: {tool} >= {low}, {tool} <= {high}"


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _tool_first(place: Stop) -> str:
    """`count 1 <= a`, `count 1 <= a <= 3`: the same with the tool first."""
    listed = place.words[place.at :]
    words = [word.text for word in listed]
    if words[0] in COMPARISONS and len(words) > 2 and words[1].isdigit():
        return f"the tool comes first: `count {shown(words[2])} {words[0]} {words[1]}`"
    tool = listed[2] if len(words) > 2 else None
    if tool is None or tool.kind not in TOOLS or words[1] not in COMPARISONS:
        return "the tool comes first: `count search = 1`"
    first = f"{shown(tool.text)} {_TURNED.get(words[1], words[1])} {words[0]}"
    if len(words) > 4 and words[3] in COMPARISONS:
        second = f"{shown(tool.text)} {words[3]} {words[4]}"
        return f"give each bound its own entry: `count: {first}, {second}`"
    return f"the tool comes first: `count {first}`"


def _second_bound(place: Stop) -> str:
    """`count a >= 1 <= 3`, `count a > 1 and a < 3`, `count a = 1 or 2`."""
    word = place.word
    assert word is not None
    rest = [other.text for other in place.words[place.at :]]
    first = place.line.text[place.entry.start : place.before.end]
    if word.text == "or":
        return f"an entry has one comparison: {NOT_YET} that one of two is enough"
    if rest[0] == "and":
        rest = rest[1:]
    pattern = place.pattern
    if rest[:1] == [pattern]:
        rest = rest[1:]
    if len(rest) > 2 and rest[1] in COMPARISONS and rest[2].isdigit():
        other = shown(" ".join(rest[:3]))
        return f"give each tool its own entry: `count: {shown(first)}, {other}`"
    if len(rest) < 2 or rest[0] not in COMPARISONS or not rest[1].isdigit():
        return "give each bound its own entry, separated by commas: `count: a >= 1, a <= 3`"
    second = f"{pattern} {rest[0]} {rest[1]}"
    return f"give each bound its own entry: `count: {shown(first)}, {second}`"


def narrowed(place: Stop) -> LineDiagnostic | None:
    """`count a <x: 1> = 2`, `count a result /x/ = 1`: `count` looks at all calls of a tool."""
    word, before = place.word, place.before
    if word is None or place.keyword != "count":
        return None
    start = None
    if before.text == "<" and place.only("NUMBER") and word.kind in ("name", "string"):
        start = before.start
    elif word.text == "result" and "EQUAL" in place.accepts and place.behind is not None:
        start = word.start
    if start is None:
        return None
    compared = [
        at for at in range(place.at + 1, len(place.words) - 1)
        if place.words[at].text in COMPARISONS and place.words[at + 1].text.isdigit()
    ]  # fmt: skip
    end = place.words[compared[-1] - 1].end if compared else place.words[-1].end
    what = place.line.text[start:end]
    takes = "result" if what.startswith("result") else "arguments"
    hint = f"`count` takes no {takes}"
    if compared and what.isprintable():
        sign = place.words[compared[-1]].text
        number = int(place.words[compared[-1] + 1].text[:9])
        hint = f"{hint}; {_of_some(place.pattern, what, sign, number)}"
    found = place.found("unexpected", found=quoted(what), hint=hint)
    return found._replace(start=start, end=end)


def _of_some(tool: str, what: str, sign: str, number: int) -> str:
    """Say what comes nearest to a number of calls with arguments or a result."""
    if (sign, number) in (("=", 0), ("==", 0), ("<=", 0), ("<", 1)):
        return f"`forbid {tool} {what}` says that there is no such call"
    if sign == ">":
        sign, number = ">=", number + 1
    at_most = f"{NOT_YET} how many such calls there are at most"
    if not number or sign[0] == "<":
        return at_most
    least = f" min {number}" if number > 1 else ""
    rule = f"`require {tool} {what}{least}` asks for at least {number} such completed calls"
    if number == 1:
        rule = f"`require {tool} {what}` asks for at least one such completed call"
    return rule if sign == ">=" else f"{rule}; {at_most}"


def fewer(place: Stop) -> LineDiagnostic | None:
    """`require a < 3`, `forbid a < 3`: the sign that opens arguments."""
    word, before = place.word, place.before
    if word is None or not word.text.isdigit() or place.keyword not in ("require", "forbid"):
        return None
    if before.text != "<" or ">" in (other.text for other in place.words[place.at :]):
        return None
    pattern, number = place.pattern, int(word.text[:9])
    hint = _counted(pattern, "<" if place.keyword == "require" else ">=", number)
    hint = _of_argument(place, hint)
    found = place.found("unexpected", found=quoted("<"), hint=hint)
    return found._replace(start=before.start, end=before.end)


ALL: tuple[Callable[[Stop], LineDiagnostic | None], ...] = (
    narrowed, in_count, in_range, in_require, in_forbid, fewer, ranges,
)  # fmt: skip
"""In the order they are asked."""
