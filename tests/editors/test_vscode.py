"""The extension in a real VS Code 1.100, from its package, in a headless browser.

The real server is used for what a user sees of scores; a stand-in for what the extension does
around a server: finding one, doing without, and not trusting a workspace's. Pictures go to
`TOOLSPEC_SCREENSHOTS`, where that is set; `TOOLSPEC_EDITOR_SERVER` names another server, or `fake`.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
import time
import zipfile
from collections.abc import Generator
from pathlib import Path

import live_run
import pytest
import record_clients
import support_runs
import vscode_testbed as testbed

FIXTURE = testbed.HERE / "vscode_fixture"
FAKE = testbed.HERE / "vscode_fake_server.py"
SERVER = os.environ.get("TOOLSPEC_EDITOR_SERVER") or f"{sys.executable} -m toolspec"
REAL = SERVER != "fake"

pytestmark = [pytest.mark.editor, pytest.mark.xdist_group("vscode")]
APART = pytest.mark.xdist_group("vscode apart")
"""Tests with a VS Code of their own, or none: they may run beside those that share one."""


@pytest.fixture(scope="session", autouse=True)
def editor() -> None:
    """Have the editor and the extension's package, or leave these tests out: conftest says so."""
    why = testbed.missing()
    if why is not None:
        pytest.skip(why)
    try:
        testbed.install()
    except RuntimeError as fault:
        pytest.skip(f"VS Code could not be installed: {fault}")
    testbed.build_package()


@pytest.fixture(scope="session")
def port(tmp_path_factory: pytest.TempPathFactory, editor: None) -> Generator[int]:
    """Serve one VS Code to the tests that each open a folder of their own in a new browser."""
    home = tmp_path_factory.mktemp("shared")
    with testbed.code_server(
        home / "vscode",
        server(home / "bin"),
        package=testbed.PACKAGE,
        settings={"workbench.colorTheme": "Default Dark Modern", "editor.hover.above": False},
    ) as served:
        yield served


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Return a copy of the example workspace; its second trace is the older one."""
    folder = tmp_path / "shop"
    shutil.copytree(FIXTURE, folder)
    os.utime(folder / "runs" / "broken.json", (1_700_000_000, 1_700_000_000))
    return folder


@pytest.fixture
def output(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Return the folder for pictures."""
    kept = os.environ.get("TOOLSPEC_SCREENSHOTS")
    return Path(kept) if kept else tmp_path / "pictures"


@pytest.fixture(params=["dark", "light"])
def themed(
    tmp_path: Path, output: Path, request: pytest.FixtureRequest
) -> Generator[tuple[int, Path]]:
    """Serve a VS Code of a theme for pictures, and give their folder: the page's are the dark."""
    theme: str = request.param
    with testbed.code_server(
        tmp_path / "vscode",
        server(tmp_path / "bin"),
        package=testbed.PACKAGE,
        settings={
            "workbench.colorTheme": f"Default {theme.title()} Modern",
            "editor.hover.above": False,
        },
    ) as port:
        yield port, output if theme == "dark" else output / theme


def fake(folder: Path) -> Path:
    return testbed.program(folder, f"{sys.executable} {FAKE}")


def server(folder: Path) -> Path:
    return testbed.program(folder, SERVER) if REAL else fake(folder)


@APART
def test_the_unit_tests_and_the_linter_pass() -> None:
    testbed.run("npm", "run", "lint", cwd=testbed.EXTENSION)
    testbed.run("npm", "test", cwd=testbed.EXTENSION)


@APART
def test_the_package_holds_what_the_manifest_names_and_nothing_else() -> None:
    with zipfile.ZipFile(testbed.PACKAGE) as package:
        names = {name.removeprefix("extension/") for name in package.namelist()}
        manifest = json.loads(package.read("extension/package.json"))
        bundle = package.read("extension/dist/extension.js").decode()
    contributes = manifest["contributes"]
    named = {manifest["main"], manifest["icon"], contributes["languages"][0]["configuration"]}
    named |= set(contributes["languages"][0]["icon"].values())
    named |= {entry["path"] for entry in contributes["grammars"] + contributes["snippets"]}
    steps = contributes["walkthroughs"][0]["steps"]
    named |= {step["media"]["markdown"] for step in steps}
    assert {name.removeprefix("./") for name in named} <= names
    assert not [
        name for name in names if "node_modules" in name or name.startswith(("src", "test"))
    ]
    assert str(testbed.ROOT) not in bundle
    assert len(steps) == 4
    (wheel,) = (name for name in names if name.startswith("bundled/"))
    assert wheel.startswith("bundled/toolspec_lang-") and wheel.endswith(".whl")


@APART
def test_it_says_first_what_is_recorded() -> None:
    assert record_clients.difference("vscode-1.100") == "", record_clients.AGAIN


def test_a_user_sees_squiggle_scores_hover_completion_fix_and_the_score_changing(
    port: int, shop: Path, output: Path
) -> None:
    testbed.drive("vscode_ui.mjs", port, shop, output, *(["real"] if REAL else []))
    seen = json.loads((output / "ui.json").read_text())
    print(json.dumps(seen, indent=1, ensure_ascii=False))


@pytest.mark.skipif(
    not (REAL and os.environ.get("TOOLSPEC_SCREENSHOTS")), reason="no pictures are wanted"
)
def test_the_example_shows_what_its_readme_says(themed: tuple[int, Path], tmp_path: Path) -> None:
    example = tmp_path / "refunds"
    shutil.copytree(testbed.ROOT / "examples" / "refunds", example)
    testbed.drive("vscode_example.mjs", themed[0], example, themed[1])


@pytest.mark.skipif(not REAL, reason="the stand-in reads no spans")
def test_scores_move_while_an_agent_runs(port: int, tmp_path: Path, output: Path) -> None:
    folder, signals = tmp_path / "live", tmp_path / "signals"
    folder.mkdir()
    signals.mkdir()
    (folder / "live.toolspec").write_text(live_run.SPEC)
    acknowledged_s: dict[str, float] = {}

    def call(agent: live_run.Agent) -> None:
        for tool in ("search", "wipe"):
            wanted = signals / f"{tool}.wanted"
            while not wanted.exists():
                time.sleep(0.05)
            acknowledged_s[tool] = agent.call(tool)

    with live_run.collector(folder, "http") as env, live_run.agent(env) as agent:
        calls = threading.Thread(target=call, args=(agent,), daemon=True)
        calls.start()
        testbed.drive("vscode_live.mjs", port, folder, output, signals)
        calls.join()
    drawn_s = json.loads((output / "live.json").read_text())["drawn"]
    took_s = [round(drawn_s[tool] - acknowledged_s[tool], 2) for tool in ("search", "wipe")]
    print(f"VS Code: drawn {took_s} s after the span")


@pytest.mark.skipif(not REAL, reason="the stand-in checks nothing")
def test_what_is_shown_beside_the_text_can_be_read_and_followed(
    port: int, shop: Path, output: Path
) -> None:
    testbed.drive("vscode_faces.mjs", port, shop, output)


@pytest.mark.skipif(not REAL, reason="the stand-in draws no timeline")
def test_the_timeline_follows_the_rule_that_the_cursor_is_on(
    port: int, shop: Path, output: Path
) -> None:
    testbed.drive("vscode_timeline.mjs", port, shop, output)


@pytest.mark.skipif(not REAL, reason="the stand-in compares nothing")
def test_two_traces_are_compared_and_calls_become_rules(
    port: int, shop: Path, output: Path
) -> None:
    testbed.drive("vscode_compare.mjs", port, shop, output)


@pytest.mark.skipif(not REAL, reason="the stand-in offers no fixes for counts")
def test_a_newcomer_gets_from_a_folder_with_traces_to_a_green_line(
    port: int, shop: Path, output: Path
) -> None:
    (shop / "shop.toolspec").unlink()
    testbed.drive("vscode_newcomer.mjs", port, shop, output)
    print((output / "newcomer.json").read_text())


@pytest.mark.skipif(
    not (REAL and os.environ.get("TOOLSPEC_SCREENSHOTS")), reason="no pictures are wanted"
)
def test_the_pictures_of_the_page_show_timeline_matrix_and_more(
    themed: tuple[int, Path], tmp_path: Path
) -> None:
    support_runs.write(tmp_path / "support")
    testbed.drive("vscode_pictures.mjs", themed[0], tmp_path / "support", themed[1])


@APART
def test_the_editors_api_answers_the_same(tmp_path: Path, shop: Path) -> None:
    extension = testbed.unpack_package(tmp_path / "unpacked")
    result = tmp_path / "result.json"
    env = {"TOOLSPEC_RESULT": str(result), "TOOLSPEC_REAL": "1" if REAL else ""}
    with testbed.code_server(tmp_path / "vscode", server(tmp_path / "bin"), env=env) as port:
        test = testbed.HERE / "vscode_api" / "index.js"
        testbed.drive("vscode_host.mjs", port, shop, extension, test, result)
    report = json.loads(result.read_text())
    print(json.dumps(report, indent=1, ensure_ascii=False))
    assert not report["failed"], "\n\n".join(map(str, report["failed"].values()))


@APART
def test_in_restricted_mode_the_workspace_chooses_no_executable(
    tmp_path: Path, shop: Path, output: Path
) -> None:
    marker = tmp_path / "marker"
    path = fake(tmp_path / "bin")
    evil = shop / ".venv" / "bin"
    testbed.program(evil, f"env FAKE_TOOLSPEC_NOTE={marker} {path}/toolspec")
    shutil.copy(evil / "toolspec", evil / "python")
    settings = shop / ".vscode" / "settings.json"
    settings.parent.mkdir()
    named = {"toolspec.path": str(evil / "toolspec"), "toolspec.interpreter": str(evil / "python")}
    settings.write_text(json.dumps(named))
    with testbed.code_server(
        tmp_path / "vscode", path, trust=False, package=testbed.PACKAGE
    ) as port:
        testbed.drive("vscode_restricted.mjs", port, shop, output, marker)


@APART
def test_without_a_server_a_button_installs_the_one_in_the_package(
    tmp_path: Path, shop: Path, output: Path
) -> None:
    if not testbed.makes_environments():
        pytest.skip("the button needs a Python with venv: install python3-venv")
    home = tmp_path / "vscode"
    with testbed.code_server(home, None, package=testbed.PACKAGE) as port:
        if not REAL:
            (extension,) = (home / "extensions").glob("toolspec.toolspec-*")
            shutil.rmtree(extension / "bundled")
            fake_wheel(extension / "bundled")
        testbed.drive("vscode_missing.mjs", port, shop, output, wait_s=300)


def fake_wheel(folder: Path) -> None:
    """Write a wheel of the stand-in, as a package may bring the real one along."""
    folder.mkdir()
    info = "toolspec_lang-0.0.1.dist-info"
    with zipfile.ZipFile(folder / "toolspec_lang-0.0.1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("toolspec/__init__.py", "")
        wheel.writestr("toolspec/__main__.py", FAKE.read_text())
        wheel.writestr(
            f"{info}/METADATA", "Metadata-Version: 2.1\nName: toolspec-lang\nVersion: 0.0.1\n"
        )
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(
            f"{info}/entry_points.txt", "[console_scripts]\ntoolspec = toolspec.__main__:main\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
