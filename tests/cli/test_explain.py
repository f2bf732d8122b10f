"""`scenec explain`: what a finding means, and what one format cannot take from another."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from scenec.accounting.explain import Codes
from scenec.accounting.parts import row_for
from scenec.adapt import LOSING
from scenec.cli import pairs
from scenec.cli.codes import all_codes
from scenec.cli.support import support
from scenec.ir import Extra, RawItem
from scenec.ir.walk import at_path, leaves
from tests.cli.conftest import ROOT, Scenec
from tests.formats import SIMULATED as FORMATS
from tests.scenes import kitchen_sink


@pytest.fixture(scope="module")
def codes() -> Codes:
    return all_codes()


def test_a_code_is_reported_with_what_it_means_and_how_to_let_it_pass(scenec: Scenec) -> None:
    done = scenec("explain", "light-interpreted")
    assert done.status == 0
    assert done.out.splitlines()[0] == "light-interpreted (converted, note, appearance) of SimRobot"
    assert "What to do: Use --old-light OTHER to read it the other way." in done.out
    assert "Counts for --fail-on. --severity light-interpreted=LEVEL gives it another level" in done.out


def test_a_value_without_effect_counts_for_no_gate(scenec: Scenec) -> None:
    assert "Does not count for --fail-on: the value has no effect in the source." in scenec("explain", "name-ineffective").out


def test_a_code_made_of_the_scene_has_its_level_and_consequence(scenec: Scenec) -> None:
    text = scenec("explain", "joint-limit-dropped").out
    assert text.startswith("joint-limit-dropped (dropped, error, physics)\n")
    assert "Effect: The joint moves beyond its range." in text


def test_what_an_adaptation_loses_is_explained(codes: Codes) -> None:
    for step in LOSING:
        assert codes.explain(f"{step.replace('_', '-')}-dropped").is_loss
    assert codes.explain("adaptation-dropped").is_loss


def test_the_codes_of_checks_are_explained_and_no_losses(codes: Codes) -> None:
    from scenec.checks.findings import CODES

    assert len(CODES) >= 15
    assert [code for code in CODES if codes.explain(code).is_loss] == []


def test_every_leaf_that_a_writer_may_leave_unread_has_a_code_that_is_explained(codes: Codes) -> None:
    scene = kitchen_sink()
    rows = set()
    for path, _ in leaves(scene):
        owner = at_path(scene, path[:-1])
        if isinstance(owner, msgspec.Struct) and not isinstance(owner, Extra | RawItem):
            rows.add(row_for(owner, path[-1]))
    assert {row.code for row in rows if codes.explain(row.code).effect != row.general(row.effect)} == set()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("plane-approximated", "Plane replaced.\nEach finding says why.\nEffect: The box ends"),
        ("material-unknown", "What to do: Each finding says it."),
        ("urdf-gazebo-reference-ineffective", "What to do: Each finding says it."),
    ],
)
def test_what_only_a_finding_can_say_is_not_explained_by_the_name_of_a_slot(scenec: Scenec, code: str, said: str) -> None:
    assert said in scenec("explain", code).out


def test_no_text_is_the_name_of_a_slot(codes: Codes) -> None:
    found = {code: codes.explain(code) for code in codes.known()}
    bare = re.compile(r"(?:^|\. )[A-Z]{3,}(?: [A-Z]+)*\.?$")
    assert {code for code, each in found.items() if any(map(bare.search, (each.because, each.effect, each.advice)))} == set()


def test_values_of_one_format_have_codes_of_its_own_words(codes: Codes) -> None:
    assert codes.explain("simrobot-Whatever-dropped").because == "Only SimRobot has this value."


def test_two_formats_list_what_becomes_of_each_concept_of_the_first(scenec: Scenec) -> None:
    done = scenec("explain", "ros2", "sdf")
    assert done.status == 0
    assert done.out.startswith("SimRobot to SDFormat\n")
    order = [
        "\nlost without --carry\n",
        "  motors: position servos with gains\n",
        "\nadapted\n",
        "\nthe same\n",
        "\nnot in SimRobot to begin with\n",
    ]
    assert [done.out.index(each) for each in order] == sorted(done.out.index(each) for each in order)
    servo = done.out[done.out.index("position servos") :]
    assert "SDFormat has no motors. The joint moves freely until a controller drives it. [actuator-dropped]" in servo
    assert "e.g. <ServoMotor " in servo
    assert "What to do: Convert with --ready, " in servo


@pytest.mark.parametrize("source", FORMATS)
@pytest.mark.parametrize("target", FORMATS)
def test_every_pair_is_reported_in_full(scenec: Scenec, source: str, target: str) -> None:
    """Each concept stands in exactly one list, and each loss says why."""
    if source == target:
        return
    done = scenec("explain", source, target)
    assert done.status == 0
    data = support()
    rows = data["pairs"][f"{source} {target}"]
    assert [row for row in rows if row["support"] in ("no", "adapted") and not row.get("because")] == []
    without = done.out[done.out.index("to begin with") :]
    assert all(f"  {row['group'].lower()}: {row['concept']}\n" in done.out for row in rows if row["support"] != "full")
    assert f"{len(rows)} of the {len(data['concepts'])} things" in done.out.replace("\n", " ")
    balls = next(row["cells"][source]["support"] for row in data["concepts"] if row["concept"] == "ball joints")
    assert ("ball joints" in without) == (balls != "full")
    assert max(map(len, done.out.splitlines())) <= 120


@pytest.mark.sweep
def test_what_is_lost_in_principle_is_what_the_fixtures_lose() -> None:
    shipped = msgspec.json.decode(Path(pairs.FILE).read_bytes())
    now = pairs.collected(str(ROOT / "fixtures"))
    for pair, rows in now.items():
        assert [row["code"] for row in shipped[pair]] == [row["code"] for row in rows], "run: python scripts/generate_docs.py"
