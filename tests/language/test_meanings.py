"""What a help text or a fix offers means what was meant; where no rule does, the help says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.language.meaning import passes, random_traces, sequences, verdicts
from tests.language.meant import ALL, GIVEN, MEANT, ONE, VALUES, Meant, times
from tests.language.test_habits import HABITS
from tests.language.test_mistakes import MISTAKES
from tests.language.test_offered import as_a_line
from tests.language.texts import documented
from toolspec.dsl.diagnostic import Diagnostic
from toolspec.dsl.problem import INSTEAD
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.dsl.read import read
from toolspec.engine.trace import called

_RULE = r"`((?:count|sequence|require|forbid)[^`]*)`"
_COUNTED = re.compile(
    rf"{_RULE} (asks for|refuses) (exactly|at most|at least|fewer than|more than) (\d+) "
)
_COMPARED: dict[str, Callable[[int, int], bool]] = {
    "exactly": lambda count, number: count == number,
    "at most": lambda count, number: count <= number,
    "at least": lambda count, number: count >= number,
    "fewer than": lambda count, number: count < number,
    "more than": lambda count, number: count > number,
}


def first_error(text: str) -> Diagnostic:
    return next(item for item in read(text).errors)


def corrections(text: str, item: Diagnostic) -> list[str]:
    """Return the lines that a problem's fixes make, or else the lines that its help advises."""
    if item.fixes:
        return [text[: fix.start] + fix.text + text[fix.end :] for fix in item.fixes]
    advised = re.findall(r"`([^`]+)`", item.help)
    return [as_a_line(line) for line in advised if as_a_line(line)]


@pytest.mark.parametrize(("text", "meant"), [pair for pair in MEANT if pair[1] is not None])
def test_what_is_offered_means_what_was_meant(text: str, meant: Meant) -> None:
    item = first_error(text)
    offered = corrections(text, item)
    assert offered, item.help
    for line in offered:
        for calls in (*ALL, *ONE):
            assert passes(line, calls) == meant(calls), (line, [call.name for call in calls])


@pytest.mark.parametrize(("text", "meant"), VALUES)
def test_what_is_offered_for_a_value_means_what_was_meant(
    text: str, meant: Callable[[object], bool]
) -> None:
    item = first_error(text)
    advised = re.search(r"write `(/[^`]+/)`", item.help)
    offered = [text[: fix.start] + fix.text + text[fix.end :] for fix in item.fixes]
    if not offered and advised is not None:
        offered = [f"forbid a <x: {advised[1]}>"]
    assert offered, item.help
    for line in offered:
        for value in GIVEN:
            given: dict[str, Any] = {} if value is ... else {"x": value}
            assert passes(line, [called("a", given)]) != meant(value), (line, value)


@pytest.mark.parametrize("text", [text for text, meant in MEANT if meant is None])
def test_what_one_edit_cannot_say_is_explained(text: str) -> None:
    item = first_error(text)
    assert not item.fixes
    # Another rule says it: the help shows one that can be read.
    lines = [as_a_line(shown) for shown in re.findall(r"`([^`]+)`", item.help)]
    assert not [line for line in lines if line and "{\n}" not in line and read(line).errors], (
        item.help
    )


def test_a_number_of_calls_is_what_the_help_says_a_rule_asks_for() -> None:
    seen = 0
    texts = [text for text, _ in MEANT] + [plain(text) for text, *_ in (*HABITS, *MISTAKES)]
    for text in texts:
        for item in read(text).errors:
            for rule, verb, compared, number in _COUNTED.findall(item.help):
                tools = re.findall(r"[a-z.]+", rule.partition(" ")[2].partition("<")[0])
                if "<x" in rule or "result" in rule:
                    continue
                for calls in sequences((tools[0], "zz"), 5):
                    holds = _COMPARED[compared](times(calls, *tools), int(number))
                    assert passes(rule, calls) == (holds == (verb == "asks for")), (text, rule)
                seen += 1
    assert seen > 20


def plain(marked: str) -> str:
    return marked.replace("«", "").replace("»", "")


@pytest.mark.parametrize("code", [code for code in SLUGS if by_code(code).bad])
def test_a_corrected_example_means_what_its_fix_or_the_faulty_one_means(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it means something else, the page says for which wish it is written."""
    problem = by_code(code)
    monkeypatch.chdir(tmp_path)
    for name, content in problem.files.items():
        (tmp_path / name).write_text(content, "utf-8")
    text, good = problem.bad_text, problem.good
    item = next(one for one in read(text, tools=problem.tools).problems if one.code == code)
    compared = [text[: fix.start] + fix.text + text[fix.end :] for fix in item.fixes]
    if problem.severity == "warning":
        compared.append(text)
    if problem.instead != INSTEAD:
        assert re.fullmatch(r"[A-Z].*, write:", problem.instead)
        return
    for other in compared:
        if not read(other).errors:
            traces = random_traces(other, good)
            assert verdicts(other, traces) == verdicts(good, traces), other


CHOSEN = {
    "TS308": "says that `...` is any value, which the text was not",
    "TS312": "writes the pattern that the text looks like, which the reader chooses",
    "TS313": "compares a measure instead of calls, which the reader chooses",
    "TS310": "names another tool, which the reader chooses",
}
"""Fixes of warnings that change what a spec says, and how they say so."""

WARNED = [by_code(code).bad_text for code in SLUGS if by_code(code).severity == "warning"]


@pytest.mark.parametrize("number", range(len(WARNED) + len(documented())))
def test_a_fix_of_a_warning_changes_no_verdict(number: int) -> None:
    text = [*WARNED, *documented()][number]
    for item in read(text).problems:
        for fix in item.fixes:
            if item.severity == "warning" and item.code not in CHOSEN:
                after = text[: fix.start] + fix.text + text[fix.end :]
                traces = random_traces(text, after)
                assert verdicts(after, traces) == verdicts(text, traces)


def test_traces_tell_specs_apart() -> None:
    for one, other in (
        ("forbid rm", "forbid rm <x: 1>"),
        ("count a = 1", "count a >= 1"),
        ("require a", "count a >= 1"),
        ("require a before step 1", "require a"),
        ('args a <x: "v">', 'args a subset <x: "v">'),
    ):
        traces = random_traces(one, other)
        assert verdicts(one, traces) != verdicts(other, traces)
