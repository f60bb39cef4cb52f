"""Regexes mean what RE2 makes of them, whichever engine runs them."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from toolspec.engine import regex
from toolspec.engine.regex import Regex
from toolspec.engine.regex_syntax import RegexError, parse

LEAVES = st.sampled_from(
    [
        *"abZ09_ -",
        r"\n", r"\t", r"\v", r"\f", r"\.", r"\/", r"\x41", r"\xe9",
        ".", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\b", "^", "$",
        "[ab]", "[^a]", r"[\s]", r"[^\s]", r"[\d_]", r"[^\w]", r"[a-z\-]", r"[\x00-\x7f]", r"[.\v]",
    ]
)  # fmt: skip


def more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
        st.tuples(inner, st.sampled_from(["?", "{2}", "{0,2}", "{1,2}"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
    )


PATTERNS = st.recursive(LEAVES, more, max_leaves=6)
TEXTS = st.text(st.sampled_from("abZ09_ -.A\n\r\t\v\f/é中\U0001f600\ud800\u2028\x00"), max_size=8)


@settings(max_examples=1500)
@given(PATTERNS, st.sampled_from(["", "m", "s", "ms"]), TEXTS)
@example("$", "", "a\n")
@example("^", "m", "a\n")
@example(r"[\s]", "", "\v")
def test_both_engines_find_the_same(pattern: str, flags: str, text: str) -> None:
    node = parse(pattern).node
    if regex._is_harmless(pattern, flags, node):  # pyright: ignore[reportPrivateUsage]
        ours = regex._with_re(node, flags)  # pyright: ignore[reportPrivateUsage]
        theirs = regex._with_re2(pattern, flags)  # pyright: ignore[reportPrivateUsage]
        assert ours(text) == theirs(text)


@given(
    st.lists(st.sampled_from(["a", "A", r"\.", "-", r"\n", r"\xe9"]), max_size=3).map("".join),
    st.sampled_from(["{}", "^{}", "{}$", "^{}$"]),
    st.sampled_from(["", "m", "s"]),
    st.text(st.sampled_from("aA.-\né\ud800"), max_size=6),
)
def test_plain_text_is_found_where_re2_finds_it(
    written: str, form: str, flags: str, text: str
) -> None:
    pattern = form.format(written)
    theirs = regex._with_re2(pattern, flags)  # pyright: ignore[reportPrivateUsage]
    assert Regex(pattern, flags).found_in(text) == theirs(text)


@given(PATTERNS.map(lambda pattern: f"^(?:{pattern})*$"), st.sampled_from(["", "m", "s"]), TEXTS)
def test_what_is_found_in_every_text_is_found_in_any(pattern: str, flags: str, text: str) -> None:
    some = Regex(pattern, flags)
    if some.in_every_text:
        assert some.found_in(text)


@pytest.mark.parametrize(
    ("source", "flags"),
    [
        (".*", ""),
        ("x{0,3}", ""),
        ("^", ""),
        ("x*$", ""),
        ("^.*$", "s"),
        ("^.*$", "m"),
        (r"^[\s\S]*$", ""),
        (r"\b|\B", ""),
        ("(?s)^$|.", ""),
        (r"^$|^[^a]|^a", ""),
    ],
)
def test_a_regex_that_is_found_in_every_text_is_known(source: str, flags: str) -> None:
    assert Regex(source, flags).in_every_text


@pytest.mark.parametrize(
    ("source", "flags"),
    [("^.*$", ""), ("^$|.", ""), (r"^(\d*|\D*)$", ""), ("^a?$", ""), (r"\B", ""), ("a", "i")],
)
def test_a_regex_that_a_text_may_lack_is_known(source: str, flags: str) -> None:
    assert not Regex(source, flags).in_every_text


def test_no_pattern_hangs() -> None:
    text = "a" * 50_000 + "!"
    began = time.process_time()
    for source in (
        "^(a+)+$",
        "(a|aa)*$",
        "(a?){500}a{500}!$",
        "(.*)*(.*)*b",
        "((a{1,9}){1,9}){1,9}b",
    ):
        Regex(source).found_in(text)
        assert Regex(source).in_every_text is (source == "(a|aa)*$")
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    "source", ["(?=a)", r"(a)\1", "a**", "[[]", r"\p{L}", "(", "a{1001}", "x{2"]
)
def test_what_engines_read_differently_is_refused(source: str) -> None:
    with pytest.raises(RegexError):
        regex.check(source)


def test_a_pattern_that_needs_too_much_memory_is_refused() -> None:
    with pytest.raises(RegexError, match="too large"):
        regex.check("((((.{1000}){10}){10}){10}){10}")
