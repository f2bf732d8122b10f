"""A format made up for tests: boxes with masses. It is a plug-in, written as
docs/how_it_works/add_a_format.md says, and shows what one must have.

<toy>
  <box name="crate" mass="2" size="0.1 0.2 0.3" at="0 0 1"/>
</toy>
"""

from __future__ import annotations

from scenec.converters.format import Format
from scenec.converters.options import Option

DENSITY = Option(
    name="box_density",
    when="reading",
    kind="number",
    default=1000.0,
    metavar="KG/M3",
    help="Density of boxes without mass. Default: 1000.",
)

FORMAT = Format(
    name="toy",
    package=__name__,
    title="Toy",
    simulator="ToySim",
    suffixes={".toy": ""},
    aliases={"boxes": ""},
    versions=("1",),
    default_version="1",
    options=(DENSITY,),
    sniff=lambda data: b"<toy" in data[:100],
    adaptations=("numbers_to_finite",),
)
