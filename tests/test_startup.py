"""Modules that each command loads first. Modules are named, seconds never: a slow machine is no failure."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.scenes import write_scene
from scenec.converters import BUILT_IN

ROOT = Path(__file__).parents[1]

# Each of these costs more than the bare interpreter itself.
HEAVY = {"lxml", "numpy", "trimesh", "scipy", "PIL", "collada", "rich", "asyncio", "multiprocessing", "distributed"}


def loaded_by(code: str, *arguments: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after the code, beyond those it has anyway."""
    report = """
import atexit, sys
bare = set(sys.modules)
atexit.register(lambda: sys.stderr.write("\\n" + repr(sorted(set(sys.modules) - bare))))
"""
    done = subprocess.run([sys.executable, "-c", report + code, *arguments], capture_output=True, text=True, cwd=ROOT, check=True)
    names = done.stderr.rpartition("\n")[2]
    return set(json.loads(names.replace("'", '"')))


def loaded_by_command(*arguments: str) -> set[str]:
    return loaded_by("from scenec.__main__ import main; sys.exit(main())", *arguments)


def roots(modules: set[str]) -> set[str]:
    return {module.partition(".")[0] for module in modules}


def ours(modules: set[str]) -> set[str]:
    return {module for module in modules if module.partition(".")[0] == "scenec"}


def test_importing_the_package_loads_nothing_else() -> None:
    assert loaded_by("import scenec") <= {"scenec", "__future__"}


def test_version_is_answered_from_a_literal() -> None:
    assert loaded_by_command("--version") <= {"scenec", "scenec.__main__", "__future__"}


def test_the_names_of_the_package_are_loaded_one_by_one() -> None:
    assert not roots(loaded_by("import scenec; scenec.ScenecError")) & (HEAVY | {"click"})


def test_help_loads_the_command_line_but_no_format() -> None:
    loaded = loaded_by_command("--help")
    assert "click" in loaded
    assert not roots(loaded) & HEAVY
    assert not {module for module in ours(loaded) if module.startswith(("scenec.converters.", "scenec.ir.", "scenec.api"))}


def test_the_list_of_formats_needs_no_parser_and_no_arrays() -> None:
    assert not roots(loaded_by_command("formats")) & HEAVY


@pytest.mark.parametrize("name", ["hinges.ros2"])
def test_a_small_conversion_without_a_terminal_loads_no_lxml_no_meshes_no_terminal_colours_and_one_pair_of_formats(
    name: str, tmp_path: Path
) -> None:
    loaded = loaded_by_command("convert", str(ROOT / "fixtures" / name), "-o", str(tmp_path / "out.sdf"))
    assert not roots(loaded) & HEAVY
    assert {module.split(".")[2] for module in ours(loaded) if module.startswith("scenec.converters.")} & set(BUILT_IN) == {
        "sdformat",
        "simrobot",
    }
    assert "importlib.metadata" not in loaded, "plug-ins are looked up only for an unknown format name"


def test_a_pendulum_loads_nothing_that_it_does_not_have(tmp_path: Path) -> None:
    """No sensors, lights, materials or includes, no losses, no second file, nothing carried or bundled."""
    loaded = loaded_by_command("convert", str(write_scene(tmp_path / "pendulum.ros2", 0)), "-o", str(tmp_path / "pendulum.sdf"))
    for idle in (
        "scenec.accounting.merge",
        "scenec.adapt.friction_means",
        "scenec.carry.record",
        "scenec.converters.sdformat.write.scene_equality",
        "scenec.converters.sdformat.write.model_config",
        "scenec.converters.sdformat.write.camera",
        "scenec.converters.sdformat.write.light",
        "scenec.converters.sdformat.write.material",
        "scenec.converters.sdformat.write.sensor",
        "scenec.syntax.xml_lxml_printing",
        "scenec.verify.verdicts",
        "string",
        "unicodedata",
    ):
        assert idle not in loaded
        assert importable(idle), "it is called otherwise by now"


def importable(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def test_comparing_small_scenes_loads_no_meshes_no_pictures_and_no_terminal_colours() -> None:
    hinges = str(ROOT / "fixtures" / "hinges.ros2")
    loaded = loaded_by_command("diff", hinges, hinges)
    assert not roots(loaded) & HEAVY
    assert not {module for module in ours(loaded) if module.startswith(("scenec.view", "scenec.adapt."))}
