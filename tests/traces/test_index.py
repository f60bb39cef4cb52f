"""Every file of `shared/traces` is read as it should be, or a row of a table says why not."""

from __future__ import annotations

from fnmatch import fnmatchcase

import pytest

from tests.traces.index_answers import ANSWERS, NO_RUN
from tests.traces.index_check import TRACES, compared, index, report
from tests.traces.index_rows import NOT_YET

FILES = [entry["file"] for entry in index()]

pytestmark = pytest.mark.skipif(not FILES, reason=f"no real trace files in {TRACES}")


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_read_as_it_should_be_or_a_row_says_why_not(file: str) -> None:
    one = compared(file)
    if one.row is None:
        assert one.read == one.holds or one.is_right, f"{one.file} holds {one.holds}: {one.read}"
    else:
        assert not one.is_right, f"read rightly: strike the row {one.row!r} or make it narrower"


@pytest.mark.parametrize("row", [*NOT_YET, *ANSWERS, *NO_RUN])
def test_a_row_is_about_a_file_and_has_a_reason(row: str) -> None:
    assert any(fnmatchcase(file, row) for file in FILES)
    answer = ANSWERS.get(row)
    assert answer.why if answer else NOT_YET.get(row) or NO_RUN.get(row)


def test_what_differs_is_printed_by_folder() -> None:
    lines = list(report([]))
    print("\n".join(lines))
    assert lines[-1].endswith(f"of {len(FILES)} files right")
