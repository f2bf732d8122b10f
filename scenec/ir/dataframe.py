"""The physics of a scene as a pandas table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenec.errors import UsageError, nearest
from scenec.ir.summary import JointSummary, LinkSummary, summarize

if TYPE_CHECKING:
    import pandas

    from scenec.ir.scene_data import SceneData

_ENTRIES = (("ixx", 0, 0), ("iyy", 1, 1), ("izz", 2, 2), ("ixy", 0, 1), ("ixz", 0, 2), ("iyz", 1, 2))


def dataframe(scene: SceneData, what: str) -> pandas.DataFrame:
    """See `Scene.to_dataframe`."""
    if what not in ("links", "joints"):
        raise UsageError(f"there is no table of {what!r}", None, "links or joints", nearest(what, ("links", "joints")))
    try:
        import pandas
    except ImportError:
        raise UsageError("tables need pandas, which is not installed", None, "", "", "pip install pandas") from None
    summary = summarize(scene, {})
    rows = [_link(link) for link in summary.links] if what == "links" else [_joint(joint) for joint in summary.joints]
    columns = list(rows[0]) if rows else ["path"]
    return pandas.DataFrame(rows, columns=columns)


def _link(link: LinkSummary) -> dict[str, Any]:
    com = {f"com_{axis}": value for axis, value in zip("xyz", link.com, strict=True)}
    tensor = {name: link.inertia[row][column] for name, row, column in _ENTRIES}
    model = link.path.rpartition("::")[0]
    return {"path": link.path, "model": model, "static": link.static, "mass": link.mass, **com, **tensor}


def _joint(joint: JointSummary) -> dict[str, Any]:
    axis = joint.axes[0] if joint.axes else None
    figures = {name: getattr(axis, name, None) for name in ("lower", "upper", "effort", "velocity", "initial")}
    return {"path": joint.path, "type": joint.type, "parent": joint.parent, "child": joint.child, **figures}
