"""From the text of a file to its JSON documents, whatever way they are in it.

One document, one on each line, pretty-printed ones after each other, and any of these between the
lines of a log (a console exporter prints into the same stream as everybody else). What does not
begin like JSON is log; what begins like JSON and is broken is an error, never skipped in silence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.reading.documents.coded_lines import coded_lines
from toolspec.engine.reading.documents.decoder import WINDOW_CHARACTERS_MIN, Decoder, Twice
from toolspec.engine.reading.documents.server_events import data_of_events
from toolspec.engine.reading.format import Document
from toolspec.engine.reading.gc_paused import Resting
from toolspec.engine.reading.unread.call_texts import piece_between
from toolspec.engine.reading.unread.mentioned import Mentioned
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Note, Place

QUICK_CHARACTERS_MIN: Final = 1_000_000
"""From here on msgspec is worth its import, which costs as much as decoding about a megabyte."""

_BLANK: Final = re.compile(r"[ \t\r\n\x1e\ufeff]*")
_BLANKS: Final = " \t\r\n\x1e\ufeff"
DOCUMENTS_MIN: Final = 10_000
DOCUMENT_CHARACTERS_MIN: Final = 24
"""So many documents may be shorter on average than this: no record of a trace is."""

BRACKET_CHARACTERS_MIN: Final = 5
"""In a large text, brackets are on average further apart than this: no trace is made of `{}`."""

SCANNED_AGAIN_MAX: Final = 4
"""How often, on average, text may be looked through for documents that begin inside of lines."""

ODD_MAX: Final = 20
_MAY_BEGIN: Final = re.compile(
    r"\{(?=\s*[\"}]|[ \t\r]*(?:\n|\Z))"
    r"|\[(?=\s*(?:[\[{\]\"0-9-]|true|false|null|NaN|Infinity)|[ \t\r]*(?:\n|\Z))"
).search
_INSIDE_LINE: Final = re.compile(r"\{\s*\"[^\"\n]{1,100}\"\s*:|\[\s*\{\s*\"").match
"""After other text on its line, a document is an object with a key, or a list of such objects."""

# A pattern that only broken files need stays text: compiling it would cost every run.
_INTENDED: Final = r'\{\s*"|\[\s*[\[{]|[\[{]\s*$|\{\s*\}|\[\s*\]|[\[{]\s*[\r\n]'


class Broken(NamedTuple):
    """The place from which a text is no JSON, and what stood complete before it.

    `rest` is the part of the broken document that can be read: its complete elements. `alone` where
    nothing but a line is broken, and documents on the lines after it may be whole.
    """

    message: str
    line: int
    column: int
    truncated: bool
    rest: Document | None
    alone: bool = False

    @property
    def how(self) -> str:
        """In what way the text is no JSON."""
        if self.truncated:
            what = "line" if self.alone else "file"
            return f"the {what} breaks off in the middle of a document"
        return f"this is no JSON: {self.message}"


class Scan(NamedTuple):
    """What a text holds. `broken` is where reading stopped, None where it reached the end.

    `odd` are the lines between the documents that hold a word only traces have, with that word;
    `twice` the keys that are there more than once in one object, with different values;
    `mentioned` are the names in the lines between the documents.
    """

    documents: list[Document]
    container: str
    skipped_lines: int
    broken: Broken | None
    odd: tuple[tuple[int, str], ...] = ()
    twice: tuple[Twice, ...] = ()
    mentioned: Mentioned | None = None


class TooDeepError(Exception):
    """A document nested deeper than the decoder's stack; the argument is the line it begins on."""


class TooManyError(Exception):
    """More documents, objects or lists than a trace of that size has; the argument is a line."""


def scan(text: str, notes: list[Note], *, salvage: bool = False) -> Scan:
    """Return the documents of a text; duplicate keys, NaN and infinities are read with a note.

    With `salvage` a broken line does not end the scan. Raises TooDeepError and TooManyError.
    """
    text = coded_lines(data_of_events(text))
    if len(text) >= QUICK_CHARACTERS_MIN:
        if (text.count("{") + text.count("[")) * BRACKET_CHARACTERS_MIN > len(text):
            raise TooManyError(1)
        quick = _quick(text)
        if quick is not None:
            return quick
    return _Scanner(text, notes, salvage).run()


class _Scanner:
    def __init__(self, text: str, notes: list[Note], salvage: bool) -> None:
        self.text, self.notes, self.salvage = text, notes, salvage
        self.decoder = Decoder(text)
        self.documents: list[Document] = []
        self.on_one_line = True
        self.skipped_lines = 0
        self.first_skipped = 0
        self.odd: list[tuple[int, str]] = []
        self.mentioned = Mentioned()
        self.left_out: list[Broken] = []
        self.open: dict[int, json.JSONDecodeError] = {}
        self.line, self.counted = 1, 0
        self.scanned = 0

    def run(self) -> Scan:
        text, at, broken = self.text, 0, None
        while True:
            start, begins_line = self._next(at)
            if start > at + 1 or text[at:start] != "\n":
                self._pass_over(at, start)
            if start >= len(text):
                break
            self._count_to(start)
            try:
                if start in self.open:
                    raise self.open[start]
                value, end = self.decoder.decode(start, self.line, self.notes)
            except RecursionError:
                raise TooDeepError(self.line) from None
            except json.JSONDecodeError as error:
                unended = error.msg.startswith("Unterminated string")
                self.scanned += (len(text) if unended else error.pos) - start
                at = min(self._line_after(start), len(text))
                if begins_line:
                    self._remember(start, error)
                    broken = self._broken(start, error)
                    if broken is not None and not (self.salvage and broken.alone):
                        break
                if broken is None:
                    self._pass_over(start, at)
                else:
                    self.left_out.append(broken)
                    broken = None
                continue
            self.documents.append(Document(value, Place(self.line)))
            _count(self.documents, end)
            if self.on_one_line and text.find("\n", start, end) >= 0:
                self.on_one_line = False
            at = end
        self._note_skipped()
        if broken is None and self.left_out and not self.documents:
            broken = self.left_out[0]
        kind = "json" if len(self.documents) <= 1 else "json-lines"
        if kind == "json-lines" and not self.on_one_line:
            kind = "concatenated-json"
        skipped = self.skipped_lines + len(self.left_out)
        twice = tuple(self.decoder.twice)
        odd = tuple(self.odd)
        return Scan(self.documents, kind, skipped, broken, odd, twice, self.mentioned)

    def _next(self, at: int) -> tuple[int, bool]:
        """Return where the next document may begin, and whether nothing is before it on its line.

        The text's length where none does.
        """
        text, checked, clean = self.text, at, True
        if text.startswith('\n{"', at):  # most documents follow each other
            return at + 1, True
        # What is looked for inside of lines is bounded: hostile text could begin one everywhere.
        bounded = self.scanned > SCANNED_AGAIN_MAX * len(text)
        while True:
            match = _MAY_BEGIN(text, checked)
            if match is None:
                return len(text), True
            start = match.start()
            line = text.rfind("\n", checked, start)
            clean = clean or line >= 0
            # Where reading goes on in the middle of a line, a document ended there.
            clean = clean and not text[max(line + 1, checked) : start].strip(_BLANKS + ",]")
            if clean or (not bounded and _INSIDE_LINE(text, start)):
                return start, clean
            checked = start + 1

    def _pass_over(self, at: int, end: int) -> None:
        """Count the lines of text between documents; a word that only traces have is remembered."""
        gap = self.text[at:end]
        if not gap.strip(_BLANKS + ",]"):
            return
        self._count_to(at)
        written = [line for line in gap.split("\n") if line.strip(_BLANKS + ",]")]
        self.skipped_lines += len(written)
        first = self.line + gap[: len(gap) - len(gap.lstrip())].count("\n")
        self.first_skipped = self.first_skipped or first
        gap = gap.replace("\0", "")  # of text that is encoded as UTF-16
        self.mentioned.in_text(gap, self.line)
        word = piece_between(gap)
        if word is not None and len(self.odd) < ODD_MAX:
            self.odd.append((first, word))

    def _remember(self, at: int, error: json.JSONDecodeError) -> None:
        """Keep what is open where a long document fails: it fails there too, read from its start.

        The lines of one that counts as log are looked at next, and each may begin such a part.
        """
        if at not in self.open and error.pos - at >= WINDOW_CHARACTERS_MIN:
            from toolspec.engine.reading.documents.broken_text import open_parts

            self.open = dict.fromkeys(open_parts(self.text, at, error.pos), error)

    def _count_to(self, at: int) -> None:
        if at > self.counted:
            self.line += self.text.count("\n", self.counted, at)
            self.counted = at

    def _line_after(self, at: int) -> int:
        return self._line_end(at) + 1

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _note_skipped(self) -> None:
        if not self.documents:
            return
        if self.left_out:
            first, count = self.left_out[0], len(self.left_out)
            where = ": " if count == 1 else ", the first here: "
            text = f"{plural(count, 'broken line')} left out{where}{first.how}"
            self.notes.append(Note(text, Place(first.line)))
        if self.skipped_lines:
            what = plural(self.skipped_lines, "line that is no JSON", "lines that are no JSON")
            self.notes.append(
                Note(f"{what} passed over, the first here", Place(self.first_skipped))
            )

    def _broken(self, at: int, error: json.JSONDecodeError) -> Broken | None:
        """Return what is wrong with the document at `at`; None where it is a line of a log."""
        from toolspec.engine.reading.documents.broken_text import (  # seldom needed
            complete_part,
            stands_alone,
        )

        text, end, intended = self.text, len(self.text), re.compile(_INTENDED).match(self.text, at)
        after_document = bool(self.documents) and self.on_one_line
        alone = intended is not None and stands_alone(text, at, after_document=after_document)
        if alone:
            end = self._line_end(at)
        pos = min(error.pos, end)
        rest = text[pos : min(pos + 64, end)].strip()
        blank = _BLANK.match(text, pos, end)
        blank_to = pos if blank is None else blank.end()
        truncated = (
            error.msg.startswith("Unterminated string")
            or blank_to >= end
            or (end - pos < 12 and not set(rest) & set('{}[]",:'))
        )
        if not truncated and intended is None:
            return None
        line = self.line + text.count("\n", at, pos)
        column = pos - text.rfind("\n", 0, pos)
        partial = complete_part(text, at) if truncated and not alone else None
        document: Document | None = None
        if partial is not None:
            try:
                decoder = Decoder(partial)
                document = Document(decoder.decode(0, self.line, self.notes)[0], Place(self.line))
            except (ValueError, RecursionError):
                document = None
        if truncated:
            end = at + len(text[at:end].rstrip())
            line = self.line + text.count("\n", at, end)
            column = end - text.rfind("\n", 0, end)
        # Whatever follows, a mistake within the first line need not cost more than that line.
        alone = alone or (not truncated and line == self.line)
        return Broken(_plain(error.msg), line, column, truncated, document, alone)


def _plain(message: str) -> str:
    """Return a decoder's message as words that fit into a sentence."""
    return message[:1].lower() + message[1:].removesuffix(" at").removesuffix(" starting")


def _count(documents: Sequence[Document], size: int) -> None:
    """Raise TooManyError where there are more documents than a text of that size can mean."""
    if len(documents) > DOCUMENTS_MIN + size // DOCUMENT_CHARACTERS_MIN:
        raise TooManyError(documents[-1].place.line)


def _quick(text: str) -> Scan | None:
    """Return the documents of a large text by msgspec; None where the exact scanner must look."""
    with Resting():
        lone = text.strip("\ufeff \t\r\n")
        first = text.find(lone[:1])
        value = _strict(lone)
        if value is not None:
            line = 1 + text.count("\n", 0, max(first, 0))
            return Scan([Document(value, Place(line))], "json", 0, None)
        documents: list[Document] = []
        for line, written in _lines(text):
            value = _strict(written)
            if value is None:
                return None
            documents.append(Document(value, Place(line)))
            _count(documents, len(text))
        return Scan(documents, "json-lines", 0, None)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for line, written in enumerate(text.split("\n"), 1):
        stripped = written.strip("\ufeff \t\r")
        if stripped:
            yield line, stripped


def _strict(written: str) -> dict[str, Json] | list[Json] | None:
    if written[:1] not in ("{", "["):
        return None
    return strict_json(written.encode("utf-8", "surrogatepass"))


def strict_json(written: bytes) -> dict[str, Json] | list[Json] | None:
    """Return an object or list that is strict JSON without duplicate keys; else None.

    msgspec refuses what is not strict JSON, and keeps the last of duplicate keys without a word. So
    what it read is written again: where that is not what was written, the keys are counted.
    """
    import msgspec  # worth its import for large texts only

    try:
        value: Json = msgspec.json.decode(written)
        again = msgspec.json.encode(value)
    except (ValueError, RecursionError):
        return None
    same_text = len(written) - len(again) in (0, 1) and written.startswith(again)
    if not (same_text or _has_keys_of(written, again)):
        return None
    return value if isinstance(value, (dict, list)) else None


def _has_keys_of(written: bytes, again: bytes) -> bool:
    """Tell whether a JSON text has as many keys as another, which has no blanks around them.

    >>> _has_keys_of(b'{"a": "x", "b": 1}', b'{"a":"x","b":1}')
    True
    >>> _has_keys_of(b'{"a" : 1, "b": 1, "b": 2}', b'{"a":1,"b":2}')
    False
    """
    if re.search(_BLANK_AFTER_KEY, written):
        return False
    return _keys_in(written) == _keys_in(again)


_BLANK_AFTER_KEY: Final = rb'"[ \t\r\n]+:'


def _keys_in(written: bytes) -> int:
    return written.count(b'":') - written.count(b'\\":')
