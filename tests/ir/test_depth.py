"""Models that stand too deep in each other are refused, also where no single file is nested that deep."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.errors import ReadError
from scenec.ir.depth import DEEPEST, refuse_deeper

REFUSED = "stands in more than 1,000 others; expected models in each other to a depth of at most 1,000, over all files"


def chain(count: int) -> list[ir.Model]:
    return [ir.Model(id=f"m{i}", name=f"m{i}", parent=f"m{i - 1}" if i else None) for i in range(count)]


@pytest.mark.parametrize("backwards", [False, True], ids=["outermost first", "innermost first"])
def test_a_thousand_around_one_are_taken_and_one_more_is_refused(backwards: bool) -> None:
    order = -1 if backwards else 1
    refuse_deeper(ir.Scene(models=tuple(chain(DEEPEST + 1)[::order])), "deep.sdf")
    with pytest.raises(ReadError, match=f"^deep.sdf: the model 'm{DEEPEST + 1}' {REFUSED}"):
        refuse_deeper(ir.Scene(models=tuple(chain(DEEPEST + 2)[::order])), "deep.sdf")


def test_thousands_beside_each_other_are_no_depth() -> None:
    beside = (ir.Model(id=f"b{i}", name="b", parent=f"m{i % 900}") for i in range(3000))
    refuse_deeper(ir.Scene(models=(*chain(900), *beside)), "wide.sdf")


def test_files_that_include_each_other_count_together(tmp_path: Path) -> None:
    for number in range(3):
        inside = f"<include><uri>f{number + 1}.sdf</uri></include>" if number < 2 else ""
        models = "".join(f'<model name="m{i}"><link name="l"/>\n' for i in range(400))
        (tmp_path / f"f{number}.sdf").write_text(f'<sdf version="1.9">{models}{inside}{"</model>" * 400}</sdf>')
    with pytest.raises(ReadError, match=rf"f2\.sdf:202:1: the model 'm201' {REFUSED}"):
        scenec.read(tmp_path / "f0.sdf", search_path=[tmp_path])


def test_a_scene_whose_models_only_say_what_they_stand_in_is_held_to_it(tmp_path: Path) -> None:
    models = [{"id": each.id, "name": each.name, **({"parent": each.parent} if each.parent else {})} for each in chain(5000)]
    path = tmp_path / "deep.scene.json"
    path.write_text(json.dumps({"schema": "scenec.scene/2", "source": "sdformat@1.9", "scene": {"models": models}}))
    with pytest.raises(ReadError, match=rf"deep\.scene\.json:1:\d+: the model 'm1001' {REFUSED}"):
        scenec.read(path)
