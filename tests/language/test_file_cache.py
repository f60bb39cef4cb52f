"""Files that a spec takes in are read again when they change, and only then."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from toolspec.dsl.read import read
from toolspec.dsl.reader import uses
from toolspec.dsl.reader.reading import Reading
from toolspec.dsl.reread import reread
from toolspec.dsl.workspace import spec_file
from toolspec.dsl.workspace.file_cache import FileCache, stamp_of
from toolspec.engine import regular_file
from toolspec.engine.tool_lists import tool_files

Opened = list[str]


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """Return the names of the files that are opened from here on."""
    uses.forget_files()
    names: Opened = []

    def noting(path: str) -> object:
        names.append(Path(path).name)
        return regular_file.open_file(path)

    monkeypatch.setattr(spec_file, "open_file", noting)
    monkeypatch.setattr(tool_files, "open_file", noting)
    return names


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that writes a file, with a time of its own."""
    clock = iter(range(10**18, 2 * 10**18, 10**9))

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        now = next(clock)
        os.utime(path, ns=(now, now))
        return path

    return write


Written = Callable[..., Path]


def of(folder: Path, text: str) -> Reading:
    return read(text, str(folder / "a.toolspec"))


def kinds(reading: Reading) -> list[str]:
    return [rule.origin.source for rule in reading.spec.rules]


def test_a_used_spec_that_stays_is_not_opened_again(
    tmp_path: Path, written: Written, opened: Opened
) -> None:
    written("house.toolspec", 'use "deep.toolspec"\nforbid fetch\n')
    written("deep.toolspec", "forbid write\n")
    first = of(tmp_path, 'use "house.toolspec"\n')
    assert sorted(opened) == ["deep.toolspec", "house.toolspec"]
    again = of(tmp_path, 'use "house.toolspec"\nrequire a\n')
    typed = reread(again, 'use "house.toolspec"\nrequire ab\n')
    assert len(opened) == 2
    assert kinds(first) == ["forbid write", "forbid fetch"]
    assert kinds(typed) == ["forbid write", "forbid fetch", "require ab"]


@pytest.mark.parametrize("name", ["house.toolspec", "deep.toolspec"])
def test_a_used_spec_that_changes_counts_at_once(
    tmp_path: Path, written: Written, opened: Opened, name: str
) -> None:
    written("house.toolspec", 'use "deep.toolspec"\n')
    written("deep.toolspec", "forbid write\n")
    reading = of(tmp_path, 'use "house.toolspec"\n')
    assert kinds(reading) == ["forbid write"]
    written(name, "forbid other\n")
    reading = reread(reading, 'use "house.toolspec"\nrequire a\n')
    assert kinds(reading) == ["forbid other", "require a"]
    assert opened.count(name) == 2


def test_a_file_of_the_same_size_and_another_time_is_another_file(
    tmp_path: Path, written: Written, opened: Opened
) -> None:
    written("house.toolspec", "forbid aaaaa\n")
    assert kinds(of(tmp_path, 'use "house.toolspec"\n')) == ["forbid aaaaa"]
    written("house.toolspec", "forbid bbbbb\n")
    assert kinds(of(tmp_path, 'use "house.toolspec"\n')) == ["forbid bbbbb"]


def test_a_used_spec_that_was_missing_or_broken_is_seen_once_it_is_there(
    tmp_path: Path, written: Written, opened: Opened
) -> None:
    written("house.toolspec", 'use "deep.toolspec"\n')
    assert of(tmp_path, 'use "house.toolspec"\n').errors
    written("deep.toolspec", "forbid\n")
    assert of(tmp_path, 'use "house.toolspec"\n').errors
    written("deep.toolspec", "forbid a\n")
    assert kinds(of(tmp_path, 'use "house.toolspec"\n')) == ["forbid a"]
    (tmp_path / "deep.toolspec").unlink()
    assert of(tmp_path, 'use "house.toolspec"\n').errors


def test_what_two_used_specs_both_use_comes_once_from_the_cache_too(
    tmp_path: Path, written: Written, opened: Opened
) -> None:
    written("one.toolspec", 'use "both.toolspec"\nforbid one\n')
    written("two.toolspec", 'use "both.toolspec"\nforbid two\n')
    written("both.toolspec", "forbid both\ntool @x = y\n")
    text = 'use "one.toolspec"\nuse "two.toolspec"\n'
    want = ["forbid both", "forbid one", "forbid two"]
    assert [kinds(of(tmp_path, text)) for _ in range(3)] == [want] * 3
    turned = 'use "two.toolspec"\nuse "one.toolspec"\n'
    assert kinds(of(tmp_path, turned)) == ["forbid both", "forbid two", "forbid one"]
    assert kinds(of(tmp_path, 'use "two.toolspec", "both.toolspec"\nrequire @x\n')) == [
        "forbid both", "forbid two", "require @x",
    ]  # fmt: skip
    written("both.toolspec", "forbid none\n")
    assert kinds(of(tmp_path, text)) == ["forbid none", "forbid one", "forbid two"]


def test_a_circle_is_refused_from_wherever_it_is_entered(
    tmp_path: Path, written: Written, opened: Opened
) -> None:
    written("one.toolspec", 'use "two.toolspec"\n')
    written("two.toolspec", 'use "one.toolspec"\n')
    for name in ("one", "two", "one"):
        (problem,) = of(tmp_path, f'use "{name}.toolspec"\n').errors
        assert problem.slug == "circular_use"
    written("two.toolspec", "forbid a\n")
    assert kinds(of(tmp_path, 'use "one.toolspec"\n')) == ["forbid a"]


def test_a_used_spec_is_not_taken_from_the_cache_where_it_may_not_be_read(
    tmp_path: Path, written: Written, opened: Opened
) -> None:
    written("house.toolspec", "forbid fetch\n")
    inside = written("in/a.toolspec", "")
    assert kinds(read('use "../house.toolspec"\n', str(inside))) == ["forbid fetch"]
    within = uses.Uses(within=(str(tmp_path / "in"),))
    (problem,) = read('use "../house.toolspec"\n', str(inside), None, within).errors
    assert problem.slug == "unusable_file"


def test_a_list_of_tools_that_stays_is_not_opened_again_and_a_changed_one_is(
    tmp_path: Path, written: Written, opened: Opened
) -> None:
    text = 'tools "t/*.json"\neach fetch: valid\n'
    written("t/one.json", json.dumps({"tools": [{"name": "fetch"}]}))
    reading = of(tmp_path, text)
    reading = reread(reading, text + "forbid a\n")
    assert opened == ["one.json"]
    written("t/two.json", json.dumps({"tools": [{"name": "other"}]}))
    reading = reread(reading, text)
    assert opened == ["one.json", "one.json", "two.json"]
    written("t/two.json", "no JSON")
    assert [one.slug for one in reread(reading, text).errors] == ["unusable_file"]
    count = len(opened)
    assert [one.slug for one in of(tmp_path, text).errors] == ["unusable_file"]
    assert len(opened) == count


def test_a_used_spec_is_read_again_where_its_own_list_of_tools_changes(
    tmp_path: Path, written: Written, opened: Opened
) -> None:
    written("house.toolspec", 'tools "t/*.json"\nforbid a\n')
    assert of(tmp_path, 'use "house.toolspec"\n').errors
    written("t/one.json", json.dumps({"tools": [{"name": "fetch"}]}))
    assert kinds(of(tmp_path, 'use "house.toolspec"\n')) == ["forbid a"]


def test_the_cache_stays_within_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("x")
    cache = FileCache[int, str](100)
    for number in range(50):
        cache.put(number, "made", {str(file): stamp_of(str(file))}, 30)
        assert cache.bytes_kept <= 100
    cache.put(99, "too large", {}, 101)
    assert (cache.get(49), cache.get(0), cache.get(99)) == ("made", None, None)
    file.unlink()
    assert cache.get(49) is None
