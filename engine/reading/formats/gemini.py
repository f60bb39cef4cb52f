"""Gemini's contents: messages of the roles `user` and `model`, made of parts.

A part is a text, a `functionCall` or a `functionResponse`; the Python SDK writes the same names
with underscores. Google's Agent Development Kit keeps them in events (`adk_events.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from toolspec.engine.dialogue import EVERYTHING
from toolspec.engine.json_value import Json, rest_of
from toolspec.engine.reading.format import Claim
from toolspec.engine.reading.formats.history import Chat, History, PutMessage, call_of
from toolspec.engine.reading.formats.messages import fields, is_list, is_object, items
from toolspec.engine.reading.page import FormatPage
from toolspec.engine.reading.payloads.envelopes import function_response
from toolspec.engine.trace import Place, Result

_PARTS: Final = frozenset(
    {"codeExecutionResult", "code_execution_result", "executableCode", "executable_code"}
    | {"fileData", "file_data", "functionCall", "functionResponse", "function_call"}
    | {"function_response", "inlineData", "inline_data", "text"}
    | {"tool_call", "toolCall", "tool_response", "toolResponse"}
)
_KNOWN: Final = frozenset({"parts", "role"})
_NOWHERE: Final = Place()
_OF_PARTS: Final = _PARTS | {
    *("mediaResolution", "media_resolution", "partMetadata", "part_metadata", "thought"),
    *("thoughtSignature", "thought_signature", "videoMetadata", "video_metadata"),
    *("audioMetadata", "audioTranscription", "audio_metadata", "audio_transcription"),
    *("documentMetadata", "document_metadata", "mediaProcessing", "media_processing"),
    *("speechMetadata", "speech_metadata", "spreadsheetMetadata", "spreadsheet_metadata"),
}
_CODE: Final = "code_execution"
"""The name of the tool that runs code at Google's."""


class Gemini(History):
    """`parts` that are objects with one of Gemini's keys, under the roles `user` and `model`."""

    name = "gemini"
    title = "Gemini contents"
    page = FormatPage(
        family="histories",
        written_by="The Gemini API, and `google-genai`.",
        get="The `contents` of a request, a chat's history, or `response.model_dump_json()`.",
        unknown="Times and tokens, and ids where the API gives none.",
        example="Cut from `google_adk_load_skill.json` of strands-agents/evals, Apache-2.0.",
    )
    records = EVERYTHING - {"agents", "times", "tokens", "tools"}
    inside = (
        *("contents", "history", "messages", "request.contents"),
        *("automatic_function_calling_history", "automaticFunctionCallingHistory"),
    )

    def claim(self, document: Json) -> Claim:
        """Tell whether the document is contents, or what the API answered."""
        claim = super().claim(document)
        if claim is Claim.NO and is_object(document) and not self._list_in(document):
            content = next(
                (fields(candidate).get("content") for candidate, _ in _candidates(document)), None
            )
            return Claim.SURE if is_content(content) else Claim.NO
        return claim

    def chat(self, value: Json, place: Place) -> Chat:
        """Return the contents in an object, and after them those that the API answered with."""
        chat = super().chat(value, place)
        for candidate, at in _candidates(value, place):
            # Of several candidates the first is the one that counts.
            content = fields(fields(candidate).get("content"))
            return chat._replace(messages=[*chat.messages, *self.put(content, at.at("content"))])
        return chat

    def _list_in(self, document: Json) -> Sequence[Json] | None:
        messages = super()._list_in(document)
        if messages is None and is_object(document) and any(True for _ in _candidates(document)):
            return ()
        return messages

    def is_one(self, message: Mapping[str, Json]) -> bool:
        """Tell whether it is a content."""
        return is_content(message)

    def put(self, message: Mapping[str, Json], place: Place) -> Iterator[PutMessage]:
        """Yield what a content says."""
        for put in messages_of(message, rest_of(message, _KNOWN)):
            yield PutMessage(put, place)


def _candidates(value: Json, place: Place = _NOWHERE) -> Iterator[tuple[Json, Place]]:
    record = fields(value)
    yield from items(record.get("candidates"), place, "candidates")
    yield from items(
        fields(record.get("response")).get("candidates"), place, "response", "candidates"
    )


def is_content(value: Json) -> bool:
    """Tell whether a value is a content of Gemini's."""
    if not is_object(value) or value.get("role") not in ("user", "model", "function", None):
        return False
    parts = value.get("parts")
    return is_list(parts) and bool(parts) and all(map(_is_part, parts))


def _is_part(value: Json) -> bool:
    filled = {key for key, value_of_key in fields(value).items() if value_of_key is not None}
    if _PARTS.isdisjoint(filled):
        return False
    # Those of other writers say of what type they are.
    return filled <= _OF_PARTS or not any(key.lower().endswith(("type", "kind")) for key in filled)


def messages_of(
    content: Mapping[str, Json], rest: Mapping[str, Json], usage: Json = None
) -> Iterator[dict[str, Json]]:
    """Yield a content as messages that are known: what was said and called, then each result."""
    blocks: list[Json] = []
    calls: list[Json] = []
    results: list[dict[str, Json]] = []
    parts = content.get("parts")
    unknown: list[Json] = []
    for part in parts if is_list(parts) else ():
        if more := rest_of(fields(part), _OF_PARTS):
            unknown.append(more)
        filled = {key: value for key, value in fields(part).items() if value is not None}
        call, answer = _call_in(filled), _answer_in(filled)
        if call is not None:
            calls.append(call)
        elif answer is not None:
            results.append(answer)
        elif isinstance(filled.get("text"), str):
            kind = "thinking" if filled.get("thought") is True else "text"
            blocks.append({"type": kind, kind: filled["text"]})
        elif filled:
            blocks.append({"type": next(iter(filled)), **filled})
    rest = {**rest, "parts": unknown} if unknown else rest
    role = "assistant" if content.get("role") == "model" or calls else "user"
    if blocks or calls or not results:
        yield {**rest, "role": role, "content": blocks, "tool_calls": calls, "usage": usage}
    elif rest:
        yield {**rest, "role": "system", "content": ""}
    yield from results


def _call_in(part: Mapping[str, Json]) -> Json:
    """Return the call that a part is; tools at Google's have a type in place of a name."""
    asked = part.get("functionCall", part.get("function_call"))
    if is_object(asked):
        streamed = asked.get("partialArgs", asked.get("partial_args"))
        args = asked.get("args") or (None if streamed else {})
        return call_of(asked.get("id"), asked.get("name"), args)
    hosted = part.get("toolCall", part.get("tool_call"))
    if is_object(hosted):
        kind = hosted.get("toolType", hosted.get("tool_type"))
        return call_of(hosted.get("id"), kind, hosted.get("args") or {})
    code = part.get("executableCode", part.get("executable_code"))
    if is_object(code):
        return call_of(code.get("id"), _CODE, rest_of(code, frozenset({"id"})))
    return None


def _answer_in(part: Mapping[str, Json]) -> dict[str, Json] | None:
    """Return the result that a part is, as a message of the tool's."""
    answer = part.get("functionResponse", part.get("function_response"))
    if is_object(answer):
        return function_result(answer)
    hosted = part.get("toolResponse", part.get("tool_response"))
    if is_object(hosted):
        kind = hosted.get("toolType", hosted.get("tool_type"))
        named = {"role": "tool", "tool_call_id": hosted.get("id"), "name": kind}
        return {**named, "content": hosted.get("response")}
    ran = part.get("codeExecutionResult", part.get("code_execution_result"))
    if is_object(ran):
        failed = ran.get("outcome") != "OUTCOME_OK"
        named = {"role": "tool", "tool_call_id": ran.get("id"), "name": _CODE}
        return {**named, "content": ran.get("output"), "is_error": failed}
    return None


def function_result(answer: Mapping[str, Json]) -> dict[str, Json]:
    """Return a function's response as a message of the tool's, out of its envelope."""
    put: dict[str, Json] = {
        "role": "tool",
        "tool_call_id": answer.get("id"),
        "name": answer.get("name"),
    }
    if "response" in answer:
        opened = function_response(answer["response"])
        put["content"] = answer["response"]
        if opened is not None and opened.both:
            whole = answer["response"]
            wrapped = Result(opened.value, envelope=whole, envelope_counts=True)
            put["content"] = cast("Json", wrapped)
        if opened is not None and opened.failed:
            put["is_error"] = True
    return put


FORMAT = Gemini()
