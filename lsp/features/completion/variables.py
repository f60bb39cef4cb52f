"""In `each`: the `$names` that the subject binds; in the subject, one named after the key."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.rules import KEYWORDS, kind
from toolspec.lsp.features.completion.place import CompletionPlace
from toolspec.lsp.text.answers import Item
from toolspec.lsp.text.escape import code
from toolspec.lsp.text.line_tokens import key_of, subject_end


def proposed(place: CompletionPlace) -> Iterator[Item]:
    """Yield the names, where a value may be written."""
    if place.kind not in ("key", "name", "variable") or "VARIABLE" not in place.accepts:
        return
    if place.first not in KEYWORDS or not kind(place.first).binds_names:
        return
    end = subject_end(place.words)
    bound = [
        (word.text, place.words[at - 2].text if at > 1 else "")
        for at, word in enumerate(place.words[:end])
        if word.kind == "variable"
    ]
    if end == len(place.words):
        named = place.before in (":", "[")
        key = next((word for word in reversed(place.words) if word.kind == "key"), None)
        key = key if named else None
        name = f"${_bare(key_of(key))}" if key is not None else ""
        if name and (name, key.text if key else "") not in bound:
            yield _item(place, name, "binds the value of this argument", "00000")
    for rank, (name, key) in enumerate(dict(bound).items(), 1):
        yield _item(place, name, f"what {key} is in the call" if key else "", f"0{rank:05d}")


def _item(place: CompletionPlace, name: str, detail: str, sort: str) -> Item:
    about = f"{code(name)} stands for the value that the subject of the rule has there."
    return Item(name, place.lead + name, place.span, "name", detail, about, sort, filter=name)


def _bare(key: str) -> str:
    """Return a key as a name is written: letters, digits and `_`."""
    name = "".join(char if char.isascii() and char.isalnum() else "_" for char in key)
    return name if name[:1].isalpha() or name[:1] == "_" else f"_{name}"
