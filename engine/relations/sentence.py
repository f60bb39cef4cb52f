"""A relation as a part of a sentence: `an earlier call of `a`, which the agent had seen`."""

from __future__ import annotations

from collections.abc import Mapping

from toolspec.engine.relations.messages import MessagePattern
from toolspec.engine.relations.related import Relation


def related_in_words(relation: Relation, keys: Mapping[str, str], article: bool) -> str:
    """Return the other call or message, with an article unless none of them may be there."""
    other = relation.other
    what = other.in_words() if isinstance(other, MessagePattern) else other.in_words(keys)
    if relation.right:
        side = "before" if relation.way == "after" else "after"
        text = f"{'a ' * article}{what} directly {side} it"
    else:
        word, an = ("earlier", "an ") if relation.way == "after" else ("later", "a ")
        text = f"{an * article}{word} {what}"
    if relation.own:
        text += " of its own"
    if relation.seeing:
        text += ", which the agent had seen"
    return f"{text}, {relation.near}" if relation.near is not None else text
