"""Lists of tools in files: what a tool server answers, or what a request was given."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from toolspec.engine.dialogue import ToolDefinition
from toolspec.engine.json_value import Json, compact, same
from toolspec.engine.regular_file import NotAFileError, open_file
from toolspec.engine.tool_lists.schema import SchemaError, ToolList, ToolSchema, validator
from toolspec.engine.tool_lists.tool_definitions import tool_definitions
from toolspec.engine.trace import Unrecorded

FILE_BYTES_MAX: Final = 20 * 1024 * 1024
"""The largest list of tools that is read, in bytes."""

FILES_MAX: Final = 1000
"""Files that one `tools` line may name."""


class ToolFileError(Exception):
    """Why a file is not a list of tools, and what to do."""

    def __init__(self, file: str, reason: str, hint: str = "") -> None:
        super().__init__(reason)
        self.file, self.reason, self.hint = file, reason, hint


def files_of(pattern: str, folder: str) -> list[str]:
    """Return the files that a path or a glob means, relative to a folder, in order."""
    whole = Path(folder) / pattern
    if whole.exists() or not any(sign in pattern for sign in "*?["):
        return [str(whole)]
    # Relative to the anchor, so that an absolute pattern is a glob too.
    paths = Path(whole.anchor or ".").glob(str(whole.relative_to(whole.anchor)))
    return sorted(map(str, islice(paths, FILES_MAX)))


def read_tools(files: Sequence[str]) -> ToolList:
    """Return the tools in these files. Raises ToolFileError, also where two files disagree."""
    known: dict[str, tuple[ToolDefinition, str]] = {}
    schemas: list[ToolSchema] = []
    for file in files:
        for tool in _tools_in(file):
            before = known.get(tool.name)
            if before is not None:
                if not _alike(before[0], tool):
                    where = "here" if before[1] == file else f"in {Path(before[1]).name}"
                    raise ToolFileError(
                        file, f"the tool `{tool.name}` is defined in another way {where}",
                        "leave one of the two out",
                    )  # fmt: skip
                continue
            known[tool.name] = tool, file
            schemas.append(_schema(tool, file))
    return ToolList(tuple(schemas))


def _alike(tool: ToolDefinition, other: ToolDefinition) -> bool:
    if isinstance(tool.schema, Unrecorded) or isinstance(other.schema, Unrecorded):
        return tool.schema is other.schema
    return same(tool.schema, other.schema)


def _schema(tool: ToolDefinition, file: str) -> ToolSchema:
    if isinstance(tool.schema, Unrecorded):
        return ToolSchema(tool.name, "", tool.description)
    text = compact(tool.schema)
    try:
        validator(text)
    except SchemaError as error:
        raise ToolFileError(
            file, f"the schema of `{tool.name}` cannot be used: {error.reason}"
        ) from None
    return ToolSchema(tool.name, text, tool.description)


def _tools_in(file: str) -> Iterable[ToolDefinition]:
    definitions: list[ToolDefinition] = []
    for value in _documents(file):
        tools = tool_definitions(value)
        if tools is None or (not tools and value not in ([], {"tools": []})):
            raise ToolFileError(
                file, "this is not a list of tools",
                "it is what `tools/list` of an MCP server answers, or a request's `tools`",
            )  # fmt: skip
        definitions += tools
    return definitions


def _documents(file: str) -> list[Json]:
    """Return the JSON values of a file: one, or one on each line."""
    text = _text_of(file)
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        pass
    values: list[Any] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            raise ToolFileError(file, f"this is no JSON (line {number})") from None
    if not values:
        raise ToolFileError(file, "the file is empty")
    return values


def _text_of(file: str) -> str:
    try:
        with open_file(file) as opened:
            content = opened.read(FILE_BYTES_MAX + 1)
    except FileNotFoundError:
        raise ToolFileError(file, "there is no such file", "see the path") from None
    except (IsADirectoryError, NotAFileError):
        raise ToolFileError(file, "this is not a file", "name the file itself") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ToolFileError(file, f"the file cannot be read: {reason}") from None
    if len(content) > FILE_BYTES_MAX:
        raise ToolFileError(file, f"the file has more than {FILE_BYTES_MAX // 1024 // 1024} MB")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ToolFileError(file, "the file is not UTF-8") from None
