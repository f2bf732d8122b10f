"""`python -m benchmarks.arrives` and its tables: which results count as faults, and what the page says of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.arrives import lines
from benchmarks.behaviour.arrival import Figures, Row, figures, section
from benchmarks.behaviour.cannot_run import CANNOT_RUN, reason
from benchmarks.behaviour.engines import ROBOTS, Compared, Ended, mounted, moving_parts
from benchmarks.behaviour.engines import section as engines_section
from benchmarks.behaviour.robots import CORPUS
from benchmarks.behaviour.sections import ARRIVAL, ENGINES, part, with_parts, with_parts_of

KNOWN = next(file for each in CANNOT_RUN for file in each.files if "sdformat" in each.targets)
RUN = Figures(
    "sdformat",
    False,
    [
        Row("urdf/arm.urdf", "urdf", "ok", "1 m/s"),
        Row("urdf/leg.urdf", "urdf", "crash", "no inertia"),
        Row(KNOWN, "urdf", "refused", "no such model"),
        Row("mjcf/pile.xml", "mjcf", "source-too:explodes", "40 m/s"),
        Row("mjcf/empty.xml", "mjcf", "empty", ""),
    ],
)


def test_a_result_fails_unless_it_is_excused() -> None:
    assert [row.source for row in RUN.faults()] == ["urdf/leg.urdf"]
    said = list(lines(RUN))
    assert said[0] == "FAIL SDFormat: crash urdf/leg.urdf: no inertia"
    assert said[1] == "SDFormat: 3 judged, 1 refused, 1 crash, 0 explodes; 1 of them excused; 1 fail as their sources do"


def test_the_table_counts_per_source_format_and_names_what_is_excused() -> None:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section([RUN]).splitlines() if line.startswith("| SDF")]
    assert rows == [
        ["SDFormat", "URDF", "3", "0", "1", "0", "1", "0", "0", "0"],
        ["SDFormat", "MJCF", "0", "0", "0", "0", "0", "1", "1", "0"],
        ["SDFormat", "**all**", "3", "0", "1", "0", "1", "1", "1", "0"],
    ]
    text = section([RUN])
    assert f"- {reason(KNOWN, 'sdformat')} " in text and f"`{KNOWN}`" in text
    assert "- `mjcf/pile.xml`: 40 m/s" in text
    assert "- SDFormat: `urdf/leg.urdf`: crash" in text


def test_figures_name_sources_below_the_corpus(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(json.dumps([{"source": str(CORPUS / KNOWN), "format": "sdformat", "verdict": "refused"}]))
    assert figures(file, "sdformat", ready=True).rows == [Row(KNOWN, "sdformat", "refused", "")]


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the shared corpus is not beside this checkout")
def test_what_is_excused_is_in_the_corpus_and_has_one_reason() -> None:
    files = [(file, target) for each in CANNOT_RUN for file in each.files for target in each.targets or ("",)]
    assert len(files) == len(set(files))
    assert [file for file, _ in files if not (CORPUS / file).is_file()] == []
    assert reason("urdf/arm.urdf", "sdformat") == ""


# ---------------------------------------------------------------- robots in two engines


def test_a_mounted_arm_hangs_on_the_world() -> None:
    text = mounted('<robot name="r"><link name="base"/></robot>', "base")
    assert '<joint name="mount" type="fixed"><parent link="world" /><child link="base" /></joint>' in text


def test_the_base_comes_first_and_what_the_oracle_lacks_is_gone() -> None:
    text = moving_parts(
        """<sdf version="1.8"><world name="w"><model name="floor"/><model name="r">
          <link name="foot"><visual name="v"/><collision name="m"><geometry><mesh/></geometry></collision>
            <collision name="b"><geometry><box/></geometry></collision></link>
          <link name="base"/>
          <joint name="j"><axis><limit><lower>0</lower><velocity>1</velocity></limit></axis></joint>
        </model></world></sdf>""",
        "base",
    )
    assert text.index('"r"') < text.index('"floor"') and text.index('"base"') < text.index('"foot"')
    assert "visual" not in text and "mesh" not in text and "velocity" not in text and "box" in text and "lower" in text
    with pytest.raises(KeyError):
        moving_parts('<sdf><world name="w"><model name="r"/></world></sdf>', "base")


@pytest.mark.parametrize(
    ("ended", "word"),
    [
        (Ended(0.32, 0.32, 0.0, 0.1), "stands"),
        (Ended(0.06, 0.32, 0.0, 4.0), "falls"),
        (Ended(-19.3, 0.32, 19.6, 19.6), "drops"),
        (Ended(0.32, 0.32, 0.0, 60.0), "explodes"),
        (Ended(0.32, 0.32, 0.0, float("nan")), "explodes"),
        (Ended(problem="refused"), "refused"),
    ],
)
def test_a_robot_ends_as_its_base_and_fastest_link_say(ended: Ended, word: str) -> None:
    assert ended.word == word


def test_engines_agree_if_a_robot_ends_in_the_same_way() -> None:
    stands, falls, arm = Ended(0.3, 0.3), Ended(0.1, 0.3), next(robot for robot in ROBOTS if robot.fixed)
    assert Compared(ROBOTS[0], stands, stands).agree
    assert not Compared(ROBOTS[0], stands, falls).agree
    assert not Compared(ROBOTS[0], Ended(problem="crash"), Ended(problem="crash")).agree
    assert "| hangs " in engines_section([Compared(arm, stands, stands)])


# ---------------------------------------------------------------- parts of the page


def test_a_part_is_replaced_and_the_rest_of_the_page_stays() -> None:
    page = "# Page\n\n## Motion\n\nmoves\n"
    page = with_parts(page, {ENGINES: "falls"})
    page = with_parts(page, {ARRIVAL: "loads"})
    assert page == f"# Page\n\n## Motion\n\nmoves\n\n## {ARRIVAL}\n\nloads\n\n## {ENGINES}\n\nfalls\n"
    assert with_parts(page, {ARRIVAL: "moves"}) == page.replace("loads", "moves")
    assert (part(page, ARRIVAL), part(page, "Sound")) == ("loads", "")


def test_a_page_that_is_made_anew_keeps_the_parts_of_other_programs() -> None:
    before = with_parts("# Page\n\nold\n", {ARRIVAL: "loads"})
    assert with_parts_of("# Page\n\nnew\n", before) == before.replace("old", "new")
