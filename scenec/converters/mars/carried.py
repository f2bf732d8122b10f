"""Metadata for other formats in a MARS scene: unknown tags, which MARS keeps; in YAML comment lines at the end."""

from __future__ import annotations

from scenec.accounting.ledger import Ledger
from scenec.converters.format import Carried

PREFIX = "scenec_"
TAG = f"{PREFIX}carried"
LEAD = "# "


def embed(data: bytes, carried: Carried) -> bytes:
    from scenec.converters.common.carried_comment import lines_of, without_record
    from scenec.converters.common.carried_elements import element_of, inserted

    if data.startswith(b"PK\x03\x04"):
        import io
        import zipfile

        from scenec.converters.mars.archive import archive

        with zipfile.ZipFile(io.BytesIO(data)) as pack:
            files = {name: pack.read(name) for name in pack.namelist()}
        main = next(name for name in files if name.endswith(".scene"))
        return archive({**files, main: embed(files[main], carried)})
    if data.lstrip().startswith(b"<"):
        return inserted(data, element_of(carried, lambda word: PREFIX + word), "SceneFile", TAG)
    return without_record(data, LEAD.encode()) + "".join(f"{LEAD}{line}\n" for line in lines_of(carried)).encode()


def found(data: bytes, ledger: Ledger) -> Carried | None:
    from scenec.converters.common.carried_comment import START, rows_in
    from scenec.converters.common.carried_elements import record_in

    if not ledger.documents:
        return None
    document = ledger.documents[0]
    carried = record_in(document, TAG, lambda tag: tag.removeprefix(PREFIX), ledger, {})
    if carried is not None:
        return carried
    in_yaml = rows_in(data.decode("utf-8", "replace"), LEAD) if START.encode() in data else None
    if in_yaml is not None:
        document.comments = max(0, document.comments - len(in_yaml.rows) - len(in_yaml.damaged) - 1)
    return in_yaml
