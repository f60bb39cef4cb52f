"""Settings by every way an editor sends them, and the project's own."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from bench.lsp_client import CAPABILITIES, RawClient
from tests.lsp.conftest import write_trace
from toolspec.lsp.state.settings import MEGABYTE, Settings, read_settings

SPEC = "count search = 1\n"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, Settings()),
        ({}, Settings()),
        ({"traces": "a/*.json"}, Settings(traces=("a/*.json",))),
        ({"toolspec": {"traces": ["a", "b"]}}, Settings(traces=("a", "b"))),
        ({"inlayHints": {"enabled": False}}, Settings(inlay_hints=False)),
        ({"toolspec": {"inlayHints.enabled": False}}, Settings(inlay_hints=False)),
        ({"maxTraceBytes": 7, "maxTraces": 1, "maxTraceDays": 0}, Settings((), 7, 1)),
        ({"maxMemoryBytes": MEGABYTE}, Settings(memory_bytes_max=MEGABYTE)),
        ({"path": "x", "interpreter": ["y"], "trace": {"server": "off"}}, Settings()),
        ({"maxLines": None}, Settings()),
    ],
)
def test_settings_come_whole_or_alone_nested_or_dotted(given: Any, expected: Settings) -> None:
    assert read_settings(given) == (expected, [])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"maxLine": 1}, "`maxLine` is not a setting"),
        ({"maxLines": 0}, "`maxLines` takes a whole number from 1"),
        ({"maxLines": True}, "`maxLines` takes a whole number from 1"),
        ({"maxLines": "5"}, "`maxLines` takes a whole number from 1"),
        ({"traces": [1]}, "`traces` takes a list of globs"),
        ({"traces": {}}, ""),
        ({"inlayHints": {"enabled": 1}}, "`inlayHints.enabled` takes true or false"),
        ([1], "not an object"),
        ("x", "not an object"),
    ],
)
def test_what_cannot_be_read_is_said_and_the_rest_holds(given: Any, said: str) -> None:
    whole = isinstance(given, dict)
    if whole:
        given["status"] = True
    settings, complaints = read_settings(given)
    assert said in "; ".join(complaints)
    assert settings.status is whole


def opened(client: RawClient, folder: Path, name: str = "a.toolspec") -> str:
    uri = (folder / name).as_uri()
    client.open(uri, SPEC)
    return uri


def logged(client: RawClient, words: str) -> list[Any]:
    return [
        note
        for note in client.notes
        if note["method"] == "window/logMessage" and words in note["params"]["message"]
    ]


def test_options_of_initialize_hold_from_the_start(client: RawClient, workspace: Path) -> None:
    client.initialize(workspace, options={"traces": ["runs/*.json"], "maxLine": 1})
    uri = opened(client, workspace)
    client.until(lambda: client.hints(uri), "scores")
    assert len(logged(client, "maxLine")) == 1


def test_an_editors_settings_are_asked_for_and_again_when_they_change(
    client: RawClient, workspace: Path
) -> None:
    held: dict[str, Any] = {"traces": ["runs/*.json"], "maxLine": 1}
    client.answer = lambda asked: (
        [held for _ in asked["params"]["items"]]
        if asked["method"] == "workspace/configuration"
        else None
    )
    client.initialize(workspace)
    uri = opened(client, workspace)
    client.until(lambda: client.hints(uri), "scores")
    asked = [one for one in client.asked if one["method"] == "workspace/configuration"]
    assert {item["section"] for item in asked[0]["params"]["items"]} == {"toolspec"}
    held["inlayHints"] = {"enabled": False}
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    client.until(lambda: not client.hints(uri), "no hints")
    del held["inlayHints"]
    client.notify("workspace/didChangeConfiguration", {"settings": {}})
    client.until(lambda: client.hints(uri), "hints again")
    assert len(logged(client, "maxLine")) == 1, "said once, however often it comes"


def test_settings_may_come_with_the_notice_of_their_change(
    client: RawClient, workspace: Path
) -> None:
    capabilities: dict[str, Any] = {**CAPABILITIES, "workspace": {}}
    client.initialize(workspace, capabilities)
    uri = opened(client, workspace)
    assert client.hints(uri) == {}
    settings = {"toolspec": {"traces": ["runs/*.json"]}}
    client.notify("workspace/didChangeConfiguration", {"settings": settings})
    client.until(lambda: client.hints(uri), "scores")
    client.notify("workspace/didChangeConfiguration", {"settings": {"toolspec": {}}})
    client.until(lambda: not client.hints(uri), "the settings of before")


def test_each_folder_of_a_workspace_has_its_own_settings_and_traces(
    client: RawClient, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    write_trace(one / "runs" / "a.json", "search")
    write_trace(two / "logs" / "a.json", "other")
    by_scope = {
        one.as_uri(): {"traces": ["runs/*.json"]},
        two.as_uri(): {"traces": ["logs/*.json"]},
    }
    client.answer = lambda asked: (
        [by_scope.get(item.get("scopeUri")) for item in asked["params"]["items"]]
        if asked["method"] == "workspace/configuration"
        else None
    )
    folders = [{"uri": path.as_uri(), "name": path.name} for path in (one, two)]
    client.initialize(one, workspaceFolders=folders)
    first, second = opened(client, one), opened(client, two)
    client.until(lambda: client.hints(first), "scores")
    client.until(lambda: client.hints(second), "scores")
    assert client.hints(first)[0].startswith("✓")
    assert client.hints(second)[0].startswith("✗")
    gone = {"event": {"added": [], "removed": [folders[1]]}}
    client.notify("workspace/didChangeWorkspaceFolders", gone)
    client.until(lambda: not client.hints(second), "no settings for what left")
    assert client.hints(first)


OWN_TRACES = (
    ("toolspec.toml", 'traces = ["../runs/*.json"]\nunknown = 1\n'),
    ("toolspec.toml", 'traces = ["../runs"]\n'),
    ("pyproject.toml", '[tool.toolspec]\ntraces = ["../runs/*.json"]\n'),
)


def test_the_projects_own_file_gives_the_traces(client: RawClient, workspace: Path) -> None:
    client.initialize(workspace, options={"traces": ["nothing/*.json"]})
    for number, (name, text) in enumerate(OWN_TRACES):
        deep = workspace / f"specs {number}" / "deep"
        deep.mkdir(parents=True)
        (deep.parent / name).write_text(text, "utf-8")
        uri = opened(client, deep)
        client.until(lambda uri=uri: client.hints(uri), f"scores by {text}")


def test_what_the_project_excludes_is_no_trace(client: RawClient, workspace: Path) -> None:
    client.initialize(workspace)
    excluding = ("bad", "runs/bad", "*/bad", "runs/bad/*", "b.json")
    for number, exclude in enumerate(excluding):
        folder = workspace / f"project {number}"
        write_trace(folder / "runs" / "one.json", "search")
        write_trace(folder / "runs" / "bad" / "b.json", "other")
        settings = f'traces = ["runs"]\nexclude = ["{exclude}"]\n'
        (folder / "toolspec.toml").write_text(settings, "utf-8")
        for name, own in (("a.toolspec", ""), ("b.toolspec", 'traces "runs/**/*.json"\n')):
            uri = (folder / name).as_uri()
            client.open(uri, own + SPEC)
            client.until(lambda uri=uri: client.hints(uri), "scores")
            listed = client.request("toolspec/traces", {"uri": uri})
            assert [Path(trace["path"]).name for trace in listed] == ["one.json"], (exclude, own)


def test_what_the_project_excludes_is_no_spec_either(client: RawClient, workspace: Path) -> None:
    for name in ("kept", "old"):
        (workspace / name).mkdir()
        (workspace / name / "b.toolspec").write_text("forbd x\n", "utf-8")
    (workspace / "toolspec.toml").write_text('exclude = ["old"]\n', "utf-8")
    client.initialize(workspace)
    reports = client.request("workspace/diagnostic", {"previousResultIds": []})["items"]
    assert [report["uri"] for report in reports] == [(workspace / "kept/b.toolspec").as_uri()]


def test_a_changed_settings_file_holds_when_the_editor_tells_of_it(
    client: RawClient, workspace: Path
) -> None:
    write_trace(workspace / "runs" / "two.json", "other")
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\n' + SPEC)

    def names() -> list[str]:
        return sorted(Path(one["path"]).name for one in client.request("toolspec/traces", about))

    about = {"uri": uri}
    client.until(lambda: names() == ["one.json", "two.json"], "both")
    toml = workspace / "toolspec.toml"
    toml.write_text('exclude = ["two.json"]\n', "utf-8")
    client.notify(
        "workspace/didChangeWatchedFiles", {"changes": [{"uri": toml.as_uri(), "type": 1}]}
    )
    client.until(lambda: names() == ["one.json"], "the one that is not excluded")
    client.until(lambda: client.hints(uri).get(1, "").startswith("✓"), "its score")


WRONG_SETTINGS = {
    'traces = ["runs/*.json"\n': "toolspec.toml: no TOML: ",
    'trace = 1\ntraces = "runs/*.json"\n': "toolspec.toml:2: `traces` takes a list of texts",
    'tracez = ["runs/*.json"]\n': ("toolspec.toml:1: no setting `tracez`; did you mean `traces`?"),
}


def test_what_is_wrong_with_the_projects_settings_is_a_finding(
    client: RawClient, workspace: Path
) -> None:
    toml = workspace / "toolspec.toml"
    client.initialize(workspace)
    uri = opened(client, workspace)

    def wrong() -> list[Any]:
        items = client.about("diagnostic", uri)["items"]
        return [item for item in items if item["code"] == "settings"]

    def write(text: str) -> None:
        toml.write_text(text, "utf-8")
        changed = {"changes": [{"uri": toml.as_uri(), "type": 2}]}
        client.notify("workspace/didChangeWatchedFiles", changed)

    for text, message in WRONG_SETTINGS.items():
        write(text)
        client.until(wrong, f"the finding about {text}")
        assert message in "\n".join(item["message"] for item in wrong())
        assert {item["severity"] for item in wrong()} == {2}
        assert wrong()[0]["relatedInformation"][0]["location"]["uri"] == toml.as_uri()
        write('traces = ["runs/*.json"]\n')
        client.until(lambda: not wrong(), "a corrected file")
        client.until(lambda: client.hints(uri), "scores")


def test_a_setting_of_the_wrong_type_is_shown_once(client: RawClient, workspace: Path) -> None:
    client.initialize(workspace, options={"maxLines": "5", "traces": ["runs/*.json"]})
    uri = opened(client, workspace)
    client.until(lambda: client.hints(uri), "scores")
    shown = [note for note in client.notes if note["method"] == "window/showMessage"]
    (one,) = [note["params"]["message"] for note in shown]
    assert one == "toolspec: `maxLines` takes a whole number from 1"


def test_a_specs_own_line_goes_before_all_settings(client: RawClient, workspace: Path) -> None:
    write_trace(workspace / "other" / "b.json", "search", "search")
    (workspace / "toolspec.toml").write_text('traces = ["runs/*.json"]\n', "utf-8")
    client.initialize(workspace, options={"traces": ["runs/*.json"]})
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "other/*.json"\ncount search = 2\n')
    client.until(lambda: client.hints(uri).get(1, "").startswith("✓"), "the score")


@pytest.mark.parametrize("by", ["spec", "project", "link"])
def test_a_workspace_that_is_not_trusted_has_no_traces_from_outside(
    client: RawClient, workspace: Path, tmp_path_factory: pytest.TempPathFactory, by: str
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    write_trace(elsewhere / "secret.json", "search")
    outside = f"{elsewhere.as_posix()}/*.json"
    text = SPEC
    if by == "spec":
        text = f'traces "{outside}", "runs/*.json"\n{SPEC}'
    elif by == "project":
        (workspace / "toolspec.toml").write_text(f'traces = ["{outside}", "runs"]\n', "utf-8")
    else:
        (workspace / "runs" / "out").symlink_to(elsewhere)
        text = f'traces "runs/**/*.json"\n{SPEC}'
    client.initialize(workspace, options={"restricted": True})
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, text)
    client.until(lambda: client.hints(uri), "scores")
    about = {"uri": uri, "calls": False, "unread": True}
    read, left = client.request("toolspec/traces", about)
    assert Path(read["path"]).name == "one.json"
    assert left["problem"] == "outside the workspace, which is not trusted"
    assert any(
        left["problem"] in one["message"] for one in client.about("diagnostic", uri)["items"]
    )


def test_settings_cannot_say_that_a_workspace_is_trusted(
    client: RawClient, workspace: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    write_trace(elsewhere / "secret.json", "search")
    client.initialize(workspace, options={"restricted": True})
    settings = {"toolspec": {"restricted": False, "traces": [f"{elsewhere.as_posix()}/*.json"]}}
    client.notify("workspace/didChangeConfiguration", {"settings": settings})
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, SPEC)
    about = {"uri": uri, "calls": False, "unread": True}
    found = client.until(lambda: client.request("toolspec/traces", about), "what is left out")
    assert [set(one) for one in found] == [{"path", "name", "problem"}]


def test_the_calls_of_a_trace_can_be_asked_for_alone(client: RawClient, workspace: Path) -> None:
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\n' + SPEC)
    client.until(lambda: client.hints(uri), "scores")
    (with_calls,) = client.request("toolspec/traces", {"uri": uri})
    (without,) = client.request("toolspec/traces", {"uri": uri, "calls": False})
    calls = with_calls.pop("calls")
    assert without == with_calls
    assert client.request("toolspec/calls", {"trace": without["id"]}) == calls != []
    assert client.request("toolspec/calls", {"trace": "gone"}) == []
    number = client.start("toolspec/calls", {"trace": 7})
    assert client.wait(number)["error"]["code"] == -32602


def test_why_a_file_is_not_read_is_said_without_its_path(
    client: RawClient, workspace: Path
) -> None:
    half = workspace / "runs" / "half.json"
    half.write_text('{"a":\n}', "utf-8")
    os.utime(half, (1e9, 1e9))  # long since written: it will not be whole in a moment
    (workspace / "runs" / "none.json").write_text("[]", "utf-8")
    os.utime(workspace / "runs" / "none.json", (1e9, 1e9))
    client.initialize(workspace)
    uri = (workspace / "a.toolspec").as_uri()
    client.open(uri, 'traces "runs/*.json"\n' + SPEC)
    client.until(lambda: client.hints(uri), "scores")
    about = {"uri": uri, "calls": False, "unread": True}
    _, first, second = client.request("toolspec/traces", about)
    assert first["problem"].startswith("line 2: ")
    assert not any(str(workspace) in one["problem"] for one in (first, second))
