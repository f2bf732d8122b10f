"""A plug-in may write files that it cannot read: the result is written all the same, and a finding says that no values are carried."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import scenec
from scenec import converters

FORMAT = """
from scenec.converters.format import Format, WriteResult
from scenec.errors import ReadError
from scenec.source import Source


def read(request):
    raise ReadError("no mass is stated", Source(request.shown, 2))


def write(request):
    main = request.stem + ".masses"
    return WriteResult(main, {main: b"masses\\n"}, "1")


FORMAT = Format(name="masses", title="Masses", suffixes={".masses": ""}, versions=("1",), read=read, write=write)
"""
ROBOT = '<sdf version="1.11"><model name="m"><link name="l"><inertial><mass>2</mass></inertial></link></model></sdf>'


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The distribution of that format, as pip lays it out."""
    metadata = tmp_path / "site/masses-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: masses\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[scenec.formats]\nmasses = format_of_masses:FORMAT\n")
    (tmp_path / "site/format_of_masses.py").write_text(FORMAT)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    converters.forget_plugins()
    yield
    monkeypatch.undo()
    converters.forget_plugins()


@pytest.mark.usefixtures("installed")
def test_carrying_nothing_is_reported_and_losses_count_as_lost(tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text(ROBOT)
    report = scenec.convert(tmp_path / "m.sdf", tmp_path / "out/m.masses", to="masses", carry=True)
    (finding,) = [each for each in report.findings if each.code == "carry-impossible"]
    assert (finding.level, finding.because) == (
        "warning",
        "The written file cannot be compared with the source: m.masses:2: no mass is stated.",
    )
    assert finding.consequence == "No values are carried. Converting back gives what the result states."
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["m.masses"], "no record beside it"
    assert (report.totals["carried"], report.totals["dropped"] > 0) == (0, True)


@pytest.mark.sweep
def test_parts_whose_names_grow_beyond_measure_are_not_carried(tmp_path: Path) -> None:
    """Each key of a record has the names of all models around it: of these it would be hundreds of times as large as the file."""
    link = '<link name="l{}"><visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual></link>'
    links = "".join(link.format(i) for i in range(12))
    models = "".join(f'<model name="{i:0300}">{links}' for i in range(100))
    (tmp_path / "m.sdf").write_text(f'<sdf version="1.11">{models}{"</model>" * 100}</sdf>')
    report = scenec.convert(tmp_path / "m.sdf", tmp_path / "m.scene", carry=True)
    (finding,) = [each for each in report.findings if each.code == "carry-impossible"]
    assert finding.because.endswith("the names of 2,501 parts, each with those of all that is around it, are too long to be carried.")
    assert finding.hint == "Nest models less deeply, or give them shorter names."
    assert report.totals["carried"] == 0
    assert (tmp_path / "m.scene").stat().st_size < 10_000_000
