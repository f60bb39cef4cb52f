"""Misspelt keywords: each, wherever it can be, gets a did-you-mean that is right."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from toolspec.dsl.read import read

RULES = (
    "order: a -> b", "order strict: a", "sequence: a -> b", "sequence: a <x: 1> -> b <y: 2>",
    "count a = 1", "count: a = 1, b = 2", "args a <x: 1>", "args: a <x: 1>, b <>",
    "output a = 1", 'output: a = "x", b = [1]', "output a = {b: true}", "require a",
    "require a <x: 1>", "require a min 2", "require a final", "require a at step 1",
    "require a result /x/", "forbid a", "forbid a <x: 1>", 'require "a" | b',
)  # fmt: skip
VALUES = (
    "output a = {}", "output a = [1, {}]", "output a = {b: {}} weight 2", "output: a = {}, b = 1",
    "require a <x: {}>", "args a <x: {}, y: 2>", "args a subset <x: {y: [{}]}>",
    "sequence: a <x: {}> -> b",
)  # fmt: skip

PLACES: dict[str, tuple[str, ...]] = {
    "order": ("{}: a -> b", "{} strict: a"),
    "sequence": ("{}: a -> b",),
    "count": ("{} a = 1", "{} strict: a = 1"),
    "args": ("{} a <>", "{} strict subset: a <>"),
    "output": ("{} a = 1",),
    "require": ("{} a", "{} a <x: 1> min 2"),
    "forbid": ("{} a", "{} /^a/ | b"),
    "tool": ("{} @y = a | b",),
    "traces": ('{} "a.json"',),
    "case": ('{} "x" {\n  forbid a\n}',),
    "strict": (
        "order {}: a -> b pass 0.5", "count {}: a = 1", "output {}: a = 1", "args {}: a <>",
        "args {} subset: a <>",
    ),
    "subset": (
        "args {}: a <>", "args strict {}: a <>", "args strict {}: a <x: 1>, b <>", "args a {} <>",
        "args a | b {} <x: 1>", "args a {} <x: 1> weight 2",
    ),
    "result": (
        "require a {} /x/", "require a <x: 1> {} /x/ min 2", "forbid a {} /x/",
        "forbid a | b <x: 1> {} /x/ weight 2",
    ),
    "min": ("require a {} 2", "require a <x: 1> {} 2", "require a result /x/ {} 2 final"),
    "final": (
        "require a {}", "require a <x: 1> min 2 {} weight 2", "require a result /x/ {} at step 1",
    ),
    "at": ("require a {} step 2", "require a <x: 1> {} step 2", "require a min 2 final {} step 2"),
    "before": (
        "require a {} step 2", "require a <x: 1> {} step 2", "require a at step 1 {} step 2",
    ),
    "step": (
        "require a at {} 2", "require a before {} 2 weight 2", "require a at {} 1 before step 2",
        "require a at step 1 before {} 2",
    ),
    "weight": tuple(f"{rule}{clause} {{}} 2" for rule in RULES for clause in ("", ' as "n"')),
    "as": tuple(f'{rule}{clause} {{}} "n"' for rule in RULES for clause in ("", " weight 2")),
    "pass": tuple(
        f"{rule}{clause} {{}} 0.5"
        for rule in RULES if rule.split()[0].rstrip(":") in ("order", "count", "args", "output")
        for clause in ("", " weight 2")
    ),
    "must": (
        "require a <{} k: 1>", "require a <x: 1, {} k: /x/>", 'forbid a <{} "k": ...>',
        "sequence: a -> b <{} k: 1>",
    ),
    "true": VALUES, "false": VALUES, "null": VALUES,
}  # fmt: skip
"""The keywords, and lines with `{}` where each can be."""

OTHER_WORDS = {
    ("min", "in"): "`in 2` is also what one would write for a step: `at step` is advised",
}
"""Misspellings that are words of their own, and what is advised instead."""


def misspelt(word: str) -> Iterator[str]:
    """Yield the word with letters swapped, dropped, doubled, and in capitals."""
    for at, letter in enumerate(word):
        if at and word[at - 1] != letter:
            yield word[: at - 1] + letter + word[at - 1] + word[at + 1 :]
        yield word[:at] + word[at + 1 :]
        yield word[:at] + letter + word[at:]
    yield word.upper()
    yield word.capitalize()


@pytest.mark.parametrize("word", PLACES)
def test_a_misspelt_keyword_gets_the_right_guess_wherever_it_stands(word: str) -> None:
    for place in PLACES[word]:
        assert not read(place.replace("{}", word)).errors, place
        for wrong in misspelt(word):
            if (word, wrong) in OTHER_WORDS:
                continue
            text = place.replace("{}", wrong)
            first = read(text).errors[0]
            assert f"`{word}`" in (first.help or ""), (text, first.title, first.help)
            assert first.fixes, text
            for fix in first.fixes:
                after = text[: fix.start] + fix.text + text[fix.end :]
                assert not read(after).errors, (text, fix)


@pytest.mark.parametrize(("word", "wrong"), OTHER_WORDS)
def test_a_misspelling_that_is_a_word_of_its_own_is_told_as_that(word: str, wrong: str) -> None:
    for place in PLACES[word]:
        (found,) = read(place.replace("{}", wrong)).errors
        assert found.help and f"`{word}`" not in found.help


@pytest.mark.parametrize(
    ("text", "correction"),
    [
        ("require a before stop", "write `require a until stop`"),
        ("require a at paymnt 2", "after `at` write `step` or `turn` and a number: `at step 0`"),
        ("order: a -> b past -> c", "write `-> ` before `past`"),
        ("output a = full", 'put text in quotes: `"full"`'),
        ("require a <x: nul set>", 'put text in quotes: `"nul set"`'),
        ("forbid a <user id: 1>", 'a key of two words is put in quotes: `"user id": ...`'),
        ("args a <mst k: 1>", 'a key of two words is put in quotes: `"mst k": ...`'),
    ],
)
def test_what_only_looks_like_a_keyword_is_not_taken_for_one(text: str, correction: str) -> None:
    assert correction in (read(text).errors[0].help or "")


@pytest.mark.parametrize(
    ("text", "corrected"),
    [
        ("args strict subset a <>", "args strict subset: a <>"),
        ("args strict sbset a <>", "args strict subset: a <>"),
        ("args SUBSET a <x: 1>", "args subset: a <x: 1>"),
        ("count strct a = 1", "count strict: a = 1"),
        ("order Strict a -> b", "order strict: a -> b"),
    ],
)
def test_a_mode_without_its_colon_is_known_misspelt_too(text: str, corrected: str) -> None:
    (found,) = read(text).errors
    (fix,) = found.fixes
    assert text[: fix.start] + fix.text + text[fix.end :] == corrected


@pytest.mark.parametrize(
    ("text", "corrections"),
    [
        ("output a = tru", ["output a = true", 'output a = "tru"']),
        ("output a = True", ["output a = true"]),
        ("output a = None", ["output a = null"]),
    ],
)
def test_a_value_that_may_be_text_is_offered_as_both(text: str, corrections: list[str]) -> None:
    (found,) = read(text).errors
    assert [text[: fix.start] + fix.text + text[fix.end :] for fix in found.fixes] == corrections
