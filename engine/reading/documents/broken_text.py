"""What can be kept of a text that is broken: the lines after it, or what is complete before.

Whether the lines of a text are its documents is a question only where one of them is broken. A line
cut off in the middle must not take the next ones with it: `{"spans": [` and a new line could also
be the beginning of a document written over many lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

LINES_ASKED_MAX: Final = 20
"""How many lines after a broken one may be broken too before it counts as the file's end."""

# Only broken files need these: compiling them would cost every run.
_HEAD: Final = r'[\[{][^"]{0,20}"[^"\\]{0,80}"\s*:'
_TOKEN: Final = r'(?s)"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}"]'
_KEY_BEFORE: Final = r'"([^"\\]{1,80})"\s*:\s*$'


def stands_alone(text: str, at: int, *, after_document: bool) -> bool:
    """Tell whether the broken document at `at` ends with its line, whatever it leaves open.

    So it is where a complete document on a line of its own follows that begins with the same key,
    or is next to another: `after_document` says that one is on the line before.
    """
    if text[text.rfind("\n", 0, at) + 1 : at].strip("\ufeff \t\r\x1e"):
        return False
    head = re.compile(_HEAD).match(text, at)
    neighbour = after_document
    for start, end in _lines_after(text, at):
        if not _is_document(text, start, end):
            neighbour = False
        elif neighbour or (head is not None and text.startswith(head[0], start)):
            return True
        else:
            neighbour = True
    return False


def _lines_after(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield where the next lines that are not blank begin and end."""
    lines, size = 0, len(text)
    start = text.find("\n", at) + 1
    while 0 < start < size and lines < LINES_ASKED_MAX:
        end = text.find("\n", start)
        end = size if end < 0 else end
        if text[start:end].strip():
            lines += 1
            yield start, end
        start = end + 1


def _is_document(text: str, start: int, end: int) -> bool:
    """Tell whether a line, from its first character on, is one object or list."""
    if text[start] not in "{[":
        return False
    try:
        value, after = json.JSONDecoder().raw_decode(text[start:end])
    except (ValueError, RecursionError):
        return False
    # A list of nothing but such things as numbers is in no format, but often in a log.
    is_one = isinstance(value, dict) or any(isinstance(item, (dict, list)) for item in value)
    return is_one and not text[start + after : end].strip()


def open_parts(text: str, start: int, end: int) -> list[int]:
    """Return where each object and list that is still open at `end` begins."""
    opened: list[int] = []
    for token in re.compile(_TOKEN).finditer(text, start, end):
        character = token[0]
        if character in ("{", "["):
            opened.append(token.start())
        elif character in ("}", "]"):
            opened.pop()
        elif character == '"':
            break
    return opened


def complete_part(text: str, start: int) -> str | None:
    """Return a text cut off in the middle as a document of its complete elements.

    The elements are those of the innermost list called `spans`, else of the outermost list: half a
    span must not pass for a whole one. None where there is no list to cut.
    """
    opened: list[tuple[str, int]] = []
    complete: list[int] = []
    for token in re.compile(_TOKEN).finditer(text, start):
        character = token[0]
        if character in ("{", "["):
            opened.append((character, token.start()))
            complete.append(token.end())
        elif character in ("}", "]"):
            if not opened:
                return None
            opened.pop()
            complete.pop()
            if complete:
                complete[-1] = token.end()
        elif character == '"':
            break
    lists = [level for level, (character, _) in enumerate(opened) if character == "["]
    if not lists:
        return None
    level = lists[0]
    for candidate in lists:
        before = text[max(start, opened[candidate][1] - 100) : opened[candidate][1]]
        key_before = re.search(_KEY_BEFORE, before)
        if key_before is not None and key_before[1] == "spans":
            level = candidate
    closing = "".join("}" if kind == "{" else "]" for kind, _ in reversed(opened[: level + 1]))
    return text[start : complete[level]] + closing
