"""Text that scenec wrote comes back letter by letter, and the files beside it byte for byte: every fixture, through every other format."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.accounting.report import Report
from tests.carry.there_and_back import SUFFIXES, WAY_BACK
from tests.test_every_format import FIXTURES, fixtures_of

SEARCHED = [str(FIXTURES / "sdformat" / "models"), str(FIXTURES / "sdformat"), str(FIXTURES)]
NAMED = {".yml": ".scene"}
"""Endings by which no format is known to a writer -> those it is given instead."""


def converted(source: Path, target: Path, original: Path, *, carry: bool) -> Report:
    """original: the fixture that it all started from; what its scene names lies around it."""
    flat = not {source.suffix, target.suffix} <= {".ros2", ".ros3"}  # SimRobot's own definitions would be resolved in its own text
    return scenec.convert(source, target, carry=carry, lenient=True, flatten=flat, search_path=[*SEARCHED, str(original.parent)])


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.sweep
@WAY_BACK
@pytest.mark.parametrize("target", SUFFIXES)
@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name in SUFFIXES for path in fixtures_of(name)], ids=lambda each: Path(each).stem
)
def test_what_scenec_wrote_comes_back_letter_by_letter(name: str, path: Path, target: str, tmp_path: Path) -> None:
    written = tmp_path / "written" / f"{path.stem}{NAMED.get(path.suffix, path.suffix)}"
    between = tmp_path / "between" / f"{path.stem}.scene.json"  # a source of the same format would come out in its own words
    converted(path, between, path, carry=False)
    converted(between, written, path, carry=False)
    there, back = tmp_path / "there" / f"{path.stem}{SUFFIXES[target]}", tmp_path / "back" / written.name
    converted(written, there, path, carry=True)
    converted(there, back, path, carry=True)
    assert files_in(back.parent) == files_in(written.parent)


@pytest.mark.findings("collision-category-mask-dropped", "collision-collide-mask-dropped")
def test_all_digits_of_a_place_come_back_that_the_file_in_between_works_out_from_others(tmp_path: Path) -> None:
    """RubySceneGraph has an anchor in its link: in the world it is a sum, and a sum is printed with fewer digits."""
    source = tmp_path / "arm.scene"
    nodes = "".join(
        f"<node name='{name}'><index>{i}</index><physicmode>box</physicmode><filename>PRIMITIVE</filename><mass>1</mass>"
        f"<movable>true</movable><extend><x>1</x><y>1</y><z>1</z></extend><position><x>0.12345678901234568</x><y>{i}</y><z>0</z></position>"
        "<rotation><x>0</x><y>0.3572544075908555</y><z>0</z><w>0.9340043209612735</w></rotation></node>"
        for i, name in enumerate(("base", "tip"), 1)
    )
    joint = (
        "<joint name='hinge'><index>1</index><type>hinge</type><nodeindex1>1</nodeindex1><nodeindex2>2</nodeindex2>"
        "<anchorpos>custom</anchorpos><anchor><x>0.01311697708997181</x><y>-0.03361370564435463</y><z>0.08606643211364179</z></anchor>"
        "<axis1><x>0</x><y>1</y><z>0</z></axis1></joint>"
    )
    source.write_text(f"<SceneFile><nodelist>{nodes}</nodelist><jointlist>{joint}</jointlist></SceneFile>")
    there, back = tmp_path / "there" / "arm.rsg", tmp_path / "back" / "arm.scene"
    converted(source, there, source, carry=True)
    converted(there, back, source, carry=True)
    assert "<x>0.01311697708997181</x>" in back.read_text()
