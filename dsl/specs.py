"""Specs from text: what Python code calls.

>>> from toolspec.dsl.specs import parse
>>> parse("forbid rm").rules[0].origin.source
'forbid rm'
"""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

from toolspec.dsl.errors import SpecError
from toolspec.dsl.files import text_of_file
from toolspec.dsl.read import read

if TYPE_CHECKING:
    from toolspec.engine.spec import Spec

__all__ = ["SpecError", "load", "parse"]


def parse(text: str, path: str | None = None) -> Spec:
    """Return the spec that a text says. Raises SpecError where it holds an error; warnings pass."""
    reading = read(text, path)
    if reading.errors:
        raise SpecError(reading.problems)
    return reading.spec


def load(path: str | PathLike[str]) -> Spec:
    """Return the spec in a file. Raises SpecError, also where the file cannot be read."""
    return parse(text_of_file(path), str(path))
