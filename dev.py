#!/usr/bin/env python3
"""The development loop, one word each: `python3 dev.py VERB`.

    demo        judge the example trace by the example spec (sets everything up first)
    setup       make .venv and install toolspec in it with all it is developed with
    check       formatting, lint, types, floors: what takes seconds
    fix         format, and apply every safe lint fix
    test        the whole gate: check, tests, documentation, a short bench; with CI=true or
                TOOLSPEC_EDITORS=1, the editors too
    editors     test in real editors, which it installs outside the repository
    vsix        build the VS Code extension with the server in it; needs Node
    golden      regenerate files: read the diff before you commit it
    docs        build the documentation into site/
    bench       measure against the goals (further words go to bench: --quick, --gate, --only)
    mutants     test the tests: change the engine in small ways, and count the changes that no
                test notices (further words go to tests/mutants.py; --help lists them)
    new-rule    write the skeleton of a rule kind: python3 dev.py new-rule NAME

Needs Python 3.11 or later and a package index; uses uv where it is installed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

try:
    import tomllib
except ImportError:
    raise SystemExit(f"Python 3.11 or later is needed; this is {sys.version}") from None

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / "python"
STAMP = VENV / "toolspec-dev.json"
EXAMPLE = Path("examples/refunds")
CODE = ("bench", "docs", "dsl", "editors", "engine", "examples", "lsp", "src/toolspec", "tests")
"""Folders with Python files: all are type-checked."""
EDITORS_ASKED = ("CI", "TOOLSPEC_EDITORS")
"""Variables that make the gate test in real editors."""
QUIET = subprocess.DEVNULL
SET_EDITORS_UP = (str(PYTHON), "editors/setup.py")


def main(words: Sequence[str]) -> int:
    """Run the verb. Return the exit status."""
    verb = VERBS.get(words[0]) if words else None
    if verb is None:
        print((__doc__ or "").strip())
        return 0 if list(words) in ([], ["help"], ["--help"], ["-h"]) else 2
    os.chdir(ROOT)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else every start compiles all of it anew
    return verb(list(words[1:]))


def demo(words: list[str]) -> int:
    """Judge the example trace; one of its rules fails, on purpose."""
    install(())
    specs = sorted(str(path) for path in EXAMPLE.glob("*.toolspec"))
    command = [str(BIN / "toolspec"), "check", str(EXAMPLE / "trace.json"), *specs, *words]
    print("$ toolspec", *command[1:], flush=True)
    status = subprocess.run(command, check=False).returncode
    if status != 1:
        fail("demo", f"the example should end with exit status 1, and ended with {status}")
    print(
        "\nExit status 1: the trace breaks one rule, which is what this example shows.\n"
        f"Change {specs[0]} and run this again, or check a trace of your own:\n"
        f"  {BIN.relative_to(ROOT) / 'toolspec'} check YOUR_TRACE {specs[0]}"
    )
    return 0


def setup(words: list[str]) -> int:
    """Make the environment with everything the other verbs need."""
    del words
    install(("dev", "docs"))
    print(f"ready: {VENV.relative_to(ROOT)}")
    return 0


def check(words: list[str]) -> int:
    """Look at formatting, lint, types, floors."""
    del words
    install(("dev", "docs"))
    step("format", tool("ruff", "format", "--check", "--quiet", "."))
    step("lint", tool("ruff", "check", "--quiet", "."))
    step("types", types)
    step("floors", tool("lint-imports", "--no-cache"))
    return 0


def fix(words: list[str]) -> int:
    """Format, and apply every safe lint fix."""
    del words
    install(("dev", "docs"))
    step("lint", tool("ruff", "check", "--fix", "."))
    step("format", tool("ruff", "format", "."))
    return 0


def test(words: list[str]) -> int:
    """The whole gate. Words go to pytest, and leave the editors out."""
    began = time.monotonic()
    install(("dev", "docs"))
    real = not words and any(os.environ.get(name) in ("1", "true") for name in EDITORS_ASKED)
    outside = [] if real else ["--ignore=tests/editors/test_nvim.py"]
    outside += ["--ignore=tests/editors" if real else "--ignore=tests/editors/test_vscode.py"]
    pytest = ("python", "-m", "pytest", "-q", "-n", workers(), "--dist", "loadgroup")
    preparing = subprocess.Popen(SET_EDITORS_UP, stdout=QUIET, stderr=QUIET) if real else None
    try:
        check([])
        step("tests", tool(*pytest, *outside, *words))
        step("docs", build_docs)
        step("bench", tool("python", "-m", "bench", "--quick"))
        if real:
            step("editors", both_editors)
    finally:
        if preparing is not None:
            preparing.terminate()
    if not real:
        loud("NOT TESTED IN REAL EDITORS: `python3 dev.py editors` does that, with Node, on Debian")
    print(f"all of it passed in {time.monotonic() - began:.0f} s")
    return 0


def editors(words: list[str]) -> int:
    """Test in real editors."""
    del words
    install(("dev", "docs"))
    step("editors", both_editors)
    return 0


def vsix(words: list[str]) -> int:
    """Build the VS Code extension."""
    del words
    install(("dev", "docs"))
    step("vsix", tool("python", "tests/editors/vscode_testbed.py", "--package"))
    print("install it: code --install-extension editors/vscode/dist/toolspec.vsix")
    return 0


def golden(words: list[str]) -> int:
    """Regenerate the generated files."""
    install(("dev", "docs"))
    step("generated", tool("python", "docs/generate.py", *words))
    return 0


def docs(words: list[str]) -> int:
    """Build the documentation."""
    del words
    install(("dev", "docs"))
    step("docs", build_docs)
    print("open site/index.html")
    return 0


def bench(words: list[str]) -> int:
    """Measure. The peer gets an environment of its own, under .bench/."""
    install(("dev", "docs"))
    if "--quick" not in words:
        peer = ROOT / ".bench" / "peer"
        install_into(peer, requirements("bench"), "the peer to measure against")
    return subprocess.run([PYTHON, "-m", "bench", *words], check=False).returncode


def mutants(words: list[str]) -> int:
    """Count the changes of the engine that tests notice. Not part of the gate: it takes long."""
    install(("dev", "docs", "mutants"))
    return subprocess.run([PYTHON, "-m", "tests.mutants", *words], check=False).returncode


def new_rule(words: list[str]) -> int:
    """Write the skeleton of a rule kind and its line in the list of kinds."""
    if len(words) != 1 or not words[0].isidentifier() or not words[0].islower():
        fail("new-rule", "give the kind's first word, in lower case: python3 dev.py new-rule limit")
    name = words[0]
    path, listed = ROOT / "engine/rules" / f"{name}.py", ROOT / "engine/rules/__init__.py"
    text = listed.read_text("utf-8")
    before, opened, after = text.partition("KEYWORDS = (\n")
    inside, closed, rest = after.partition(")\n")
    if path.exists() or f'"{name}"' in inside:
        fail("new-rule", f"the kind {name} is there already")
    if not (opened and closed):
        fail("new-rule", f"no list of keywords in {listed.relative_to(ROOT)}")
    skeleton = (ROOT / "docs/skeletons/rule.txt").read_text("utf-8")
    path.write_text(skeleton.replace("KEYWORD", name).replace("TITLE", name.title()), "utf-8")
    listed.write_text(f'{before}{opened}{inside}    "{name}",\n{closed}{rest}', "utf-8")
    print(f"wrote {path.relative_to(ROOT)}: say what it means, then run python3 dev.py golden")
    return 0


VERBS: dict[str, Callable[[list[str]], int]] = {
    "demo": demo,
    "setup": setup,
    "check": check,
    "fix": fix,
    "test": test,
    "editors": editors,
    "vsix": vsix,
    "golden": golden,
    "docs": docs,
    "bench": bench,
    "mutants": mutants,
    "new-rule": new_rule,
}


# The environment.


def requirements(group: str) -> list[str]:
    """Return the requirements of a dependency group, as pyproject.toml lists them."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"][group]


def install(groups: tuple[str, ...]) -> None:
    """Make .venv hold toolspec, editable, and the groups; do nothing where it does already."""
    wanted: dict[str, Any] = {
        "pyproject": hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest(),
        "place": str(ROOT),
        "groups": sorted(groups),
    }
    held: dict[str, Any] = {}
    if STAMP.exists() and PYTHON.exists():
        held = json.loads(STAMP.read_text("utf-8"))
    if all(held.get(key) == wanted[key] for key in ("pyproject", "place")):
        if set(groups) <= set(held["groups"]):
            return
        wanted["groups"] = sorted({*groups, *held["groups"]})
    extra = [line for group in groups for line in requirements(group)]
    install_into(VENV, ["--editable", ".", *extra], "toolspec" + " with its tools" * bool(groups))
    STAMP.write_text(json.dumps(wanted), "utf-8")


def install_into(folder: Path, arguments: list[str], what: str) -> None:
    """Install with uv where there is one, else with pip; the folder is made where missing."""
    python = folder / BIN.relative_to(VENV) / "python"
    uv = shutil.which("uv")
    print(f"installing {what} into {folder.relative_to(ROOT)} ...", flush=True)
    began = time.monotonic()
    if not python.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        if uv:
            run([uv, "venv", "--quiet", "--python", sys.executable, str(folder)], "make " + what)
        else:
            make_venv(folder)
    installed = False
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python", str(python), *arguments]
        installed = subprocess.run(command, cwd=ROOT, check=False).returncode == 0
        if not installed:
            print("uv could not install it; trying pip", flush=True)
            make_venv(folder)
    if not installed:
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run([*pip, *arguments], f"install {what}")
    print(f"installed in {time.monotonic() - began:.0f} s", flush=True)


def make_venv(folder: Path) -> None:
    """Make an environment with pip. Some systems ship Python without the parts this needs."""
    try:
        venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(folder)
    except (subprocess.CalledProcessError, OSError) as error:
        fail("setup", f"Python could not make {folder} ({error}): install python3-venv, or uv")


# Steps.


def tool(name: str, *words: str) -> Callable[[str], None]:
    """Return a step that runs a program of the environment."""
    return lambda step_name: run([str(BIN / name), *words], step_name)


def step(name: str, work: Callable[[str], None]) -> None:
    """Run a step and say how long it took; the first that fails ends the run."""
    began = time.monotonic()
    print(f"-- {name}", flush=True)
    work(name)
    print(f"   {name}: {time.monotonic() - began:.1f} s", flush=True)


def run(command: Sequence[str], name: str) -> None:
    """Run a program; end this one where it fails."""
    status = subprocess.run(list(command), cwd=ROOT, check=False).returncode
    if status:
        fail(name, f"{' '.join(command)}\nended with exit status {status}")


def types(name: str) -> None:
    """Type-check, and see that every file was: a checker that read nothing is green, too."""
    command = [str(BIN / "basedpyright"), "--outputjson"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    try:
        report = json.loads(done.stdout)
    except ValueError:
        fail(name, done.stdout + done.stderr)
    for found in report["generalDiagnostics"]:
        place = Path(found["file"])
        place = place.relative_to(ROOT) if place.is_relative_to(ROOT) else place
        line = found["range"]["start"]["line"] + 1
        print(f"{place}:{line}: {found['severity']}: {found['message']}")
    read, there = report["summary"]["filesAnalyzed"], len(python_files())
    if report["summary"]["errorCount"] or report["summary"]["warningCount"]:
        fail(name, f"{len(report['generalDiagnostics'])} findings")
    if read < there:
        fail(name, f"{read} files were read, and there are {there}")
    print(f"   {read} files, no finding")


def python_files() -> list[Path]:
    """Return the Python files of the project, each once: linked folders are not entered."""
    found = {
        Path(folder) / name
        for top in CODE
        for folder, _, names in os.walk(ROOT / top)
        for name in names
        if name.endswith(".py") and "node_modules" not in folder
    }
    return sorted({ROOT / "dev.py", *found})


def both_editors(name: str) -> None:
    """Test VS Code and the other editors side by side; print what each run said, one by one."""
    if shutil.which("apt-get") is None or shutil.which("npm") is None:
        loud(
            "THE EDITORS WERE NOT TESTED: that needs Debian's packages (apt-get), and Node with npm"
        )
        return
    if subprocess.run(SET_EDITORS_UP, check=False).returncode:
        loud("SOME EDITORS COULD NOT BE INSTALLED: their tests are left out")
    pytest = (str(PYTHON), "-m", "pytest", "-q", "-rs")
    vscode = "tests/editors/test_vscode.py"
    runs = {
        "Neovim, Helix, Emacs": (*pytest, "tests/editors", f"--ignore={vscode}"),
        "VS Code": (*pytest, "--durations=10", vscode),
    }
    with tempfile.TemporaryDirectory() as folder:
        started: list[tuple[str, Path, subprocess.Popen[bytes]]] = []
        for title, command in runs.items():
            said = Path(folder) / title
            with said.open("wb") as file:
                started.append((title, said, subprocess.Popen(command, stdout=file, stderr=file)))
        failed = [title for title, _, process in started if process.wait()]
        for title, said, _ in started:
            print(f"-- {title}\n{said.read_text('utf-8', 'replace')}", flush=True)
    if failed:
        fail(name, " and ".join(failed))


def build_docs(name: str) -> None:
    """Build the site; a link to nowhere fails it."""
    shutil.rmtree(ROOT / "site", ignore_errors=True)
    # Blocks of toolspec code are coloured by docs/generator/fences.py.
    os.environ["PYTHONPATH"] = str(ROOT / "docs")
    run([str(BIN / "zensical"), "build", "--clean", "--strict"], name)
    if not (ROOT / "site/index.html").exists():
        fail(name, "no site/index.html was written")


def workers() -> str:
    """Return how many processes the tests take: one a core, eight at most."""
    return str(min(8, os.cpu_count() or 1))


def loud(text: str) -> None:
    """Say what nobody should miss."""
    print(f"\033[1;31m{text}\033[0m" if sys.stdout.isatty() else f"!! {text}", flush=True)


def fail(name: str, reason: str) -> NoReturn:
    """End with the step's name and the reason."""
    print(f"FAILED: {name}\n{reason}", file=sys.stderr, flush=True)
    raise SystemExit(1)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
