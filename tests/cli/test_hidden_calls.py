"""Files in which a forbidden call hides, by an attacker or by a writer nobody expected: no pass.

Each is checked against a spec that the call in it breaks. Status 1 is a rule that failed or is
unknown, 2 a file that is not judged.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.cli_files import Run
from tests.traces.span_files import sdk, span, tool

FAILS, REFUSED = 1, 2

ATTACKS = {
    "1_envelope.json": ("rm", FAILS),
    "2_reused_id.json": ("forbid", FAILS),
    "3_thinking.json": ("forbid", FAILS),
    "3b_tool_result_block.json": ("forbid", FAILS),
    "4_first_line.log": ("forbid", REFUSED),
    "5_no_newline.log": ("forbid", FAILS),
    "6_phantom.json": ("forbid", FAILS),
    "7_nested_same_id.json": ("forbid", FAILS),
    "8_result_envelope.json": ("pw", FAILS),
    "9_dup_attr.json": ("forbid", REFUSED),
    "10_folder": ("forbid", REFUSED),
}

TRACES = {
    "agui_messages.json": ("agui", FAILS),
    "autogen02.json": ("forbid", FAILS),
    "claude_like_type_tool.jsonl": ("forbid", REFUSED),
    "claude_parallel_subagents.jsonl": ("nobash", FAILS),
    "claude_subagents": ("nobash", FAILS),
    "claude_top_level_tool_use.jsonl": ("forbid", REFUSED),
    "cline_real_no_results.json": ("qwen", FAILS),
    "cline_xml.json": ("forbid", FAILS),
    "droid_stream.jsonl": ("forbid", REFUSED),
    "goose_min.jsonl": ("forbid", FAILS),
    "goose_session.jsonl": ("goose", FAILS),
    "hermes_openai_roles.json": ("forbid", FAILS),
    "llamaindex_old.json": ("forbid", REFUSED),
    "messages_string_tool_calls.json": ("forbid", FAILS),
    "mini_swe_agent.json": ("forbid", FAILS),
    "mistral_ts.json": ("forbid", FAILS),
    "openai_assistants_messages.json": ("forbid", FAILS),
    "partial_spans.json": ("g", FAILS),
    "phoenix_export.json": ("phoenix_steps", FAILS),
    "proxy_log_string_response.json": ("forbid", REFUSED),
    "qwen_code.jsonl": ("qwen", FAILS),
    "role_model_jsonl.jsonl": ("forbid", REFUSED),
    "vercel_model.jsonl": ("forbid", REFUSED),
    "vercel_ui_v4.json": ("forbid", FAILS),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_passes(run: Run, shared: Path, name: str) -> None:
    spec, status = ATTACKS[name]
    folder = shared / "review" / "attacks"
    assert run("check", str(folder / name), str(folder / f"{spec}.toolspec")).status == status


@pytest.mark.parametrize("name", TRACES)
def test_no_trace_of_an_unexpected_writer_passes(run: Run, shared: Path, name: str) -> None:
    spec, status = TRACES[name]
    folder = shared / "review" / "traces"
    assert run("check", str(folder / name), str(folder / f"{spec}.toolspec")).status == status


def test_every_file_is_held(shared: Path) -> None:
    for folder, known in (("attacks", ATTACKS), ("traces", TRACES)):
        files = {path.name for path in (shared / "review" / folder).iterdir()}
        assert {name for name in files if not name.endswith(".toolspec")} == set(known)


def test_names_made_of_names_stand_for_each_pattern_once(run: Run, shared: Path) -> None:
    """Forty-five levels of two would be 35 trillion patterns."""
    folder = shared / "review" / "attacks"
    ran = run("check", str(folder / "1_envelope.json"), str(folder / "laughs.toolspec"))
    assert "1 rule: 1 pass" in ran.out


def test_traces_without_a_run_of_an_agent_are_counted_in_the_summary(
    run: Run, tmp_path: Path
) -> None:
    """Such as a web server's; they do not keep the others from passing."""
    served = span("GET /health", 2, trace="0x" + "cd" * 16)
    file, spec = tmp_path / "run.json", tmp_path / "a.toolspec"
    file.write_bytes(sdk(tool("search", 1), served))
    spec.write_text("forbid delete_user\n")
    ran = run("check", str(file), str(spec))
    assert ran.status == 0
    assert "1 passed, 0 did not, 1 skipped" in ran.out
    assert run("check", str(file), str(spec), "--format", "json").report["traces_skipped"] == 1


@pytest.mark.parametrize("name", [".b.json", "link", "nothing.json"])
def test_what_may_hold_a_trace_and_is_left_out_of_a_folder_is_said(
    run: Run, tmp_path: Path, name: str
) -> None:
    folder, spec = tmp_path / "runs", tmp_path / "a.toolspec"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "index.json").write_text("{}")
    (folder / "a.json").write_bytes(sdk(tool("search", 1)))
    spec.write_text("forbid delete_user\n")
    assert "left out" not in run("check", str(folder), str(spec)).err
    left = folder / name
    if name.endswith("b.json"):
        left.write_bytes(sdk(tool("delete_user", 1)))
    else:
        left.symlink_to(tmp_path if name == "link" else tmp_path / "gone.json")
    ran = run("check", str(folder), str(spec))
    assert ran.status == 0
    assert "left out, a" in ran.err
