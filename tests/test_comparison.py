"""docs/comparison.md: how the cells are measured, that a fault would show in them, and that the page is current."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import scenec
from scripts import compare_with_peers as peers
from scripts import feature_cells, feature_variants

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")
LINK = '<link name="base"><inertial><mass>{mass}</mass></inertial>{more}</link>'
SCENE = '<sdf version="1.9"><model name="probe">' + LINK + "</model></sdf>"
SENSOR = '<sensor name="ears" type="altimeter"/>'


def cell(text: str, folder: Path, target: str) -> feature_cells.Cell:
    """Return what becomes of the mass, or of what else differs from a plain scene."""
    (folder / "result").mkdir(exist_ok=True)
    source = folder / "probe.sdf"
    source.write_text(text)
    plain = SCENE.format(mass=1, more="")
    mine = feature_cells.features({"probe": text, "plain": plain, "other": plain})["probe"]
    return feature_cells.measured(source, text, mine, target, folder)


def test_the_feature_is_what_other_scenes_do_not_have() -> None:
    plain = SCENE.format(mass=1, more="")
    found = feature_cells.features({"heavy": SCENE.format(mass=17, more=""), "a": plain, "b": plain})
    assert found["heavy"] == [feature_cells.Value("/sdf[1]/model[1]/link[1]/inertial[1]/mass[1]/text()", "17")]
    assert found["a"] == []


@pytest.mark.parametrize(
    ("text", "others"),
    [("17", ["18"]), ("0.5", ["0.375"]), ("1 0 2", ["0.75 0 2", "1 0 1.5"]), ("true", ["false"]), ("a/b.png", ["a/other_b.png"])],
)
def test_a_value_is_changed_into_another_of_its_kind(text: str, others: list[str]) -> None:
    scene = f'<sdf version="1.9"><x y="1"/><x y="{text}"><z/></x></sdf>'
    found = [
        re.findall(r'y="([^"]*)"', changed)[1] for changed in feature_cells.changed(scene, feature_cells.Value("/sdf[1]/x[2]/@y", text))
    ]
    assert found == others


def test_what_the_target_says_is_kept_and_what_it_lacks_is_reported(tmp_path: Path) -> None:
    assert cell(SCENE.format(mass=17, more=""), tmp_path, "simrobot") == feature_cells.Cell("kept")
    lost = cell(SCENE.format(mass=1, more=SENSOR), tmp_path, "rsg")
    assert (lost.state, lost.codes) == ("reported", ("sensor-unsupported-dropped",))


def test_a_comment_is_kept_in_its_own_format_and_reported_elsewhere(tmp_path: Path) -> None:
    commented = SCENE.format(mass=1, more="<!-- measured in May -->")
    assert cell(commented, tmp_path, "sdformat") == feature_cells.Cell("kept")
    assert cell(commented, tmp_path, "mars") == feature_cells.Cell("reported", ("comments-dropped",))


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert cell('<sdf version="1.9"><model/></sdf>', tmp_path, "mars").state == "refused"


def test_a_converter_that_does_not_look_at_a_value_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = SCENE.format(mass=17, more="")
    before = feature_cells.answer
    source = tmp_path / "probe.sdf"
    source.write_text(text)
    (tmp_path / "result").mkdir()
    always = before(source, tmp_path, "mars")
    monkeypatch.setattr(feature_cells, "answer", lambda source, folder, target: always)
    assert cell(text, tmp_path, "mars").state == "silent"


@pytest.mark.findings("model-name-unstored-dropped")
def test_a_result_that_is_another_machine_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = feature_cells.answer

    def heavier(source: Path, folder: Path, target: str) -> feature_cells.Answer:
        done = before(source, folder, target)
        other = folder / "other.sdf"
        other.write_text(SCENE.format(mass=18, more=""))
        scenec.convert(other, done.result)
        return done

    monkeypatch.setattr(feature_cells, "answer", heavier)
    assert cell(SCENE.format(mass=17, more=""), tmp_path, "mars").state == "wrong"


def rows_below(heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading of the page, without its head."""
    rows = PAGE.partition(f"\n{heading}\n")[2].partition("\n## ")[0].splitlines()
    return [line.strip("| ").split(" | ") for line in rows if line.startswith("| ")][1:]


@pytest.mark.parametrize(("probes", "count"), list(zip(peers.PROBES, (49, 26, 22, 26), strict=True)))
def test_the_page_has_every_feature_and_says_what_is_reported_of_each_that_is_not_kept(probes: peers.Probes, count: int) -> None:
    features = rows_below(f"## Features{probes.title}, one by one" if probes.title else "## Feature by feature")
    assert len(features) == count
    reported = {(feature, target) for feature, target, _ in rows_below(f"## What scenec reports{probes.title}")}
    for feature, *states in features:
        for target, state in zip(probes.targets, states, strict=False):  # other tools have the columns behind
            assert state in ("kept", "adapted", "reported", "refused"), f"{feature} -> {target} is {state}"
            assert ((feature, target) in reported) == (state in ("adapted", "reported"))


def test_readme_has_the_figures_of_the_page() -> None:
    (line,) = peers.LINE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    kept, reported, silent = (int(x) for x in re.findall(r"(\d+) (?:kept|told|silent;)", line))
    assert (kept + reported, silent) == (49 * len(peers.TARGETS), 0)
    rows = [row.strip("| ").split(" | ") for row in PAGE.splitlines() if row.startswith("| kept |")]
    totals = next(row for row in rows if row[1].isdigit())
    assert sum(map(int, totals[1 : 1 + len(peers.TARGETS)])) == kept


@pytest.mark.sweep
@pytest.mark.findings("*", reason="every scene that other tools converted; the page is judged")
def test_the_page_is_current() -> None:
    if not peers.PEERS.is_dir():
        pytest.skip("what other tools did is not beside this checkout (../shared/peers)")
    assert peers.main(["--check"]) == 0, "run scripts/compare_with_peers.py"


# ---------------------------------------------------------------- changed scenes of MJCF

DOOR = """<mujoco><worldbody><body name="door" pos="0 0 1"><joint name="hinge" axis="0 0 1" range="-40 50" ref="10"/>
<geom type="box" size=".1 .2 .3" mass="2"/></body></worldbody></mujoco>"""
BALL = """<mujoco><worldbody><body name="ball" pos="0 0 1"><freejoint name="free"/><geom size=".1" rgba="1 0 0 1"/></body></worldbody>
<keyframe><key name="start" qpos="0 0 2 1 0 0 0"/></keyframe></mujoco>"""


def test_a_seed_makes_the_same_variants_and_mujoco_loads_them(tmp_path: Path) -> None:
    for name, text in (("door", DOOR), ("ball", BALL)):
        (tmp_path / f"{name}.xml").write_text(text)
    scenes = list(tmp_path.glob("*.xml"))
    first, again = (list(feature_variants.variants(scenes, 6, seed=3)) for _ in range(2))
    assert first == again and len({each.text for each in first}) == 6
    assert all(feature_variants.loads(each.text) for each in first)
    assert {each.name.partition("_")[0] for each in first} == {"door", "ball"}


@pytest.mark.findings("joint-axis-reported-offset-dropped", "physics-engine-dropped", "scene-friction-law-dropped")
def test_no_value_of_a_variant_is_lost_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "door.xml").write_text(DOOR)
    for variant in feature_variants.variants([tmp_path / "door.xml"], 2, seed=5):
        for target, cell in feature_variants.cells(variant, ("sdformat", "mjcf")).items():
            assert cell.state in ("kept", "adapted", "reported"), f"{target}: {variant.text}"
