"""Signature help in `<...>`: the tool's arguments in traces and tool lists, and the active one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from toolspec.engine.match.values import written_key
from toolspec.lsp.feature import Feature
from toolspec.lsp.features.completion.place import CompletionPlace, place_at
from toolspec.lsp.state.argument_stats import ArgumentStats, stats_of
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.state.tool_schemas import SchemaArgument, arguments_of_tools, listed_tools
from toolspec.lsp.text.answers import Signature
from toolspec.lsp.text.escape import code, escaped, plain
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.line_tokens import key_of, meant
from toolspec.lsp.text.markup import content
from toolspec.lsp.text.positions import client_column

if TYPE_CHECKING:
    from toolspec.lsp.server import Server

KEYS_MAX = 12
"""Arguments in a signature."""

VALUES_MAX = 3
VALUE_MAX = 60
KEY_MAX = 40
TEXT_MAX = 300


def signature(snapshot: Snapshot, offset: int) -> Signature | None:
    """Return the signature at an offset; None outside `<...>` or for an unknown tool."""
    place = None if snapshot.too_long else place_at(snapshot, offset, after_word=True)
    if place is None or place.angle is None:
        return None
    pattern = meant(snapshot.reading, place.angle.pattern)
    stats, listed = stats_of(snapshot, pattern), arguments_of_tools(snapshot, pattern)
    calls = dict(stats.keys)
    every = list(dict.fromkeys([*calls, *listed]))
    keys = every[:KEYS_MAX]
    if pattern is None or not keys:
        return None
    arguments = tuple(
        (
            f"{plain(written_key(key), KEY_MAX)}: "
            f"{listed[key].type if key in listed else stats.type_of(key)}",
            _about(stats, key, calls.get(key, 0), listed.get(key)),
        )
        for key in keys
    )
    tools_named = stats.tools or tuple(
        tool.name for tool in listed_tools(snapshot) if pattern.matches(tool.name)
    )
    tools = " | ".join(plain(name, KEY_MAX) for name in tools_named[:3])
    more = " | ..." if len(tools_named) > 3 else ""
    ending = ", ..." if len(every) > KEYS_MAX else ""
    label = f"{tools}{more} <{', '.join(text for text, _ in arguments)}{ending}>"
    about = f"{times(stats.calls, 'call')} in {times(stats.total.traces, 'trace')}"
    return Signature(label, about, arguments, _active(keys, place))


def _about(stats: ArgumentStats, key: str, count: int, listed: SchemaArgument | None) -> str:
    about = f"{escaped(listed.description, TEXT_MAX)}\n\n" if listed and listed.description else ""
    if not count:
        return f"{about}{'required' if listed and listed.required else 'in the list of tools'}"
    values = ", ".join(
        f"{code(value, VALUE_MAX)} {number}×" for value, number in stats.values(key)[:VALUES_MAX]
    )
    return f"{about}in {count} of {times(stats.calls, 'call')}" + (f": {values}" if values else "")


def _active(keys: list[str], place: CompletionPlace) -> int:
    """Return the index of the argument at the cursor, by its value or by the typed key; or -1."""
    assert place.angle is not None
    # The letter appended at the cursor may look like another key.
    written = [key_of(key) for key, _ in place.angle.keys if place.base + key.start < place.span[0]]
    if place.at_key:
        typed = place.typed.strip('"')
        fitting = [key for key in keys if key not in written and key.startswith(typed)]
        return keys.index(fitting[0]) if fitting else -1
    return keys.index(written[-1]) if written and written[-1] in keys else -1


def offsets(shown: Signature, at: int) -> tuple[int, int]:
    """Return the span of an argument in the label, in UTF-16 units as the protocol requires."""
    start = shown.label.index("<") + 1
    for number, (text, _) in enumerate(shown.arguments):
        if number == at:
            break
        start += len(text) + 2
    end = start + len(shown.arguments[at][0])
    return client_column(shown.label, start, "utf-16"), client_column(shown.label, end, "utf-16")


def answer(server: Server, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    """Answer `textDocument/signatureHelp`."""
    pair = server.snapshot(params.text_document.uri)
    if pair is None:
        return None
    snapshot, adapter = pair
    shown = signature(snapshot, adapter.offset(params.position))
    if shown is None:
        return None
    able = server.client_capabilities.text_document
    can = able.signature_help.signature_information if able and able.signature_help else None
    formats = can.documentation_format if can else None
    as_offsets = bool(
        can and can.parameter_information and can.parameter_information.label_offset_support
    )
    parameters = [
        types.ParameterInformation(
            offsets(shown, at) if as_offsets else label, content(about, formats)
        )
        for at, (label, about) in enumerate(shown.arguments)
    ]
    # An index past the last one means none; without an index, editors mark the first.
    active = shown.active if shown.active >= 0 else len(parameters)
    information = types.SignatureInformation(
        shown.label, content(shown.documentation, formats), parameters, active
    )
    return types.SignatureHelp([information], active_signature=0, active_parameter=active)


_OPTIONS = types.SignatureHelpOptions(trigger_characters=["<", ","], retrigger_characters=[":"])
FEATURES = (Feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, answer, _OPTIONS),)
