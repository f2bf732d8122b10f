"""Write what is generated from the code and the tables beside it.

    python scripts/generate_docs.py            writes what is stale
    python scripts/generate_docs.py --check    writes nothing; exits 1 if a page is stale

`docs/ir.md`: the neutral scene's classes, with each format's words from `docs/ir_terms.tsv`. `docs/findings.md`: the rows of findings.
`docs/formats/*.md`: what each format says, concept by concept, and the vocabularies of two. `docs/support.md`,
`scenec/cli/matrix.json` and the table of formats in README.md: what each format can say, computed from small scenes.
`scenec/cli/pairs.json`: the losses of the fixtures, per pair of formats. `scene.schema.json`: the types of the neutral scene.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the checkout beside this script, installed or not


def pages() -> dict[str, Callable[[], str]]:
    """path below docs -> what makes its text."""
    from scripts import docs_concepts, docs_findings, docs_formats, docs_ir, support_matrix

    return {
        **{
            path: functools.partial(docs_concepts.page, name, getattr(docs_formats, f"{name}_page", None))
            for name, path in docs_concepts.PAGES.items()
        },
        "ir.md": docs_ir.page,
        "findings.md": docs_findings.page,
        "../scenec/schemas/scene.schema.json": _scene_schema,
        "../scenec/cli/pairs.json": _pairs,
        "../scenec/cli/matrix.json": support_matrix.text,
        "support.md": support_matrix.page,
        "../README.md": support_matrix.readme,
    }


def _pairs() -> str:
    from scenec.accounting.save import json_of
    from scenec.cli.pairs import collected

    return json_of(collected(str(ROOT / "fixtures")), indent=1).decode() + "\n"


def _scene_schema() -> str:
    import json

    from scenec.converters.ir.schema import schema

    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a page is stale")
    check = parser.parse_args(arguments).check
    stale = []
    for name, make in pages().items():
        path, text = ROOT / "docs" / name, make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8", newline="\n")
    for name in stale:
        sys.stderr.write(f"docs/{name} {'is stale: run python scripts/generate_docs.py' if check else 'written'}\n")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
