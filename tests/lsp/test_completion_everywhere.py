"""Each word of each policy is among what completion offers where the line is cut before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from corpus import of_the_contract, of_the_repository
from cursor import NOW_NS, snapshot

from toolspec.dsl.text.lexer import Token
from toolspec.engine.trace import Call, called
from toolspec.lsp.features.completion import completions
from toolspec.lsp.features.completion.paths import Listed
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.line_tokens import angles, code_words, key_of
from toolspec.lsp.text.symbols_in_line import coloured, mentions

CLASSES = {
    "tool": ("tool", "value"),  # an agent is a value
    "property": ("key",),
    "reference": ("name",),
    "bound": ("name",),
    "string": ("value", "path", "folder", "case"),
    "regexp": ("value",),
    "number": ("value",),
}
"""Kinds of items by the class of a word: any tool will do for a tool, any key for a key."""

PATTERN = ("forbid", "first", "last", "->", "(", "tool", "count", "require")
"""Words before a regex of tools."""

FREE = ("says", "answer", "as", "inside", "case", "traces", "tools", "use", "has", "by", "result")
"""Words before a text or a pattern that nobody but the writer knows."""


class Cut(NamedTuple):
    """A line that ends before a word: the word, its class, the words before it."""

    text: str
    word: Token
    what: str
    before: list[Token]

    @property
    def after(self) -> str:
        return self.before[-1].text if self.before else ""

    @property
    def touching(self) -> bool:
        return bool(self.before) and self.before[-1].end == self.word.start


def excepted(cut: Cut) -> str:
    """Return why a word need not be offered; "" where it has to be."""
    word = cut.word.text
    if word in (":", ",", ">", "]", ")", "}"):
        return "one key that ends what stands before it: an item would be in the way"
    if word == "(":
        return "one key before anything: it groups what follows"
    if cut.touching and word in ("|", "&", "?", "+", "<"):
        return "the word before is still being typed; after a space it is offered"
    if cut.what in ("string", "regexp", "number", "property", "keyword") and _unknown(cut):
        return "a value or key that nothing recorded tells"
    if cut.what == "reference" and cut.text.count(word) == 0:
        return "a name that is new or defined nowhere before"
    return ""


def _unknown(cut: Cut) -> bool:
    if cut.what == "keyword":
        return False
    open_object = [one.text for one in cut.before].count("{") > [
        one.text for one in cut.before
    ].count("}")
    in_value = cut.after in ("|", "&", "not", "(", "[", ",", "of", "=", ">", ":", ">=", "<=", "<")
    if cut.what == "regexp" and cut.after in PATTERN:
        return True
    return cut.after in FREE or open_object or in_value


def cuts(found: Snapshot) -> Iterator[Cut]:
    for entry in found.reading.entries:
        words = code_words(entry.line) if entry.line.kind == "code" else []
        classes = {(start, end): what for start, end, what in coloured(entry)}
        for at, word in enumerate(words):
            text = found.document.text[: entry.line.start + word.start]
            what = classes.get((word.start, word.end), word.kind)
            yield Cut(text, word, what, words[:at])


def trace_for(found: Snapshot) -> list[Call]:
    """Return calls of the tools that a spec names, with the arguments that it names."""
    calls: dict[str, dict[str, int]] = {"some_tool": {"some_key": 1}}
    for entry in found.reading.entries:
        if entry.line.kind != "code":
            continue
        for mention in mentions(entry):
            if mention.name[0] not in "@$":
                calls.setdefault(mention.name, {})
        for angle in angles(entry.line):
            for word in angle.pattern:
                calls.setdefault(word.text.strip('"'), {}).update(
                    (key_of(key), 1) for key, _ in angle.keys
                )
    return [
        called(name, arguments, {"total": 5})._replace(agent="researcher")
        for name, arguments in calls.items()
    ]


def offers(items: Iterable[Item], cut: Cut) -> bool:
    word = cut.word.text
    kinds = CLASSES.get(cut.what, ())
    return any(
        item.text.lstrip().startswith(word) or item.label.startswith(word) or item.kind in kinds
        for item in items
    )


def missing(texts: Iterable[str]) -> tuple[list[str], int, dict[str, int]]:
    """Return the words that are not offered, how many were looked at, and the exceptions."""
    lost: list[str] = []
    reasons: dict[str, int] = {}
    many = 0
    for text in texts:
        found = snapshot(text)
        calls = trace_for(found)
        for cut in cuts(found):
            many += 1
            items = completions(
                snapshot(cut.text, calls), len(cut.text), NOW_NS, (Listed("runs", folder=True),)
            )
            if offers(items, cut):
                continue
            why = excepted(cut)
            reasons[why] = reasons.get(why, 0) + 1
            if not why:
                last = cut.text.splitlines()[-1] if cut.text else ""
                offered = [item.label for item in items][:8]
                lost.append(f"{last}¦{cut.word.text} ({cut.what}): {offered}")
    return lost, many, reasons


def test_every_word_of_the_policies_is_offered() -> None:
    lost, many, _ = missing(of_the_repository())
    assert many > 900
    assert not lost, "\n".join(lost)


def test_every_word_of_the_contract_is_offered(shared: Path) -> None:
    lost, many, _ = missing(of_the_contract(shared))
    assert many > 2000
    assert not lost, "\n".join(lost)


@pytest.mark.parametrize(
    ("text", "offered", "refused"),
    [
        ("each refund <to: $t>: <¦", "to", "must"),
        ("order: refund <¦", "to", "must"),
        ("sequence: refund <¦", "must", ""),
        ("each refund: ok, not <¦", "to", ""),
        ("each refund | pay: exactly <¦", "to", ""),
        ("each refund ok: result {¦", "done", ""),
        ("require refund exactly <¦", "to", ""),
        ("require refund result {done: ¦", "true", ""),
        ("require refund result {¦", "...", ""),
        ("require refund result {done: true, ¦", "...", "done"),
        ("require refund <to: {¦", "name", ""),
        ("require refund <to: {name: ¦", '"Ann"', ""),
        ("require refund <amount: > ¦", "7", '"EUR"'),
        ("require refund <amount: 5 | ¦", "absent", "..."),
        ("require refund <amount: (5 | ¦", "7", "absent"),
        ("each refund: after pay or ¦", "after", ""),
        ("each refund: after pay, ¦", "not", ""),
        ("each refund: not ¦", "after", "not"),
        ("sequence: refund ok -> pay ¦", "ok", ""),
        ("sequence: refund ok ¦", "->", "ok"),
        ("forbid refund by a | ¦", "clerk", "refund"),
        ("forbid refund after ¦", "step", ""),
        ("forbid ¦", "first", ""),
        ("forbid refund by ¦", "clerk", "first"),
        ("any ¦", "{", "among"),
        ('answer "x" ¦', "if", "after"),
        ("each refund: right after ¦", "pay", "seeing"),
        ("each refund: right before ¦", "pay", "own"),
        ("each refund: right after pay, after ¦", "seeing", ""),
        ("count refund <= 1 per <¦", "<to>", "1"),
        ("any as \"x\" ¦", "{", "as"),
        ("require pay weight ¦", "2", ""),
        ("limit: sum <amount> <= ¦", "100", ""),
    ],
)  # fmt: skip
def test_what_was_missing_once(text: str, offered: str, refused: str) -> None:
    arguments = {"to": {"name": "Ann"}, "amount": 7, "currency": "EUR"}
    calls = [called("refund", arguments, {"done": True})._replace(agent="clerk"), called("pay")]
    items = completions(snapshot(text.removesuffix("¦"), calls), len(text) - 1, NOW_NS)
    labels = [item.label for item in items]
    assert offered in labels
    assert refused not in labels
