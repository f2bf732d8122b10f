"""The programs that load URDF see in what is written of the fixtures of all formats what the scene means."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import scenec
from benchmarks.mujoco_results import corpus
from scenec.accounting.report import Report
from scenec.converters import BUILT_IN
from scenec.verify.compiled import NotCompiledError, cache_folder, urdfdom_folders, urdfdom_loader
from scenec.verify.urdf_consumers import URDFDOM_PACKAGES
from tests.consumers.sdf_consumers import ConsumerMissingError, drake_python, installing, may_install
from tests.formats import READ_LENIENTLY, scene_files

FIXTURES = Path(__file__).parents[2] / "fixtures"
SCENES = [path for path in scene_files(FIXTURES) if path.name != READ_LENIENTLY]
FILE_MISSING = {
    "unresolved-asset",
    "unresolved-image",
    "texture-not-found",
    "mesh-not-found",
    "mesh-file-missing",
    "image-file-missing",
    "mesh-texture-missing",
    "urdf-mesh-missing",
    "urdf-image-missing",
}
EXCUSED = {
    r"Drake.*(refers to unknown package|does not exist|unsupported scheme)": FILE_MISSING,
    r"Drake.*(MakeConvexHull only applies to|OBJ data parsed contains no objects)": {"consumer-rejected"},  # only for those who ask Drake
    r"Drake.*Material '.*' not previously defined": {"urdf-material-unknown"},
    r"Drake.*width > 0": {"urdf-lint-shape-flat"},
    r"MuJoCo.*free joint can only be used on top level": {"urdf-lint-floating-joint", "urdf-joint-type-floating-added"},
    r"MuJoCo.*joint found in world body": {"urdf-lint-world-not-root"},
    r"MuJoCo.*mass and inertia of moving bodies must be larger": {"urdf-lint-massless-moving", "urdf-lint-small-moment"},
    r"MuJoCo.*mesh volume is too small": {"consumer-rejected"},  # a mesh in a plane: only those who ask MuJoCo need to know
    r"MuJoCo.*inertia must (satisfy A \+ B >= C|have positive eigenvalues)": {"link-inertia-implausible", "urdf-lint-small-moment"},
}
"""Message of a program that refuses a result -> the findings of which one must have reported the reason."""


CONSUMERS = ("urdfdom", "Drake", "MuJoCo")
OTHERWISE = {("urdf:doc_prefixed.urdf", "MuJoCo")}
"""Scenes that a program reads otherwise than all others, which are not asked of it: MuJoCo takes <d:link> for <link>."""
EVERY = 80
"""One of so many real scenes is taken where not all are asked for."""


def find_drake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the Python that has Drake first: scenec asks the first python3 of the path."""
    if not why_missing("Drake"):
        monkeypatch.setenv("PATH", os.pathsep.join((str(drake_python().parent), os.environ["PATH"])))


@cache
def why_missing(consumer: str) -> str:
    """Return why a program cannot be asked here, "" if it can. Urdfdom and Drake are installed into the user's cache where CI is set, or
    SCENEC_CONSUMERS=install."""
    if consumer == "Drake":
        try:
            drake_python()
        except ConsumerMissingError as missing:
            return str(missing)
        return ""
    if consumer == "MuJoCo":
        return "" if subprocess.run([sys.executable, "-c", "import mujoco"], check=False).returncode == 0 else "pip install mujoco"
    if not any(map(os.path.isdir, urdfdom_folders())):  # that of Debian 12 reads version 1.0 only
        if not may_install():
            return f"pip install {' '.join(URDFDOM_PACKAGES)}, or SCENEC_CONSUMERS=install"
        target = os.path.join(cache_folder(), "urdfdom")
        with installing():
            if not os.path.isdir(target):
                subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", target, *URDFDOM_PACKAGES], check=False)
    try:
        urdfdom_loader()
    except NotCompiledError as problem:
        return str(problem)
    return "" if any(map(os.path.isdir, urdfdom_folders())) else "there is only that of the system, which may be too old"


def unexplained(report: Report, consumer: str) -> list[str]:
    """Return refusals by a program, and differences that it sees, of which no finding tells the reason."""
    reported = {finding.code for finding in report.findings}
    found = []
    for finding in report.findings:
        words = f"{consumer}: {finding.because}"
        if finding.code == "consumer-differs" and consumer in finding.because:
            found += [] if finding.subject.rpartition("::")[2] in implausible(report) or "urdf-lint-world-not-root" in reported else [words]
        elif finding.code.startswith("consumer-") and finding.target.startswith(consumer) and finding.code != "consumer-accepted":
            excuses = [codes for pattern, codes in EXCUSED.items() if re.search(pattern, words)]
            found += [words] if finding.code != "consumer-rejected" or not any(codes & reported for codes in excuses) else []
    return found


def implausible(report: Report) -> set[str]:
    """Names of links whose mass or inertia no body can have. A finding of a report stands for all that say the same."""
    codes = ("link-mass-implausible", "link-inertia-implausible")
    links = [subjects for finding, subjects in zip(report.findings, report.subjects, strict=True) if finding.code in codes]
    return {subject.rpartition("::")[2] for subjects in links for subject in subjects}


@pytest.mark.parametrize("consumer", CONSUMERS)
@pytest.mark.parametrize("path", SCENES, ids=lambda path: str(path.relative_to(FIXTURES)))
def test_a_program_loads_the_result_and_sees_the_same_robot(
    path: Path, consumer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if why := why_missing(consumer):
        pytest.skip(f"{consumer} is missing: {why}")
    find_drake(monkeypatch)
    report = scenec.convert(path, tmp_path / "result.urdf", verify=True, flatten=True)
    if absent := [each.because for each in report.findings if each.code == "consumer-missing" and each.target.startswith(consumer)]:
        pytest.skip(f"the program is missing: {absent[0]}")
    assert unexplained(report, consumer) == []


def real_scenes() -> list[tuple[str, Path, dict[str, Any]]]:
    """Name, file and reading options of scenes of all formats that lie beside this checkout: all with SCENEC_SCENES=all, else a few."""
    scenes = corpus(list(BUILT_IN), None)
    found = [(name if name.startswith(kind) else f"{kind}:{name}", path, options) for kind, name, path, options in scenes]
    return found if os.environ.get("SCENEC_SCENES") == "all" else found[::EVERY]


@pytest.mark.parametrize("scene", [*real_scenes()] or [None], ids=lambda scene: scene[0] if scene else "none")
def test_every_program_sees_the_robots_of_a_real_scene(
    scene: tuple[str, Path, dict[str, Any]] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if scene is None:
        pytest.skip("no real scenes beside this checkout (../shared/corpus)")
    name, path, options = scene
    present = [consumer for consumer in CONSUMERS if not why_missing(consumer) and (name, consumer) not in OTHERWISE]
    if not present:
        pytest.skip(f"no program is there: {why_missing(CONSUMERS[0])}")
    find_drake(monkeypatch)
    report = scenec.convert(path, tmp_path / "result.urdf", verify=True, flatten=True, **options)
    assert [each for consumer in present for each in unexplained(report, consumer)] == []
