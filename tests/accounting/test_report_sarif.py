"""The report as SARIF 2.1.0, read by an independent reader of that format."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import sarif_pydantic

from scenec.accounting.code import Code
from scenec.accounting.finding import Finding
from scenec.accounting.render_sarif import MOST, log, sarif
from scenec.accounting.report import Report, Side
from scenec.source import Source


def finding(code: str = "joint-limit-dropped", file: str = "arms/a b.ros2") -> Finding:
    return Finding(code, "dropped", "error", "physics", Source(file, 3, 5), "arm::elbow", "90", because="why", consequence="then", count=2)


def valid(content: dict[str, Any]) -> Any:
    """The log as that reader understands it."""
    return sarif_pydantic.Sarif.model_validate_json(msgspec.json.encode(content))


def test_a_finding_is_a_result_at_its_line() -> None:
    run = valid(sarif(Report(Side(), Side(), {}, [finding()]))).runs[0]
    result = run.results[0]
    assert (result.rule_id, result.level.value) == ("joint-limit-dropped", "error")
    assert result.message.text == "arm::elbow = 90: why then"
    place = result.locations[0].physical_location
    assert (place.artifact_location.uri, place.artifact_location.uri_base_id) == ("arms/a%20b.ros2", "SRCROOT")
    assert (place.region.start_line, place.region.start_column) == (3, 5)


def test_every_rule_is_listed_once() -> None:
    run = valid(log([finding("a-dropped"), finding("b-dropped"), finding("a-dropped")])).runs[0]
    assert [rule.id for rule in run.tool.driver.rules] == ["a-dropped", "b-dropped"]


def test_a_rule_reads_the_row_of_its_code() -> None:
    row = Code(
        "joint-limit-dropped", "dropped", "error", "physics", "Limit dropped: {value}", "{target} has none.", "It moves.", "Stop it."
    )
    made = msgspec.structs.replace(finding(), row=row, headline="Limit dropped: 90", because="MARS has none.")
    (rule,) = valid(log([made])).runs[0].tool.driver.rules
    assert (rule.short_description.text, rule.full_description.text) == ("Limit dropped.", "TARGET has none.")
    assert rule.help.text == "It moves. Stop it. See also: scenec explain joint-limit-dropped"


def test_what_has_no_effect_is_no_level() -> None:
    result = valid(log([finding("set-ineffective")])).runs[0].results[0]
    assert (result.kind, result.level.value) == ("informational", "none")


@pytest.mark.parametrize("file", ["http://host/x", "//host/x", "/etc/passwd", "a?b#c", "C:\\x"])
def test_file_names_stay_relative_references(file: str) -> None:
    place = log([finding(file=file)])["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    uri = place["artifactLocation"]["uri"]
    assert not uri.startswith("/") and not set(uri) & set("?#:\\")


def test_failures_make_the_run_fail() -> None:
    run = valid(log([], ["a.ros2:1:1: no scene"])).runs[0]
    assert run.invocations[0].execution_successful is False
    assert log([], ["no"])["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"] == "no"


def test_more_than_code_hosts_take_is_counted() -> None:
    run = log([finding()] * (MOST + 3))["runs"][0]
    assert len(run["results"]) == MOST
    texts = [each["message"]["text"] for each in run["invocations"][0]["toolExecutionNotifications"]]
    assert (texts, run["invocations"][0]["executionSuccessful"]) == (["3 more findings"], True)
