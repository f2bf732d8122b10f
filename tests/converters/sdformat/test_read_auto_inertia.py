"""Mass and inertia from the collisions, by hand-worked numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.converters.sdformat.reading import Read, read_file, read_model

BOX = "<geometry><box><size>1 2 3</size></box></geometry>"

CUBE = """
v -0.5 -0.5 0
v 0.5 -0.5 0
v 0.5 0.5 0
v -0.5 0.5 0
v -0.5 -0.5 1
v 0.5 -0.5 1
v 0.5 0.5 1
v -0.5 0.5 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""


def link_with(inertial: str, collisions: str) -> Read:
    return read_model(f'<link name="a"><inertial auto="true">{inertial}</inertial>{collisions}</link>', "1.11")


def test_a_box_of_density_100_weighs_what_it_holds() -> None:
    link = link_with("", f'<collision name="c"><pose>0 0 1 0 0 0</pose><density>100</density>{BOX}</collision>').link("m::a")
    assert (link.mass, link.com) == (600, (0, 0, 1))
    assert [link.inertia[i][i] for i in range(3)] == pytest.approx([650, 500, 250])


def test_density_is_that_of_the_collision_else_of_the_link_else_of_water() -> None:
    def mass(inertial: str, collision: str) -> float:
        return link_with(inertial, f'<collision name="c">{collision}{BOX}</collision>').link("m::a").mass

    assert mass("<density>10</density>", "<density>20</density>") == 120
    assert mass("<density>10</density>", "") == 60
    assert mass("", "") == 6000


def test_a_stated_mass_scales_the_tensor() -> None:
    link = link_with("<mass>12</mass>", f'<collision name="c">{BOX}</collision>').link("m::a")
    assert link.mass == 12
    assert link.inertia[0][0] == pytest.approx(13)


def test_a_density_that_changes_nothing_is_reported() -> None:
    def ignored(inertial: str, *collisions: str) -> bool:
        shapes = "".join(f'<collision name="c{i}">{each}{BOX}</collision>' for i, each in enumerate(collisions))
        return "inertial-density-ineffective" in link_with(inertial, shapes).codes

    assert not ignored("<density>10</density>", "")
    assert ignored("<density>10</density>", "<density>20</density>"), "no collision has that of the link"
    assert ignored("<mass>1</mass><density>10</density>", "", ""), "one density, and the mass is stated"
    assert ignored("<mass>1</mass>", "<density>20</density>")
    assert not ignored("<mass>1</mass>", "<density>20</density>", "<density>20</density>"), "their ratio counts"
    assert not ignored("<mass>1</mass><density>10</density>", "<density>20</density>", "")


@pytest.mark.parametrize("density", ["0", "-100"])
def test_a_collision_with_an_impossible_density_adds_no_mass(density: str) -> None:
    shapes = (
        f'<collision name="c">{BOX}</collision><collision name="d"><pose>0 0 5 0 0 0</pose><density>{density}</density>{BOX}</collision>'
    )
    result = link_with("", shapes)
    assert result.errors == {"inertial-density-invalid"}
    assert (result.link("m::a").mass, result.link("m::a").com) == (6000, (0, 0, 0))


def test_an_impossible_density_counts_though_the_mass_is_stated() -> None:
    result = link_with("<mass>12</mass><density>-1</density>", f'<collision name="c">{BOX}</collision>')
    assert result.errors == {"inertial-density-invalid"}
    assert "inertial-density-ineffective" not in result.codes


def test_an_impossible_density_that_no_collision_takes_is_ignored() -> None:
    result = link_with("<density>-1</density>", f'<collision name="c"><density>20</density>{BOX}</collision>')
    assert not result.errors
    assert "inertial-density-ineffective" in result.codes


def test_a_stated_pose_has_no_effect_and_is_reported() -> None:
    result = link_with("<pose>1 0 0 0 0 0</pose>", f'<collision name="c">{BOX}</collision>')
    assert "inertial-auto-ineffective" in result.codes
    assert result.link("m::a").com == (0, 0, 0)


def test_without_collisions_it_is_an_error() -> None:
    assert link_with("", "").errors == {"inertial-auto-invalid"}


def test_a_mesh_is_measured(tmp_path: Path) -> None:
    (tmp_path / "cube.obj").write_text(CUBE)
    file = tmp_path / "m.sdf"
    mesh = "<geometry><mesh><uri>cube.obj</uri><scale>1 1 2</scale></mesh></geometry>"
    link = f'<link name="a"><inertial auto="1"/><collision name="c">{mesh}</collision></link>'
    file.write_text(f'<sdf version="1.11"><model name="m">{link}</model></sdf>')
    measured = read_file(file).link("m::a")
    assert measured.mass == pytest.approx(2000)
    assert measured.com == pytest.approx((0, 0, 1))
    assert [measured.inertia[i][i] for i in range(3)] == pytest.approx([2000 * 5 / 12, 2000 * 5 / 12, 2000 / 6])
