"""UiPath's spans: OpenInference's keys, of which `tool.name` alone makes a call."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.engine.reading.dialects.dialect import Requested, Role, Unreadable, plain_kind, text
from toolspec.engine.reading.dialects.openinference import KIND, OpenInference, synthesized
from toolspec.engine.reading.dialects.told import why_unreadable
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import UNREAD, Span


class UiPath(OpenInference):
    """A span with `tool.name` is a call, whatever else it says, unless `tool.synthesized` is true.

    Source: the extraction rules of UiPath's evaluators. OpenInference's own tool spans carry their
    kind and no `span_type`; they are left to that dialect.
    """

    name = "uipath"
    title = "UiPath"
    page = FormatPage(
        written_by="The `uipath` packages.",
        get="`uipath run --trace-file FILE`.",
        unknown="Call ids of tools outside of LangChain.",
        example="Written by hand, as the source of the tool writes it.",
    )
    marks = frozenset(("tool.name", "span_type", UNREAD))
    scopes = frozenset()

    def role(self, span: Span) -> Role | None:
        """Return TOOL for every span with a tool's name that no other dialect reads better."""
        attributes = span.attributes
        if UNREAD in attributes:
            return Role.UNREADABLE
        if text(span, "tool.name") is not None:
            if plain_kind(attributes.get(KIND)) == "tool" and "span_type" not in attributes:
                return None
            if "gen_ai.tool.call.arguments" in attributes:
                return None
            return Role.PHANTOM if synthesized(span) else Role.TOOL
        if "span_type" in attributes and KIND not in attributes:
            return Role.OTHER
        return None

    def requested(self, span: Span) -> Iterator[Requested | Unreadable]:
        """Yield the calls of a response, and what cannot be read of a span."""
        if UNREAD in span.attributes:
            yield why_unreadable("Attributes", span.attributes[UNREAD])
        else:
            yield from super().requested(span)


DIALECT = UiPath()
