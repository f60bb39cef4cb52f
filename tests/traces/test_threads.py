"""Files may be read in several threads at once: nothing that one reads reaches another."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from types import ModuleType
from typing import TypeVar

import pytest

from toolspec.engine import dialects as dialects_module
from toolspec.engine.dialects import dialects
from toolspec.engine.formats.otlp_lines import LineReader

THREADS = 4
T = TypeVar("T")


@pytest.fixture
def switching_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(work: Callable[[int], T]) -> list[T]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(THREADS)))


def _line(number: int) -> bytes:
    attributes = [{"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}]
    held = {
        "traceId": f"{number + 1:032x}",
        "spanId": f"{number + 1:016x}",
        "name": f"n{number}",
        "attributes": attributes,
    }
    document = {"resourceSpans": [{"scopeSpans": [{"spans": [held]}]}]}
    return json.dumps(document, separators=(",", ":")).encode()


@pytest.mark.usefixtures("switching_often")
def test_a_span_found_again_is_of_its_own_file() -> None:
    def names(number: int) -> set[str]:
        line, found = _line(number), set[str]()
        for _ in range(1000):
            seen = LineReader(200).read(line, 1, 0, lambda: line)
            assert seen is not None
            seen[0].written = None  # as of spans that nobody asks for at once
            found.add(seen[0].span.name)
        return found

    assert at_once(names) == [{f"n{number}"} for number in range(THREADS)]


def test_no_thread_sees_but_some_of_the_dialects(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(name: str) -> ModuleType:
        time.sleep(0.01)
        return import_module(name)

    monkeypatch.setattr(dialects_module, "import_module", slowly)
    dialects.cache_clear()
    assert set(at_once(lambda _: dialects())) == {dialects()}
    assert len(dialects()) == len(dialects_module.NAMES)
