"""The documentation site: complete, its links alive, its excerpts of code those of the code. Building it is a step of .ci/run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts import docs_findings, draw_data_path, site_pages

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
OUTSIDE = ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"]


def navigation() -> list[str]:
    """Every page that mkdocs.yml names."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    waiting: list[Any] = list(yaml.safe_load(text)["nav"])
    found = []
    while waiting:
        entry = waiting.pop(0)
        waiting[:0] = list(entry.values()) if isinstance(entry, dict) else entry if isinstance(entry, list) else []
        found += [entry] if isinstance(entry, str) else []
    return found


def test_the_navigation_has_every_page_and_no_other() -> None:
    assert sorted(navigation()) == sorted({*PAGES, *site_pages.generated()})


@pytest.mark.sweep
@pytest.mark.parametrize("page", [*(f"docs/{page}" for page in PAGES), *OUTSIDE])
def test_every_relative_link_of_a_page_leads_to_a_file(page: str) -> None:
    place = ROOT / page
    text = re.sub(r"```.*?```|`[^`\n]*`", "", place.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [target.partition("#")[0] for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    generated = {DOCS / name for name in site_pages.generated()}
    missing = [target for target in targets if target and not (place.parent / target).exists() and place.parent / target not in generated]
    assert missing == []


def test_excerpts_of_the_toy_format_are_its_code() -> None:
    page = (DOCS / "how_it_works" / "add_a_format.md").read_text(encoding="utf-8")
    excerpts = re.findall(r"<!-- from (\S+) -->\n```python\n(.*?)```", page, re.DOTALL)
    assert len(excerpts) >= 8
    assert [file for file, code in excerpts if code not in (ROOT / file).read_text(encoding="utf-8")] == []


def test_every_adaptation_is_described() -> None:
    from scenec.adapt import STEPS

    page = (DOCS / "how_it_works" / "adaptations.md").read_text(encoding="utf-8")
    assert [step for step in STEPS if f"`{step}`" not in page] == []


def test_every_code_has_a_section_and_no_other() -> None:
    from scenec.cli.codes import all_codes

    sections = [code for text in docs_findings.owner_pages().values() for code in re.findall(r"^## (\S+)$", text, re.MULTILINE)]
    assert set(all_codes().known()) - set(sections) == set()


def test_every_code_of_the_list_of_findings_leads_to_its_section() -> None:
    linked = site_pages.linked_codes(docs_findings.page())
    assert re.findall(r"^(?:\| |- )`[a-z0-9-]+-dropped`", linked, re.MULTILINE) == []
    assert "[`actuator-dropped`](findings/parts.md#actuator-dropped)" in linked
    assert "[`sdf-actuator-without-plugin-dropped`](findings/sdformat.md#sdf-actuator-without-plugin-dropped)" in linked


def test_links_that_leave_the_site_lead_to_the_repository() -> None:
    link = site_pages.LINK.match("](../../SECURITY.md#bounds)")
    assert link is not None
    led = site_pages.repository_link(link, "howto/untrusted_files.md", "https://github.com/scenec/scenec")
    assert led == "](https://github.com/scenec/scenec/blob/main/SECURITY.md#bounds)"
    missing = site_pages.LINK.match("](../../NOTHING.md)")
    assert missing is not None
    with pytest.raises(ValueError, match=r"there is no NOTHING\.md"):
        site_pages.repository_link(missing, "howto/gate.md", "https://github.com/scenec/scenec")


def test_the_reference_of_the_command_line_has_every_option() -> None:
    text = site_pages.command_line()
    assert all(word in text for word in ("## scenec convert", "--confine DIR", "## scenec report-bug", "scenec explain simrobot sdformat"))
    assert text.count("-h, --help") == text.count("```text"), "click keeps the help option that it made first"


def test_the_picture_of_the_data_path_is_current() -> None:
    assert draw_data_path.PICTURE.read_text(encoding="utf-8") == draw_data_path.picture(), "python scripts/draw_data_path.py draws it anew"
