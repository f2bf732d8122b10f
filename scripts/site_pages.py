"""Hooks of mkdocs (`mkdocs.yml`): pages made from the code when the site is built, and links to files of the repository.

Made here: a page per owner of findings with a section per code, and the reference of the command line. `docs/findings.md` gets links to the
sections. Relative links that leave `docs/` work on the code host; on the site they lead there.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the checkout beside this script, installed or not

LINK = re.compile(r"(\]\()([^)\s:#]+)((?:#[^)\s]*)?\))")
WIDTH = 100


def generated() -> dict[str, str]:
    """Path below docs/ -> the text of the page."""
    from scripts.docs_findings import owner_pages

    return {"reference/cli.md": command_line(), **{f"findings/{name}.md": text for name, text in owner_pages().items()}}


def command_line() -> str:
    """The help of every command."""
    import click

    from scenec.cli.main import COMMANDS, scenec

    settings: dict[str, Any] = {**scenec.context_settings, "max_content_width": WIDTH, "terminal_width": WIDTH}
    # With the names of the help option: click keeps the first help option that it makes for a command.
    out = ["# Command line", f"```text\n{_help(scenec, click.Context(scenec, info_name='scenec', **settings))}\n```"]
    for name in COMMANDS:
        parent = click.Context(scenec, info_name="scenec")
        command = scenec.get_command(parent, name)
        if command is None:
            raise ValueError(f"scenec has no command {name}")
        context = click.Context(command, parent=parent, info_name=name, **settings)
        out += [f"## scenec {name}", f"```text\n{_help(command, context)}\n```"]
    return "\n\n".join(out) + "\n"


def _help(command: Any, context: Any) -> str:
    return str(command.get_help(context)).rstrip()


def on_files(files: Any, *, config: Any) -> Any:
    """Add the generated pages."""
    from mkdocs.structure.files import File

    for path, text in generated().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, files: Any) -> str:
    """Lead links that leave docs/ to the repository, and the codes of the list of findings to their sections."""
    place = page.file.src_uri
    if place == "findings.md":
        markdown = linked_codes(markdown)
    return outside_code(markdown, lambda text: LINK.sub(lambda link: repository_link(link, place, config.repo_url), text))


def linked_codes(markdown: str) -> str:
    """The list of findings, each code a link to its section."""
    from scripts.docs_findings import owner_pages

    where = {code: name for name, text in owner_pages().items() for code in re.findall(r"^## (\S+)$", text, re.MULTILINE)}

    def link(found: re.Match[str]) -> str:
        code = found[2]
        return f"{found[1]}[`{code}`](findings/{where[code]}.md#{code})" if code in where else found[0]

    return re.sub(r"^(\| |- )`([a-z0-9-]+)`", link, markdown, flags=re.MULTILINE)


def outside_code(markdown: str, change: Callable[[str], str]) -> str:
    """Change a page everywhere but in its fences."""
    pieces = re.split(r"(^```.*?^```$)", markdown, flags=re.DOTALL | re.MULTILINE)
    return "".join(piece if number % 2 else change(piece) for number, piece in enumerate(pieces))


def repository_link(link: re.Match[str], page: str, repository: str) -> str:
    """A link of a page; one that leaves docs/ as one to the file on the code host."""
    target = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), link[2]))
    if target.startswith("docs/") and not target.endswith(".tsv"):
        return link[0]
    if not (ROOT / target).exists():
        raise ValueError(f"docs/{page}: there is no {target}")
    kind = "tree" if (ROOT / target).is_dir() else "blob"
    return f"{link[1]}{repository.rstrip('/')}/{kind}/main/{target}{link[3]}"
