"""Regexes mean what RE2 makes of them, whichever engine runs them."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from toolspec.engine.match import regex
from toolspec.engine.match.regex import Regex
from toolspec.engine.match.regex_syntax import RegexError, read_pattern

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
    node = read_pattern(pattern).node
    if regex._is_harmless(pattern, flags, node):  # pyright: ignore[reportPrivateUsage]
        ours = regex._with_re(node, flags)  # pyright: ignore[reportPrivateUsage]
        theirs = regex._with_re2(pattern, flags)  # pyright: ignore[reportPrivateUsage]
        assert ours(text) == theirs(text)


CLASSES = [
    *(".", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"[\s]", r"[^\s]", r"[\d_]", r"[^\w]"),
    *(r"[a\-\]\\]", r"[\x00-\x7f]", r"[.\v\n]", r"[^\D\s]"),
]


@pytest.mark.parametrize("flags", ["", "m", "s"])
@pytest.mark.parametrize("form", ["{}", "^{}$"])
def test_both_engines_mean_the_same_characters(form: str, flags: str) -> None:
    characters = [*map(chr, range(256)), "\u2028", "中", "\U0001f600", "\u017f"]
    for pattern in map(form.format, CLASSES):
        ours = regex._with_re(read_pattern(pattern).node, flags)  # pyright: ignore[reportPrivateUsage]
        theirs = regex._with_re2(pattern, flags)  # pyright: ignore[reportPrivateUsage]
        assert [*map(ours, characters)] == [*map(theirs, characters)], pattern


UNBOUND = st.tuples(PATTERNS, st.sampled_from(["*", "+", "{1,}", "?"]), PATTERNS).map(
    lambda parts: f"{parts[0]}(?:{parts[2]}){parts[1]}"
)
"""Patterns that go to RE2, and some that do not."""


@settings(max_examples=500)
@given(UNBOUND | UNBOUND.map("^(?:{})$".format), st.sampled_from(["", "i", "im", "s", "ms"]), TEXTS)
@example("(?:ab)+", "", "xaby")
@example("(?:ab)*c", "", "c")
@example("a|b+", "", "b")
@example("(?i)ab+", "", "AB")
@example("é+", "", "\ud800")
@example("\ufffd+", "", "\ud800")
def test_a_regex_is_found_where_re2_finds_it(pattern: str, flags: str, text: str) -> None:
    theirs = regex._with_re2(pattern, flags)  # pyright: ignore[reportPrivateUsage]
    assert Regex(pattern, flags).found_in(text) == theirs(text)


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
        ("x{0,900}", ""),
        ("(?:x{0,900})", ""),
        ("^x{0,900}", ""),
        ("x{0,900}y{0,900}$", ""),
        ("a{900}|^", ""),
        ("a{900}|(?:$|b)", ""),
        ("(?:^|a){900}", ""),
    ],
)
def test_a_regex_that_is_found_in_every_text_is_known(source: str, flags: str) -> None:
    assert Regex(source, flags).in_every_text


@pytest.mark.parametrize(
    ("source", "flags"),
    [
        ("^.*$", ""),
        ("^$|.", ""),
        (r"^(\d*|\D*)$", ""),
        ("^a?$", ""),
        (r"\B", ""),
        ("a", "i"),
        (r"^$|^[\s\S]$|^[\s\S]{2,3}$|^[\s\S]{5,}$", ""),
        (r"^(?:a|[^ab])*$", ""),
        (r"^(?:.|\t)*$", ""),
        (r"\b", ""),
        (r"^\W*$|\B", ""),
        (r"^[^a-zA-Z0-9]*$|[a-zA-Z0-9]\b", ""),
        (r"^[^é-ë]*$|[éë]", ""),
        (r"^(?:[\x00-\x7f]|[^\x00-\x80])*$", ""),
        ("x{1,900}", ""),
        ("^x{900}|y$", ""),
        (r"^(?:[^0]|[^1]{2})*$", ""),
        (r"^\w*$|^\W*$", ""),
        (r"^(?:[\s\S]{2})*$", ""),
    ],
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
        regex.checked_size(source)


def test_a_pattern_that_needs_too_much_memory_is_refused() -> None:
    with pytest.raises(RegexError, match="too large"):
        regex.checked_size("((((.{1000}){10}){10}){10}){10}")


def test_what_a_search_takes_depends_on_the_engine() -> None:
    for source, flags, effort in (
        ("a", "", 1),
        ("a|b{2}", "", 1),
        ("^a.c$", "ms", 1),
        ("a+", "", regex.RE2_EFFORT),
        ("a", "i", regex.RE2_EFFORT),
        ("(?i)a", "", regex.RE2_EFFORT),
        ("é", "", regex.RE2_EFFORT),
        (r"a\Bb", "", regex.RE2_EFFORT),
        (r"[\S]", "", regex.RE2_EFFORT),
        (r"\S", "", 1),
        ("a{0,62}", "", 1),
        ("a{0,64}", "", regex.RE2_EFFORT),
        ("(?:a|b){0,5}", "", 1),
        ("(?:a|b){0,6}", "", regex.RE2_EFFORT),
        ("(?:a|b)(?:a|b|c)(?:a?|b){2}", "", 1),
        ("(?:a|b){7}", "", regex.RE2_EFFORT),
        (".{256}", "", 1),
        (".{257}", "", regex.RE2_EFFORT),
        ("a{200}b{56}", "", 1),
        ("a{200}b{57}", "", regex.RE2_EFFORT),
        ("(?:a{100}|b){2}c{57}", "", regex.RE2_EFFORT),
        ("a{16}{16}".replace("}{", "}){").replace("a", "(?:a"), "", 1),
    ):
        assert Regex(source, flags).effort == effort, source


def test_a_regex_is_written_as_in_a_spec_and_says_its_size() -> None:
    assert str(Regex("a/b", "im")) == "/a/b/im"
    assert regex.checked_size("a") == read_pattern("a").size
    large = "[abcdefghij]{900}"
    assert regex.checked_size(large) == read_pattern(large).size > regex.SURE_SIZE_MAX
    assert Regex(large).found_in("x" + "a" * 900)
    assert not Regex(large).found_in("a" * 899)


def test_a_pattern_too_large_for_re2_is_refused_as_a_whole_with_advice() -> None:
    with pytest.raises(RegexError, match=r"^the pattern is too large: invalid") as caught:
        regex.checked_size("(?:(?:.{100}){100}){10}", "i")
    error = caught.value
    assert (error.start, error.end, error.hint) == (0, 23, "lower its counts")


def test_text_beyond_unicode_reads_as_the_replacement_character() -> None:
    for source in ("^.$", "^\ufffd$", "\ufffd+", r"^\W+$"):
        assert Regex(source, "s").found_in("\ud800"), source
    assert Regex("a.+b").found_in("a\ud800b")
    assert not Regex("^[a-z]+$").found_in("a\udfffb")


@pytest.mark.parametrize(
    ("source", "needed"),
    [
        ("a+", "a"),
        ("a*", ""),
        ("a{0,3}", ""),
        ("abc+", "ab"),
        ("a+bcd", "bcd"),
        ("ab.cd+", "ab"),
        ("ab.cde+", "ab"),
        ("ab.(?:cde)+", "cde"),
        ("(abc)*d+", "d"),
        ("(?:ab|c)+d", "d"),
        ("a|b+", ""),
        (".+", ""),
        ("[ab]+", ""),
        ("^ab$c+", "ab"),
        ("\ufffd+", ""),
        ("a\ufffdbc+", "a"),
        ("\ufffd\ufffd+x", "x"),
        ("(?:\ufffd){2}", ""),
    ],
)
def test_the_text_that_every_match_holds_is_looked_for_first(source: str, needed: str) -> None:
    assert regex._needed(read_pattern(source).node) == needed  # pyright: ignore[reportPrivateUsage]
