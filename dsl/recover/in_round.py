"""Refusals of round brackets in values that are meant as a list, or as arguments."""

from __future__ import annotations

from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.recover.round_brackets import in_round
from toolspec.dsl.recover.stop import Stop


def in_round_brackets(place: Stop) -> LineDiagnostic | None:
    """`<x: (1, 2)>`: a list, or arguments, in round brackets."""
    opened: list[int] = []
    for at, word in enumerate(place.line.words):
        if word.end > place.stop:
            break
        if word.text == "(" and word.kind == "sign":
            opened.append(at)
        elif word.text == ")" and word.kind == "sign" and opened:
            opened.pop()
    if not opened or place.word is None or place.word.text not in (",", ":", "=", ")", "->"):
        return None
    return in_round(place.line, opened[-1], True)
