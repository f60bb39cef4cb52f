"""What a file that adds to the language gives: its syntax, the parts it is built from, examples."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from toolspec.engine.trace import Call, Trace
from toolspec.engine.verdict import Evidence


class Syntax(NamedTuple):
    """A kind's share of the grammar.

    `keyword` is the rule's first word; `grammar` is Lark: a first line that says what follows the
    keyword, then further rules of the kind's own, each named `<keyword>_...`. It is put together
    from the base grammar's rules (`pattern`, `arguments`, `value`, ...: `dsl/base.lark`); a base or
    own rule named in it becomes a `Part` of that label. `words` are the kind's other keywords,
    `forms` how the rule is written, one per form, for people; `snippets` are bodies for editors
    (`${1:tool}`). `entry` is the label of an entry where a rule lists several, and `modes` are the
    words that may come between the keyword and the colon. `sample` is the rule that a message shows
    where nothing follows the keyword; without it, the first example.
    """

    keyword: str
    grammar: str
    words: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    snippets: tuple[str, ...] = ()
    entry: str = ""
    modes: tuple[str, ...] = ()
    sample: str = ""

    @property
    def mode_words(self) -> tuple[str, ...]:
        """The single words of the modes."""
        return tuple([mode for mode in self.modes if " " not in mode])

    # What follows is read from the grammar, so that it cannot say anything else.

    @property
    def is_ordered(self) -> bool:
        """Whether `->` is written between the entries."""
        return '"->"' in self.grammar

    @property
    def is_chain(self) -> bool:
        """Whether a rule is a colon and entries with `->` between them, and never anything else."""
        return self.is_ordered and "|" not in self._head

    @property
    def may_list(self) -> bool:
        """Whether a rule has one entry without a colon, or several after one, with commas."""
        return all(piece in self._head for piece in ('":"', '","', "|"))

    @property
    def is_one_phrase(self) -> bool:
        """Whether a rule without a colon is about one call or message."""
        return not self.entry and "_call" in self._head

    @property
    def compares_numbers(self) -> bool:
        """Whether an entry compares what it names with a number."""
        return " comparison " in self.grammar

    @property
    def compares_values(self) -> bool:
        """Whether an entry has a value after `=`."""
        return '"=" value' in self.grammar

    @property
    def opens_block(self) -> bool:
        """Whether the rules in the braces after it belong to it."""
        return '"{"' in self.grammar

    @property
    def marks_repeats(self) -> bool:
        """Whether an entry may have `?` or `+` after it."""
        return '"?"' in self.grammar

    @property
    def _head(self) -> str:
        """What the grammar lets follow the keyword."""
        return self.grammar.partition("\n")[0]


class About(NamedTuple):
    """What a word or a sign of the language means: a title, more text, and an example."""

    title: str
    text: str = ""
    example: str = ""


def documented(owner: type, example: str = "") -> About:
    """Return what the file of a class says about it in its docstring, without the reasons for it.

    The title is the first paragraph.
    """
    module = sys.modules[owner.__module__].__doc__ or owner.__name__
    title, *rest = module.strip().split("\n\n")
    kept = [piece.removeprefix("How it is judged. ") for piece in rest if piece[:5] != "Why. "]
    return About(_on_one_line(title), "\n\n".join(map(_on_one_line, kept)), example)


def _on_one_line(paragraph: str) -> str:
    return " ".join(paragraph.split())


class Part:
    """One labelled piece of a written rule: its value, its text as written, the pieces inside it.

    `span` is the offsets of the text in its source, for those who point at it; `facts` is room for
    what a reader works out from this piece alone, so that it is worked out once.
    """

    __slots__ = ("_facts", "label", "parts", "source", "span", "value")

    def __init__(
        self,
        label: str,
        value: Any = None,
        source: str = "",
        span: tuple[int, int] = (0, 0),
        parts: Sequence[Part] = (),
    ) -> None:
        self.label, self.value, self.source, self.span = label, value, source, span
        self.parts = tuple(parts)
        self._facts: dict[object, Any] | None = None

    @property
    def facts(self) -> dict[object, Any]:
        """What readers have worked out from this piece."""
        if self._facts is None:
            self._facts = {}
        return self._facts

    def all(self, label: str) -> Iterator[Part]:
        """Yield the pieces of that label, in order."""
        return (part for part in self.parts if part.label == label)

    def get(self, label: str) -> Part | None:
        """Return the first piece of that label, or None."""
        for part in self.parts:  # asked of every rule many times: no generator
            if part.label == label:
                return part
        return None

    def one(self, label: str) -> Part:
        """Return the piece of that label; the grammar promises that it is there."""
        part = self.get(label)
        assert part is not None, f"{self.label} without {label}"
        return part

    def value_of(self, label: str, default: Any = None) -> Any:
        """Return the value of the piece of that label, or a default."""
        part = self.get(label)
        return default if part is None else part.value


class Misuse(ValueError):  # noqa: N818 - a fault of the spec, not of the program
    """A rule that is well-formed and yet is not allowed, such as an empty step window.

    `problem` names the problem's file in `dsl/problems`; `part` is the piece to point at, None for
    the whole rule; `fields` fill its message.
    """

    def __init__(self, problem: str, part: Part | None = None, **fields: str) -> None:
        super().__init__(problem)
        self.problem, self.part, self.fields = problem, part, fields


class Example(NamedTuple):
    """A rule, calls, and what it says of them: a test and a piece of documentation.

    `spec` is the rule as written; `says` is the sentence that introduces it in the documentation.
    Where the status is not `pass`, `summary` is the very sentence that a report gives as the
    reason, and `evidence` the calls it names, with what each of them lacks.
    """

    spec: str
    calls: tuple[Call, ...]
    status: str
    score: float | None
    says: str = ""
    justification: dict[str, Any] | None = None
    summary: str = ""
    evidence: tuple[Evidence, ...] | None = None
    said: Any = None
    """What was said in the run: a `Dialogue`."""

    @property
    def trace(self) -> Trace:
        """The run."""
        return Trace(self.calls, said=self.said)
