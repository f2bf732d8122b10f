"""Findings of `scenec check`: scenes that SimSpark reads, but crashes on, ignores or shows differently."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

MESH_WITHOUT_USEMTL = Code(
    "rsg-mesh-without-usemtl", "kept", "error", "appearance",
    headline="Faces before the first usemtl: {value}",
    because="SimSpark ignores {bare} of {faces} faces, which stand before the first usemtl.",
    effect="SimSpark does not draw these faces.",
    advice="Write `usemtl matWhite` before the first face.",
    many="meshes with faces before the first usemtl",
)
MATERIAL_UNINITIALISED = Code(
    "rsg-material-uninitialised", "kept", "warning", "appearance",
    headline="Material incomplete: {subject}",
    because="The material states no {missing}, and SimSpark does not initialise missing values.",
    effect="The look of the material is random. Without d, so is its transparency.",
    advice="State Ka, Kd, Ks, Ns and d of every material.",
    many="materials incomplete",
)
HANDLER_IN_INNER_COLLIDER = Code(
    "rsg-handler-in-inner-collider", "kept", "warning", "physics",
    headline="Contact handler in the wrong place: {node}",
    because="SimSpark reports contacts to the TransformCollider around the collider, and only its handler counts.",
    effect="The handler has no effect.",
    advice="Write the handler beside the collider, as a child of the TransformCollider.",
    many="contact handlers in the wrong place",
)
TOUCH_HANDLER_WITHOUT_PERCEPTOR = Code(
    "rsg-touch-handler-without-perceptor", "kept", "warning", "sensing",
    headline="TouchPerceptorHandler without a perceptor",
    because="The handler looks for a ForceResistancePerceptor when it is made, and none stands before it.",
    effect="The handler measures nothing.",
    advice="Write the ForceResistancePerceptor before the collider.",
    many="handlers TouchPerceptorHandler without a perceptor",
)
TOUCH_PERCEPTOR_UNFED = Code(
    "rsg-touch-perceptor-unfed", "kept", "warning", "sensing",
    headline="Perceptor without a handler: {node}",
    because="A {node} gets its values from a {handler} that stands behind it, in a collider of the same Transform.",
    effect="The perceptor reports no contacts.",
    advice="Add the handler to a collider of the same Transform, behind the perceptor.",
    many="perceptors without a handler",
)
INERTIAL_SENSOR_WITHOUT_BODY = Code(
    "rsg-inertial-sensor-without-body", "kept", "error", "sensing",
    headline="Sensor without a body: {node}",
    because="A {node} uses the RigidBody of its nearest Transform, and this Transform has none.",
    effect="SimSpark crashes.",
    advice="Write the sensor beside the RigidBody, in the same Transform.",
    many="sensors without a body",
)
BATTERY_PERCEPTOR_OUTSIDE = Code(
    "rsg-battery-perceptor-outside", "kept", "warning", "sensing",
    headline="BatteryPerceptor outside of a Battery",
    because="A BatteryPerceptor looks for the Battery above it.",
    effect="The perceptor always reports 0.",
    advice="Write the BatteryPerceptor as a child of the Battery.",
    many="battery perceptors outside of a Battery",
)
IMAGE_NEEDS_RENDER_SERVER = Code(
    "rsg-image-needs-render-server", "kept", "note", "sensing",
    headline="ImagePerceptor needs a render server",
    because="An ImagePerceptor takes its images from a render server. rcssserver3d starts without one.",
    effect="The perceptor gives no images.",
    advice="Load the render server in SimSpark's scripts. The render server needs a display.",
    many="image perceptors need a render server",
)
EFFECTOR_OUTSIDE_AGENT = Code(
    "rsg-effector-outside-agent", "kept", "note", "control",
    headline="Effector outside of an agent: {node}",
    because="{node} looks for an AgentAspect above it. The server makes one around the scene of an agent only.",
    effect="The effector does nothing in a scene that is no agent's.",
    advice="Import the file as the scene of an agent, or put an AgentAspect around it.",
    many="effectors outside of an agent",
)
BALL_INCOMPLETE = Code(
    "rsg-ball-incomplete", "kept", "warning", "naming",
    headline="Ball without the names that SimSpark expects",
    because="The soccer simulation looks for the node Ball, its RigidBody physics and its collider geometry.",
    effect="The soccer simulation does not find the ball.",
    advice="Name the node Ball, its RigidBody physics and its collider geometry.",
    many="balls without the names that SimSpark expects",
)
EFFECTOR_WITHOUT_PERCEPTOR = Code(
    "rsg-effector-without-perceptor", "kept", "note", "sensing",
    headline="Joint without a perceptor: {node}",
    because="An agent reads the position of a joint through a {perceptor}, and none stands beside this {node}.",
    effect="Agents get no position of the joint.",
    advice="Add the perceptor beside the effector.",
    many="joints without a perceptor",
)
FIRST_JOINT_SLIDER = Code(
    "rsg-first-joint-slider", "kept", "error", "physics",
    headline="First joint is a SliderJoint",
    because="SimSpark looks up the motor parameters of a slider in a table that only other joints fill.",
    effect="SimSpark crashes.",
    advice="Make another joint first, such as a BallJoint without attach.",
    many="first joints that are a SliderJoint",
)

CODES = by_code(list(globals().values()))
