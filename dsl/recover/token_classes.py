"""The classes of tokens that a pattern can name: `TOOL`, `VALUE`, `AMOUNT`, `RANGE`, ...

Each takes the tokens, an index and what is named so far; it returns the index after what it takes,
or -1, and may name parts of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from toolspec.dsl.recover.amounts import COMPARISONS, amount_at, asks
from toolspec.dsl.recover.spelled import ESCAPED, SPECIAL, as_regex
from toolspec.dsl.text.lexer import OPENS, TOOLS, Token

Tokens = Sequence[Token]
Captured = dict[str, str]


WORDS = frozenset(
    {"after", "and", "before", "if", "not", "or", "own", "says", "then", "unless", "until", "when"}
)
"""Words that no pattern takes for a tool: a tool so called is written in quotes."""


def is_tool(token: Token) -> bool:
    """Tell whether a token names a tool, or is a pattern of tools."""
    return token.kind in TOOLS and token.text.lower() not in WORDS


def _single(test: Callable[[Token], bool]) -> Callable[[Tokens, int, Captured], int]:
    def ends(tokens: Tokens, at: int, _: Captured) -> int:
        return at + 1 if at < len(tokens) and test(tokens[at]) else -1

    return ends


def _pattern(tokens: Tokens, at: int, _: Captured) -> int:
    """Return where a tool pattern ends: `a | b`."""
    end = at - 1
    while end < at or (end < len(tokens) and tokens[end].text == "|"):
        after = end + 1
        if after >= len(tokens) or not (is_tool(tokens[after]) or tokens[after].kind == "key"):
            break
        end = after + 1
    return end if end > at else -1


def _bracketed(tokens: Tokens, at: int, _: Captured) -> int:
    """Return where something in brackets ends."""
    depth = 0
    for end in range(at, len(tokens)):
        if tokens[end].kind != "sign":
            depth += 0
        elif tokens[end].text in (*OPENS, "("):
            depth += 1
        elif tokens[end].text in (*OPENS.values(), ")"):
            depth -= 1
        if not depth:
            return end + 1 if end > at else -1
    return -1


def _call(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where a tool pattern and its arguments end."""
    end = _pattern(tokens, at, named)
    if 0 < end < len(tokens) and tokens[end].text == "<":
        return _bracketed(tokens, end, named)
    return end


def _values(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where a list of plain values ends; `values` are they, with `|` between them."""
    if at >= len(tokens) or tokens[at].text not in ("[", "("):
        return -1
    end = _bracketed(tokens, at, named)
    items = tokens[at + 1 : end - 1]
    if end < 0 or not all(map(_is_value, items[::2])) or len(items) % 2 == 0:
        return -1
    if any(token.text != "," for token in items[1::2]):
        return -1
    named["values"] = " | ".join(token.text for token in items[::2])
    named["low"], named["high"] = items[0].text, items[-1].text
    return end


def _tools(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where tools with commas, `and` or `or` between them end, two at least."""
    texts: list[str] = []
    end = at
    while end < len(tokens) and is_tool(tokens[end]):
        texts.append(tokens[end].text)
        end += 1
        signs = end
        while signs < len(tokens) and tokens[signs].text in (",", "and", "or", "|", "&"):
            signs += 1
        if signs == end or signs >= len(tokens) or not is_tool(tokens[signs]):
            break
        end = signs
    named["tools"] = " | ".join(texts)
    named["listed"] = ", ".join(texts)
    return end if len(texts) > 1 else -1


def _others(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where `a, not b | c and not d` ends; `refused` and `allowed` are these tools."""
    patterns: list[str] = []
    begin = at
    while True:
        end = _pattern(tokens, begin, named)
        if end < 0:
            return -1
        patterns.append(" ".join(token.text for token in tokens[begin:end]))
        begin = end
        while begin < len(tokens) and tokens[begin].text.lower() in (",", "and", "or"):
            begin += 1
        if begin >= len(tokens) or tokens[begin].text.lower() != "not":
            break
        begin += 1
    named["refused"], named["allowed"] = " | ".join(patterns), ", ".join(patterns)
    return end


def _amount(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where `at most 3`, `twice` or `2 times` ends; with what it says as fields."""
    amount = amount_at(tokens, at)
    if amount is None:
        return -1
    named |= amount.fields
    if tokens[at].text in COMPARISONS:
        named["only_sign"] = ""
    return amount.end


def _least(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where `at least 2` ends, or another amount with no upper bound."""
    amount = amount_at(tokens, at)
    if amount is None or amount.sign not in (">", ">=") or amount.fields["least"] == "0":
        return -1
    return _amount(tokens, at, named)


def _most(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where `at most 3` ends, said in words."""
    amount = amount_at(tokens, at)
    if amount is None or amount.sign != "<=" or tokens[at].text in COMPARISONS:
        return -1
    return _amount(tokens, at, named)


def _number(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where a whole number ends; `asks` says what so many calls are."""
    if at >= len(tokens) or not tokens[at].text.isascii() or not tokens[at].text.isdigit():
        return -1
    named["asks"] = asks("=", int(tokens[at].text[:9]))
    return at + 1


def _quoted(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where a text in quotes ends; `escaped` is it as a regex has it."""
    if at >= len(tokens) or tokens[at].kind != "string":
        return -1
    text = tokens[at].text[1:-1]
    plain = text.isprintable() and "\\" not in text
    named["escaped"] = SPECIAL.sub(ESCAPED, text) if plain else "..."
    return at + 1


def _like(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where a text in quotes ends with SQL's `%` in it; `regex` is what it means."""
    text = tokens[at].text[1:-1] if at < len(tokens) and tokens[at].kind == "string" else ""
    inner = text.strip("%")
    if not inner or not inner.isprintable() or any(sign in inner for sign in "%_\\"):
        return -1
    first, last = "" if text[0] == "%" else "^", "" if text[-1] == "%" else "$"
    named["regex"] = f"/{first}{SPECIAL.sub(ESCAPED, inner)}{last}/"
    return at + 1


def _plain(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where a text in quotes ends that holds a regex; `regex` is it between slashes."""
    regex = as_regex(tokens[at]) if at < len(tokens) and tokens[at].kind == "string" else ""
    named["regex"] = regex
    return at + 1 if regex else -1


_UNITS = {
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds"), "ms"),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), "s"),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), "m"),
    **dict.fromkeys(("h", "hour", "hours"), "h"),
}


def _unit(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where a unit of time ends; `unit` is it as the language writes it."""
    if at >= len(tokens) or tokens[at].text not in _UNITS:
        return -1
    named["unit"] = _UNITS[tokens[at].text]
    return at + 1


def _step(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where `step`, `steps`, `turn` or `turns` ends; `unit` is it in the singular."""
    if at >= len(tokens) or tokens[at].text not in ("step", "steps", "turn", "turns"):
        return -1
    named["unit"] = tokens[at].text.removesuffix("s")
    return at + 1


def _range(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where `between 1 and 5`, `1 to 5`, `1-5` or `1..5` ends, with `low` and `high`."""
    end = at
    for texts in (("between", "from", "in"), None, ("and", "to", ",", "or")):
        if texts is None:
            if end >= len(tokens) or tokens[end].kind != "number":
                return -1
            low, dots, high = tokens[end].text.partition("..")
            end += 1
            if dots:
                named |= {"low": low, "high": high}
                return end
            if end < len(tokens) and tokens[end].text[:1] == "-" and end == at + 1:
                named |= {"low": low, "high": tokens[end].text[1:]}
                return _times(tokens, end + 1)
            named["low"] = low
        elif end < len(tokens) and tokens[end].text in texts:
            end += 1
        elif texts[0] == "and":
            return -1
    if end >= len(tokens) or tokens[end].kind != "number":
        return -1
    named["high"] = tokens[end].text
    return _times(tokens, end + 1)


def _times(tokens: Tokens, at: int) -> int:
    """Return where `times` ends, if that comes next."""
    return at + (at < len(tokens) and tokens[at].text in ("times", "calls"))


def _negative(tokens: Tokens, at: int, named: Captured) -> int:
    """Return where a number with a minus ends; `high` is it without."""
    if at >= len(tokens) or tokens[at].kind != "number" or tokens[at].text[0] != "-":
        return -1
    named["high"] = tokens[at].text[1:]
    return at + 1


def _is_value(token: Token) -> bool:
    return (
        token.kind in ("string", "number", "regex", "variable")
        or token.text in ("true", "false", "null")
    )  # fmt: skip


_STARTS = ("key", "name", "string", "number", "regex", "dots")
"""What a value or a key can begin with."""

CLASSES: Mapping[str, Callable[[Tokens, int, Captured], int]] = {
    "NAME": _single(lambda token: token.kind in ("name", "key")),
    "TOOL": _single(is_tool),
    "QUOTED": _quoted,
    "PLAIN": _plain,
    "LIKE": _like,
    "KEY": _single(lambda token: token.kind in ("key", "string")),
    "WORD": _single(lambda token: token.kind == "key"),
    "SIGN": _single(lambda token: token.kind == "sign" and token.text not in (",", ":")),
    "STARTS": _single(lambda token: token.kind in _STARTS or token.text in ("{", "[")),
    "STRING": _single(lambda token: token.kind == "string"),
    "REGEX": _single(lambda token: token.kind == "regex"),
    "NUMBER": _single(lambda token: token.kind == "number"),
    "INT": _number,
    "TIME": _single(lambda token: bool(re.fullmatch(r"[0-9.]+(?:ms|s|m|h)", token.text))),
    "VALUE": _single(_is_value),
    "VARIABLE": _single(lambda token: token.kind == "variable"),
    "COMPARES": _single(lambda token: token.text in ("<", "<=", ">", ">=", "=", "==", "!=")),
    "ANY": _single(lambda token: True),
    "PATTERN": _pattern,
    "CALL": _call,
    "VALUES": _values,
    "TOOLS": _tools,
    "OTHERS": _others,
    "AMOUNT": _amount,
    "LEAST": _least,
    "MOST": _most,
    "RANGE": _range,
    "UNIT": _unit,
    "NEGATIVE": _negative,
    "STEP": _step,
    "BRACKETS": _bracketed,
    "END": lambda tokens, at, _: at if at >= len(tokens) else -1,
    "REST": lambda tokens, at, _: len(tokens) if at < len(tokens) else -1,
}
"""The classes of tokens: each returns the index after what it takes from an index on, or -1."""

LONG = frozenset(
    {"PATTERN", "CALL", "VALUES", "TOOLS", "OTHERS", "AMOUNT", "LEAST", "MOST", "RANGE", "BRACKETS"}
)
"""Those that may take several tokens."""
