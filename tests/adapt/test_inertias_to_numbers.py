"""Masses that are computed from collisions, for formats that state numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from tests.formats import others

LINK = """\
<sdf version="1.11">
  <model name="m">
    <link name="a">
      <inertial auto="true"><density>20.5</density></inertial>
      <collision name="light"><pose>0 0 1 0 0 0</pose><geometry><box><size>1 1 1</size></box></geometry></collision>
      <collision name="heavy"><density>80.5</density><geometry><box><size>1 1 1</size></box></geometry></collision>
    </link>
  </model>
</sdf>
"""


@pytest.mark.parametrize("target", [*others("sdformat"), "sdformat@1.7"])
def test_densities_are_converted_where_the_result_states_the_mass_that_they_make(target: str, tmp_path: Path) -> None:
    source = tmp_path / "link.sdf"
    source.write_text(LINK)
    report = scenec.convert(source, tmp_path / "result", to=target)
    assert "inertial-auto-converted" in {finding.code for finding in report.findings}
    lost = {finding.code for finding in report.findings if finding.fate == "dropped"}
    assert not {"inertial-auto-dropped", "inertial-density-dropped", "collision-density-dropped"} & lost
    fates = {entry.value: entry.fate for entry in report.ledger if entry.value in ("20.5", "80.5", "true")}
    assert fates == {"20.5": "converted", "80.5": "converted", "true": "converted"}
