"""Write the pictures of docs/pictures from the humanoid of the fixtures.

    python scripts/generate_pictures.py

`humanoid.png` is drawn by `scenec view`, `simulate-stands.png` and `simulate-falls.png` by `scenec simulate`. `report.png` and `diff.png`
are screenshots of the pages of `scenec convert` and `scenec diff`; `view-desk.png`, `view-phone-dark.png` and so on show how pages look in
windows of 1280 and 390 pixels, light and dark. For these Chromium is needed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the checkout beside this script, installed or not

from scripts.headless_browser import BROWSERS, find_browser, open_page  # noqa: E402 - found by the line above

PICTURES = ROOT / "docs" / "pictures"
HUMANOID = ROOT / "fixtures" / "humanoid" / "humanoid.ros2"
WAVING = {"RightShoulderPitch": -2.3, "RightElbow": -0.5, "HeadYaw": -0.25, "LeftShoulderRoll": 0.3, "LeftElbow": -0.7}
VIEW = (
    "view",
    str(HUMANOID),
    "--show",
    "visuals,axes",
    "--azimuth",
    "30",
    "--size",
    "720x540",
    *(word for joint, position in WAVING.items() for word in ("--at", f"Robin::{joint}={position}")),
)
WINDOWS = {"desk": (1280, 800), "phone": (390, 844)}


def main() -> int:
    from scenec.cli.main import main as scenec

    PICTURES.mkdir(parents=True, exist_ok=True)
    if scenec([*VIEW, "-o", str(PICTURES / "humanoid.png")]):
        return 1
    for word, at in (("stands", ()), ("falls", ("--at", "RightKnee=1.5"))):
        if scenec(["simulate", str(HUMANOID), *at, "-o", str(PICTURES / f"simulate-{word}.png")]):
            return 1
    browser = find_browser()
    if browser is None:
        sys.stderr.write(f"none of {', '.join(BROWSERS)} is installed: the screenshots stay as they are\n")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        report, comparison = Path(folder) / "report.html", Path(folder) / "diff.html"
        scenec(["convert", str(HUMANOID), "-o", f"{folder}/robot.sdf", "--report", str(report), "--quiet"])
        screenshot(browser, report, PICTURES / "report.png", (1100, 900))
        scenec(["diff", str(HUMANOID), edited(f"{folder}/edited.ros2"), "-o", str(comparison), "--quiet"])
        screenshot(browser, comparison, PICTURES / "diff.png", (1100, 900))
        page = Path(folder) / "view.html"
        scenec([*VIEW, "-o", str(page), "--quiet"])
        for shown, name in ((page, "view"), (report, "report")):
            for window, size in WINDOWS.items():
                for dark in (False, True):
                    screenshot(browser, shown, PICTURES / f"{name}-{window}{'-dark' * dark}.png", size, dark=dark)
    return 0


def edited(place: str) -> str:
    """The humanoid with a heavier thigh and without its right hand."""
    import msgspec

    import scenec

    scene, _ = scenec.read(HUMANOID)
    thigh = next(link for link in scene.links if link.name == "LeftThigh")
    if thigh.inertial is None:
        raise SystemExit("the humanoid of the fixtures has lost the mass of its thigh")
    scene = scene.replace("Robin::LeftThigh", inertial=msgspec.structs.replace(thigh.inertial, mass=0.5))
    scenec.write(scene.without("Robin::RightHand"), place)
    return place


def screenshot(browser: str, page: Path, picture: Path, size: tuple[int, int], *, dark: bool = False) -> None:
    """Return what a reader sees of a page at first, in 256 colours. dark: as one sees it who prefers dark pages."""
    from PIL import Image

    raw = page.with_suffix(".png")
    place = [f"--window-size={size[0]},{size[1]}", f"--screenshot={raw}"]
    place += [f"--blink-settings=preferredColorScheme={0 if dark else 1}", "--virtual-time-budget=3000"]
    open_page(browser, page, *place)
    with Image.open(raw) as taken:
        taken.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
