"""A scene is a program: what is executed, in which order, with which values."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.errors import ReadError
from tests.converters.rsg.conftest import Reader, Result


def positions(result: Result) -> dict[str | None, tuple[float, ...]]:
    return {link.name: tuple(map(float, link.pose.position)) if link.pose else (0.0, 0.0, 0.0) for link in result.scene.links}


def place(name: str, position: str) -> str:
    return f"(nd Transform (setName {name}) (setLocalPos {position}) (nd Box))"


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("+1 -.5 2.", (1.0, -0.5, 2.0)),
        ("1e1 0x10 abc", (10.0, 16.0, 0.0)),
        ("1 2 3 4", (1.0, 2.0, 3.0)),
        ("\"1\" '2' 3;x", (1.0, 2.0, 3.0)),
    ],
)
def test_numbers_are_read_as_c_reads_them(read: Reader, position: str, expected: tuple[float, ...]) -> None:
    assert positions(read(f"({place('a', position)}\n)"))["a"] == expected


def test_a_rejected_call_has_no_effect_and_is_reported(read: Reader) -> None:
    result = read(f"({place('a', '1 2')})")
    assert positions(result)["a"] == (0.0, 0.0, 0.0)
    finding = result.finding("call-rejected-ineffective")
    assert finding.level == "warning" and "takes x y z" in finding.because


def test_definitions_reach_to_the_end_of_their_file_and_no_further(read: Reader) -> None:
    files = {"in.rsg": f"({place('inner', '$v 0 0')})"}
    body = f"((def $v 5) (nd Transform (setName a) (def $w 6) (setLocalPos $v $w 0) (nd Box)) {place('b', '$w 0 0')} (def $v 7)"
    result = read(f"{body} {place('c', '$v 0 0')} (importScene in.rsg) {place('d', '1 1 1')})", files)
    assert positions(result) == {"a": (5, 6, 0), "b": (6, 0, 0), "c": (7, 0, 0), "d": (1, 1, 1)}
    finding = result.finding("variable-unknown")
    assert finding.level == "error" and finding.source is not None and finding.source.file == "in.rsg"


@pytest.mark.findings("parameter-count-differs")
def test_surplus_parameters_are_read_in_place_of_definitions(read: Reader) -> None:
    files = {"in.rsg": f"((templ $x) (def $y 7) {place('a', '$x $y 0')})"}
    assert positions(read("((importScene in.rsg 1 99))", files))["a"] == (1, 99, 0)
    assert positions(read("((importScene in.rsg 1))", files))["a"] == (1, 7, 0)


@pytest.mark.parametrize(
    ("lefts", "reported"),
    [(("0",), ["-1"]), (("0", "0"), ["-1"]), (("0", "2"), []), (("2",), [])],
    ids=["once", "always", "at times", "never"],
)
def test_a_number_that_is_multiplied_by_zero_wherever_it_is_executed_is_reported(
    read: Reader, lefts: tuple[str, ...], reported: list[str]
) -> None:
    files = {"in.rsg": f"((templ $left) (def $shift (eval -1 * $left)) {place('a', '$shift 1 1')})"}
    result = read(f"({' '.join(f'(importScene in.rsg {left})' for left in lefts)})", files)
    idle = {finding.code for finding in result.findings}
    assert ("factor-of-zero-ineffective" in idle) == bool(reported)
    assert [line.value for line in result.report.ledger if line.fate == "dropped" and line.file == "in.rsg"] == reported


def test_missing_parameters_take_the_values_of_definitions(read: Reader) -> None:
    result = read("((importScene in.rsg 1))", {"in.rsg": f"((templ $x $z) (def $y 7) {place('a', '$x 0 $z')})"})
    assert positions(result)["a"] == (1, 0, 7)
    assert "parameter-count-differs" in result.codes


def test_the_first_case_that_fits_is_executed_and_of_it_the_first_list(read: Reader) -> None:
    cases = "(0 (setLocalPos 1 0 0)) (1 (setLocalPos 2 0 0) (setLocalRotation 9 9 9)) (1 (setLocalPos 3 0 0))"
    result = read(f"((def $a 1) (nd Transform (setName t) (switch $a {cases}) (nd Box)))")
    link = result.link("t")
    assert link.pose is not None and link.pose == ir.Pose((2.0, 0.0, 0.0))
    assert {"switch-branch-ineffective", "switch-rest-ineffective"} <= set(result.codes)


def test_a_switch_without_a_fitting_case_ends_the_file(read: Reader) -> None:
    result = read(f"({place('a', '1 0 0')} (switch x (y (nd Box))) {place('b', '2 0 0')})")
    assert set(positions(result)) == {"a"}
    assert result.finding("switch-without-case").level == "error"


def test_an_unknown_class_ends_its_file_but_not_the_importing_one(read: Reader) -> None:
    result = read(
        f"((importScene in.rsg) {place('b', '2 0 0')})", {"in.rsg": f"({place('a', '1 0 0')} (nd Boxx) {place('never', '0 0 0')})"}
    )
    assert set(positions(result)) == {"a", "b"}
    assert "Did you mean Box?" in result.finding("node-class-unknown").hint


def test_select_goes_on_in_a_child(read: Reader) -> None:
    result = read(f"({place('a', '1 0 0')} (sel a (nd Sphere (setRadius 0.3))))")
    assert [type(visual.geometry) for visual in result.link("a").visuals] == [ir.Box, ir.Sphere]


def test_calls_wait_for_the_end_of_their_file_except_names_and_poses(read: Reader) -> None:
    """So attach may name a body that is written later."""
    body = "(nd RigidBody (setName body) (setBoxTotal 1 1 1 1))"
    later = f"(nd Transform (setName later) (setLocalPos 9 0 0) {body})"
    result = read(f"((nd Transform (setName first) {body} (nd HingeJoint (attach ../body ../../later/body) (setAnchor 0 0 0))) {later})")
    assert result.joint_summary("joint").parent.endswith("later")


@pytest.mark.parametrize("keywords", [("nd", "setLocalPos"), ("node", "setLocalPos")])
def test_long_and_short_keywords(read: Reader, keywords: tuple[str, str]) -> None:
    nd, pos = keywords
    assert positions(read(f"(({nd} TRF (setName a) ({pos} 1 2 3) ({nd} Box)))"))["a"] == (1, 2, 3)


def test_a_file_that_imports_itself_is_refused(read: Reader) -> None:
    with pytest.raises(ReadError, match="inside more than 100 imports"):
        read("((nd Transform (importScene scene.rsg)))")


@pytest.mark.sweep
def test_a_program_that_doubles_without_end_is_refused(read: Reader) -> None:
    files = {f"f{i}.rsg": f"((importScene f{i + 1}.rsg) (importScene f{i + 1}.rsg))" for i in range(40)}
    with pytest.raises(ReadError, match=r"f\d+\.rsg:\d+:\d+: the scene does not end within 3\d,\d+ expressions"):
        read("((importScene f0.rsg))", {**files, "f40.rsg": "((nd Box))"})


def test_variables_that_double_each_other_are_refused_before_memory_ends(read: Reader) -> None:
    doubling = "(def $v0 abcdefgh)" + "".join(f"(def $v{i} (join $v{i - 1} $v{i - 1}))" for i in range(1, 40))
    with pytest.raises(ReadError, match=r"scene\.rsg:\d+:\d+: the expressions put together more than 1,\d+,\d+ characters"):
        read(f"({doubling}(nd Transform (setName $v39)))")


def test_nesting_does_not_exhaust_anything(read: Reader) -> None:
    depth = 900
    result = read(f"({'(nd Transform (setLocalPos 0 0 1) ' * depth}(nd Box){')' * depth})")
    assert result.scene.links[0].pose == ir.Pose((0.0, 0.0, float(depth)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("(RSG 1 0) ()", "version 1 0"),
        ("(Simulation) ()", "header is missing"),
        ("(RSG 0 1)", "scene is missing"),
        ("(RSG 0 1) ((nd Box)", "list without end"),
        ("(RDS 0 1) ((nd (SLT 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1)))", "RubyDeltaScene"),
        ("((time 0)) (RSG 0 1) ((nd Box))", "monitor stream"),
    ],
)
def test_what_is_no_scene_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "x.rsg"
    file.write_text(text)
    with pytest.raises(ReadError, match=message) as caught:
        scenec.read(file)
    assert "x.rsg:1" in str(caught.value)


def test_a_missing_import_is_an_error_that_names_the_remedy(read: Reader) -> None:
    result = read(f"((importScene nowhere.rsg 1 2) {place('a', '1 0 0')})")
    finding = result.finding("import-failed")
    assert set(positions(result)) == {"a"} and finding.level == "error" and "--search-path" in finding.hint


def test_files_are_looked_up_below_resource_locations_not_beside_the_importing_file(read: Reader, tmp_path: Path) -> None:
    files = {"deep/a.rsg": "((importScene b.rsg))", "deep/b.rsg": place("beside", "1 0 0")}
    assert "import-failed" in read("((importScene deep/a.rsg))", files).codes
    assert positions(read("((importScene deep/a.rsg))", files, search_path=[tmp_path / "deep"])) == {"beside": (1, 0, 0)}


def test_parameters_of_the_entry_file(read: Reader) -> None:
    assert positions(read(f"((templ $x) {place('a', '$x 0 0')})", parameters=["2.5"]))["a"] == (2.5, 0, 0)


def test_constants_come_from_the_caller(read: Reader) -> None:
    body = f"({place('a', '(eval Soccer.Length / 2) 0 0')})"
    assert positions(read(body, constants={"Soccer": {"Length": 30.0}}))["a"] == (15, 0, 0)
    assert "--constants" in read(body).finding("expression-invalid").hint


def test_one_file_imported_twice_is_one_asset_with_two_uses(read: Reader) -> None:
    files = {"part.rsg": "((templ $x) (nd Box (setExtents $x 1 1)))"}
    body = " ".join(f"(nd Transform (setName {name}) (importScene part.rsg {x}))" for name, x in (("a", 1), ("b", 2)))
    scene = read(f"({body})", files).scene
    assert [asset.name for asset in scene.assets] == ["part.rsg"]
    assert [use.arguments for use in scene.uses] == [(("x", "1"),), (("x", "2"),)]
    assert [link.visuals[0].use for link in scene.links] == [use.id for use in scene.uses]


def test_names_of_2007_are_a_dialect_of_their_own(read: Reader) -> None:
    body = "(nd Transform (setName log) (nd Body (setCappedCylinderTotal 4 0.2 1)) (nd CCylinderCollider (setParams 0.2 1)))"
    result = read(f"({body})")
    assert result.version == "2007"
    assert isinstance(result.link("log").collisions[0].geometry, ir.Capsule) and result.link_summary("log").mass == 4
    assert read("((nd Box))").version == "current"
