r"""Regexes that mean what RE2 makes of them and take linear time, whichever engine runs them.

RE2 runs every pattern that repeats without bound, and plain text is looked for as such. The rest,
where the ways to match are few and known beforehand, may run on Python's `re`, which is some
fifteen times faster on short texts and is imported anyway; it is then given a pattern that means
the same there (`$` is the very end, `\s` has no `\v`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any, Final

from toolspec.engine.match.regex_syntax import RegexError, RegexNode, read_pattern
from toolspec.engine.values import Value

WAYS_MAX = 64
"""How many ways to match from one character Python's `re` may have to try."""

WIDTH_MAX = 256
"""How many characters each of those ways may look at."""

RE2_MEMORY: Final = 8 << 20
"""Bytes RE2 may use for one pattern; a pattern that needs more is refused when it is read."""

SMALL_MEMORY: Final = 256 << 10
"""Bytes RE2 may use for a pattern up to `SMALL_SIZE_MAX`: what it learns of texts included."""

SMALL_SIZE_MAX: Final = 400
SMALL_HELD_MAX: Final = 256
LARGE_HELD_MAX: Final = 8
"""Patterns that are held ready for RE2; a spec of more has them made ready again for each trace."""

RE2_EFFORT: Final = 5
"""What a search by RE2 takes, in searches by `re`."""

SURE_SIZE_MAX: Final = 10_000
"""Patterns up to this size are never too large for RE2, and need not be tried."""


_START: Final = RegexNode("start")
_END: Final = RegexNode("end")


class Regex(Value):
    r"""A regex as written between the slashes, and the flags after them (some of `ims`, sorted).

    >>> Regex(r"secret\.env$").found_in("a/secret.env"), Regex("A", "i").found_in("bar")
    (True, True)
    """

    source: str
    flags: str = ""

    @property
    def found_in(self) -> Callable[[str], bool]:
        """A function that tells whether the pattern is found anywhere in a text.

        Raises RegexError where the pattern is refused.
        """
        search: Callable[[str], bool] | None = self.__dict__.get("_found_in")
        if search is None:
            search = self.__dict__["_found_in"] = _searching(self.source, self.flags)
        return search

    @cached_property
    def in_every_text(self) -> bool:
        """Whether the pattern is known to be found in any text: it can match nothing at an end."""
        node = read_pattern(self.source).node
        return _empty(node, "start") or _empty(node, "end")

    @cached_property
    def effort(self) -> int:
        """About how many comparisons of plain values a search through a short text is worth."""
        parsed = read_pattern(self.source)
        harmless = _is_harmless(self.source, self.flags + parsed.flags, parsed.node)
        return 1 if harmless else RE2_EFFORT

    def __str__(self) -> str:
        return f"/{self.source}/{self.flags}"


def checked_size(source: str, flags: str = "") -> int:
    """Return the size of a pattern, about how many steps an engine makes of it.

    Raises RegexError where the pattern is outside the shared syntax or too large.
    """
    parsed = read_pattern(source)
    if parsed.size > SURE_SIZE_MAX:
        _searching(source, flags)
    return parsed.size


def _searching(source: str, flags: str) -> Callable[[str], bool]:
    parsed = read_pattern(source)
    flags = "".join(sorted(set(flags + parsed.flags)))
    if _is_harmless(source, flags, parsed.node):
        return _as_plain_text(parsed.node, flags) or _with_re(parsed.node, flags)
    if parsed.size > SURE_SIZE_MAX:
        _with_re2(source, flags)  # which raises where it is too large
    searcher = _held_small if parsed.size <= SMALL_SIZE_MAX else _held_large
    # Not made ready for as long as the spec is there: what RE2 learns of texts takes memory too.
    needed = "" if "i" in flags else _needed(parsed.node)
    if needed:
        # Most texts do not even have these letters, and looking for them takes far less time.
        return lambda text: needed in text and searcher(source, flags)(text)
    return lambda text: searcher(source, flags)(text)


def _needed(node: RegexNode) -> str:
    """Return a text that is in every match, the longest that is easy to see."""
    if node.kind == "char":
        # A lone surrogate in a text reads as this character.
        return node.text if node.text != "\ufffd" else ""
    if node.kind == "group":
        return _needed(node.parts[0])
    if node.kind == "repeat":
        return _needed(node.parts[0]) if node.low else ""
    if node.kind != "cat":
        return ""
    longest, run = "", ""
    for part in node.parts:
        if part.kind == "char" and part.text != "\ufffd":
            run += part.text
            continue
        longest, run = max(longest, run, _needed(part), key=len), ""
    return max(longest, run, key=len)


@lru_cache(maxsize=SMALL_HELD_MAX)
def _held_small(source: str, flags: str) -> Callable[[str], bool]:
    return _with_re2(source, flags, SMALL_MEMORY)


@lru_cache(maxsize=LARGE_HELD_MAX)
def _held_large(source: str, flags: str) -> Callable[[str], bool]:
    return _with_re2(source, flags)


def _is_harmless(source: str, flags: str, node: RegexNode) -> bool:
    r"""Tell whether `re` does the same in as little time.

    Not where case is folded or text beyond ASCII is written (a lone surrogate reads as U+FFFD in
    RE2 only), and not on `\B`, which for `re` never holds in an empty text.
    """
    return (
        "i" not in flags
        and source.isascii()
        and "\\B" not in source
        and _ways(node) <= WAYS_MAX
        and _width(node) <= WIDTH_MAX
    )


def _as_plain_text(node: RegexNode, flags: str) -> Callable[[str], bool] | None:
    """Return a search for text that holds, starts with, ends with or is the text written.

    None where the pattern is more than that; `re` would try an anchored one from every character.
    """
    parts = list(node.parts) if node.kind == "cat" else [node]
    starts = parts[:1] == [_START]
    ends = parts[starts:][-1:] == [_END]
    written = parts[starts : len(parts) - ends]
    if any(part.kind != "char" for part in written) or ("m" in flags and (starts or ends)):
        return None
    text = "".join([part.text for part in written])
    if starts and ends:
        return lambda given: given == text
    if starts:
        return lambda given: given.startswith(text)
    if ends:
        return lambda given: given.endswith(text)
    return lambda given: text in given


def _with_re(node: RegexNode, flags: str) -> Callable[[str], bool]:
    letters = re.ASCII | (re.MULTILINE if "m" in flags else 0) | (re.DOTALL if "s" in flags else 0)
    search = re.compile(_as_python(node, "m" in flags), letters).search

    def found_in(text: str) -> bool:
        return search(text) is not None

    return found_in


def _with_re2(source: str, flags: str, memory: int = RE2_MEMORY) -> Callable[[str], bool]:
    re2: Any = import_module("re2")
    options = re2.Options()
    options.log_errors = False
    options.max_mem = memory
    options.never_capture = True
    prefix = f"(?{flags})" if flags else ""
    try:
        compiled = re2.compile((prefix + source).encode("utf-8", "replace"), options)
    except re2.error as error:
        detail: Any = error.args[0] if error.args else ""
        reason = detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)
        message = f"the pattern is too large: {reason}"
        raise RegexError(message, 0, len(source), "lower its counts") from None
    finally:
        re2.purge()  # it would keep the last ones as well, however much they hold

    search: Callable[[bytes], object] = compiled.search

    def found_in(text: str) -> bool:
        try:
            data = text.encode()
        except UnicodeEncodeError:
            # A lone surrogate, which UTF-8 has no bytes for, reads as U+FFFD.
            data = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
        return search(data) is not None

    return found_in


def _ways(node: RegexNode) -> int:
    """Count the ways a backtracking engine may try from one place; no bound is past the limit."""
    if node.kind == "repeat":
        if node.high is None:
            return WAYS_MAX + 1
        ways, inner = 0, _ways(node.parts[0])
        for count in range(node.low, node.high + 1):
            ways += inner**count
            if ways > WAYS_MAX:
                return WAYS_MAX + 1
        return ways
    if node.kind == "alt":
        return min(sum(_ways(part) for part in node.parts), WAYS_MAX + 1)
    if node.kind == "class" and node.text.startswith("[") and "\\S" in node.text:
        return WAYS_MAX + 1  # `re` has no way to say RE2's `\S` inside `[...]`
    ways = 1
    for part in node.parts:
        ways = min(ways * _ways(part), WAYS_MAX + 1)
    return ways


def _width(node: RegexNode) -> int:
    """Count the characters a match may span at most; no bound is one past the limit."""
    if node.kind in ("char", "class", "any"):
        return 1
    if node.kind == "repeat":
        return WIDTH_MAX + 1 if node.high is None else node.high * _width(node.parts[0])
    widths = [_width(part) for part in node.parts]
    return max(widths) if node.kind == "alt" else sum(widths)


def _empty(node: RegexNode, anchor: str) -> bool:
    """Tell whether the node can match nothing at one end of any text: the start or the end."""
    if node.kind in ("cat", "group"):
        return all(_empty(part, anchor) for part in node.parts)
    if node.kind == "alt":
        return any(_empty(part, anchor) for part in node.parts)
    if node.kind == "repeat":
        return node.low == 0 or _empty(node.parts[0], anchor)
    return node.kind == anchor


def _as_python(node: RegexNode, multiline: bool) -> str:
    """Write the node so that `re`, in ASCII mode, means by it what RE2 does."""
    kind = node.kind
    if kind == "char":
        return re.escape(node.text)
    if kind == "class":
        return _python_class(node.text)
    if kind == "end":
        return "$" if multiline else r"\Z"
    if kind in ("any", "start", "edge"):
        return {"any": ".", "start": "^", "edge": "\\" + node.text}[kind]
    parts = [_as_python(part, multiline) for part in node.parts]
    if kind == "alt":
        return f"(?:{'|'.join(parts)})"
    if kind == "repeat":
        return f"(?:{parts[0]}){{{node.low},{'' if node.high is None else node.high}}}"
    return "(?:" + "".join(parts) + ")"


def _python_class(text: str) -> str:
    if text.startswith("["):
        return re.sub(
            r"\\(.)", lambda m: r"\t\n\f\r " if m[1] == "s" else m[0], text, flags=re.DOTALL
        )
    return {r"\s": r"[\t\n\f\r ]", r"\S": r"[^\t\n\f\r ]"}.get(text, text)
