"""Write docs/pictures/data_path.svg: the stages of a conversion and what flows between them.

    python scripts/draw_data_path.py

Plain shapes and text, so that the picture reads on light and dark pages and in a diff.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "data_path.svg"
WIDTH, HEIGHT = 960, 330
BOX = (132, 58)
TOP, LEDGER = 40, 218


class Stage(NamedTuple):
    """A box: its name, where its code is, and what it hands on to the next one."""

    name: str
    code: str
    result: str


STAGES = (
    Stage("parse", "syntax/, xacro/", "tree with places"),
    Stage("read", "converters/*/read", "neutral scene"),
    Stage("adapt", "adapt/", "scene the target"),
    Stage("write", "converters/*/write", "files in memory"),
    Stage("put in place", "verify/, output.py", ""),
)
REPORTS = (
    "every value gets a number",
    "values carry numbers",
    "changes are reported",
    "printed text names its values",
    "all files or none",
)
SECOND_LINE = {"scene the target": "can express"}
STYLE = """
  text { font: 14px sans-serif; fill: #333; text-anchor: middle }
  .name { font-weight: bold } .small { font-size: 11.5px; fill: #555 }
  rect { fill: #eef4fb; stroke: #33608c; stroke-width: 1.5; rx: 6 } .ledger { fill: #fdf3e1; stroke: #a5731a }
  .gap { fill: #fff; stroke: none }
  path { stroke: #33608c; stroke-width: 1.5; fill: none; marker-end: url(#tip) } .note { stroke: #a5731a; stroke-dasharray: 4 3 }
"""
TIP = '<path d="M0 0 L8 4 L0 8 z" style="fill: #555; stroke: none; marker-end: none"/>'


def text(x: float, y: float, content: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}"{named}>{content}</text>'


def picture() -> str:
    """The text of the SVG."""
    wide, high = BOX
    step = (WIDTH - wide - 20) / (len(STAGES) - 1)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="The path of the data">',
        f"<style>{STYLE}</style>",
        f'<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">{TIP}</marker></defs>',
        f'<rect class="gap" x="0" y="0" width="{WIDTH}" height="{HEIGHT}"/>',
        text(10 + wide / 2, 24, "source files", "small"),
        text(10 + wide / 2 + step * (len(STAGES) - 1), 24, "result files", "small"),
    ]
    for number, (stage, reports) in enumerate(zip(STAGES, REPORTS, strict=True)):
        left = 10 + step * number
        middle = left + wide / 2
        out += [
            f'<rect x="{left:g}" y="{TOP}" width="{wide}" height="{high}"/>',
            text(middle, TOP + 24, stage.name, "name"),
            text(middle, TOP + 44, stage.code, "small"),
            f'<path class="note" d="M{middle:g} {TOP + high} V{LEDGER - 6}"/>',
        ]
        out.append(f'<rect class="gap" x="{left:g}" y="{TOP + high + 46}" width="{wide}" height="36"/>')
        for line, words in enumerate(_in_two(reports)):
            out.append(text(middle, TOP + high + 62 + 15 * line, words, "small"))
        if stage.result:
            start = left + wide
            out.append(f'<path d="M{start:g} {TOP + high / 2:g} H{left + step - 3:g}"/>')
            gap = start + (step - wide) / 2
            out.append(text(gap, TOP - 22 + 8, stage.result, "small"))
            if stage.result in SECOND_LINE:
                out.append(text(gap, TOP - 2, SECOND_LINE[stage.result], "small"))
    width = WIDTH - 20
    out += [
        f'<rect class="ledger" x="10" y="{LEDGER}" width="{width}" height="44"/>',
        text(WIDTH / 2, LEDGER + 19, "ledger: one fate for every value", "name"),
        text(WIDTH / 2, LEDGER + 36, "settling finds the values that no stage printed or reported (accounting/)", "small"),
        f'<path class="note" d="M{WIDTH / 2:g} {LEDGER + 44} V{LEDGER + 74}"/>',
        text(WIDTH / 2, LEDGER + 94, "report: findings with place, reason, effect and advice; source map"),
        "</svg>",
    ]
    return "\n".join(out) + "\n"


def _in_two(words: str) -> list[str]:
    """A text on two lines, as even as its words allow."""
    each = words.split()
    best = min(range(1, len(each)), key=lambda at: abs(len(" ".join(each[:at])) - len(" ".join(each[at:]))))
    return [" ".join(each[:best]), " ".join(each[best:])]


def main() -> int:
    PICTURE.write_text(picture(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
