"""Steps back that CI refuses: a check that passed and does not any more, a scene that loses more or reports more than it did."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PAIR = "simrobot -> sdformat"


@pytest.fixture(scope="module")
def floors() -> Any:
    spec = importlib.util.spec_from_file_location("floors", ROOT / ".ci" / "floors.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def golden(**status: str) -> list[dict[str, str]]:
    return [{"group": "simrobot", "name": name, "status": word} for name, word in status.items()]


def probe(*scenes: tuple[str, int, float, int], **problems: int) -> dict[str, Any]:
    """Scenes as (name, values, share, findings)."""
    lost = [
        {"entry": f"simrobot:{name}", "loss": {"sdformat": {"values": n, "share": share, "findings": found}}}
        for name, n, share, found in scenes
    ]
    return {"problems": problems, "scenes": lost}


def test_what_passed_must_pass(floors: Any) -> None:
    kept = floors.accepted(floors.EMPTY, golden(BH="pass", Game="pass", K1="FAIL"), None)
    assert floors.worse(kept, golden(BH="pass", Game="pass", K1="FAIL"), None) == []
    (line,) = floors.worse(kept, golden(BH="pass", Game="FAIL", K1="FAIL"), None)
    assert "newly failing: Game" in line


def test_what_fails_must_be_known_by_name(floors: Any) -> None:
    kept = floors.accepted(floors.EMPTY, golden(BH="pass", Game="pass", K1="FAIL"), None)
    (line,) = floors.worse(kept, golden(BH="pass", Game="FAIL", K1="pass"), None)
    assert "2 pass, the floor is 2; newly failing: Game" in line


@pytest.mark.parametrize(("share", "findings", "complaints"), [(0.2, 5, 0), (0.1, 4, 0), (0.21, 5, 1), (0.2, 6, 1), (0.3, 9, 2)])
def test_loss_and_findings_of_a_scene_only_go_down(floors: Any, share: float, findings: int, complaints: int) -> None:
    kept = floors.accepted(floors.EMPTY, None, probe(("BH.ros2", 100, 0.2, 5)))
    assert len(floors.worse(kept, None, probe(("BH.ros2", 100, share, findings)))) == complaints


def test_scenes_of_one_name_have_their_own_floors(floors: Any) -> None:
    kept = floors.accepted(floors.EMPTY, None, probe(("BH.ros2", 100, 0.2, 5), ("BH.ros2", 300, 0.1, 2)))
    assert len(floors.worse(kept, None, probe(("BH.ros2", 300, 0.2, 2)))) == 1
    assert floors.worse(kept, None, probe(("BH.ros2", 301, 0.2, 5))) == [], "counted differently: the loosest floor of that name"


def test_twins_of_one_name_and_size_share_the_looser_floor(floors: Any) -> None:
    kept = floors.accepted(
        floors.EMPTY, None, floors.together([probe(("Factory.ros2", 312, 0.1, 27)), probe(("Factory.ros2", 312, 0.1, 26))])
    )
    assert floors.worse(kept, None, probe(("Factory.ros2", 312, 0.1, 27))) == []


def test_accepting_never_loosens_a_floor(floors: Any) -> None:
    kept = floors.accepted(floors.EMPTY, golden(BH="pass"), probe(("BH.ros2", 100, 0.2, 5)))
    later = floors.accepted(kept, golden(BH="FAIL"), probe(("BH.ros2", 100, 0.3, 4)))
    assert later["passed"] == {"simrobot": 1}
    assert later["loss"][PAIR]["BH.ros2 #100"] == {"share": 0.2, "findings": 4}


def test_any_silent_loss_is_worse(floors: Any) -> None:
    assert floors.worse(floors.EMPTY, None, probe(SILENT=1)) == ["loss probe: 1 SILENT, the floor is 0"]


def test_a_bent_value_of_a_pair_is_below_every_floor(floors: Any) -> None:
    assert floors.worse(floors.EMPTY, None, None, {"problems": {"BENT": 2}, "matrix": {}}) == ["pairs: 2 BENT, the floor is 0"]
    assert floors.worse({**floors.EMPTY, "pairs": {"BENT": 2}}, None, None, {"problems": {"BENT": 2}, "matrix": {}}) == []


def pairs(*conversions: tuple[str, str, float], **problems: int) -> dict[str, Any]:
    """Conversions as (scene, target, share)."""
    rows = [
        {"pair": ["mars", target], "entry": f"mars:{name}", "loss": {"values": 100, "share": share, "findings": 3}}
        for name, target, share in conversions
    ]
    return {"problems": problems, "conversions": rows}


def test_each_pair_and_scene_of_a_check_of_pairs_has_its_floor(floors: Any) -> None:
    first = floors.with_pairs(None, pairs(("a.scene", "rsg", 0.2), ("b.scene", "rsg", 0.0)))
    kept = floors.accepted(floors.EMPTY, None, first)
    assert kept["loss"]["mars -> rsg"]["a.scene #100"] == {"share": 0.2, "findings": 3}
    assert floors.worse(kept, None, floors.with_pairs(None, pairs(("a.scene", "rsg", 0.2)))) == [], "only what was run is compared"
    assert len(floors.worse(kept, None, floors.with_pairs(None, pairs(("b.scene", "rsg", 0.01))))) == 1


def test_a_format_converted_to_itself_loses_nothing_even_without_a_floor(floors: Any) -> None:
    (line,) = floors.worse(floors.EMPTY, None, floors.with_pairs(None, pairs(("new.scene", "mars", 0.01))))
    assert "loses nothing" in line


def test_floors_are_kept_as_json_with_a_line_for_each_scene(floors: Any) -> None:
    kept = floors.accepted(floors.EMPTY, golden(BH="pass"), probe(("BH.ros2", 3, 1 / 3, 5), ("Game.ros2", 9, 0.0, 0)))
    text = floors.printed(kept)
    assert json.loads(text) == kept
    assert [line for line in text.splitlines() if "BH.ros2" in line] == ['   "BH.ros2 #3": {"findings": 5, "share": 0.333334},']
    assert floors.worse(kept, None, probe(("BH.ros2", 3, 1 / 3, 5))) == []
