"""SDFormat written again is to Gazebo's and Drake's parsers what it was: the consumer's own reading of both files is compared.

Our fixtures always; real models where they lie beside this checkout: some of each kind, all with SCENEC_SCENES=all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import scenec
from tests.consumers.sdf_consumers import ConsumerMissingError, Summary, differences, load_with_drake, load_with_libsdformat

pytestmark = pytest.mark.findings("*", reason="the programs that load the result judge it")
ROOT = Path(__file__).parents[2]
FIXTURES = sorted((ROOT / "fixtures" / "sdformat").glob("*.sdf"))
CORPUS = ROOT.parent / "shared" / "corpus" / "sdformat"
EVERY = 24
"""One of so many is taken where not all are asked for."""

Load = Callable[..., Summary]
LOADERS = [load_with_libsdformat, load_with_drake]


def real_scenes() -> Iterator[Path]:
    manifest = CORPUS / "manifest.json"
    if not manifest.exists():
        return
    entries = [
        entry for entry in json.loads(manifest.read_text())["entries"] if entry.get("ok") and entry["path"].endswith((".sdf", ".world"))
    ]
    for entry in entries if os.environ.get("SCENEC_SCENES") == "all" else entries[::EVERY]:
        yield CORPUS / entry["path"]


def folders_of_models() -> list[Path]:
    manifest = CORPUS / "manifest.json"
    return [CORPUS / folder for folder in json.loads(manifest.read_text())["search_paths"]] if manifest.exists() else []


def compared(load: Load, source: Path, folder: Path, models: list[Path], to: str | None = None) -> list[str]:
    """Where the consumer sees another scene in what was written. Skips what it does not take in its original form."""
    try:
        before = load(source, models)
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))
    if before["errors"]:
        pytest.skip(f"the consumer refuses the original: {before['errors'][0]['message'].splitlines()[-1][:200]}")
    target = folder / f"{source.stem}.sdf"
    scenec.convert(source, target, to=to or "sdformat", search_path=[str(path) for path in models])
    for summary in (after := load(target, models), before):
        summary["links"] = [{"static": False} | link for link in summary["links"]]
    return differences(before, after)


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("source", FIXTURES, ids=lambda path: path.stem)
def test_our_fixtures_written_again_are_the_same_to_a_consumer(source: Path, load: Load, tmp_path: Path) -> None:
    assert compared(load, source, tmp_path, []) == []


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("source", [*real_scenes()] or [None], ids=lambda path: "/".join(path.parts[-2:]) if path else "none")
def test_a_real_model_written_again_is_the_same_to_a_consumer(source: Path | None, load: Load, tmp_path: Path) -> None:
    if source is None:
        pytest.skip("no real models beside this checkout (../shared/corpus/sdformat)")
    assert compared(load, source, tmp_path, folders_of_models()) == []


def test_an_include_written_again_loads_from_its_new_place(tmp_path: Path) -> None:
    models = tmp_path / "models"
    (models / "arm").mkdir(parents=True)
    (models / "arm" / "model.config").write_text('<model><name>arm</name><sdf version="1.7">model.sdf</sdf></model>')
    (models / "arm" / "model.sdf").write_text('<sdf version="1.7"><model name="arm"><link name="a"/></model></sdf>')
    (tmp_path / "w.sdf").write_text(
        '<sdf version="1.7"><world name="w"><include><uri>models/arm</uri><pose>1 2 3 0 0 1</pose></include></world></sdf>'
    )
    (tmp_path / "out").mkdir()
    assert compared(load_with_libsdformat, tmp_path / "w.sdf", tmp_path / "out", []) == []
    assert (tmp_path / "out" / "w_assets" / "arm" / "model.sdf").is_file()
