"""Names in scenes may be anything; names of files that are made of them are such as any file system takes."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.cli.main import main
from scenec.converters.common.file_names import FileNames, file_stem
from tests.batch.conftest import put

EVIL = [
    "CON",
    "nul",
    "com1",
    "LPT9",
    "aux.backup",
    "a/b",
    "../../escape",
    "..",
    ".",
    "-rf",
    "--help",
    "name.",
    "name ",
    " ",
    "$(id)",
    "`id`",
    "a;b",
    "a|b",
    "a&b",
    "a<b>c",
    "a:b",
    "C:\\x",
    "tab\there",
    "new\nline",
    "e\u0301",
    "\u00e9",
    "same",
    "SAME",
    "Same",
    "x" * 300,
    "\U0002070e" * 300,
    "\u202egpj.exe",
    "=cmd|' /C calc'!A0",
    "%00",
    "~",
    "desktop.ini",
    "*?",
    '"quoted"',
    "'quoted'",
]
RESERVED = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$", re.IGNORECASE)


def is_fit(name: str) -> bool:
    """Whether a file may be called so everywhere, and means nothing to a shell or an option parser."""
    return (
        0 < len(name.encode()) <= 255
        and not RESERVED.match(name)
        and not name.endswith((".", " "))
        and not name.startswith(("-", "."))
        and not set(name) & set("/\\:*?\"'<>|$`;&()! \t\n\0")
        and name.isprintable()
        and unicodedata.normalize("NFC", name) == name
    )


@pytest.mark.parametrize("name", EVIL)
def test_a_made_up_name_is_fit(name: str) -> None:
    assert is_fit(file_stem(name)) and is_fit(FileNames().free(name, ".obj"))


def test_names_stay_distinct_without_case_and_accents() -> None:
    taken = FileNames()
    names = [taken.free(name, ".obj") for name in EVIL * 2]
    assert len({unicodedata.normalize("NFKC", name).casefold() for name in names}) == len(names)


RED = [1, 0, 0, 1]


def scene_with_meshes(names: list[str]) -> str:
    """A scene whose meshes and models have these names, in the neutral format, which takes all of them."""
    faces = {"vertices": [[0, 1, 2]]}
    meshes = [
        {"id": f"m{i}", "name": name, "data": {"vertices": [[0, 0, 0], [1, 0, i], [0, 1, 0]], "groups": [{"name": name, "faces": [faces]}]}}
        for i, name in enumerate(names)
    ]
    links = [
        {
            "id": f"l{i}",
            "name": name,
            "model": f"k{i}",
            "inertial": {"mass": 1, "inertia": {"ixx": 1, "iyy": 1, "izz": 1}},
            "visuals": [{"name": name, "geometry": {"type": "MeshShape", "mesh": f"m{i}"}, "material": {"name": name, "diffuse": RED}}],
        }
        for i, name in enumerate(names)
    ]
    models = [{"id": f"k{i}", "name": name} for i, name in enumerate(names)]
    return json.dumps({"schema": "scenec.scene/2", "scene": {"models": models, "links": links, "meshes": meshes}})


@pytest.mark.parametrize(
    ("target", "options"),
    [
        ("x.sdf", {}),
        ("x.sdf", {"mesh_format": "dae"}),
        ("x.scene", {}),
        ("x.rsg", {"materials": "generate", "split": True}),
        ("x.ros2", {"split": True}),
        ("x.ros3", {"split": True}),
        ("x.scene.json", {}),
    ],
)
def test_files_made_of_names_in_scenes_are_fit_in_every_format(tmp_path: Path, target: str, options: dict[str, Any]) -> None:
    """Names that the target cannot write at all are left out: it says so, and which."""
    unwritable = set('"\\\t\n') if "ros" in target else set("\"'\t\n") if "rsg" in target else set()
    names = [name for name in EVIL if not set(name) & unwritable]
    source = put(tmp_path, "scene.scene.json", scene_with_meshes(names))
    out = tmp_path / "a" / "b" / "out"
    scenec.convert(source, out / target, **options)
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path != source]
    assert all(out in path.parents for path in files)
    assert [path.name for path in files if not is_fit(path.name)] == []
    if target in ("x.sdf", "x.scene", "x.rsg"):
        assert len([path for path in files if path.suffix in (".obj", ".dae")]) >= len(names)


@pytest.mark.findings("model-name-unstored-dropped")
def test_references_that_are_copied_get_fit_names(tmp_path: Path) -> None:
    names = [f"{name}.obj" for name in EVIL if "/" not in name and len(name) < 60 and not set(name) & set("<&")]
    visuals = ""
    for i, name in enumerate(names):
        (tmp_path / "in" / str(i)).mkdir(parents=True)
        (tmp_path / "in" / str(i) / name).write_text(f"# {i}\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        visuals += f'<visual name="v{i}"><geometry><mesh><uri>{i}/{name}</uri></mesh></geometry></visual>'
    source = put(tmp_path, "in/robot.sdf", f'<sdf version="1.9"><model name="m"><link name="l">{visuals}</link></model></sdf>')
    for target in ("x.sdf", "x.scene"):
        scenec.convert(source, tmp_path / "out" / target)
    copied = [path.name for path in (tmp_path / "out/x_assets").rglob("*.obj")]
    assert [name for name in copied if not is_fit(name)] == []
    assert len(copied) >= len([name for name in names if "\n" not in name and name == name.strip()]) - 1


def test_two_sources_never_go_to_one_place_on_any_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a/caf\u00e9.sdf", "b/CAFE\u0301.sdf"):
        put(tmp_path, name, '<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>')
    assert main(["convert", "a/caf\u00e9.sdf", "b/CAFE\u0301.sdf", "-o", "out/", "--to", "simrobot", "-q"]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.ros2", "b.ros2"]


def test_a_file_whose_name_begins_with_a_dash_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path, "-o.sdf", '<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>')
    assert main(["convert", "-q", "-o", "out/", "--to", "mars", "--", "-o.sdf"]) == 0
    assert main(["check", "-q", "--", "-o.sdf"]) == 0
    assert (tmp_path / "out/-o.scene").is_file()
