"""From the text of a file to its JSON documents, whatever way they stand in it.

One document, one on each line, pretty-printed ones after each other, and any of these between the
lines of a log (a console exporter prints into the same stream as everybody else). What does not
begin like JSON is log; what begins like JSON and is broken is an error, never skipped in silence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from toolspec.engine.collector import Resting
from toolspec.engine.formats.format import Document
from toolspec.engine.json_value import Json
from toolspec.engine.plural import plural
from toolspec.engine.trace import NOT_SHOWN, Note, Place

QUICK_CHARACTERS_MIN: Final = 1_000_000
"""From here on msgspec is worth its import, which costs as much as decoding about a megabyte."""

INTEGER_DIGITS_MAX: Final = 4000
WINDOW_CHARACTERS_MIN: Final = 4096
TOKEN_CHARACTERS: Final = 64
"""Nearer to the end of a piece of text, an error may be only that of the piece."""
_BLANK: Final = re.compile(r"[ \t\r\n\x1e\ufeff]*")
# A pattern that only broken files need stays text: compiling it would cost every run.
_INTENDED: Final = r'\{\s*"|\[\s*[\[{]|[\[{]\s*$|\{\s*\}|\[\s*\]|[\[{]\s*[\r\n]'
_BIG_FLOAT: Final = re.compile(r"\d[eE]\+?\d{3}")


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
    """What a text holds. `broken` is where reading stopped, None where it reached the end."""

    documents: list[Document]
    container: str
    skipped_lines: int
    broken: Broken | None


class TooDeepError(Exception):
    """A document nested deeper than the decoder's stack; the argument is the line it begins on."""


def scan(text: str, notes: list[Note], *, salvage: bool = False) -> Scan:
    """Return the documents of a text; duplicate keys, NaN and infinities are read with a note.

    With `salvage` a broken line does not end the scan. Raises TooDeepError.
    """
    if len(text) >= QUICK_CHARACTERS_MIN:
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
        self.skipped: list[int] = []
        self.left_out: list[Broken] = []
        self.open: dict[int, json.JSONDecodeError] = {}
        self.line, self.counted = 1, 0

    def run(self) -> Scan:
        text, at, broken = self.text, 0, None
        while True:
            found = _BLANK.match(text, at)
            at = at if found is None else found.end()
            if at >= len(text):
                break
            self._count_to(at)
            if text[at] not in "{[":
                at = self._skip_line(at)
                continue
            try:
                if at in self.open:
                    raise self.open[at]
                value, end = self.decoder.decode(at, self.line, self.notes)
            except RecursionError:
                raise TooDeepError(self.line) from None
            except json.JSONDecodeError as error:
                self._remember(at, error)
                broken = self._broken(at, error)
                if broken is None:
                    at = self._skip_line(at)
                elif self.salvage and broken.alone:
                    self.left_out.append(broken)
                    at, broken = self._line_after(at), None
                else:
                    break
                continue
            self.documents.append(Document(value, Place(self.line)))
            if self.on_one_line and text.find("\n", at, end) >= 0:
                self.on_one_line = False
            at = end
        self._note_skipped()
        if broken is None and self.left_out and not self.documents:
            broken = self.left_out[0]
        kind = "json" if len(self.documents) <= 1 else "json-lines"
        if kind == "json-lines" and not self.on_one_line:
            kind = "concatenated-json"
        return Scan(self.documents, kind, len(self.skipped) + len(self.left_out), broken)

    def _remember(self, at: int, error: json.JSONDecodeError) -> None:
        """Keep what is open where a long document fails: it fails there too, read from its start.

        The lines of one that counts as log are looked at next, and each may begin such a part.
        """
        if at not in self.open and error.pos - at >= WINDOW_CHARACTERS_MIN:
            from toolspec.engine.broken_text import open_parts

            self.open = dict.fromkeys(open_parts(self.text, at, error.pos), error)

    def _count_to(self, at: int) -> None:
        self.line += self.text.count("\n", self.counted, at)
        self.counted = at

    def _skip_line(self, at: int) -> int:
        if self.text[at] not in ",]":
            self.skipped.append(self.line)
        return self._line_after(at)

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
        if self.skipped:
            count = len(self.skipped)
            what = plural(count, "line that is no JSON", "lines that are no JSON")
            self.notes.append(Note(f"{what} passed over, the first here", Place(self.skipped[0])))

    def _broken(self, at: int, error: json.JSONDecodeError) -> Broken | None:
        """Return what is wrong with the document at `at`; None where it is a line of a log."""
        from toolspec.engine.broken_text import complete_part, stands_alone  # seldom needed

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
        held: Document | None = None
        if partial is not None:
            try:
                decoder = Decoder(partial)
                held = Document(decoder.decode(0, self.line, self.notes)[0], Place(self.line))
            except (ValueError, RecursionError):
                held = None
        if truncated:
            end = at + len(text[at:end].rstrip())
            line = self.line + text.count("\n", at, end)
            column = end - text.rfind("\n", 0, end)
        # Whatever follows, a mistake within the first line need not cost more than that line.
        alone = alone or (not truncated and line == self.line)
        return Broken(_plain(error.msg), line, column, truncated, held, alone)


def _plain(message: str) -> str:
    """Return a decoder's message as words that fit into a sentence."""
    return message[:1].lower() + message[1:].removesuffix(" at").removesuffix(" starting")


class Decoder:
    """The exact decoder: the standard library's, which reads what others refuse, with notes."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._doubts: dict[str, str] = {}
        self._failed = False
        options: dict[str, object] = {}
        if _BIG_FLOAT.search(text):
            options["parse_float"] = self._float
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._pairs,
            parse_constant=self._constant,
            parse_int=None,
            **options,  # pyright: ignore[reportArgumentType]
        )

    def decode(self, at: int, line: int, notes: list[Note]) -> tuple[Json, int]:
        """Return the document at `at` and where it ends; doubts become notes on `line`.

        Raises json.JSONDecodeError and RecursionError.
        """
        try:
            value, end = self._raw_decode(at)
        except json.JSONDecodeError:
            self._doubts.clear()
            raise
        except ValueError:
            # An integer of more digits than Python converts; read those as infinities.
            self._decoder = json.JSONDecoder(
                object_pairs_hook=self._pairs,
                parse_constant=self._constant,
                parse_float=self._float,
                parse_int=self._integer,
            )
            self._doubts.clear()
            value, end = self._raw_decode(at)
        if self._doubts:
            notes.extend(Note(doubt, Place(line), bare) for doubt, bare in self._doubts.items())
            self._doubts.clear()
        return value, end

    def _raw_decode(self, at: int) -> tuple[Json, int]:
        """Return the document at `at` and where it ends; only `msg` and `pos` of an error hold.

        The standard library counts the lines up to an error. In a text of many, a log for the most
        part, that takes longer than all else, so after the first one no more text than is needed is
        handed over.
        """
        if not self._failed:
            try:
                return self._decoder.raw_decode(self.text, at)
            except json.JSONDecodeError:
                self._failed = True
                raise
        end = self.text.find("\n", at)
        size = WINDOW_CHARACTERS_MIN + (max(end, at) - at)
        while True:
            piece = self.text[at : at + size]
            try:
                value, end = self._decoder.raw_decode(piece)
            except json.JSONDecodeError as error:
                near_end = error.pos > len(piece) - TOKEN_CHARACTERS
                cut = near_end or error.msg.startswith("Unterminated string")
                if cut and at + size < len(self.text):
                    size *= 8
                    continue
                error.pos += at
                raise
            return value, at + end

    def _pairs(self, items: list[tuple[str, Json]]) -> dict[str, Json]:
        held = dict(items)
        if len(held) != len(items):
            met: set[str] = set()
            again = {key for key, _ in items if key in met or met.add(key)}
            twice = next(key for key in held if key in again)
            self._doubt("the key ", twice, " stands twice in one object, the last one counts")
        return held

    def _doubt(self, before: str, recorded: str, after: str) -> None:
        self._doubts[f"{before}`{recorded}`{after}"] = f"{before}{NOT_SHOWN}{after}"

    def _constant(self, word: str) -> float:
        self._doubts[f"`{word}` is no JSON, read as a number all the same"] = ""
        return float(word)

    def _float(self, digits: str) -> float:
        value = float(digits)
        if value - value != 0:
            self._doubt("", digits[:20], " is too large for a number, read as infinity")
        return value

    def _integer(self, digits: str) -> int | float:
        if len(digits) <= INTEGER_DIGITS_MAX:
            return int(digits)
        self._doubts[f"a number of {len(digits)} digits read as infinity"] = ""
        return float("-inf" if digits[0] == "-" else "inf")


def _quick(text: str) -> Scan | None:
    """Return the documents of a large text by msgspec; None where the exact scanner must look.

    It refuses what is not strict JSON. It keeps the last of duplicate keys without a word, so what
    it read is written again and its keys are counted against the text's.
    """
    import msgspec

    with Resting():
        lone = text.strip("\ufeff \t\r\n")
        first = text.find(lone[:1])
        value = _strict(lone, msgspec.json.decode, msgspec.json.encode)
        if value is not None:
            line = 1 + text.count("\n", 0, max(first, 0))
            return Scan([Document(value, Place(line))], "json", 0, None)
        documents: list[Document] = []
        for line, written in _lines(text):
            value = _strict(written, msgspec.json.decode, msgspec.json.encode)
            if value is None:
                return None
            documents.append(Document(value, Place(line)))
        return Scan(documents, "json-lines", 0, None)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for line, written in enumerate(text.split("\n"), 1):
        stripped = written.strip("\ufeff \t\r")
        if stripped:
            yield line, stripped


def _strict(
    written: str, decode: Callable[[bytes], Json], encode: Callable[[Json], bytes]
) -> dict[str, Json] | list[Json] | None:
    """Return an object or list that is strict JSON without duplicate keys; else None."""
    if written[:1] not in ("{", "["):
        return None
    raw = written.encode("utf-8", "surrogatepass")
    try:
        value = decode(raw)
        again = encode(value)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, (dict, list)) and keys_written(raw) == keys_written(again):
        return value
    return None


def keys_written(raw: bytes) -> int:
    """Return how many keys a JSON text holds, spaces before colons aside.

    >>> keys_written(b'{"a": "x", "b": 1}')
    2
    """
    return raw.count(b'":') - raw.count(b'\\":')
