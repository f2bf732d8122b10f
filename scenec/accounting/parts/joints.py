"""Rows of joints and actuators."""

from __future__ import annotations

from scenec.accounting.parts.table import Field, Kind

KEEP_LIMITS = "Let the program that drives the joint keep its limits."
RANGE = "The joint moves beyond its range."
STOPS = "The stops of the joint are softer or harder."
HARD = "State hard stops in the source if the stops matter."
ENDS = "Name the link of this end of the joint in the source."
SUSPENSION = "The suspension is softer or stiffer."
TUNE = "Tune the joint in {simulator}."
FOLLOW = "Let the program that drives the leading joint drive this one, too."

# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
KINDS = (
    Kind("Joint", "joint", "joint", "physics", "error", effect="The two links are no longer connected.",
         advice="Use --adapt-joints, or a joint that {target} has.", because="{target} cannot express this joint."),
    Kind("Axis", "joint-axis", "joint axis", "physics", "error", effect="The joint moves in another way.",
         advice="Let the program that drives the joint compensate.", field_advice="Let the program that drives the joint compensate."),
    Kind("Limits", "joint-limit", "joint limits", "physics", "error", effect=RANGE, advice=KEEP_LIMITS, field_effect=RANGE,
         field_advice=KEEP_LIMITS, words="joint limits", owner="joint limit"),
    Kind("Dynamics", "joint-dynamics", "joint dynamics", "physics", effect="The joint moves more freely.",
         advice="Let the program that drives the joint add a torque.", field_effect="The joint moves more freely.",
         field_advice="Let the program that drives the joint add a torque.", words="joint dynamics"),
    Kind("Mimic", "joint-mimic", "mimic joint", "physics", "error", effect="The joint moves on its own.", advice=FOLLOW,
         field_effect="The joint does not follow its leading joint as before.", field_advice=FOLLOW,
         because="{target} has no mimic joints."),
    Kind("Actuator", "actuator", "actuator", "control", effect="The joint moves freely until a controller drives it.",
         advice="Add a controller that drives the joint. Limits of force and speed, if {target} has any, are kept.",
         because="{target} has no motors."),
    Kind("Gains", "actuator-gain", "actuator gains", "control", words="actuator gains",
         effect="The joint is not held at its set point.", advice="Give the gains to the program that drives the joint.",
         field_effect="The joint is not held at its set point as before.",
         field_advice="Give the gains to the program that drives the joint. With --carry, converting back restores them."),
)

FIELDS = (
    Field("Joint.name", "joint name", "", "", "warning", "naming"),
    Field("Joint.model", "model of a joint", "Programs look for the joint under another name.", "Let programs use the name in the result."),
    Field("Joint.parent", "parent of a joint", "The joint connects other links.", ENDS, "error"),
    Field("Joint.child", "child of a joint", "The joint connects other links.", ENDS, "error", words="children of joints"),
    Field("Joint.feedback", "force feedback of a joint", "Programs get no forces of the joint.", "Add a force-torque sensor in the source.",
          words="force feedback settings of joints"),
    Field("Joint.gear_ratio", "gear ratio", "The second link does not turn with the first."),
    Field("Joint.gear_reference", "reference link of a gear", "The second link does not turn with the first.",
          words="reference links of gears"),
    Field("Joint.screw_pitch", "screw pitch", "A turn moves the joint by another distance.", words="screw pitches"),
    Field("Axis.initial", "initial joint position", "The joint starts at zero.",
          "Move the joint to its initial position when the simulation starts."),
    Field("Axis.reported_offset", "reported joint offset", "Programs read another position of the joint.",
          "Add the offset in the program that reads the joint."),
    Field("Axis.expressed_in", "frame of a joint axis", "The axis has another direction.", words="frames of joint axes"),
    Field("Axis.xyz", "direction of a joint axis", "The axis has another direction.", words="directions of joint axes"),
    Field("Limits.lower", "lower joint limit", RANGE, KEEP_LIMITS, "error"),
    Field("Limits.upper", "upper joint limit", RANGE, KEEP_LIMITS, "error"),
    Field("Limits.active", "flag of inactive joint limits", "The joint stops where it did not, or moves beyond its range.",
          words="flags of inactive joint limits"),
    Field("Limits.effort", "effort limit", "The joint is stronger.", "Let the program that drives the joint limit its effort.", "error"),
    Field("Limits.velocity", "velocity limit", "The joint is faster.", "Let the program that drives the joint limit its speed.", "error"),
    Field("Limits.stiffness", "stop stiffness", STOPS, HARD, together=True),
    Field("Limits.dissipation", "stop damping", "The joint swings longer at its stops.", HARD, together=True),
    Field("Limits.stop_cfm", "stop softness (CFM)", STOPS, HARD, words="stop softness values (CFM)", together=True),
    Field("Limits.stop_erp", "stop error reduction (ERP)", "The joint returns from beyond its stops faster or slower.", HARD,
          words="stop error reduction values (ERP)", together=True),
    Field("Limits.bounce", "stop bounce", "The joint bounces off its stops higher or lower.", HARD, words="stop bounce values",
          together=True),
    Field("Dynamics.armature", "rotor inertia (armature)", "The joint speeds up more readily.",
          "Let the program that drives the joint speed it up slowly.", words="rotor inertias (armature)", together=True),
    Field("Dynamics.cfm", "joint softness (CFM)", "The joint is softer or stiffer under load.", "Use a spring in the source.",
          words="joint softness values (CFM)", together=True),
    Field("Dynamics.erp", "joint error reduction (ERP)", "The joint is pulled together faster or slower.", TUNE,
          words="joint error reduction values (ERP)", together=True),
    Field("Dynamics.fudge_factor", "fudge factor of a joint", "The joint leaves its stops with another jerk.",
          "Check joints that are driven against their stops.", together=True),
    Field("Dynamics.suspension_cfm", "suspension softness (CFM)", SUSPENSION, TUNE, words="suspension softness values (CFM)",
          together=True),
    Field("Dynamics.suspension_erp", "suspension error reduction (ERP)", SUSPENSION, TUNE,
          words="suspension error reduction values (ERP)", together=True),
    Field("Mimic.multiplier", "mimic multiplier", "The mimic joint moves by another amount."),
    Field("Mimic.axis", "leading axis of a mimic joint", "The mimic joint follows another axis.", words="leading axes of mimic joints"),
    Field("Mimic.offset", "mimic offset", "The mimic joint stands at another position."),
    Field("Mimic.reference", "mimic reference", "The mimic joint stands at another position."),
    *(Field(f"Gains.{each}", f"{each.upper()} gain of an actuator", "") for each in "pid"),
    Field("Actuator.name", "actuator name", "", "", "warning", "naming"),
    Field("Actuator.command", "command type of an actuator", "The actuator takes no commands.", words="command types of actuators"),
    Field("Actuator.output", "output type of an actuator", "The joint is not driven.", words="output types of actuators"),
    Field("Actuator.axis", "axis of an actuator", "The actuator drives another axis.", words="axes of actuators"),
    Field("Actuator.max_effort", "maximum effort", "The actuator is stronger.", "Let the program that drives the joint limit its effort.",
          "error"),
    Field("Actuator.max_velocity", "maximum velocity", "The actuator is faster.", "Let the program that drives the joint limit its speed.",
          "error", words="maximum velocities"),
    Field("Actuator.max_acceleration", "maximum acceleration", "The joint accelerates faster.",
          "Let the program that drives the joint change its commands slowly."),
    Field("Actuator.ratio", "gear ratio of an actuator", "The joint moves by another amount for a command, with another effort.",
          "Let the program that drives the joint multiply its commands by the ratio.", words="gear ratios of actuators"),
    Field("Actuator.command_lower", "lower command limit", "The joint obeys commands below this limit.",
          "Let the program that drives the joint keep its commands within the range."),
    Field("Actuator.command_upper", "upper command limit", "The joint obeys commands above this limit.",
          "Let the program that drives the joint keep its commands within the range."),
    Field("Actuator.initial_command", "initial command", "The joint waits for its first command.",
          "Let the program that drives the joint send this command at the start."),
    Field("Actuator.delay", "actuator delay", "The joint follows its commands sooner.",
          "Let the program that drives the joint delay its commands."),
)
# fmt: on
