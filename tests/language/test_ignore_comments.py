"""Comments that silence warnings, and comments that only look as if they did."""

from __future__ import annotations

import pytest

from toolspec.dsl.read import read

NEARLY = [
    ("# toolspec ignore TS302", "# toolspec: ignore TS302"),
    ("# Toolspec: Ignore TS302", "# toolspec: ignore TS302"),
    ("# toolspec:ignored ts302", "# toolspec: ignore TS302"),
    ("# toolspec-ignore: TS302", "# toolspec: ignore TS302"),
    ("# toolspec: disable=TS302", "# toolspec: ignore TS302"),
    ("# noqa: TS302, TS303", "# toolspec: ignore TS302, TS303"),
    ("# ignore TS302 for now", "# toolspec: ignore TS302  # for now"),
]


@pytest.mark.parametrize(("comment", "meant"), NEARLY)
def test_a_comment_that_silences_nothing_says_how_it_is_written(comment: str, meant: str) -> None:
    text = f"forbid rm\nforbid rm  {comment}"
    assert {item.code for item in read(text).problems} == {"TS302", "TS306"}
    item = next(item for item in read(text).problems if item.code == "TS306")
    assert text[item.start : item.end] == comment
    (fix,) = item.fixes
    after = text[: fix.start] + fix.text + text[fix.end :]
    assert after == f"forbid rm\nforbid rm  {meant}"
    assert "TS302" not in {item.code for item in read(after).problems}


@pytest.mark.parametrize("comment", ["# toolspec ignore", "# Toolspec: Ignore"])
def test_a_comment_that_names_no_warning_gets_no_invented_code(comment: str) -> None:
    (item,) = read(f"forbid rm  {comment}").problems
    assert (item.code, item.fixes) == ("TS306", ())
    assert item.help == "write `# toolspec: ignore CODE`"


@pytest.mark.parametrize(
    "comment",
    ["# ignore the first call", "# toolspec: disable it when done", "# toolspec ignores this"],
)
def test_prose_about_ignoring_is_prose(comment: str) -> None:
    assert read(f"forbid rm  {comment}").problems == ()


def test_the_words_of_a_reason_are_one_warning() -> None:
    text = "forbid rm\nforbid rm  # toolspec: ignore TS302 because it is so"
    (item,) = read(text).problems
    assert item.title == "`because` is not the code of a warning"
    assert "a second `#`" in item.help


@pytest.mark.parametrize("written", ["[TS302]", "ts302", "TS302."])
def test_a_code_in_other_letters_or_brackets_gets_the_right_one(written: str) -> None:
    text = f"forbid rm\nforbid rm  # toolspec: ignore {written}"
    item = next(item for item in read(text).problems if item.code == "TS306")
    (fix,) = item.fixes
    after = text[: fix.start] + fix.text + text[fix.end :]
    assert read(after).problems == ()


def test_a_colon_after_ignore_is_said() -> None:
    text = "forbid rm\nforbid rm  # toolspec: ignore: TS302"
    (item,) = read(text).problems
    assert item.help == "remove `:`"
