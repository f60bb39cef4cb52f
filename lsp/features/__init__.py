"""The features of the server. A new one is a file here and a line below."""

from __future__ import annotations

from toolspec.lsp.feature import Command, Feature
from toolspec.lsp.features import (
    code_actions,
    code_lens,
    commands,
    completion,
    definition,
    diagnostics,
    formatting,
    hover,
    inlay_hints,
    inline_completion,
    lifecycle,
    links,
    references,
    rename,
    rule_tools,
    signature_help,
    status,
    trace_list,
)
from toolspec.lsp.features.drawings import (
    call_text,
    compare,
    from_calls,
    matrix,
    rule_result,
    timeline,
)
from toolspec.lsp.features.structure import folding, selection, semantic_tokens, symbols
from toolspec.lsp.refresh import Picture, Push

_MODULES = (
    lifecycle,
    diagnostics,
    completion,
    inline_completion,
    hover,
    signature_help,
    inlay_hints,
    code_actions,
    code_lens,
    commands,
    formatting,
    rename,
    references,
    definition,
    symbols,
    folding,
    selection,
    semantic_tokens,
    status,
    links,
    rule_tools,
    timeline,
    compare,
    from_calls,
    call_text,
    rule_result,
    matrix,
    trace_list,
)

FEATURES: tuple[Feature, ...] = tuple(
    feature for module in _MODULES for feature in getattr(module, "FEATURES", ())
)
PICTURES: tuple[Picture, ...] = tuple(
    picture for module in _MODULES for picture in getattr(module, "PICTURES", ())
)
PUSHES: tuple[Push, ...] = tuple(
    push for module in _MODULES for push in getattr(module, "PUSHES", ())
)
COMMANDS: tuple[Command, ...] = tuple(
    command for module in _MODULES for command in getattr(module, "COMMANDS", ())
)
