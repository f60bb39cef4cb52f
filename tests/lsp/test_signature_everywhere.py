"""Signature help at every word of every `<...>` of the whole language marks the right argument."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from corpus import SHARED, of_the_contract, of_the_repository
from cursor import snapshot

from toolspec.dsl.read import read
from toolspec.engine.syntax import Part
from toolspec.engine.trace import Call, called
from toolspec.lsp.features.signature_help import signature

SPECS = list(dict.fromkeys([*of_the_repository(),
                            *(of_the_contract(SHARED) if SHARED.is_dir() else ())]))  # fmt: skip
_NAME = re.compile(r"[A-Za-z_][\w-]*")
_WORD = re.compile(r"\w+")


def angles(part: Part, tool: str = "") -> Iterator[tuple[str, Part]]:
    """Yield each `<...>` with the tool that it is about, "" where that is not a single name."""
    for inside in part.parts:
        if inside.label == "pattern":
            tool = inside.source if _NAME.fullmatch(inside.source) else ""
        elif inside.label == "arguments":
            yield tool, inside
        else:
            yield from angles(inside, tool)


def values(angle: Part) -> Iterator[tuple[str, int, int]]:
    """Yield each key of a `<...>` with where its value begins and ends."""
    text, depth, key, begin = angle.source, 0, "", 0
    at = 1
    while at < len(text):
        jump = re.compile(r'"(?:[^"\\]|\\.)*"|(?<=[\s,:|&(\[])/(?:[^/\n\\]|\\.)+/').match(text, at)
        if jump is not None:
            at = jump.end()
            continue
        named = re.compile(r"(?:must\s+)?([A-Za-z_][\w-]*)\s*:").match(text, at)
        if not depth and not key and named is not None:
            key, begin, at = named[1], named.end(), named.end()
            continue
        if not depth and text[at] in ",>" and text[at - 1 : at + 1] != "->":
            comparison = text[at] == ">" and at < len(text) - 1
            if not comparison:
                if key:
                    yield key, begin, at
                key = ""
        depth += (text[at] in "[{(") - (text[at] in "]})")
        at += 1


def test_the_specs_have_arguments_in_all_places() -> None:
    found = [one for text in SPECS for entry in read(text).entries for part in entry.parts
             for one in angles(part)]  # fmt: skip
    assert len(found) > (150 if SHARED.is_dir() else 50)


@pytest.mark.parametrize("text", SPECS)
def test_the_argument_whose_value_is_written_is_marked(text: str) -> None:
    found = [
        (tool, angle.span[0] + entry.line.start, list(values(angle)))
        for entry in read(text).entries
        for part in entry.parts
        for tool, angle in angles(part)
    ]
    keys: dict[str, list[str]] = {}
    for tool, _, pairs in found:
        keys.setdefault(tool, []).extend(key for key, _, _ in pairs)
    calls: list[Call] = []
    for tool, some in keys.items():
        if tool:
            calls.append(called(tool, dict.fromkeys([*some[:10], "other"], 1)))
    spec = snapshot(text, calls)
    for tool, start, pairs in found:
        for key, begin, end in pairs:
            if not tool or key not in keys[tool][:10]:
                continue
            source = text[start + begin : start + end]
            for word in _WORD.finditer(source):
                for place in {word.start(), word.end()}:
                    at = start + begin + place
                    shown = signature(spec, at)
                    where = f"{text[:at]}<CURSOR>{text[at:]}"
                    assert shown is not None, where
                    assert shown.active >= 0, where
                    assert shown.arguments[shown.active][0].startswith(f"{key}: "), where
