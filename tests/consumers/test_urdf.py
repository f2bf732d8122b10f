"""The programs that load URDF see in what is written of the fixtures of all formats what the scene means."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import scenec
from scenec.verify.compiled import NotCompiledError, cache_folder, urdfdom_folders, urdfdom_loader
from scenec.verify.urdf_consumers import URDFDOM_PACKAGES
from tests.consumers.sdf_consumers import ConsumerMissingError, drake_python
from tests.formats import scene_files

FIXTURES = Path(__file__).parents[2] / "fixtures"
SCENES = list(scene_files(FIXTURES))
EXCUSED = {
    r"Drake.*refers to unknown package": {"urdf-mesh-missing"},
    r"MuJoCo.*free joint can only be used on top level": {"urdf-lint-floating-joint", "urdf-joint-type-floating-added"},
    r"MuJoCo.*mass and inertia of moving bodies must be larger": {"urdf-lint-massless-moving"},
    r"MuJoCo.*mesh volume is too small": {"consumer-rejected"},  # a mesh in a plane: only those who ask MuJoCo need to know
    r"MuJoCo.*inertia must (satisfy A \+ B >= C|have positive eigenvalues)": {"link-inertia-implausible", "urdf-lint-small-moment"},
}
"""Message of a program that refuses a result -> the findings of which one must have reported the reason."""


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
        if not (os.environ.get("CI") or os.environ.get("SCENEC_CONSUMERS") == "install"):
            return f"pip install {' '.join(URDFDOM_PACKAGES)}, or SCENEC_CONSUMERS=install"
        target = os.path.join(cache_folder(), "urdfdom")
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", target, *URDFDOM_PACKAGES], check=False)
    try:
        urdfdom_loader()
    except NotCompiledError as problem:
        return str(problem)
    return "" if any(map(os.path.isdir, urdfdom_folders())) else "there is only that of the system, which may be too old"


@pytest.mark.parametrize("consumer", ["urdfdom", "Drake", "MuJoCo"])
@pytest.mark.parametrize("path", SCENES, ids=lambda path: str(path.relative_to(FIXTURES)))
def test_a_program_loads_the_result_and_sees_the_same_robot(
    path: Path, consumer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if why := why_missing(consumer):
        pytest.skip(f"{consumer} is missing: {why}")
    if consumer == "Drake":  # scenec asks the first python3 of the path
        monkeypatch.setenv("PATH", os.pathsep.join((str(drake_python().parent), os.environ["PATH"])))
    try:
        report = scenec.convert(path, tmp_path / "result.urdf", verify=True, flatten=True)
    except scenec.ReadError:
        pytest.skip("the fixture is one that is refused")
    if absent := [each.because for each in report.findings if each.code == "consumer-missing" and each.target.startswith(consumer)]:
        pytest.skip(f"the program is missing: {absent[0]}")
    reported = {finding.code for finding in report.findings}
    for finding in report.findings:
        if finding.code.startswith("consumer-") and finding.target.startswith(consumer):
            words = f"{consumer}: {finding.because}"
            excuses = [codes for pattern, codes in EXCUSED.items() if re.search(pattern, words)]
            assert finding.code in ("consumer-accepted", "consumer-rejected"), words
            assert finding.code == "consumer-accepted" or any(codes & reported for codes in excuses), words
        assert finding.code != "consumer-differs" or consumer not in finding.because, finding.because
