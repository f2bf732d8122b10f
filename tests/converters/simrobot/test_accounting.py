"""No value is lost silently: one scene with every element and attribute, every value of which is changed once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import scenec
from scenec.accounting.finding import Finding
from scenec.accounting.ledger import Ledger
from scenec.converters.simrobot.vocabulary import vocabulary
from scenec.ir import Scene
from scenec.syntax.simrobot_text import read_simrobot_text
from scenec.syntax.tree import Document, SourceNode

EVERYTHING = """<Simulation>
  <Set name="unused" value="1"/>
  <Set name="shared" value="3"/>
  <Body name="foot">
    <Set name="side" value="left"/>
    <Translation x="1cm" y="2mm" z="3"/>
    <Rotation x="10degree" y="0.2" z="0.3radian"/>
    <InertiaMatrixMass value="100g" x="1mm" y="2mm" z="3mm" ixx="9000g*mm^2" iyy="9000g*mm^2" izz="9000g*mm^2" ixy="1" ixz="2" iyz="3"/>
    <SphereGeometry name="sole-$side" radius="4cm" color="#00f"/>
  </Body>
  <Material name="rubber">
    <Friction material="ground" value="0.9"/>
    <RollingFriction material="ground" value="0.1"/>
  </Material>
  <Surface name="red" diffuseColor="#f00" ambientColor="rgb(10,20,30)" specularColor="#111" emissionColor="#222" shininess="5"
    diffuseTexture="no.png"/>
  <Vertices name="corners" unit="dm">0 0 0 1 0 0 0 1 0 0 0 1</Vertices>
  <Normals name="ups">0 0 1 0 1 0</Normals>
  <TexCoords name="uv">0 0 1 0 0 1 1 1</TexCoords>
  <Triangles name="side">0 0 1 1 2 0</Triangles>
  <Scene name="All" controller="Brain" color="#123" stepLength="0.012s" gravity="-9.8m/s^2" bodyCollisions="false" CFM="0.1" ERP="0.2"
    contactSoftCFM="0.3" contactSoftERP="0.4" slip1="0.5" slip2="0.6">
    <Set ref="shared"/>
    <QuickSolver iterations="10" skip="2"/>
    <DirLight diffuseColor="#fff" ambientColor="#111" specularColor="#222" x="0.1" y="0.2" z="-1"/>
    <PointLight diffuseColor="#fff" ambientColor="#111" specularColor="#222" x="1" y="2" z="3" constantAttenuation="1.5"
      linearAttenuation="0.1" quadraticAttenuation="0.2"/>
    <SpotLight diffuseColor="#fff" ambientColor="#111" specularColor="#222" x="1" y="2" z="3" constantAttenuation="1.5"
      linearAttenuation="0.1" quadraticAttenuation="0.2" dirX="0.1" dirY="0.2" dirZ="-1" cutoff="0.3"/>
    <Light diffuseColor="#fff" ambientColor="#111" specularColor="#222" x="1" y="2" z="3" constantAttenuation="1.5" linearAttenuation="0.1"
      quadraticAttenuation="0.2" spotCutoff="30degree" spotDirectionX="1" spotDirectionY="2" spotDirectionZ="3" spotExponent="4"/>
    <UserInput name="wish" type="length" min="1" max="2" default="1.5"/>
    <Compound name="teams"><Compound name="5"/></Compound>
    <Compound name="house">
      <Translation z="$shared"/>
      <TorusGeometry name="ring" majorRadius="2" minorRadius="1" color="#0f0"/>
      <CapsuleGeometry name="post" radius="0.1" height="1" color="#00e"/>
      <Appearance name="wall"><Translation x="1"/>
        <BoxAppearance name="brick" width="1" height="2" depth="3"><Surface ref="red"/></BoxAppearance>
        <SphereAppearance name="knob" radius="1"><Surface ref="red"/></SphereAppearance>
        <CylinderAppearance name="pipe" radius="1" height="2"><Surface ref="red"/></CylinderAppearance>
        <CapsuleAppearance name="pill" radius="1" height="5"><Surface ref="red"/></CapsuleAppearance>
      </Appearance>
      <ComplexAppearance name="mesh"><Surface ref="red" name="mine"/><Vertices ref="corners"/><Normals ref="ups"/><TexCoords ref="uv"/>
        <Triangles ref="side"/><Quads>0 0 1 1 2 0 3 1</Quads></ComplexAppearance>
      <SingleDistanceSensor name="ray" min="1" max="2"/>
      <ApproxDistanceSensor name="echo" min="1" max="2" angleX="1" angleY="2"/>
      <Slider name="lift"><Axis z="1"><VelocityMotor maxVelocity="1m/s" maxForce="2N"/><Deflection min="0" max="1" isActive="false"/></Axis>
        <Body name="cabin"><Mass><BoxMass value="3" width="1" height="2" depth="3"><Translation x="1"/></BoxMass></Mass></Body></Slider>
    </Compound>
    <Body name="torso" collideWithParent="true">
      <BoxMass value="3kg" width="1" height="2" depth="3"/>
      <CylinderMass value="1" radius="1" height="2"/><CapsuleMass value="1" radius="1" height="3"/><SphereMass value="1" radius="1"/>
      <BoxGeometry name="trunk" width="1" height="2" depth="3" color="#abc"><Material ref="rubber"/></BoxGeometry>
      <CylinderGeometry name="neck" radius="1" height="2" color="#00d"/>
      <Geometry name="origin"><Translation z="-1"/></Geometry>
      <Gyroscope name="gyro"/><Accelerometer name="acc"><Rotation z="1"/></Accelerometer>
      <CollisionSensor name="bumper"><SphereGeometry name="pad" radius="1"/></CollisionSensor>
      <Camera name="eye" imageWidth="640" imageHeight="480" angleX="1" angleY="0.8"/>
      <ObjectSegmentedImageSensor name="label" imageWidth="64" imageHeight="48" angleX="1" angleY="0.8"/>
      <DepthImageSensor name="depth" imageWidth="64" imageHeight="48" angleX="1" angleY="0.8" min="0.1" max="9" projection="perspective"/>
      <DepthImageSensor name="scan" imageWidth="64" angleX="1" angleY="0.8" projection="spherical"/>
      <Hinge name="hip"><Translation y="1"/><Axis x="1" y="2" z="3" cfm="0.1">
        <Deflection min="-1" max="1" init="0.5" stopCFM="0.1" stopERP="0.2"/>
        <ServoMotor maxVelocity="1" maxForce="2" p="3" i="4" d="5" isNaoMotor="true" fudgeFactor="0.1" minFeedbackForce="1"
          maxFeedbackForce="2" maxPositionDiff="3" maxForceGrowth="4"/></Axis>
        <Body ref="foot" name="right"><Set name="side" value="right"/><Translation x="7"/></Body></Hinge>
      <Hinge name="knee"><Axis x="1"><PT2Motor T="1" D="2" K="3" V="4" F="5"/></Axis><Body ref="foot"/></Hinge>
    </Body>
  </Scene>
</Simulation>
"""

WITHOUT_DIALECT = ("", "2024")


def values() -> Iterator[tuple[Document, SourceNode, str, int]]:
    document = Ledger().add(read_simrobot_text(EVERYTHING.encode(), "all.ros2"))
    for _, node in document.walk():
        for offset, attribute in enumerate([*node.attributes, *([""] if node.text else [])]):
            yield document, node, attribute, node.first_id + offset


def read(text: str) -> tuple[Scene, list[Finding]]:
    scene, report = scenec.read(text.encode(), format="simrobot", name="all.ros2")
    return scene, list(report.findings)


BASE = read(EVERYTHING)
DROPPED = {
    (line.line, line.column)
    for line in scenec.read(EVERYTHING.encode(), format="simrobot", name="all.ros2")[1].ledger
    if line.fate == "dropped"
}
STARTS = [0, *(i + 1 for i, letter in enumerate(EVERYTHING) if letter == "\n")]


def changes(node: SourceNode, attribute: str) -> Iterator[str]:
    """Other values for one: what its kind thinks up, and some more numbers, as one change may rightly do nothing."""
    if not attribute:
        head, _, tail = node.text.rpartition(" ")
        yield f"{head} {'2' if tail == '0' else '0'}"
        yield f"{head} 1"
        return
    text = node.attributes[attribute]
    row = vocabulary()[node.tag].row(attribute)
    yield text + "x" if row is None else str(row.kind.perturb(text))
    yield from ("0.7", "0.6")


def test_the_scene_has_everything() -> None:
    found: dict[str, set[str]] = {}
    for _, node, attribute, _ in values():
        found.setdefault(node.tag, set()).add(attribute)
    missing = [
        f"{tag}@{row.name}"
        for tag, element in vocabulary().items()
        for row in element.rows
        if row.since in WITHOUT_DIALECT and row.name not in found.get(tag, set()) | {"ref", "href"}
    ]
    assert missing == [], "a new attribute belongs into EVERYTHING"


def test_every_value_has_a_fate_and_only_values_without_effect_are_dropped() -> None:
    dropped = {finding.code for finding in BASE[1] if finding.fate == "dropped"}
    assert all(code.endswith("-ineffective") for code in dropped), dropped


def read_or_refusal(text: str) -> object:
    """Return what the text makes; an error speaks of the value if it has a place."""
    try:
        return read(text)
    except scenec.ReadError as error:
        return BASE if error.source is None or not error.source.line else str(error)


@pytest.mark.parametrize(
    ("document", "node", "attribute"),
    [
        pytest.param(document, node, attribute, id=f"{node.line}-{node.tag}-{attribute or 'text'}")
        for document, node, attribute, _ in values()
    ],
)
def test_a_changed_value_changes_the_scene_or_is_spoken_of(document: Document, node: SourceNode, attribute: str) -> None:
    line, column = document.places_of(node)[attribute]
    start = STARTS[line - 1] + column - 1
    old = node.attributes[attribute] if attribute else node.text
    assert EVERYTHING[start:].startswith(old), "the place of a value is where it stands"
    for new in changes(node, attribute):
        if read_or_refusal(EVERYTHING[:start] + new + EVERYTHING[start + len(old) :]) != BASE:
            return
    assert (line, column) in DROPPED
