"""Every finding says why, what it means and what to do, in every format."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import scenec
from scenec.accounting.code import Code
from scenec.accounting.finding import LOSSY_FATES, Finding
from scenec.accounting.ledger import Ledger
from scenec.accounting.parts import of_one_format, word_in_file
from scenec.accounting.render_text import finding_lines
from scenec.accounting.spoken import Names, _fields, about, in_words_of, who, word_of_value
from scenec.cli.codes import all_codes, core_rows
from scenec.converters import by_suffix, codes_of, format_names, resolve
from scenec.syntax.sexp import read_sexp
from tests.formats import DIALECTS, scene_files

FIXTURES = Path(__file__).parents[2] / "fixtures"
SOURCES = sorted(path for path in scene_files(FIXTURES) if "parts" not in path.parts and "models" not in path.parts)
TARGETS = [f"out{suffix}" for suffix in DIALECTS]


@cache
def findings(target: str, folder: Path) -> list[tuple[str, Finding]]:
    """All findings of all fixtures to one target, with the name of the fixture."""
    reported = []
    for source in SOURCES:
        report = scenec.convert(source, folder / target, lenient=True)
        reported += [(source.name, finding) for finding in report.findings]
    return reported


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
def test_every_finding_of_every_pair_says_what_happened_why_and_to_what_effect(
    target: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    reported = findings(target, tmp_path_factory.getbasetemp())
    assert len(reported) > 100
    lacking = [(name, each.code) for name, each in reported if not (each.headline and each.because and each.consequence)]
    assert lacking == []


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
def test_each_text_of_a_finding_is_one_line(target: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    reported = findings(target, tmp_path_factory.getbasetemp())
    parts = {(each.code, part) for _, each in reported for part in (each.headline, each.because, each.consequence, each.hint)}
    assert {(code, part) for code, part in parts if part != part.strip() or part.endswith((";", ":")) or "\n" in part} == set()


def test_losses_that_are_reported_by_name_have_advice() -> None:
    tables: list[dict[str, Code]] = [*map(dict, core_rows()), *(dict(codes_of(name)) for name in format_names())]
    codes = {code: row for table in tables for code, row in table.items()}
    without = [
        code
        for code, row in codes.items()
        if row.fate in LOSSY_FATES and not code.endswith("-ineffective") and not row.advice and row.category != "metadata"
    ]
    assert without == []


def test_explain_shows_the_advice_that_the_finding_gives(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "motors.ros2", tmp_path / "out.sdf")
    reported = next(finding for finding in report.findings if finding.code == "comments-dropped")
    assert reported.hint == all_codes().explain(reported.code).advice


# ---------------------------------------------------------------- in whose words


@cache
def words_of_files() -> str:
    """All that the fixtures say, in which a word of the neutral scene may stand as one of their own."""
    files = (path for path in FIXTURES.rglob("*") if path.is_file() and path.suffix not in (".png", ".stl"))
    return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in files)


FIELD = re.compile(r"(?<![\w<:/])[a-z]+(?:_[a-z0-9]+)+(?![\w>:/])")
"""A word that is spelled like a field of the neutral scene."""
PATH = re.compile(r"(?<![\w:])([a-z_]+)(?:\[[^\]]*\])?\.([a-z_0-9]+)(?![\w(/])")
"""Like a path in it: ``joints.0``, ``collisions[box].surface``."""


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS[:-1])
def test_no_sentence_speaks_in_words_of_the_neutral_scene(target: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A roboticist knows the two formats and neither `update_rate` nor `collisions[box].surface`."""
    fields, spoken = _fields(), []
    for name, each in findings(target, tmp_path_factory.getbasetemp()):
        if name.endswith(".json"):
            continue  # there these are the source's own words
        for sentence in (each.headline, each.because, each.consequence, each.hint, who(each.subject), each.value):
            theirs = [word for word in FIELD.findall(sentence) if word in fields and word not in words_of_files()]
            theirs += [".".join(found) for found in PATH.findall(sentence) if set(found) <= fields | {"0", "1"}]
            if theirs or "the target" in sentence:
                spoken.append((name, each.code, theirs, sentence))
    assert not spoken, spoken[:5]


ID = re.compile(r"(?<![\w:])(?:link|joint|model|frame|world|mesh|asset)\d+(?![\w:])")
"""Like what the neutral scene calls a thing among its own."""


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS[:-1])
def test_no_finding_shows_how_the_neutral_scene_is_made(target: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Neither ids for names, nor Python's way of writing values."""
    shown = []
    for name, each in findings(target, tmp_path_factory.getbasetemp()):
        ids = [found for found in ID.findall(each.value) if found not in words_of_files()]
        python = each.value in ("True", "False", "None") or each.value[:1] == "("
        if not name.endswith(".json") and (ids or python):
            shown.append((name, each.code, each.subject, each.value))
    assert not shown, shown[:5]


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS[:-1])
def test_what_only_one_format_has_is_reported_in_its_words(target: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """``road of sdformat`` is no plain English."""
    own = resolve(by_suffix(target) or "")[0].name  # codes of the target's writer are about what it lacks
    theirs = re.compile(f"({'|'.join(name for name in format_names() if name != own)})-.*-dropped")
    reported = [each for _, each in findings(target, tmp_path_factory.getbasetemp()) if theirs.fullmatch(each.code)]
    assert reported
    assert all(" of " + each.code.split("-")[0] not in each.headline for each in reported)
    assert all("/" not in each.headline and "@" not in each.headline for each in reported)


def test_what_only_one_format_has_is_reported_once_for_all_that_have_it(tmp_path: Path) -> None:
    """A robot of twenty joints does not fill a screen with twenty times the same."""
    drives = (FIXTURES / "rsg/drives.rsg").read_text()
    other_joint = "(nd Hinge2Effector (setName we))"
    (tmp_path / "drives.rsg").write_text(drives.replace(other_joint, other_joint + " (nd StiffnessEffector (setName another))"))
    findings = scenec.convert(tmp_path / "drives.rsg", tmp_path / "drives.sdf").findings
    assert [(each.count, each.level) for each in findings if each.code == "rsg-stiffness-effector-dropped"] == [(2, "warning")]


def test_a_finding_without_a_subject_shows_its_value_alone() -> None:
    made = Finding("mass-replaced-ineffective", "dropped", "note", "metadata", value="1")
    assert about(made) == "1" and "= 1" not in finding_lines(made)[0]


def test_adaptations_are_no_names_of_modules(tmp_path: Path) -> None:
    findings = [each for source in ("rsg/joints.rsg",) for each in scenec.convert(FIXTURES / source, tmp_path / "out.ros2").findings]
    (lost,) = [each for each in findings if each.code == "merge-fixed-joints-dropped"]
    assert lost.because.startswith("Fixed joints were merged for SimRobot")


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("ServoMotor/isNaoMotor", "isNaoMotor of ServoMotor"),
        ("gui@fullscreen", "fullscreen of gui"),
        ("@xmlns:own", "xmlns:own"),
        ("ode/solver/sor", "sor of solver"),
        ("Compound[arena/left team]", "Compound"),
    ],
)
def test_what_only_one_format_has_is_called_as_that_format_calls_it(key: str, said: str) -> None:
    assert word_in_file(key) == said
    row = of_one_format("simrobot", key, "SimRobot", "SimRobot")
    assert (row.headline, row.because) == (f"Extension of SimRobot dropped: {said}", "Only SimRobot has this value.")


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("friction_pairs[ice, steel].mu", "friction of ice and steel, coefficient"),
        ("controllers[walk].actuators", "controller walk, actuators"),
        ("worlds[yard].extras[0]", "world yard"),
        ("framing", "kind of file"),
        ("table::top.visuals.board.material.diffuse", "table::top: visual board, material, diffuse"),
        ("arm::hand.visuals[box].material.two_sided", "arm::hand: visual box, material, two sided"),
        ("worlds[yard].profiles[0].update_rate", "world yard, physics 1, update rate"),
        ("arm::elbow.axes[0].limits.stop_cfm", "arm::elbow: axis 1, limits, stop CFM"),
        ("friction_law", "friction law"),
        ("arm.upper::hand", "arm.upper::hand"),
        ("Light@spotExponent", "spotExponent of <Light>"),
        ("extras[10]", "the scene"),
        ("", ""),
    ],
)
def test_people_are_reported_whom_a_finding_is_about_without_a_path_into_the_neutral_scene(subject: str, said: str) -> None:
    assert who(subject) == said


@pytest.mark.parametrize(
    ("source", "target", "code", "said"),
    [
        ("sdformat/world.sdf", "out.scene", "physics-update-rate-dropped", "<real_time_update_rate> in <physics>"),
        ("user_inputs.ros2", "out.sdf", "user-input-dropped", "<UserInput>"),
        ("materials_surfaces.ros2", "out.rsg", "material-shininess-dropped", "shininess of <Surface>"),
        ("rsg/joints.rsg", "out.ros2", "joint-feedback-dropped", "enableFeedback of HingeJoint"),
        ("mars/sensors.scene", "out.ros2", "actuator-name-dropped", "name of <motor>"),
    ],
)
def test_what_is_lost_is_called_as_the_source_calls_it(source: str, target: str, code: str, said: str, tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / source, tmp_path / target, lenient=True)
    sentences = [each.because for each in report.findings if each.code == code]
    assert sentences and all(each.endswith(f". In the source: {said}.") for each in sentences), sentences


def test_a_text_names_the_target_and_its_simulator() -> None:
    row = Code(
        "c", "dropped", "note", "sensing", headline="Light dropped", because="{target} has no lights.", effect="In {simulator}, it is dark."
    )
    ledger = Ledger()
    ledger.names = Names("A", "B", "S")
    ledger.report(row)
    findings = in_words_of(ledger.entries[0].template, ledger.names)
    assert (findings.because, findings.consequence) == ("B has no lights.", "In S, it is dark.")
    assert in_words_of(ledger.entries[0].template, Names()).because == "The target format has no lights."


def test_advice_names_the_simulator_in_which_something_can_be_done(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "sdformat/world.sdf", tmp_path / "world.scene")
    (advice,) = {each.hint for each in report.findings if each.code == "solver-dropped"}
    assert advice == "Tune contacts and joints in MARS."


def test_a_value_of_a_definition_is_called_by_its_variable() -> None:
    document = read_sexp(b"(RSG 0 1)\n((def $Mass 2)\n(nd RigidBody (setSphereTotal $Mass 0.1)))\n", "ball.rsg")
    assert word_of_value(document, 5, resolve("rsg")[0].elements) == "def $Mass"


def test_a_model_file_of_sdformat_drops_gravity_and_step_with_their_units(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "humanoid/humanoid.ros2", tmp_path / "robot.sdf", as_="model")
    findings = {each.code: each.headline for each in report.findings}
    assert findings["gravity-dropped"] == "Gravity dropped: 0 0 -9.81 m/s^2"
    assert findings["step-dropped"] == "Simulation step dropped: 0.005 s"


def test_urdf_leaves_gravity_and_the_step_to_the_simulator(tmp_path: Path) -> None:
    scene = tmp_path / "arm.xml"
    scene.write_text("<mujoco><worldbody><body><geom size='.1'/></body></worldbody></mujoco>")
    effects = {each.code: each.consequence for each in scenec.convert(scene, tmp_path / "arm.urdf").findings}
    assert effects["gravity-dropped"] == "Gravity in the simulation is the default of the simulator."
    assert effects["step-dropped"] == "The step of the simulation is the default of the simulator."
