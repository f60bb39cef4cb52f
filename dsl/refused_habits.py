"""Refusals of words that people bring along: `after`, `and`, `at most`, `with`, `contains`."""

from __future__ import annotations

import re
from collections.abc import Callable

from toolspec.dsl.expected import either
from toolspec.dsl.problem import Fix, Found, shown
from toolspec.dsl.refusals import ARROWED, MODES, OWN_WORDS, Refusal, quoted
from toolspec.dsl.scan import TOOLS, Word
from toolspec.dsl.suggest import nearest

_OFTEN = {
    "at most": "<=", "up to": "<=", "at least": ">=", "more than": ">", "over": ">",
    "less than": "<", "fewer than": "<", "under": "<", "exactly": "=", "is": "=", "equals": "=",
}  # fmt: skip
_HOW_OFTEN = re.compile(rf"({'|'.join(_OFTEN)})[ \t]+([0-9]+)(?:[ \t]+times)?")
_ARGUMENTS = ("with", "where", "when", "args", "arguments", "params", "having", "using", "given")
_PARTS = ("contains", "contain", "includes", "matches", "like", "has", "returning")


def how_often(place: Refusal) -> Found | None:
    """`count a at most 3`, `require a at least 2`."""
    word = place.word
    if word is None or place.bracket or place.keyword not in ("count", "require"):
        return None
    start = word.start
    if place.before.text == "at" and place.at > 2:  # `at least`: `at` could have been `at step`
        start = place.before.start
    match = _HOW_OFTEN.match(place.line.text, start)
    if match is None:
        return None
    sign, number = _OFTEN[match[1]], match[2]
    if place.keyword == "count" and "EQUAL" in place.accepts:
        mended = f"{sign} {number}"
        fix = Fix(f"Write {mended}", start, match.end(), mended)
        hint = "`count` compares by signs"
        found = place.found("wrong_operator", fix, sign=match[0], mended=mended, hint=hint)
        return found._replace(start=start, end=match.end())
    if place.keyword == "require" and place.before.text in ("at", place.words[1].text):
        tool = shown(place.words[1].text)
        hint = f"write `count {tool} {sign} {number}`"
        fix = None
        if sign == ">=":
            hint = f"write `min {number}`"
            fix = Fix(f"Write min {number}", start, match.end(), f"min {number}")
        found = place.found("unexpected", fix, found=quoted(match[0]), hint=hint)
        return found._replace(start=start, end=match.end())
    return None


def early_mode(place: Refusal) -> Found | None:
    """`count strict a = 1`, `order: strict a -> b`, `args a strict <x: 1>`."""
    word, modes = place.word, MODES.get(place.keyword, ())
    if word is None or place.bracket:
        return None
    before = place.before
    later = any(other.text == ":" for other in place.words[place.at : place.at + 3])
    if not later:
        found = _uncoloned(place, modes)
        if found is not None:
            return found
    form = f"write `{place.keyword} {{}}: ...`"
    if before.text in modes and place.at == 3 and place.words[1].text == ":":
        if word.kind not in TOOLS:
            return None
        start = place.words[1].start
        fix = Fix("Write it before the colon", start, before.end, f" {before.text}:")
        hint = f"a mode stands before the colon: {form.format(before.text)}"
        found = place.found("unexpected", fix, found=quoted(before.text), hint=hint)
        return found._replace(start=before.start, end=before.end)
    if word.text in modes and word.text != "subset" and place.at > 1 and not later:
        written = place.words[1].text
        if written == word.text and "COLON" in (name for name, _ in place.taken[:4]):
            fix = Fix(f"Take {written} out", before.end, word.end, "")
            return place.found("unexpected", fix, hint="it stands before the colon: take it out")
        has = f"{word.text} subset" if written == "subset" else word.text
        hint = f"a mode stands before the colon: {form.format(has)}"
        return place.found("unexpected", _moved(place, word), hint=hint)
    if word.text == "subset" and before.text == ">" and place.keyword == "args":
        hint = "`subset` stands before the `<...>`"
        opened = next(other.start for other in place.words if other.text == "<")
        mended = f"subset {place.line.text[opened : before.end]}"
        fix = Fix("Write it before the <...>", opened, word.end, mended)
        if any(other.text == ":" for other in place.words[1:4]):
            fix = _moved(place, word)
        return place.found("unexpected", fix, hint=hint)
    return None


def _moved(place: Refusal, word: Word) -> Fix:
    """Write a mode that stands too late behind its keyword, with a colon if there is none."""
    start = len(place.keyword)
    colon = "" if any(other.text == ":" for other in place.words[1:4]) else ":"
    between = place.line.text[start : place.before.end]
    title = f"Write {place.keyword} {word.text}: ..."
    return Fix(title, start, word.end, f" {word.text}{colon}{between}")


def _uncoloned(place: Refusal, modes: tuple[str, ...]) -> Found | None:
    """`count strict a = 1`, `args strict sbset a <>`: words before the tool, and no colon."""
    texts: list[str] = []
    for word, tool in zip(place.words[1:3], place.words[2:4], strict=False):
        near = nearest(word.text, modes)
        if word.kind != "name" or tool.kind not in TOOLS or not near or near in texts:
            break
        texts.append(near)
    if not len(texts) + 2 > place.at > 0 < len(texts) or texts == ["subset", "strict"]:
        return None
    start, end = place.words[1].start, place.words[len(texts)].end
    written, meant = place.line.text[start:end], " ".join(texts)
    if written.split() == texts:
        if "COLON" in place.accepts:
            return None
        fix = Fix("Write the colon", end, end, ":")
        found = place.found("missing_colon", fix, mended=f"{place.keyword} {meant}: ...")
        # Without its colon `strict` is a tool: the fault lies no earlier. And `subset` is one of
        # its words.
        return found if len(texts) > 1 else found._replace(start=start, end=end)
    fix = Fix(f"Write {meant}:", start, end, f"{meant}:")
    why_not = f"its modes are {either([f'`{one}`' for one in modes])}"
    hint = f"did you mean `{place.keyword} {meant}: ...`?"
    found = place.found("unknown_mode", fix, word=shown(written), why_not=why_not, hint=hint)
    return found._replace(start=start, end=end)


def another(place: Refusal) -> Found | None:
    """`require a, b`, `forbid a and b`, `require a or b`, `forbid a b`: a second pattern."""
    word, after = place.word, place.behind
    if word is None or place.bracket or place.keyword not in ("require", "forbid", "tool"):
        return None
    if "WEIGHT" not in place.accepts and place.keyword != "tool":
        return None
    tool = place.before.text
    if word.text == "or" and "PIPE" in place.accepts:
        fix = Fix("Write |", word.start, word.end, "|")
        hint = "alternatives are parted by `|`"
        return place.found("wrong_operator", fix, sign="or", mended="|", hint=hint)
    both = word.text in (",", "and", "->")
    if word.kind == "string" and after is None and place.keyword != "tool":
        hint = f"to name the rule write `as {shown(word.text)}`; a second tool stands behind `|`"
        return place.found("unexpected", hint=hint)
    other = after if both else word if word.kind in ("string", "regex") else None
    if other is None or other.kind not in TOOLS or place.keyword == "tool":
        return None
    if word.text == "->":
        hint = f"for calls in this order write `sequence: {shown(tool)} -> {shown(other.text)}`"
        return place.found("unexpected", hint=hint)
    hint = f"write a rule for each, or `{shown(tool)} | {shown(other.text)}` for either of them"
    # To forbid each is to forbid either; to require each is another thing.
    fix = None
    if place.keyword == "forbid":
        end = word.end if both else word.start
        fix = Fix("Write |", place.before.end, end, " |" if both else " | ")
    return place.found("unexpected", fix, hint=hint)


def habit(place: Refusal) -> Found | None:
    """Tell a word that no rule has, and what says the same."""
    word = place.word
    if word is None or place.bracket or word.kind not in TOOLS or "NAME" in place.accepts:
        return None
    tool = place.words[1].text if len(place.words) > 1 else ""
    if place.only("STEP"):
        if word.kind == "name" and word.text in ("turn", "turns", "steps"):
            return None
        behind = place.behind
        if behind is not None and behind.kind == "number" and nearest(word.text, ("step",)):
            return None
        order = (tool, word.text) if place.before.text == "before" else (word.text, tool)
        hint = f"for calls in this order write `sequence: {shown(order[0])} -> {shown(order[1])}`"
        return place.found("unexpected", hint=hint)
    hint = _advice(place, word.text, shown(tool))
    fix = None
    if place.keyword == "require" and hint.startswith("write `forbid "):
        fix = Fix("Write forbid", 0, word.start, "forbid ")
    return place.found("unknown_word", fix, word=shown(word.text), hint=hint) if hint else None


def nameless(place: Refusal) -> Found | None:
    """`tool reader = view`."""
    word = place.word
    if word is None or word.kind != "name" or not place.only("REFERENCE") or "*" in word.text:
        return None
    fix = Fix(f"Write @{shown(word.text)}", word.start, word.start, "@")
    return place.found("unexpected", fix, hint=f"write `@{shown(word.text)}`")


def _advice(place: Refusal, word: str, tool: str) -> str:
    after = place.behind
    other = shown(after.text) if after is not None and after.kind in TOOLS else "..."
    keyword = place.keyword
    if keyword in ("require", "forbid"):
        if tool in ("not", "no", "never") and place.at == 2:
            return f"write `{'forbid' if keyword == 'require' else 'require'} {shown(word)}`"
        if word == "after" or (keyword == "forbid" and word in ("unless", "until", "without")):
            return f"`sequence: {other} -> {tool}` says that {_named(tool)} comes later"
        if keyword == "forbid" and word == "before":
            return f"`sequence: {other} -> {tool}` says that {_named(other)} comes first"
        if word == "max" or (keyword == "forbid" and word in ("more", "min")):
            return f"`count {tool} <= ...` says how often at most"
        if word in ("once", "twice"):
            return f"write `count {tool} = {1 if word == 'once' else 2}`"
        if word == "exactly":
            return f"write `count {tool} = ...`"
        if word == "first":
            return "`at step 0` is the agent's first turn; `order:` tells which call comes first"
        if word == "in":
            return "write `at step 1` or `before step 1`"
        if word == "step" and keyword == "require":
            return "write `at step`, or `before step`"
    if keyword in ARROWED and word in OWN_WORDS:
        return f"`{keyword}` takes no `{word}`: such words belong to `require`"
    if word in _ARGUMENTS and "LESS" in place.accepts:
        return f"arguments follow the tool at once: `{tool} <key: ...>`"
    if word in _PARTS and keyword in ("require", "forbid"):
        return "for a part of the result write `result /.../`"
    if word in _PARTS and keyword == "output":
        return f"an `output` is a whole result; for a part write `require {tool} result /.../`"
    return ""


def _named(tool: str) -> str:
    return "it" if tool == "..." else f"`{tool}`"


ALL: tuple[Callable[[Refusal], Found | None], ...] = (
    how_often, early_mode, another, habit, nameless,
)  # fmt: skip
"""In the order they are asked."""
