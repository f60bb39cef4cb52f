"""Values as a spec writes them: one file for each form, with its meaning and examples.

A new form is its file, its line in `FORMS`, a line in the grammar (`dsl/base.lark`), and a method
of `Values` in `dsl/parsing/value_forms.py` that makes it from the tree, with its line in `_FORMS`.
"""

from __future__ import annotations

from typing import Final

from toolspec.engine.match.values.absent import Absent
from toolspec.engine.match.values.between import Between
from toolspec.engine.match.values.both import Both
from toolspec.engine.match.values.compared import Compared
from toolspec.engine.match.values.each_item import EachItem
from toolspec.engine.match.values.either import Either
from toolspec.engine.match.values.exact import Exactly
from toolspec.engine.match.values.has import Has
from toolspec.engine.match.values.inside import Inside
from toolspec.engine.match.values.items import ListOf, OpenList
from toolspec.engine.match.values.length import Length
from toolspec.engine.match.values.members import ObjectOf
from toolspec.engine.match.values.named import NamedValue
from toolspec.engine.match.values.negated import Negated
from toolspec.engine.match.values.present import Present
from toolspec.engine.match.values.text import Text
from toolspec.engine.match.values.types import TYPES, OfType
from toolspec.engine.match.values.value import (
    Bindings,
    Lack,
    ValueForm,
    ValuePattern,
    merged,
    written_key,
)
from toolspec.engine.match.values.variable import Variable

FORMS: Final[tuple[type[ValuePattern], ...]] = (
    Exactly, Text, Present, Compared, Between, Either, Both, Negated, Absent, OfType, EachItem,
    Length, Has, Inside, ListOf, OpenList, ObjectOf, Variable, NamedValue,
)  # fmt: skip
"""Every form of value, in the order of the documentation."""

WORDS: Final = tuple(dict.fromkeys(word for form in FORMS for word in form.form.words))
"""The keywords of values."""

__all__ = [
    "FORMS",
    "TYPES",
    "WORDS",
    "Absent",
    "Between",
    "Bindings",
    "Both",
    "Compared",
    "EachItem",
    "Either",
    "Exactly",
    "Has",
    "Inside",
    "Lack",
    "Length",
    "ListOf",
    "NamedValue",
    "Negated",
    "ObjectOf",
    "OfType",
    "OpenList",
    "Present",
    "Text",
    "ValueForm",
    "ValuePattern",
    "Variable",
    "merged",
    "written_key",
]  # fmt: skip
