"""Real files into which a copy of one of their calls is put, of the forbidden tool.

A value is a call's name where another name in its place alone changes what `forbid` says. A copy of
the record that holds it is put beside it, as it is or changed in one way, and must never pass. By
command: `python -m tests.traces.copied_calls --seed 7 --number 5000 [--only codex]`.
"""

# pyright: basic
from __future__ import annotations

import argparse
import io
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias, cast
from zipfile import ZIP_DEFLATED, ZipFile

from tests.traces.attack_plans import ALL
from tests.traces.no_calls import is_data, says_nothing
from tests.traces.runs import Done
from tests.traces.verdicts import FORBIDDEN, verdict
from toolspec.engine.reading.files import read_bytes
from toolspec.engine.reading.format import TraceError

ROOT: Final = Path(__file__).parents[2].parent / "shared"
BYTES_MAX: Final = 160_000
WAYS_MAX: Final = 6
"""Names of calls that are tried in one file."""

Way: TypeAlias = "tuple[str | int, ...]"


class Real(NamedTuple):
    """A real file: its documents, the ways to names of calls in it, and how it is written."""

    about: str
    documents: list[Any]
    ways: list[Way]
    write: Callable[[list[Any]], bytes]


class Hidden(NamedTuple):
    """A file with a copied call in it."""

    about: str
    data: bytes


@cache
def real_files(only: str = "") -> tuple[Real, ...]:
    """Return the real files in which the name of a call can be told."""
    found: list[Real] = []
    for path in sorted([*(ROOT / "traces").rglob("*"), *(ROOT / "traces-live").rglob("*")]):
        name = str(path.relative_to(ROOT))
        left = path.name == "index.json" or "scripts" in name or only not in name
        if left or not path.is_file() or path.stat().st_size > BYTES_MAX:
            continue
        real = _real(name, path.read_bytes())
        if real is not None:
            found.append(real)
    for name, known in ALL.items():
        for carrier, carried in known.carriers.items():
            about = f"made, {name}, {carrier}"
            if only in about:
                real = _real(about, carried(known.make(_RUN)))
                if real is not None:
                    found.append(real)
    return tuple(found)


_RUN: Final = [
    [Done("search", {"q": 1}, "ok", "c1"), Done("read_file", {"path": "a"}, "ok", "c2")],
    [Done("look_up", {"id": 7}, "fine", "c3")],
]


def _real(about: str, data: bytes) -> Real | None:
    try:
        documents, write = _opened(data)
        names = {call.name for trace in read_bytes(data).traces for call in trace.calls}
    except (TraceError, ValueError):
        return None
    if verdict(data) != "pass":
        return None
    ways: list[Way] = []
    shapes: Counter[str] = Counter()
    for way in _ways(documents, names):
        shape = ".".join(part for part in way if isinstance(part, str))
        shapes[shape] += 1
        if shapes[shape] <= 1 and len(shapes) <= 12:
            copied = _copy(documents)
            _put(copied, way, FORBIDDEN)
            if verdict(write(copied)) != "pass":
                ways.append(way)
    return Real(about, documents, ways[:WAYS_MAX], write) if ways else None


def _opened(data: bytes) -> tuple[list[Any], Callable[[list[Any]], bytes]]:
    if data.startswith(b"PK"):
        with ZipFile(io.BytesIO(data)) as archive:
            files = [(one, archive.read(one)) for one in archive.namelist()]
        held = [at for at, (name, _) in enumerate(files) if name.startswith("samples/")]

        def zipped(documents: list[Any]) -> bytes:
            out = io.BytesIO()
            with ZipFile(out, "w", ZIP_DEFLATED) as archive:
                for at, (name, content) in enumerate(files):
                    if at in held:
                        archive.writestr(name, json.dumps(documents[held.index(at)]))
                    else:
                        archive.writestr(name, content)
                for at in range(len(held), len(documents)):
                    archive.writestr(f"samples/more{at}.json", json.dumps(documents[at]))
            return out.getvalue()

        return [json.loads(files[at][1]) for at in held], zipped
    text = data.decode("utf-8-sig")
    try:
        return [json.loads(text)], _lines
    except ValueError:
        return [json.loads(line) for line in text.splitlines() if line.strip()], _lines


def _lines(documents: list[Any]) -> bytes:
    return "\n".join(map(json.dumps, documents)).encode()


def _ways(held: Any, names: set[str], way: Way = ()) -> Iterator[Way]:
    if isinstance(held, str):
        if held in names or (way and way[-1] == "name" and held.endswith(tuple(names))):
            yield way
        return
    inner = cast("Any", held)
    pairs: Any = ()
    if isinstance(held, dict):
        pairs = inner.items()
    elif isinstance(held, list):
        pairs = enumerate(inner)
    for key, value in pairs:
        yield from _ways(value, names, (*way, key))


def _copy(held: Any) -> Any:
    return json.loads(json.dumps(held))


def _put(held: Any, way: Way, value: Any) -> None:
    for key in way[:-1]:
        held = held[key]
    held[way[-1]] = value


def _at(held: Any, way: Way) -> Any:
    for key in way:
        held = held[key]
    return held


# Changes of a copy: each takes the record and the way to the name in it, and returns what is put.

Change: TypeAlias = "Callable[[Random, Any, Way], Any]"
_IDS: Final = ("id", "uuid", "call_id", "callid", "spanid", "span_id", "toolcallid", "tool_call_id")


def as_it_is(random: Random, record: Any, way: Way) -> Any:
    """Copy the record as it is, with the ids it had."""
    return record


def other_ids(random: Random, record: Any, way: Way) -> Any:
    """Give what is named like an id another value, or none."""
    value = random.choice(("x9", "x9", None, "", 7, [], {"a": 1}, "drop"))
    _replace(record, value, lambda key: key.lower().replace("_", "").endswith("id"))
    return record


def other_type(random: Random, record: Any, way: Way) -> Any:
    """Give the record another type, or none."""
    holders = [record, *(_at(record, way[:end]) for end in range(1, len(way)))]
    holders = [one for one in holders if isinstance(one, dict)]
    held = random.choice(holders or [{}])
    word = random.choice(("type", "role", "kind", "event", "status", "subtype"))
    if word not in held:
        word = "type"
    value = random.choice(("tool_call", "custom", None, "", 3, ["tool_call"], "TOOL", "message"))
    if isinstance(held.get(word), str) and random.random() < 0.4:
        value = random.choice((str.upper, str.title, lambda one: one + "s"))(held[word])
    if random.random() < 0.3:
        held.pop(word, None)
    else:
        held[word] = value
    return record


def other_key(random: Random, record: Any, way: Way) -> Any:
    """Spell one of the keys on the way to the name otherwise."""
    ends = [end for end, key in enumerate(way) if isinstance(key, str)]
    if ends:
        end = random.choice(ends)
        held, key = _at(record, way[:end]), cast("str", way[end])
        spelt = (key.upper(), key.title(), _snake(key), _camel(key), key + "s", f" {key}")
        spelt = tuple(one for one in spelt if one != key) or ("x",)
        held[random.choice(spelt)] = held.pop(key)
    return record


def _snake(key: str) -> str:
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in key)


def _camel(key: str) -> str:
    first, *more = key.split("_")
    return first + "".join(map(str.title, more))


def wrapped_inside(random: Random, record: Any, way: Way) -> Any:
    """Put a value on the way to the name into a list, an object or a text."""
    end = random.randint(0, len(way) - 1) if way else 0
    if end == 0:
        return _wrap(random, record)
    _put(record, way[:end], _wrap(random, _at(record, way[:end])))
    return record


def _wrap(random: Random, value: Any) -> Any:
    match random.randrange(6):
        case 0:
            return [value]
        case 1:
            return {"data": value}
        case 2:
            return json.dumps(value)
        case 3:
            return {"0": value}
        case 4:
            return {random.choice(("message", "item", "payload", "call", "event")): value}
        case _:
            return [[value]]


def unwrapped(random: Random, record: Any, way: Way) -> Any:
    """Put an object on the way to the name in the record's place."""
    inner = [_at(record, way[:end]) for end in range(1, len(way))]
    inner = [one for one in inner if isinstance(one, dict | list)]
    return random.choice(inner) if inner else record


def other_arguments(random: Random, record: Any, way: Way) -> Any:
    """Give each key for arguments a value that is none."""
    value = random.choice(("{broken", [], [1], None, 7, "", "ls", True, "drop"))
    arguments = {"args", "arguments", "input", "parameters", "params", "inputs"}
    _replace(record, value, arguments.__contains__)
    return record


def _replace(held: Any, value: Any, is_meant: Callable[[str], bool]) -> None:
    """Give what is under such keys, however deep, another value; none for `drop`."""
    if isinstance(held, list):
        for item in held:
            _replace(item, value, is_meant)
    elif isinstance(held, dict):
        for key in list(held):
            if not is_meant(key):
                _replace(held[key], value, is_meant)
            elif value == "drop":
                del held[key]
            else:
                held[key] = value


def less(random: Random, record: Any, way: Way) -> Any:
    """Leave out a key beside the way to the name."""
    holders = [_at(record, way[:end]) for end in range(len(way))]
    places = [(one, key) for one in holders if isinstance(one, dict) for key in one]
    places = [(one, key) for one, key in places if key not in way]
    if places:
        held, key = random.choice(places)
        held.pop(key, None)
    return record


CHANGES: Final[tuple[Change, ...]] = (
    *(as_it_is, other_ids, other_type, other_key, wrapped_inside, unwrapped, other_arguments),
    less,
)

# Places where a copy is put.


def _placed(random: Random, documents: list[Any], way: Way, record: Any, end: int) -> str:
    """Put a record into the documents; return where. `way[:end]` is where its original is."""
    above = _at(documents, way[: end - 1])
    choices = ["beside", "beside", "beside", "document", "other list", "other key", "instead"]
    match random.choice(choices):
        case "beside" if isinstance(above, list):
            above.insert(random.randint(0, len(above)), record)
            return "beside"
        case "document":
            documents.insert(random.randint(0, len(documents)), record)
            return "as a document"
        case "other list":
            lists = [(one, at) for one, at in _lists(documents) if one is not above]
            lists = [(one, at) for one, at in lists if not is_data(documents, at)]
            if lists:
                held, at = random.choice(lists)
                held.insert(random.randint(0, len(held)), record)
                return f"in another list, {'.'.join(map(str, at))}"
        case "other key":
            ends = [at for at in range(1, end) if not is_data(documents, way[: at + 1])]
            objects = [_at(documents, way[:at]) for at in ends]
            objects = [one for one in objects if isinstance(one, dict)]
            if objects:
                key = random.choice(("x", "data", "more", "item", str(way[end - 1])))
                held = random.choice(objects)
                held.setdefault(key, record)
                return f"under a key `{key}` beside {', '.join(held)[:100]}"
        case _:
            pass
    _put(documents, way[:end], record)
    return "instead of it"


def _lists(held: Any, way: Way = ()) -> Iterator[tuple[list[Any], Way]]:
    if isinstance(held, list):
        yield cast("list[Any]", held), way
    inner = cast("Any", held)
    for key, value in inner.items() if isinstance(held, dict) else enumerate(inner):
        if isinstance(value, dict | list):
            yield from _lists(value, (*way, key))


def hidden(random: Random, real: Real) -> Hidden | None:
    """Return a real file with a copy of one of its calls."""
    documents = _copy(real.documents)
    way = random.choice(real.ways)
    holders = [end for end in range(1, len(way)) if isinstance(_at(documents, way[:end]), dict)]
    if not holders:
        return None
    end = random.choice(holders[-3:])
    record = _copy(_at(documents, way[:end]))
    inner = way[end:]
    _put(record, inner, FORBIDDEN)
    change = random.choice(CHANGES)
    changed = _copy(change(random, record, inner))
    if FORBIDDEN not in json.dumps(changed) or says_nothing(changed):
        return None
    where = _placed(random, documents, way, changed, end)
    if FORBIDDEN not in json.dumps(documents):  # the key was there already
        return None
    data = real.write(documents)
    shape = ".".join(map(str, way))
    held = f"{change.__name__}, {where}, {shape} [{end}]: {json.dumps(changed)[:600]}"
    return Hidden(f"{real.about}: {held}", data)


def main() -> int:
    """Say which copies pass, as a command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=2000)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    files = real_files(options.only)
    sys.stdout.write(f"{len(files)} files\n")
    said: Counter[str] = Counter()
    for number in range(options.number):
        random = Random(f"{options.seed}-{number}")
        made = hidden(random, random.choice(files))
        if made is None:
            continue
        try:
            status = verdict(made.data)
        except Exception as error:
            status = f"{type(error).__name__}: {error}"
        said[status] += 1
        if status == "pass" or ":" in status:
            sys.stdout.write(f"{number} {status}: {made.about}\n\n")
            if options.keep:
                (options.keep / f"{number}").write_bytes(made.data)
    sys.stdout.write(f"{said}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
