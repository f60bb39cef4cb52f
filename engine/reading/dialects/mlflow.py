"""MLflow's spans: every attribute is JSON in text, inputs and outputs whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.reading.dialects.dialect import Role
from toolspec.engine.reading.dialects.genai import GenAi
from toolspec.engine.reading.exports.spans import Exported, Kind, exported_span
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.span import NOTHING, Span

MARK: Final = "mlflow.spanType"
_KINDS: Final[Mapping[str, Kind]] = {
    "TOOL": "tool",
    "LLM": "model",
    "CHAT_MODEL": "model",
    "AGENT": "agent",
}
_READ: Final = ("mlflow.spanInputs", "mlflow.spanOutputs", "mlflow.chat.")


class MLflow(GenAi):
    """Spans with `mlflow.spanType`, read as the GenAI spans they could be."""

    name = "mlflow"
    title = "MLflow"
    page = FormatPage(
        written_by="MLflow 2 and 3.",
        get=(
            "`mlflow.openai.autolog()` and the like, with `MLFLOW_ENABLE_OTLP_EXPORTER` or "
            "`trace.to_json()`."
        ),
        unknown="Call ids, where no span of a model tells which response asked for the call.",
        example=(
            "Cut from `trace.to_json()` of MLflow 3.17.2, an OpenAI agent with a scripted model."
        ),
    )
    marks = frozenset((MARK,))

    def role(self, span: Span) -> Role | None:
        """Return None: a span is translated before it is asked about."""
        return None

    def translated(self, span: Span) -> Span:
        """Return the span in the words of the GenAI conventions."""
        attributes = {key: _plain(value) for key, value in span.attributes.items()}
        kind: Kind = _KINDS.get(str(attributes.get(MARK)), "other")
        usage = attributes.get("mlflow.chat.tokenUsage")
        used = usage if isinstance(usage, Mapping) else NOTHING
        record = Exported(
            kind,
            span.name,
            attributes.get("mlflow.spanInputs"),
            attributes.get("mlflow.spanOutputs"),
            agent=span.name if kind == "agent" else None,
            tokens=(used.get("input_tokens"), used.get("output_tokens")),
            tools=attributes.get("mlflow.chat.tools"),
            written=attributes,
            beside={key: value for key, value in attributes.items() if not key.startswith(_READ)},
        )
        exported = exported_span(record)
        return span._replace(
            attributes=exported.attributes,
            status=exported.status or span.status,
            events=(*span.events, *exported.events),
        )


def _plain(value: Json) -> Json:
    """Return what an attribute holds: MLflow writes each as JSON text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


DIALECT = MLflow()
