"""Findings that the driver of a conversion reports itself, since no reader or writer knows them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from scenec.accounting.finding import excerpt
from scenec.accounting.findings import COMMENTS_DROPPED, MESH_TEXTURE_MISSING, REFERENCE_REFUSED, TEXTURE_MISSING
from scenec.accounting.ledger import Ledger
from scenec.accounting.problem import finding_of
from scenec.converters.format import Format
from scenec.files import OUTSIDE, boundary, was_refused
from scenec.ir.base import Texture
from scenec.ir.scene import Scene
from scenec.source import Source


def report_implausible(scene: Scene, ledger: Ledger) -> None:
    """Report as notes what no body or joint can be like: it is converted as it stands, and `scenec check` judges it."""
    from scenec.checks.scene import implausible

    for problem in implausible(scene):
        ledger.add_finding(finding_of(problem, level="note"), problem.origin)


def judge_masses(scene: Scene, ledger: Ledger, target: Format) -> None:
    """Make errors of the notes about masses of links that the target's simulator cannot move. scene: in the range of the target, so that
    links which got a mass, became frames or stand still keep their notes."""
    from scenec.checks.findings import LINK_MASS_IMPLAUSIBLE

    notes = [entry for entry in ledger.entries if entry.template.code == LINK_MASS_IMPLAUSIBLE.code]
    if not notes or not target.needs_mass:
        return
    from scenec.checks.masses import links_lacking_mass

    lacking = {ledger.paths.get(link_id) for link_id in links_lacking_mass(scene, of_each=target.needs_mass == "each")}
    for entry in notes:
        if entry.template.subject in lacking:
            entry.template = msgspec.structs.replace(entry.template, level="error")


def report_refused(ledger: Ledger) -> None:
    """Report references out of the boundary that no finding of the reader or writer names."""
    refused = boundary().refused
    if not refused:
        return
    reported = {entry.template.value for entry in ledger.entries}
    for name in sorted(refused):
        if excerpt(name) not in reported and not any(name in entry.template.because for entry in ledger.entries):
            ledger.report(REFERENCE_REFUSED, value=name, why=OUTSIDE)


def report_comments(ledger: Ledger, target: Format, kept: int) -> None:
    """Comments are no values, but losing them is worth one note."""
    commented = [document for document in ledger.documents if document.comments]
    count = sum(document.comments for document in commented) - kept
    if count > 0:
        ledger.report(
            COMMENTS_DROPPED,
            origin=Source(commented[0].name),
            value=f"{count:,} comment{'s' * (count > 1)}",
            why="The elements that they belong to are not in the result."
            if kept
            else "{} files do not keep comments of {}.".format(target.title, ledger.names.source or "the source"),
        )


def _textures_not_found(scene: Scene) -> Iterator[Texture]:
    """The images of the materials of visuals that no file was found for."""
    for link in scene.links:
        for visual in link.visuals:
            material = visual.material
            if material is None:
                continue
            maps = (getattr(pbr, name) for pbr in material.pbr for name in pbr.__struct_fields__ if name.endswith("_map"))
            for texture in (material.diffuse_texture, material.normal_texture, material.displacement_texture, *maps):
                if texture is not None and texture.found is None:
                    yield texture


def report_missing_textures(scene: Scene, ledger: Ledger) -> None:
    """The images that materials and mesh files name and that are not there, each by its name: no program shows them, before or after."""
    reported = {entry.template.value for entry in ledger.entries}
    for texture in _textures_not_found(scene):
        name = str(texture.uri)
        if name not in reported and not was_refused(name):
            reported.add(name)
            ledger.report(TEXTURE_MISSING, texture, value=name, subject=name)
    for mesh in scene.meshes:
        if mesh.found is None or not mesh.found.lower().endswith((".dae", ".obj")):
            continue
        from scenec.meshes.companions import companions, missing_images

        for name in missing_images(mesh.found, companions(mesh.found)):
            ledger.report(MESH_TEXTURE_MISSING, mesh, value=name, mesh=mesh.uri, subject=f"{mesh.uri} {name}")
