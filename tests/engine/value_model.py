"""A plain model of value patterns: what each form means, said as simply as it can be."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from toolspec.engine.json_value import same
from toolspec.engine.match.values import (
    Absent,
    Between,
    Both,
    Compared,
    EachItem,
    Either,
    Exactly,
    Has,
    Inside,
    Length,
    ListOf,
    NamedValue,
    Negated,
    ObjectOf,
    OfType,
    OpenList,
    Present,
    Text,
    ValuePattern,
)
from toolspec.engine.trace import Result


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def occurs(pattern: ValuePattern, text: str) -> bool:
    """Say whether a pattern without operators occurs in a text."""
    if isinstance(pattern, Either):
        return any(occurs(side, text) for side in pattern.sides)
    if isinstance(pattern, Text):
        return re.search(pattern.regex.source, text) is not None
    if not isinstance(pattern, Exactly):
        return False
    wanted: Any = pattern.value
    if isinstance(wanted, str):
        return wanted in text
    if not number(wanted):
        return False
    runs = [(m.start(), m[0]) for m in re.finditer(r"[0-9]+(\.[0-9]+)?", text)]
    return any(
        float(run) == abs(wanted) and (wanted >= 0 or text[max(0, at - 1) : at] == "-")
        for at, run in runs
    )


def is_sized(value: Any) -> bool:
    return isinstance(value, str | list | dict)


def inside(value: Any) -> list[Any]:
    parts: list[Any] = cast("list[Any]", value) if isinstance(value, list) else []
    if isinstance(value, dict):
        parts = list(cast("dict[str, Any]", value).values())
    return [value, *[one for part in parts for one in inside(part)]]


def in_folder(folder: str, path: str) -> bool:
    def walk(text: str) -> list[str] | None:
        parts: list[str] = []
        for part in text.replace("\\", "/").split("/"):
            if part == "..":
                if not parts:
                    return None if text.startswith("/") else ["..", "out"]
                parts.pop()
            elif part not in ("", "."):
                parts.append(part)
        return parts

    one, other = walk(folder), walk(path)
    if one is None or other is None or other[:1] == [".."]:
        return False
    if folder.startswith("/") != path.startswith("/"):
        return False
    return len(other) > len(one) and other[: len(one)] == one


def runs_fit(runs: tuple[tuple[ValuePattern, ...], ...], items: list[Any]) -> bool:
    """Try every place for every run."""
    first, *rest = runs
    if len(items) < len(first) or not all(meant(p, v) for p, v in zip(first, items, strict=False)):
        return False
    left = items[len(first) :]
    if not rest:
        return not left
    return any(runs_fit(tuple(rest), left[skip:]) for skip in range(len(left) + 1))


def keys_fit(pattern: ObjectOf, value: dict[str, Any]) -> bool:
    for key, part in pattern.entries:
        optional = isinstance(part, Absent) or (
            isinstance(part, Either) and any(isinstance(side, Absent) for side in part.sides)
        )
        if key in value and not meant(part, value[key]):
            return False
        if key not in value and not optional:
            return False
    return pattern.free or set(value) <= {key for key, _ in pattern.entries}


COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
}  # fmt: skip
OF_TYPE: dict[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "number": number,
    "integer": lambda value: number(value) and value == int(value),
    "boolean": lambda value: isinstance(value, bool),
    "list": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def meant(pattern: ValuePattern, value: Any) -> bool:
    """Say by the definition whether a pattern means a value."""
    match pattern:
        case NamedValue():
            return meant(pattern.pattern, value)
        case Exactly():
            return same(pattern.value, value)
        case Text():
            return isinstance(value, str) and re.search(pattern.regex.source, value) is not None
        case Present():
            return True
        case Absent():
            return False
        case Compared():
            return bool(number(value) and COMPARED[pattern.operator](value, pattern.than))
        case Between():
            return bool(number(value) and pattern.least <= value <= pattern.most)
        case OfType():
            return OF_TYPE[pattern.name](value)
        case Either():
            return any(meant(side, value) for side in pattern.sides)
        case Both():
            return all(meant(side, value) for side in pattern.sides)
        case Negated():
            return not meant(pattern.pattern, value)
        case Length():
            return is_sized(value) and meant(pattern.count, len(value))
        case Inside():
            return isinstance(value, str) and in_folder(pattern.folder, value)
        case EachItem():
            return isinstance(value, list) and all(
                meant(pattern.pattern, one) for one in cast("list[Any]", value)
            )
        case ListOf():
            return isinstance(value, list) and runs_fit((pattern.items,), list(cast("Any", value)))
        case OpenList():
            return isinstance(value, list) and runs_fit(pattern.runs, list(cast("Any", value)))
        case ObjectOf():
            return isinstance(value, dict) and keys_fit(pattern, cast("dict[str, Any]", value))
        case Has():
            texts = [one for one in inside(value) if isinstance(one, str)]
            return any(meant(pattern.pattern, one) for one in inside(value)) or any(
                occurs(pattern.pattern, text) for text in texts
            )
        case _:
            raise AssertionError(pattern)


def fits(pattern: ValuePattern, result: Result) -> bool:
    """Say by the definition whether a result fits `result V`."""
    match pattern:
        case NamedValue():
            return fits(pattern.pattern, result)
        case Either():
            return any(fits(side, result) for side in pattern.sides)
        case Both():
            return all(fits(side, result) for side in pattern.sides)
        case Negated():
            return not fits(pattern.pattern, result)
        case Text():
            return any(re.search(pattern.regex.source, text) for text in result.texts)
        case Exactly() if isinstance(pattern.value, str):
            return pattern.value in result.strings
        case _:
            return any(meant(pattern, value) for value in result.values)
