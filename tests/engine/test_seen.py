"""Spans as the reader sorts them."""

from __future__ import annotations

from toolspec.engine.seen import moment


def test_a_span_without_a_start_stands_where_it_ended_and_one_without_any_time_comes_last() -> None:
    timeless, ended, began = moment(None, None), moment(None, 7), moment(5, 9)
    assert (began, ended) == (5, 7)
    assert moment(0, 9) == 0
    assert timeless > 10**30
