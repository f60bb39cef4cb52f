"""Files may be read in several threads at once: nothing that one reads reaches another."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from types import ModuleType
from typing import TypeVar

import pytest

from toolspec.engine.reading import dialects as dialects_module
from toolspec.engine.reading.dialects import dialects

THREADS = 4
T = TypeVar("T")


def at_once(work: Callable[[int], T]) -> list[T]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(THREADS)))


def test_no_thread_sees_but_some_of_the_dialects(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(name: str) -> ModuleType:
        time.sleep(0.01)
        return import_module(name)

    monkeypatch.setattr(dialects_module, "import_module", slowly)
    dialects.cache_clear()
    assert set(at_once(lambda _: dialects())) == {dialects()}
    assert len(dialects()) == len(dialects_module.NAMES)
