"""Tool patterns: which names they mean, and which calls of a trace."""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolspec.engine.match import tool_pattern as patterns
from toolspec.engine.match.regex import Regex
from toolspec.engine.match.tool_pattern import (
    AnyOf,
    Glob,
    Name,
    Named,
    NameRegex,
    ToolPattern,
    is_bare,
)
from toolspec.engine.trace import Trace, called

GLOBS = st.text("ab*", min_size=1, max_size=7)
NAMES = st.text("ab", max_size=7)


@given(GLOBS, NAMES)
def test_a_glob_means_what_its_stars_stood_for_any_text_would_be(glob: str, name: str) -> None:
    plain = "".join(".*" if char == "*" else char for char in glob)
    assert Glob(glob).matches(name) == (re.fullmatch(plain, name) is not None)


@pytest.mark.parametrize(
    ("glob", "name", "means"),
    [
        ("a*a", "a", False),
        ("a*a", "aa", True),
        ("ab*ba", "aba", False),
        ("ab*ba", "abba", True),
        ("*ab*ab*", "ab", False),
        ("*ab*ab*", "abab", True),
        ("a*b*c", "ac", False),
        ("a*b*c", "acb", False),
        ("a*bc*c", "abc", False),
        ("a*bc*c", "abcc", True),
        ("ab*b*", "ab", False),
        ("ab", "abc", False),
        ("*", "", True),
        ("**", "", True),
    ],
)
def test_the_pieces_of_a_glob_stand_one_after_the_other(glob: str, name: str, means: bool) -> None:
    assert Glob(glob).matches(name) == means
    assert Glob(glob).means(name) == means


def leaves() -> st.SearchStrategy[ToolPattern]:
    regex = st.sampled_from(["a", "^b", "ab$", "^$", "a+b"]).map(lambda text: Regex(text, ""))
    return NAMES.map(Name) | GLOBS.map(Glob) | regex.map(NameRegex)


PATTERNS = st.recursive(
    leaves(),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map(lambda some: AnyOf(tuple(some)))
        | inner.map(lambda one: Named("x", one))
    ),
    max_leaves=6,
)


def meant(pattern: ToolPattern, name: str) -> bool:
    """Say whether a pattern means a name, leaf by leaf."""
    if isinstance(pattern, AnyOf):
        return any(meant(one, name) for one in pattern.patterns)
    if isinstance(pattern, Named):
        return meant(pattern.pattern, name)
    if isinstance(pattern, Name):
        return pattern.name == name
    if isinstance(pattern, NameRegex):
        return re.search(pattern.regex.source, name) is not None
    assert isinstance(pattern, Glob)
    return re.fullmatch(pattern.glob.replace("*", ".*"), name) is not None


@given(PATTERNS, st.lists(NAMES, max_size=6), st.sampled_from([0, 100]))
def test_every_way_to_ask_a_pattern_says_the_same(
    pattern: ToolPattern, names: list[str], many: int
) -> None:
    # More tools than are remembered go another way.
    trace = Trace([called(name) for name in [*names, *(f"t{at}" for at in range(many))]])
    hits = [at for at, call in enumerate(trace.calls) if meant(pattern, call.name)]
    for one in (pattern, pattern.flat, pickle.loads(pickle.dumps(pattern))):
        assert one == pattern or one is pattern.flat
        assert [at for at, call in enumerate(trace.calls) if one.matches(call.name)] == hits
        assert [at for at, call in enumerate(trace.calls) if one.means(call.name)] == hits
        assert one.calls_in(trace) == hits
        assert one.count_in(trace) == len(hits)
        assert one.names_in(trace) == list(dict.fromkeys(trace.names[at] for at in hits))
    assert not any(isinstance(leaf, AnyOf | Named) for leaf in pattern.leaves)
    assert len(set(pattern.leaves)) == len(pattern.leaves)
    for name in names:
        assert any(leaf.matches(name) for leaf in pattern.leaves) == meant(pattern, name)


def test_a_pattern_without_names_is_flat_and_one_with_them_is_made_so() -> None:
    name, glob = Name("a"), Glob("b*")
    plain = AnyOf((name, glob))
    assert plain.flat is plain
    assert AnyOf((name,)).flat == AnyOf((name,))
    assert AnyOf((Named("x", name),)).flat == name
    assert AnyOf((Named("x", name), name)).flat == name
    assert AnyOf((Named("x", plain), name)).flat == plain
    assert AnyOf((Named("x", name), glob)).flat == plain
    assert Named("x", Named("y", glob)).flat == glob


def test_a_pattern_is_written_as_the_language_writes_it() -> None:
    regex = NameRegex(Regex("^get", "i"))
    several = AnyOf((Name("a"), Name("Web Search"), Name("ü"), Glob("*x"), regex))
    assert str(several) == 'a | "Web Search" | "ü" | *x | /^get/i'
    named = Named("reader", several)
    assert str(named) == "@reader"
    assert repr(named) == f"Named('reader', {several!r})"
    assert named == Named("reader", AnyOf((Named("x", several),)))
    assert named != Named("writer", several)
    assert named != Named("reader", Name("a"))


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("a", True),
        ("_", True),
        ("Z9", True),
        ("fs/read:file", True),
        ("a.b-c", True),
        ("", False),
        ("9a", False),
        ("-a", False),
        ("a b", False),
        ("a->b", False),
        ("a-", False),
        ("a:", False),
        ("é", False),
        ("a.", True),
        ("aX", True),
        ("a>", False),
    ],
)
def test_a_name_is_bare_where_it_can_be_written_without_quotes(name: str, bare: bool) -> None:
    assert is_bare(name) == bare
    assert str(Name(name)) == (name if bare else f'"{name}"')


def test_searches_are_counted_once_for_each_pattern_that_searches() -> None:
    regex, glob = NameRegex(Regex("a", "")), Glob("a*")
    assert [one.searches for one in (Name("a"), glob, regex)] == [0, 1, 1]
    assert AnyOf((Name("a"), glob, regex, glob)).searches == 2
    assert Named("x", AnyOf((glob, Named("y", AnyOf((regex, Name("b"))))))).searches == 2


def test_names_and_patterns_that_are_too_long_are_not_remembered() -> None:
    most = patterns.REMEMBERED_CHARACTERS_MAX
    answers = patterns._answer  # pyright: ignore[reportPrivateUsage]
    for pattern, name, kept in (
        (Glob("*a"), "a" * most, 1),
        (Glob("*a"), "a" * (most + 1), 0),
        (Glob("*" + "a" * (most - 1)), "a" * most, 1),
        (Glob("*" + "a" * most), "a" * most, 0),
    ):
        before = answers.cache_info().misses
        assert pattern.means(name)
        assert pattern.means(name)
        assert answers.cache_info().misses - before == kept
