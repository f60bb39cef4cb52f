"""The syntax of regexes: what is read, as what, and what is refused, where and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.engine.match import regex_syntax
from toolspec.engine.match.regex_syntax import (
    DEPTH_MAX,
    LENGTH_MAX,
    RegexError,
    RegexNode,
    read_pattern,
)

REFUSED = [
    ("a)", "a `)` closes no group", (1, 2), r"write `\)` for the character"),
    ("(a", "this `(` is never closed", (0, 1), r"write `\(` for the character"),
    ("a(b", "this `(` is never closed", (1, 2), r"write `\(` for the character"),
    ("[a", "this `[` is never closed", (0, 1), r"write `\[` for the character"),
    ("[", "this `[` is never closed", (0, 1), r"write `\[` for the character"),
    ("[^", "this `[` is never closed", (0, 1), r"write `\[` for the character"),
    ("x[a-", "this `[` is never closed", (1, 2), r"write `\[` for the character"),
    ("[a\\", "this `[` is never closed", (0, 1), ""),
    ("\\", r"a lone `\` is at the end", (0, 1), r"write `\\` for the character"),
    ("a\\", r"a lone `\` is at the end", (1, 2), r"write `\\` for the character"),
    ("*a", "there is nothing here to repeat", (0, 1), r"write `\*` for the character"),
    ("a|*", "there is nothing here to repeat", (2, 3), r"write `\*` for the character"),
    ("(+)", "there is nothing here to repeat", (1, 2), r"write `\+` for the character"),
    ("?", "there is nothing here to repeat", (0, 1), r"write `\?` for the character"),
    ("a{", r"a `{` stands for itself only as `\{`", (1, 2), r"write `\{`, or a count: `a{2,3}`"),
    ("a{x}", r"a `{` stands for itself only as `\{`", (1, 2), r"write `\{`, or a count: `a{2,3}`"),
    ("a{,2}", r"a `{` stands for itself only as `\{`", (1, 2), r"write `\{`, or a count: `a{2,3}`"),
    (
        "a{1,x}",
        r"a `{` stands for itself only as `\{`",
        (1, 2),
        r"write `\{`, or a count: `a{2,3}`",
    ),
    ("a{1", r"a `{` stands for itself only as `\{`", (1, 2), r"write `\{`, or a count: `a{2,3}`"),
    ("a{1001}", "a count is at most 1000", (1, 7), ""),
    ("a{1,1001}", "a count is at most 1000", (1, 9), ""),
    ("a{10000000}", "a count is at most 1000", (1, 11), ""),
    ("a{3,2}", "the smaller count comes first", (1, 6), "write `{2,3}`"),
    ("a}", r"a `}` stands for itself only as `\}`", (1, 2), r"write `\}`"),
    ("]", r"a `]` stands for itself only as `\]`", (0, 1), r"write `\]`"),
    (
        "a**",
        "one repetition follows another directly",
        (2, 3),
        "remove one of them, or put the first into a group, `(?:...)`",
    ),
    (
        "a*+",
        "one repetition follows another directly",
        (2, 3),
        "remove one of them, or put the first into a group, `(?:...)`",
    ),
    (
        "a??+",
        "one repetition follows another directly",
        (3, 4),
        "remove one of them, or put the first into a group, `(?:...)`",
    ),
    (
        "a{2}{3}",
        "one repetition follows another directly",
        (4, 5),
        "remove one of them, or put the first into a group, `(?:...)`",
    ),
    (
        "^*",
        "there is nothing here to repeat",
        (0, 2),
        r"engines differ on a repeated `^`, `$` or `\b`",
    ),
    (
        "a$+",
        "there is nothing here to repeat",
        (1, 3),
        r"engines differ on a repeated `^`, `$` or `\b`",
    ),
    (
        r"\b?",
        "there is nothing here to repeat",
        (0, 3),
        r"engines differ on a repeated `^`, `$` or `\b`",
    ),
    (
        r"\B{2}",
        "there is nothing here to repeat",
        (0, 5),
        r"engines differ on a repeated `^`, `$` or `\b`",
    ),
    (
        "(?=a)",
        "lookahead is not supported",
        (0, 3),
        "where it comes last, write a plain group: `(...)`",
    ),
    (
        "(?!a)",
        "negative lookahead is not supported",
        (0, 3),
        "no regex can say that text must not be there",
    ),
    (
        "(?<=a)",
        "lookbehind is not supported",
        (0, 4),
        "where it comes first, write a plain group: `(...)`",
    ),
    (
        "(?<!a)",
        "negative lookbehind is not supported",
        (0, 4),
        "no regex can say that text must not be there",
    ),
    ("(?>a)", "an atomic group is not supported", (0, 3), "write a plain group: `(...)`"),
    (
        "(?P<n>a)",
        "a group named in Python's way is not supported",
        (0, 3),
        "write a plain group: `(...)`",
    ),
    ("(?#c)", "a comment is not supported", (0, 3), "remove it"),
    ("(?<n>a)", "a named group is not supported", (0, 3), "write a plain group: `(...)`"),
    ("a(?i)b", "flags come first in a regex, or after its closing slash", (1, 3), "write `/.../i`"),
    ("(?i:a)", "flags come first in a regex, or after its closing slash", (0, 2), "write `/.../i`"),
    ("(?x)a", "flags come first in a regex, or after its closing slash", (0, 2), "write `/.../i`"),
    ("(?", "flags come first in a regex, or after its closing slash", (0, 2), "write `/.../i`"),
    ("(?:a", "this `(` is never closed", (0, 1), r"write `\(` for the character"),
    (r"\1", "a backreference is not supported", (0, 2), "no engine finds one in linear time"),
    (r"\8", "a backreference is not supported", (0, 2), "no engine finds one in linear time"),
    (r"\p", r"`\p` is not supported", (0, 2), ""),
    (r"\é", r"`\é` is not supported", (0, 2), ""),
    (r"\q", r"`\q` is not supported", (0, 2), ""),
    (r"\ü", r"`\ü` is not supported", (0, 2), ""),
    (r"\ ", r"`\ ` is not supported", (0, 2), "write ` `"),
    (r"\%", r"`\%` is not supported", (0, 2), "write `%`"),
    (r"\xg0", r"`\x` takes two hexadecimal digits", (0, 2), r"write `\x0a`"),
    (r"\xX0", r"`\x` takes two hexadecimal digits", (0, 2), r"write `\x0a`"),
    (r"\x4", r"`\x` takes two hexadecimal digits", (0, 2), r"write `\x0a`"),
    (r"\x", r"`\x` takes two hexadecimal digits", (0, 2), r"write `\x0a`"),
    (
        "[]a]",
        "a `]` that comes first means different things to different engines",
        (0, 2),
        r"write `\]`",
    ),
    (
        "[^]]",
        "a `]` that comes first means different things to different engines",
        (0, 3),
        r"write `\]`",
    ),
    ("[z-a]", "the lower end of a range comes first", (1, 4), ""),
    (r"[a-\d]", "a range goes from one character to another", (1, 5), r"write `\-` for a dash"),
    (r"[\d-z]", "a range goes from one character to another", (1, 5), r"write `\-` for a dash"),
    ("[--a]", "`--` inside `[...]` is an operator in some engines", (1, 3), r"write `\-`"),
    ("[a&&b]", "`&&` inside `[...]` is an operator in some engines", (2, 4), "write `&` once"),
    ("[a~~b]", "`~~` inside `[...]` is an operator in some engines", (2, 4), "write `~` once"),
    ("[a--b]", "the lower end of a range comes first", (1, 4), ""),
    ("[a[b]", r"a `[` inside `[...]` stands for itself only as `\[`", (2, 3), r"write `\[`"),
    (r"[\q]", r"`\q` is not supported here", (1, 3), ""),
    (r"[\xzz]", r"`\x` takes two hexadecimal digits", (1, 3), r"write `\x0a`"),
    (r"[a-\q]", r"`\q` is not supported here", (3, 5), ""),
    ("(?ix)a", "flags come first in a regex, or after its closing slash", (0, 2), "write `/.../i`"),
    ("(?i", "flags come first in a regex, or after its closing slash", (0, 2), "write `/.../i`"),
    (
        "(?i)(?q)",
        "flags come first in a regex, or after its closing slash",
        (4, 6),
        "write `/.../i`",
    ),
    ("²{²}", r"a `{` stands for itself only as `\{`", (1, 2), r"write `\{`, or a count: `a{2,3}`"),
    ("a{²}", r"a `{` stands for itself only as `\{`", (1, 2), r"write `\{`, or a count: `a{2,3}`"),
]


@pytest.mark.parametrize(("pattern", "message", "span", "hint"), REFUSED)
def test_a_regex_that_is_refused_says_where_why_and_what_to_write(
    pattern: str, message: str, span: tuple[int, int], hint: str
) -> None:
    for before in ("", "ab", "(?:x)", "[^a-z]", "a{1,2}"):
        if pattern[0] in "*?" and before:
            continue
        if before == "" or not pattern.startswith(("^", "(?i")):
            with pytest.raises(RegexError) as caught:
                read_pattern(before + pattern)
            error, moved = caught.value, len(before)
            assert (error.message, error.hint) == (message, hint)
            assert (error.start - moved, error.end - moved) == span
            assert str(error) == message


@given(st.text("ab(){}[]|*+?^$\\.,-:=!<>Pisx0129&~#", max_size=12))
def test_every_text_is_read_or_refused_at_a_place_inside_it(pattern: str) -> None:
    try:
        read_pattern(pattern)
    except RegexError as error:
        assert 0 <= error.start < error.end
        assert error.start <= len(pattern)
        assert error.message


def char(text: str) -> RegexNode:
    return RegexNode("char", text)


def some(low: int, high: int | None, part: RegexNode) -> RegexNode:
    return RegexNode("repeat", parts=(part,), low=low, high=high)


A, B = char("a"), char("b")


@pytest.mark.parametrize(
    ("pattern", "node", "flags"),
    [
        ("", RegexNode("cat"), ""),
        ("a", A, ""),
        ("ab", RegexNode("cat", parts=(A, B)), ""),
        ("a|b", RegexNode("alt", parts=(A, B)), ""),
        ("|", RegexNode("alt", parts=(RegexNode("cat"), RegexNode("cat"))), ""),
        ("(a)", RegexNode("group", parts=(A,)), ""),
        ("(?:a|b)", RegexNode("group", parts=(RegexNode("alt", parts=(A, B)),)), ""),
        ("a*", some(0, None, A), ""),
        ("a+?", some(1, None, A), ""),
        ("a?", some(0, 1, A), ""),
        ("a{2}", some(2, 2, A), ""),
        ("a{2,}", some(2, None, A), ""),
        ("a{2,3}?", some(2, 3, A), ""),
        ("a{0}", some(0, 0, A), ""),
        ("a{1000}", some(1000, 1000, A), ""),
        ("a{2,2}", some(2, 2, A), ""),
        (
            "^.$",
            RegexNode("cat", parts=(RegexNode("start"), RegexNode("any"), RegexNode("end"))),
            "",
        ),
        (r"\b\B", RegexNode("cat", parts=(RegexNode("edge", "b"), RegexNode("edge", "B"))), ""),
        (r"\d", RegexNode("class", r"\d"), ""),
        (r"\S", RegexNode("class", r"\S"), ""),
        ("[^a-z]", RegexNode("class", "[^a-z]"), ""),
        (r"[\]\-\x41-\x5a\n\w]", RegexNode("class", r"[\]\-\x41-\x5a\n\w]"), ""),
        ("[a-]b", RegexNode("cat", parts=(RegexNode("class", "[a-]"), B)), ""),
        ("[-a]", RegexNode("class", "[-a]"), ""),
        ("[a-a]", RegexNode("class", "[a-a]"), ""),
        ("[&~]", RegexNode("class", "[&~]"), ""),
        ("[a^]", RegexNode("class", "[a^]"), ""),
        (r"\x41\xff", RegexNode("cat", parts=(char("A"), char("ÿ"))), ""),
        (r"\xFF\xaB\xF9", RegexNode("cat", parts=(char("ÿ"), char("«"), char("ù"))), ""),
        (r"\n\t\r\f\v", RegexNode("cat", parts=tuple(map(char, "\n\t\r\f\v"))), ""),
        (r"\/\-\.\{", RegexNode("cat", parts=tuple(map(char, "/-.{"))), ""),
        ("é/", RegexNode("cat", parts=(char("é"), char("/"))), ""),
        ("(?i)a", A, "i"),
        ("(?si)(?m)a", A, "ims"),
        ("(?ii)a", A, "i"),
    ],
)  # fmt: skip
def test_a_regex_is_read_as_its_parts(pattern: str, node: RegexNode, flags: str) -> None:
    parsed = read_pattern(pattern)
    assert (parsed.node, parsed.flags) == (node, flags)


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        ("", 1),
        ("a", 1),
        ("ab", 3),
        (".", 8),
        (r"\d", 10),
        ("[a-z]", 13),
        ("a|b", 3),
        ("a*", 2),
        ("a?", 2),
        ("a{0}", 2),
        ("a{3}", 4),
        ("a{3,}", 4),
        ("a{3,5}", 6),
        ("(?:a{10}){10}", 1 + (2 + 10) * 10),
    ],
)
def test_the_size_of_a_regex_counts_what_is_repeated_as_often_as_it_is(
    pattern: str, size: int
) -> None:
    assert read_pattern(pattern).size - regex_syntax._OWN_SIZE == size  # pyright: ignore[reportPrivateUsage]


def test_what_is_too_long_too_deep_or_too_large_is_refused_and_what_just_fits_is_not() -> None:
    assert read_pattern("a" * LENGTH_MAX).node.kind == "cat"
    with pytest.raises(RegexError, match="at most 50,000 characters") as caught:
        read_pattern("a" * (LENGTH_MAX + 1))
    assert (caught.value.start, caught.value.end) == (0, LENGTH_MAX + 1)
    assert caught.value.hint == "use several"
    assert read_pattern("(" * DEPTH_MAX + ")" * DEPTH_MAX)
    with pytest.raises(RegexError, match="groups nest deeper than 50") as caught:
        read_pattern("(" * (DEPTH_MAX + 1) + ")" * (DEPTH_MAX + 1))
    assert (caught.value.start, caught.value.end) == (DEPTH_MAX, DEPTH_MAX + 1)
    assert read_pattern("(?:.{100}){1000}").size == 20 + 1 + 802 * 1000
    large = "(?:.{1000}){1000}"
    with pytest.raises(RegexError, match="the pattern is too large") as caught:
        read_pattern(large)
    assert (caught.value.start, caught.value.end) == (0, len(large))
    assert caught.value.hint == "lower its counts"
