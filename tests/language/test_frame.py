"""Caret frames and files that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolspec.dsl.errors import SpecError
from toolspec.dsl.frame import frame
from toolspec.dsl.read import read
from toolspec.dsl.specs import load, parse
from toolspec.dsl.workspace import spec_file


def _frame(text: str, path: str | None = None) -> str:
    return frame(read(text, path).problems[0])


def test_a_frame_shows_place_line_carets_reason_and_help() -> None:
    assert _frame("forbid a\nforbd rm", "x.toolspec").splitlines()[:5] == [
        "error[TS102]: `forbd` is not a keyword",
        " --> x.toolspec:2:1",
        "  |",
        "2 | forbd rm",
        "  | ^^^^^",
    ]


def test_carets_stand_under_wide_characters_and_tabs() -> None:
    rows = _frame('forbid "日本" <path: \tabc>').splitlines()
    assert rows[4].index("^") == len('1 | forbid "日本" <path: ') + 2 + 4
    assert rows[4].count("^") == 3


def test_a_long_line_is_cut_around_its_carets() -> None:
    steps = " -> ".join(f"tool_{at}" for at in range(200))
    rows = _frame(f"order: {steps} extra -> {steps}").splitlines()
    assert all(len(row) < 120 for row in rows[:5])
    at = rows[4].index("^")
    assert rows[3][at : at + 5] == "extra"


def test_what_cannot_be_seen_is_shown_as_an_escape() -> None:
    text = _frame("forbid a\x1b[31m\u202e", "\x1b[1m.toolspec")
    assert "\x1b" not in text and "\u202e" not in text
    assert r"\x1b" in text and r"\u202e" in text


def test_a_second_place_is_marked_too() -> None:
    rows = _frame("require rm\n\n\nforbid rm").splitlines()
    assert "1 | require rm" in rows and "  | ---------- this rule" in rows and "..." in rows


def test_a_label_in_the_way_of_carets_stands_below_them() -> None:
    assert _frame("each pay: ok, failed").splitlines()[3:7] == [
        "1 | each pay: ok, failed",
        "  |           --  ^^^^^^",
        "  |           and this",
        "  |",
    ]


def test_the_error_shows_every_error_and_carries_every_problem() -> None:
    with pytest.raises(SpecError) as caught:
        parse("forbd a\ncount b < 0\nforbid <\n")
    said = str(caught.value)
    assert said.count("error[") == 2 and "warning[" not in said
    assert [item.code for item in caught.value.diagnostics] == ["TS102", "TS303", "TS107"]
    first = caught.value.diagnostics[0]
    assert (first.line, first.column, first.end_line, first.end_column) == (1, 1, 1, 6)
    assert first.severity == "error"


def _refused(path: Path) -> str:
    with pytest.raises(SpecError) as caught:
        load(path)
    assert [item.code for item in caught.value.diagnostics] == ["TS220"]
    return str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "there is no such file" in _refused(tmp_path / "none.toolspec")


def test_a_folder_is_told(tmp_path: Path) -> None:
    assert "this is a folder" in _refused(tmp_path)


def test_a_file_that_is_not_utf_8_is_told_with_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "a.toolspec"
    path.write_bytes(b"forbid a\nforbid \xff\n")
    said = _refused(path)
    assert "not UTF-8: byte 0xff cannot stand here" in said and ":2:8" in said


def test_a_file_past_the_limit_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spec_file, "FILE_BYTES_MAX", 10)
    path = tmp_path / "a.toolspec"
    path.write_text("forbid a\nforbid b\n", encoding="utf-8")
    assert "too large" in _refused(path)


def test_a_file_is_loaded_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "a.toolspec"
    path.write_text("\ufeffforbid a\r\n", encoding="utf-8")
    spec = load(path)
    assert spec.path == str(path) and len(spec.rules) == 1
