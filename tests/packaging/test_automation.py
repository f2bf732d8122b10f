"""The pre-commit hooks and the CI action call commands and options that exist."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from scenec.cli.main import main, scenec
from scenec.converters import suffixes, suffixes_by_content

ROOT = Path(__file__).parents[2]


def loaded(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def options_of(command: str) -> set[str]:
    found = scenec.get_command(click.Context(scenec), command)
    assert found is not None
    return {name for parameter in found.params for name in parameter.opts}


@pytest.mark.parametrize("hook", loaded(".pre-commit-hooks.yaml"), ids=lambda hook: str(hook["id"]))
def test_each_hook_runs_a_command_of_ours_on_our_files(hook: dict[str, Any]) -> None:
    words = hook["entry"].split()
    assert words[0] == "scenec"
    assert {word for word in words if word.startswith("--")} <= options_of(words[1])
    assert [suffix for suffix in every_suffix() if not re.search(hook["files"], f"a{suffix}")] == []
    assert [name for name in ("a.txt", "a.yml.md", "ros2", "a.ros2d") if re.search(hook["files"], name)] == []


def every_suffix() -> list[str]:
    """The suffixes of all formats, those included that files of other kinds have, too."""
    return sorted({*suffixes(), *suffixes_by_content()})


GIT = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false"]


class Runner:
    """Runs the action's script as GitHub would, with a scenec that only tells how it was called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said = folder / "said"
        (folder / "runner/scenec/bin").mkdir(parents=True)
        fake = folder / "runner/scenec/bin/scenec"
        fake.write_text(f'#!/bin/sh\nprintf "%s\\0" "$@" > {self.said}\n')
        fake.chmod(0o755)

    def run(self, where: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
        step = next(step for step in loaded("action.yml")["runs"]["steps"] if step.get("id") == "run")
        known = {"SCENEC_FILES": "", "SCENEC_TO": "", "SCENEC_BASE": "", "SCENEC_FAIL_ON": "warning", "SCENEC_REPORT": "r.sarif"}
        assert step["env"].keys() == known.keys() >= inputs.keys()
        places = {"RUNNER_TEMP": str(self.folder / "runner"), "GITHUB_OUTPUT": str(self.folder / "output")}
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
        return subprocess.run(
            command, env={**os.environ, **known, **inputs, **places}, cwd=where, capture_output=True, text=True, check=False
        )

    @property
    def words(self) -> list[str]:
        return self.said.read_text().split("\0")[:-1]

    @property
    def files(self) -> list[str]:
        return self.words[self.words.index("--") + 1 :]


def git(folder: Path, *words: str) -> str:
    return subprocess.run([*GIT, "-C", str(folder), *words], check=True, capture_output=True, text=True).stdout.strip()


def committed(folder: Path, *names: str) -> str:
    """A commit that adds these files; its name."""
    folder.mkdir(exist_ok=True)
    git(folder, "init", "-q")
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "more")
    return git(folder, "rev-parse", "HEAD")


def test_the_action_does_what_it_says(tmp_path: Path) -> None:
    """Run the script as the runner would, on a file whose name would be a command without quotes."""
    runner = Runner(tmp_path)
    evil = "a.ros2\n$(touch owned).ros2\n--ledger=owned.ros2"
    done = runner.run(tmp_path, SCENEC_FILES=evil, SCENEC_TO="sdformat", SCENEC_FAIL_ON="physics")
    assert done.returncode == 0, done.stderr
    words = runner.words
    assert words[0] == "convert" and runner.files == ["a.ros2", "$(touch owned).ros2", "./--ledger=owned.ros2"]
    assert {word for word in words[: words.index("--")] if word.startswith("-")} <= options_of("convert")
    assert words[words.index("--fail-on") + 1] == "physics"
    assert not (tmp_path / "owned").exists()
    assert (tmp_path / "output").read_text() == "report=r.sarif\n"


def test_the_action_takes_changed_files_of_any_name(tmp_path: Path) -> None:
    runner, names = Runner(tmp_path), ["--report=x.html.ros2", "a\nb.sdf", 'caf\u00e9 "x".rsg']
    committed(tmp_path / "repository")
    committed(tmp_path / "repository", *names)
    assert runner.run(tmp_path / "repository", SCENEC_FAIL_ON="error").returncode == 0
    words = runner.words
    assert words[: words.index("--")] == ["check", "--changed", "--format", "github", "--fail-on", "error", "--report", "r.sarif"]
    assert {word for word in words[: words.index("--")] if word.startswith("-")} <= options_of("check")
    assert runner.files == ["./--report=x.html.ros2", *names[1:]]


def test_the_action_sees_a_change_of_every_kind_of_file(tmp_path: Path) -> None:
    runner, names = Runner(tmp_path), [f"deep/a{suffix}" for suffix in every_suffix()]
    base = committed(tmp_path / "repository")
    committed(tmp_path / "repository", *names, "README.md", "B.ROS2")
    committed(tmp_path / "repository", "later.sdf")
    assert runner.run(tmp_path / "repository", SCENEC_BASE=base).returncode == 0
    assert sorted(runner.files) == sorted([*names, "B.ROS2", "later.sdf"])


def test_a_shallow_checkout_without_the_base_fails_instead_of_passing(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    base = committed(tmp_path / "repository", "a.ros2")
    committed(tmp_path / "repository", "b.ros2")
    clone = tmp_path / "clone"
    subprocess.run([*GIT, "clone", "-q", "--depth", "1", (tmp_path / "repository").as_uri(), str(clone)], check=True)
    for known in (base, ""):
        done = runner.run(clone, SCENEC_BASE=known)
        assert done.returncode == 2
        assert "::error title=scenec::" in done.stdout and "fetch-depth: 0" in done.stdout
        assert not runner.said.exists()
    git(clone, "fetch", "-q", "--unshallow")
    assert runner.run(clone, SCENEC_BASE=base).returncode == 0
    assert runner.files == ["b.ros2"]


def test_git_that_fails_fails_the_action(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    (tmp_path / "nothing").mkdir()
    done = runner.run(tmp_path / "nothing")
    assert done.returncode == 2 and "actions/checkout" in done.stdout
    committed(tmp_path / "repository", "a.ros2")
    committed(tmp_path / "repository", "b.ros2")
    tree = git(tmp_path / "repository", "rev-parse", "HEAD~1^{tree}")
    (tmp_path / "repository/.git/objects" / tree[:2] / tree[2:]).unlink()
    done = runner.run(tmp_path / "repository")
    assert done.returncode == 2 and "git cannot tell what has changed" in done.stdout
    assert not runner.said.exists()


@pytest.mark.parametrize("base", ["", "0" * 40, "1" * 40])
def test_without_a_commit_to_compare_with_everything_has_changed(tmp_path: Path, base: str) -> None:
    runner = Runner(tmp_path)
    committed(tmp_path / "repository", "a.ros2")
    assert runner.run(tmp_path / "repository", SCENEC_BASE=base).returncode == 0
    assert runner.files == ["a.ros2"]


def test_nothing_that_has_changed_is_no_failure(tmp_path: Path) -> None:
    runner = Runner(tmp_path)
    committed(tmp_path / "repository", "a.ros2")
    committed(tmp_path / "repository", "README.md")
    done = runner.run(tmp_path / "repository")
    assert (done.returncode, done.stdout) == (0, "no scene has changed\n")


@pytest.mark.parametrize(("version", "installed"), [("", "/actions/scenec/v1"), ("scenec==0.2.0", "scenec==0.2.0")])
def test_the_action_installs_what_it_is_pinned_to(tmp_path: Path, version: str, installed: str) -> None:
    step = next(step for step in loaded("action.yml")["runs"]["steps"] if step.get("id") == "install")
    assert step["env"]["SCENEC_ACTION"] == "${{ github.action_path }}"
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python3").write_text(
        '#!/bin/sh\nmkdir -p "$3/bin"\nprintf \'#!/bin/sh\\necho "$@" > %s/said\\n\' "$RUNNER_TEMP" > "$3/bin/pip"\nchmod +x "$3/bin/pip"\n'
    )
    (tmp_path / "bin/python3").chmod(0o755)
    inputs = {"SCENEC_VERSION": version, "SCENEC_ACTION": "/actions/scenec/v1", "RUNNER_TEMP": str(tmp_path)}
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["bash", "-eo", "pipefail", "-c", step["run"]], check=True, env={**os.environ, **inputs, "PATH": path})
    assert (tmp_path / "said").read_text() == f"install --quiet {installed}\n"


def test_the_action_documents_the_checkout_it_needs() -> None:
    assert "fetch-depth: 0" in loaded("action.yml")["inputs"]["files"]["description"]
    assert "fetch-depth: 0" in (ROOT / "README.md").read_text(encoding="utf-8")


PART = '<Simulation><Body name="p"><SphereMass value="1kg" radius="1m"/></Body></Simulation>'
SCENE = '<Simulation><Include href="../parts/leg.rsi2"/><Scene name="s"><Body ref="p"/></Scene></Simulation>'


def test_a_changed_fragment_leads_to_the_scenes_that_include_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"parts/leg.rsi2": PART, "scenes/s.ros2": SCENE, "scenes/lone.rsi2": PART, "ci.yml": "on: push\n"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    changed = ["parts/leg.rsi2", "scenes/lone.rsi2", "ci.yml"]
    for hook in loaded(".pre-commit-hooks.yaml"):
        words: list[str] = [*hook["entry"].split()[1:], *(["--to", "sdformat"] if "convert" in hook["entry"] else []), "--"]
        assert main([*words, *changed]) == 0
    assert os.listdir(".scenec-check") == ["s.sdf"]
    (tmp_path / "parts/leg.rsi2").write_text(PART.replace("1kg", "1kq"))
    assert main(["check", "--changed", "--", *changed]) == 5


def test_a_hook_takes_no_file_for_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As pre-commit calls it: entry, args, files."""
    monkeypatch.chdir(tmp_path)
    evil = "--ledger=owned.sdf"
    (tmp_path / evil).write_text('<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>')
    for hook in loaded(".pre-commit-hooks.yaml"):
        words: list[str] = [*hook["entry"].split(), *hook["args"]]
        if "convert" in words:
            words[-1:] = ["--to", "mars", "--"]
        assert words[0] == "scenec" and main([*words[1:], evil]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [evil, ".scenec-check"]


def test_no_expression_stands_inside_a_script() -> None:
    scripts = [step["run"] for step in loaded("action.yml")["runs"]["steps"]]
    assert [script for script in scripts if "${{" in script] == []


def test_a_bug_report_asks_for_what_report_bug_prints() -> None:
    fields = {each["id"]: each for each in loaded(".github/ISSUE_TEMPLATE/bug.yml")["body"]}
    assert set(fields) == {"report-bug", "expected", "case"}
    assert "scenec report-bug -- COMMAND" in fields["report-bug"]["attributes"]["description"]
    assert all(field["validations"]["required"] for field in fields.values())
    assert scenec.get_command(click.Context(scenec), "report-bug") is not None


def test_the_citation_names_this_version_and_repository() -> None:
    import scenec as package

    citation = loaded("CITATION.cff")
    assert citation["version"] == package.__version__
    assert f'Repository = "{citation["repository-code"]}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
