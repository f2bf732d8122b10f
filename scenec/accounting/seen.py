"""What somebody who watches the simulation would see if a value were lost, and what to call it: one row per field, or
node, that needs more than its own name and the consequence of its node (`meanings`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

ROWS = """
Actor. | an actor | nobody walks there
Atmosphere. | the atmosphere | barometers read other values, and wings and propellers work in other air
Attenuation. | how a light fades | things far from the light are brighter or darker
Battery. | a battery | the battery is never empty
Camera.pose | where a camera sits in its sensor | its images are seen from elsewhere
Damping. | the damping of a link's motion | the body moves and turns on longer
Fog. | fog | things far away are as clear as near ones
Gripper. | a gripper | what the fingers grasp slips out of them
Inertia. | the inertia tensor | the body turns more or less readily
Look. | the look of the world | the background and the shadows are the simulator's own
ParticleEmitter. | a particle emitter | there is no smoke, spray or dust
Sky. | the sky | the sky is plain
Spot. | the cone of a spot light | the lit spot is larger or smaller
Viewpoint. | a view of the user interface | the view starts elsewhere
ImuFrame. | the reference of an orientation | the orientation is told in another frame
Range. | the range of a distance sensor | the sensor measures nearer or farther things, too, or none as near or far
Channel. | a measured quantity's noise | the sensor is more exact than it should be
Distortion. | lens distortion | straight lines are straight in its images
Lens. | a camera's lens | its images are those of a plain lens
Scan. | the rays of one plane | programs get more or fewer distances of a scan
ContactTarget. | what a contact sensor watches | the sensor tells contacts of other shapes
Radio. | a radio | programs that listen get no messages
ForceTorque. | how force and torque are measured | forces are told in another frame, or with another sign
PhysicsProfile. | a set of physics settings | the simulation is run with other settings
Actuator.command_lower | the lowest command of a motor | the joint obeys commands below this, too
Actuator.command_upper | the highest command of a motor | the joint obeys commands above this, too
Actuator.delay | the delay of a motor | the joint follows its commands sooner
Actuator.initial_command | the first command of a motor | the joint stays where it is until it is commanded
Actuator.max_acceleration | the highest acceleration of a motor | the joint speeds up faster
Atmosphere.pressure | the air pressure | barometers read another pressure
Axis.reported_offset | what is added to the position of a joint that programs read | programs read another position of the joint
Beam.radius | the radius of a sonar's cone | the sensor sees a wider or narrower part of the scene
Camera.anti_aliasing | the smoothing of a camera's edges | edges in its images are rougher or smoother
Camera.depth_far | the farthest depth a camera measures | depths beyond it are measured, too, or none as far away
Camera.depth_near | the nearest depth a camera measures | nearer depths are measured, too, or none as near
Camera.far | the farthest distance a camera sees | it sees things that were too far away, or none as far as they are
Camera.format | the pixel format of a camera | programs get images of other pixels
Camera.horizontal_fov | the horizontal opening angle of a camera | it sees a wider or narrower part of the scene
Camera.name | the name of a camera | programs do not find it by name
Camera.near | the nearest distance a camera sees | it sees things that were too near, or none as near as they are
Camera.optical_frame | the name of a camera's optical frame | programs look for its images in another frame
Camera.save | whether a camera stores its images | no images are stored
Camera.save_path | the folder a camera stores its images in | no images are stored there
Camera.vertical_fov | the vertical opening angle of a camera | its images show a higher or lower part of the scene
Camera.visibility_mask | the mask of what a camera sees | it sees things that were hidden from it
Collision.category_mask | the groups that a shape belongs to (bits) | it touches what it went through, or goes through what it touched
Collision.collide_mask | the groups that a shape touches (bits) | it touches what it went through, or goes through what it touched
Collision.density | the density of a shape | nothing, unless its mass was to be computed from it
Collision.laser_retro | how strongly a shape reflects laser rays | laser scanners read another intensity
Collision.max_contacts | the most contact points of a shape | it sinks in, or rolls less evenly, where it rests on many points
Controller.actuators | the motors that a controller drives | the code must find them by itself
Controller.library | the code of a controller | no code runs the scene until it is added
Controller.links | the bodies that a controller knows | the code must find them by itself
Controller.name | the name of a controller | programs do not find it by name
Controller.period | the period of a controller | the code runs more or less often
Controller.sensors | the sensors that a controller reads | the code must find them by itself
Damping.angular | the damping of a link's turning | it turns on longer
Damping.linear | the damping of a link's motion | it moves on longer
Dynamics.cfm | the softness (CFM) of a joint | the joint gives way more or less under load
Dynamics.damping | the damping of a joint | the joint swings longer
Dynamics.erp | the correction (ERP) of a joint | the joint is pulled together more or less quickly
Dynamics.friction | the friction of a joint | the joint moves on, or sinks under a load that it held
Dynamics.fudge_factor | the fudge factor of a joint | the joint leaves its stops with more or less of a jerk
Dynamics.spring_reference | the rest position of a joint's spring | the spring pulls the joint elsewhere
Dynamics.spring_stiffness | the spring of a joint | nothing pulls the joint back to its rest
Dynamics.suspension_cfm | the softness (CFM) of a suspension | the suspension is softer or harder
Dynamics.suspension_erp | the correction (ERP) of a suspension | the suspension is softer or harder
Frame.model | the model that a frame belongs to | programs find the frame elsewhere
Frame.world | the world that a frame belongs to | programs find the frame elsewhere
Joint.feedback | whether a joint measures its forces | programs get no forces of the joint
Joint.gear_ratio | the ratio of a gear | the second link does not turn with the first
Joint.screw_pitch | the pitch of a screw | turning does not move it along its axis as far
Light.ambient | the ambient colour of a light | what lies in the shade is darker or brighter
Light.cast_shadows | whether a light casts shadows | there are other shadows
Light.diffuse | the colour of a light | everything has another tint
Light.intensity | the intensity of a light | everything is brighter or darker
Light.on | whether a light is on | a light that was off shines, or one that was on does not
Light.specular | the colour of a light's highlights | highlights have another colour
Light.visualize | whether a light is marked in the view | the view marks the light, or does not
Attenuation.range | how far a light reaches | things far away are lit, too, or near ones are not
Limits.bounce | how a joint bounces off its stops | the joint bounces off its stops more or less
Limits.dissipation | the damping of a joint's stops | the joint swings longer at its stops
Limits.stiffness | the stiffness of a joint's stops | the joint gives way at its stops more or less
Limits.stop_cfm | the softness (CFM) of a joint's stops | the joint gives way at its stops more or less
Limits.stop_erp | the correction (ERP) of a joint's stops | the joint comes back from beyond its stops more or less quickly
Link.enable_wind | whether wind moves a link | wind does not move the body
Link.gravity | whether a link has weight | the body falls, or floats
Link.kinematic | whether a link moves only as it is told | forces move the body
Link.must_be_base | whether a link hangs on nothing | nothing moves differently
Look.ambient | the ambient light of the world | what lies in the shade is darker or brighter
Look.background | the background colour | the background has another colour
Look.grid | whether a grid is drawn | there is a grid in the view, or none
Look.origin_visual | whether the origin is drawn | the origin is marked in the view, or not
Look.shadows | whether there are shadows | there are other shadows
Material.diffuse_texture | the image on a material | it has one colour instead of an image
Material.normal_texture | the relief of a material | it looks smooth
Material.displacement_texture | the relief of a material | it looks smooth
Pbr.albedo_map | the image on a material | it has one colour instead of an image
Pbr.normal_map | the relief of a material | it looks smooth
Pbr.roughness_map | the map of a material's roughness | its highlights are alike everywhere
Pbr.metalness_map | the map of how metallic a material is | it shines alike everywhere
Pbr.specular_map | the map of a material's highlights | its highlights are alike everywhere
Pbr.glossiness_map | the map of a material's glossiness | its highlights are alike everywhere
Pbr.environment_map | what a material mirrors | it mirrors nothing
Pbr.ambient_occlusion_map | the shading of a material's corners | its corners are as bright as the rest
Pbr.emissive_map | the map of a material's glow | it does not glow
Pbr.light_map | the map of the light on a material | it is lit alike everywhere
Shader.normal_map | the relief of a material | it looks smooth
Material.ambient | the ambient colour of a material | what lies in the shade has another colour
Material.diffuse | the colour of a material | it has another colour
Material.emissive | the glow of a material | it does not glow
Material.lighting | whether light falls on a material | it is shaded where it was not
Material.metallic | how metallic a material is | it shines more or less like metal
Material.render_order | the order in which a material is drawn | what lies in one plane flickers
Material.roughness | the roughness of a material | its highlights are wider or narrower
Material.shininess | the shininess of a material | its highlights are wider or narrower
Material.specular | the colour of a material's highlights | it shines less, or in another colour
Material.texture_scale | how often a texture repeats | its pattern is larger or smaller
Material.two_sided | whether the back of faces is drawn | thin parts are invisible from one side
Mimic.multiplier | how far a coupled joint follows | the coupled joint moves another way
Model.allow_auto_disable | whether a model may fall asleep at rest | a body at rest may start or stop to jitter
Model.enable_wind | whether wind moves a model | wind does not move it
Pbr.metalness | how metallic a material is | it shines more or less like metal
Pbr.roughness | the roughness of a material | its highlights are wider or narrower
Pbr.glossiness | the glossiness of a material | its highlights are wider or narrower
Pbr.workflow | the workflow of a material | it shines differently
Pbr.light_map_uv_set | the texture coordinates of a light map | its shading has no effect
PhysicsProfile.engine | the physics engine | the engine that runs the result computes contacts and joints in its own way
PhysicsProfile.max_contacts | the most contact points of two bodies | bodies sink in, or roll less evenly, where they rest on many points
PhysicsProfile.name | the name of the physics settings | settings are chosen by another name
PhysicsProfile.real_time_factor | how fast the simulation is to run | the simulation runs faster or slower than a clock
PhysicsProfile.update_rate | how many steps the simulation makes in a second | the simulation runs faster or slower than a clock
Range.lower | the nearest distance of a sensor | the sensor measures nearer things, or none as near
Range.resolution | the resolution of a distance | distances are measured in finer or coarser steps
Range.upper | the farthest distance of a sensor | the sensor measures things farther away, or none as far
Scan.resolution | how many values a ray stands for | programs get more or fewer distances of a scan
Scene.friction_default | the friction of surfaces without an entry | what touches them slides more or less
Scene.friction_law | how the friction of two surfaces combines | surfaces of different friction slide more or less on each other
Sensor.always_on | whether a sensor is always on | the sensor may be silent until a program asks for it
Sensor.enable_metrics | whether a sensor counts its readings | no statistics of the sensor are published
Sensor.enable_orientation | whether an IMU tells its orientation | programs get an orientation that was left out, or none
Sensor.enabled | whether a sensor is switched on | the sensor measures, or does not, until a program switches it
Sensor.frame | the name of a sensor's frame | programs look for its values in another frame
Sensor.topic | the topic of a sensor | programs that listen there get nothing
Sensor.update_rate | how often a sensor measures | programs get its values more or less often
Sensor.visualize | whether a sensor is drawn | the view marks the sensor, or does not
SolverSettings.iterations | the iterations of the solver | stacks and loaded joints are firmer or give way more
SolverSettings.iteration_skip | how often the solver is run | stacks and loaded joints are firmer or give way more
SolverSettings.max_correcting_velocity | how fast the solver separates bodies | what overlaps is pushed apart faster or slower
SolverSettings.surface_layer | how far bodies may sink into each other | bodies at rest jitter more or less
SolverSettings.type | the method of the solver | stacks and loaded joints are firmer or give way more
Sky.time | the time of day | the sky and its light are those of another time
Spot.exponent | how the cone of a light fades to its edge | the edge of the lit spot is harder or softer
Spot.falloff | how the cone of a light fades to its edge | the edge of the lit spot is harder or softer
Spot.inner_angle | the inner angle of a light's cone | the edge of the lit spot is harder or softer
Spot.outer_angle | the outer angle of a light's cone | the lit spot is larger or smaller
Surface.bounce_threshold | the speed below which nothing bounces | slow things bounce, or fast ones do not
Surface.bullet_friction | the friction for the engine Bullet | under Bullet it slides differently
Surface.bullet_friction2 | the friction across for the engine Bullet | under Bullet it slides differently
Surface.bullet_direction | the direction of friction for the engine Bullet | under Bullet it slides differently
Surface.collide_without_contact | whether a shape only senses | the shape pushes things away
Surface.collide_without_contact_bitmask | the groups that a shape only senses (bits) | the shape pushes things away
Surface.contact_motion1 | the speed of a surface (a conveyor) | it does not carry along what lies on it
Surface.contact_motion2 | the speed of a surface across (a conveyor) | it does not carry along what lies on it
Surface.damping | the damping (kd) of a contact | it bounces or sinks in more or less
Surface.direction | the direction of a surface's friction | it slides as easily across as along
Surface.friction_model | the law of friction (pyramid or cone) | it slides a little more or less in oblique directions
Surface.max_correcting_velocity | the speed at which a contact is separated | what has sunk in is pushed out faster or slower
Surface.min_depth | how deep a contact may be | things at rest jitter more or less
Surface.mu | the friction of a surface | it slides more or less
Surface.mu2 | the friction of a surface across | it slides as easily across as along
Surface.patch_radius | the radius of a contact patch | it turns on the spot more or less easily
Surface.restitution | how a surface bounces | it bounces more or less
Surface.rolling_friction | the rolling friction of a surface | it rolls on farther or less far
Surface.rolling_friction2 | the rolling friction of a surface across | it rolls on farther or less far
Surface.slip1 | the slip of a surface | it creeps more or less under a load
Surface.slip2 | the slip of a surface across | it creeps more or less under a load
Surface.soft_cfm | the softness (CFM) of a contact | it sinks in more or less
Surface.soft_erp | the correction (ERP) of a contact | it comes out again more or less quickly
Surface.spinning_friction | the friction of turning on the spot | it turns on the spot more or less easily
Surface.stiffness | the stiffness (kp) of a contact | it sinks in more or less
Surface.surface_radius | the radius of a surface for turning on the spot | it turns on the spot more or less easily
Surface.torsional_slip | the slip of turning on the spot | it turns on the spot more or less easily
Surface.use_patch_radius | which radius counts for turning on the spot | it turns on the spot more or less easily
Visual.cast_shadows | whether a visual casts a shadow | there is another shadow
Visual.laser_retro | how strongly a visual reflects laser rays | laser scanners read another intensity
Visual.layer | the layer of a visual | it cannot be switched on and off with its layer
Visual.receive_shadows | whether shadows fall on a visual | there are other shadows on it
Visual.transparency | the transparency of a visual | what is behind it is hidden, or shows through
Visual.visibility_flags | the mask of who sees a visual | cameras see it that did not
Visual.visible | whether a visual is shown | it is seen where it was hidden, or the other way round
Model.static | whether a model stands still | it falls, or is pushed away
Model.parent | the model that a model stands in | programs look for it under another name
Model.canonical_link | the link that stands for a model | programs read another pose of the model
Model.placement_frame | the frame that a model is placed by | nothing, unless it is placed anew
Model.world | the world that a model stands in | programs find the model elsewhere
Model.namespace | the namespace of a model | programs look for its topics under other names
Link.model | the model that a link belongs to | programs look for it under another name
Joint.model | the model that a joint belongs to | programs look for it under another name
Sensor.targets | what a sensor measures | the sensor measures nothing, or something else
Sensor.quantity | the quantity that a sensor measures | programs read another quantity
Sensor.reference_altitude | the altitude from which a sensor counts | programs read another altitude
Sensor.reference_pressure | the pressure from which a sensor counts | programs read another pressure
Scan.samples | how many rays a scan has | programs get more or fewer distances of a scan
Scan.lower | where a scan begins | the scan looks another way
Scan.upper | where a scan ends | the scan looks another way
Camera.width | the width of a camera's images | its images have another size
Camera.height | the height of a camera's images | its images have another size
Camera.projection | how a depth sensor projects | its image is bent otherwise
Camera.segmentation_type | how a camera tells things apart | its images mark kinds instead of single things, or the other way round
Camera.box_type | which boxes a camera draws | its boxes are other ones
Camera.trigger_topic | the topic that triggers a camera | programs cannot trigger it there
Camera.info_topic | the topic of a camera's calibration | programs that listen there get nothing
Beam.shape | the shape of a sensor's beam | the sensor sees another part of the scene
Beam.horizontal_angle | the horizontal opening angle of a beam | the sensor sees a wider or narrower part of the scene
Beam.vertical_angle | the vertical opening angle of a beam | the sensor sees a higher or lower part of the scene
Battery.voltage | the voltage of a battery | programs read another voltage
Battery.capacity | the capacity of a battery | the battery is empty sooner or later
Battery.power | the power of a battery | the battery is empty sooner or later
Damping.angular_below | the speed below which turning is damped | it turns on longer, or stops sooner
Damping.law | the law of a link's damping | it slows down in another way
ForceTorque.frame | the frame that forces are told in | forces are told in another frame
ForceTorque.measure_direction | the direction that forces are told in | forces are told with another sign
Mimic.axis | the axis of the leading joint | the coupled joint follows another axis
Mimic.offset | where a coupled joint begins to follow | the coupled joint stands elsewhere
Mimic.reference | where the leading joint begins to lead | the coupled joint stands elsewhere
Inertial.density | the density of a link | nothing, unless its mass was to be computed from it
Inertial.auto | whether mass and inertia are computed | nothing: those that follow from it are stated
Inertial.added_mass | the water that a body carries along | it speeds up more readily in water
World.gravity | gravity | everything falls differently
World.magnetic_field | the magnetic field | magnetometers and compasses read another field
World.wind | the wind | nothing is moved by the wind
"""


@cache
def _table() -> Mapping[str, tuple[str, str]]:
    return {place: (label, consequence) for place, label, consequence in (row.split(" | ") for row in ROWS.strip().splitlines())}


def seen(kind: str, field: str) -> tuple[str, str] | None:
    """What a field of a class is (with "", a whole node), and what its loss looks like; None if its own name and the consequence of its
    node say it."""
    return _table().get(f"{kind}.{field}")


def places() -> list[str]:
    """``Class.field`` of every row."""
    return list(_table())
