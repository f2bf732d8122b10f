"""Rows of sensors."""

from __future__ import annotations

from scenec.accounting.parts.table import Field, Kind

IMAGES = "Let the program that reads the images compensate."
RAYS = "Let the program that reads the scanner drop surplus rays."
CUT = "Let the program that reads the sensor cut its values off."
TURN = "Let the program that reads the sensor rotate the readings."
ADD_NOISE = "Add noise in the program that reads the sensor."
SCAN = "Programs get more or fewer distances per scan."
VIEW = "The camera sees a wider or narrower part of the scene."

# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
KINDS = (
    Kind("Sensor", "sensor", "sensor", "sensing", effect="Programs that read the sensor get no data.",
         advice="Add a sensor that {target} has, or compute the values in a plugin.", because="{target} has no sensor of this type."),
    Kind("Camera", "sensor-camera", "camera", "sensing", effect="The images of the camera are missing or different.",
         advice="Compare the images of both cameras.", field_effect="The camera delivers other images.", field_advice=IMAGES,
         because="{target} has no element for the settings of this camera."),
    Kind("Lens", "sensor-lens", "camera lens", "sensing", effect="The camera has a plain lens.", advice=IMAGES, words="camera lenses",
         field_effect="The camera has another lens.", field_advice=IMAGES),
    Kind("Distortion", "sensor-distortion", "lens distortion", "sensing", effect="Straight lines are straight in the images.",
         advice="Distort the images in the program that reads them.", field_effect="The images are distorted differently.",
         field_advice="Distort the images in the program that reads them."),
    Kind("Lidar", "sensor-lidar", "lidar scan", "sensing", effect=SCAN, advice=RAYS, field_advice=RAYS),
    Kind("Scan", "sensor-scan", "scan plane", "sensing", effect=SCAN, advice=RAYS, field_effect=SCAN, field_advice=RAYS),
    Kind("Range", "sensor-range", "sensor range", "sensing", effect="The sensor measures nearer or farther objects.", advice=CUT,
         field_effect="The sensor measures nearer or farther objects.", field_advice=CUT),
    Kind("Beam", "sensor-beam", "sensor beam", "sensing", effect="The sensor sees another part of the scene.",
         advice="Let the program that reads the sensor allow for another beam."),
    Kind("Noise", "sensor-noise", "sensor noise", "sensing", effect="The sensor is more exact than in the source.", advice=ADD_NOISE,
         field_effect="The sensor has other noise.", field_advice=ADD_NOISE),
    Kind("Channel", "sensor-channel", "noise of a measured quantity", "sensing", effect="The sensor is more exact than in the source.",
         advice=ADD_NOISE, field_advice=ADD_NOISE, owner="noise", words="noise settings of measured quantities"),
    Kind("ImuFrame", "sensor-imu-frame", "IMU reference frame", "sensing", effect="The orientation refers to another frame.", advice=TURN,
         field_effect="The orientation refers to another frame.", field_advice=TURN),
    Kind("ForceTorque", "sensor-force-torque", "force-torque setting", "sensing", owner="force-torque",
         effect="Forces refer to another frame, or have another sign.",
         advice=TURN, field_advice=TURN),
    Kind("ContactTarget", "sensor-contact", "contact sensor target", "sensing", effect="The sensor reports contacts of other shapes.",
         advice="Let the program that reads the sensor filter contacts.",
         field_advice="Let the program that reads the sensor filter contacts."),
    Kind("Radio", "sensor-radio", "radio", "sensing", effect="Programs that listen get no messages.",
         advice="Let the programs exchange messages by themselves.", field_advice="Let the programs exchange messages by themselves."),
)

FIELDS = (
    Field("Sensor.name", "sensor name", "", "", "warning", "naming"),
    Field("Sensor.type", "sensor type", "The sensor measures another quantity.", "Check the programs that read the sensor.",
          because="{target} has no sensor of this type."),
    Field("Sensor.always_on", "always-on flag", "The sensor may be silent until a program asks for it."),
    Field("Sensor.enable_metrics", "sensor statistics flag", "The simulator publishes no statistics of the sensor.",
          "Check whether a program of yours reads them."),
    Field("Sensor.enable_orientation", "orientation flag of an IMU", "Programs get an orientation that was left out, or none.",
          "Compute the orientation from the rates, or ignore it.", words="orientation flags of IMUs"),
    Field("Sensor.enabled", "switch of a sensor", "The sensor is on where it was off, or the other way round.",
          words="switches of sensors"),
    Field("Sensor.frame", "name of a sensor frame", "Programs look for the values in another frame.", words="names of sensor frames"),
    Field("Sensor.topic", "sensor topic", "Programs that listen to the topic get no data.",
          "Let programs listen to the topic of the result."),
    Field("Sensor.update_rate", "update rate", "Programs get values more or less often.",
          "Let the program that reads the sensor skip values."),
    Field("Sensor.visualize", "marker of a sensor", "The editor marks the sensor, or does not.", "Ignore it: only editors show it."),
    Field("Sensor.targets", "sensor target", "The sensor measures another part, or none.",
          "Let the program that reads the sensor choose from its data."),
    Field("Sensor.quantity", "measured quantity", "Programs read another quantity.",
          "Let the program that reads the sensor choose from its data."),
    Field("Sensor.reference_altitude", "reference altitude", "Programs read another altitude."),
    Field("Sensor.reference_pressure", "reference pressure", "Programs read another pressure."),
    Field("Camera.name", "camera name", ""),
    *(Field(f"Distortion.{each}", f"distortion coefficient {each}", "", words=f"distortion coefficients {each}")
      for each in ("k1", "k2", "k3", "p1", "p2")),
    Field("Camera.pose", "camera pose in a sensor", "The images show the scene from another place.", words="camera poses in sensors"),
    Field("Camera.anti_aliasing", "anti-aliasing", "Edges in the images are rougher or smoother."),
    Field("Camera.depth_far", "farthest depth", "The camera measures depths beyond this one, or fewer."),
    Field("Camera.depth_near", "nearest depth", "The camera measures nearer depths, or fewer."),
    Field("Camera.far", "far clip distance", "The camera sees farther, or less far."),
    Field("Camera.near", "near clip distance", "The camera sees nearer objects, or fewer."),
    Field("Camera.format", "pixel format", "Programs get images of another pixel format."),
    Field("Camera.horizontal_fov", "horizontal field of view", VIEW, words="horizontal fields of view"),
    Field("Camera.vertical_fov", "vertical field of view", "The images show a higher or lower part of the scene.",
          words="vertical fields of view"),
    Field("Camera.optical_frame", "optical frame of a camera", "Programs look for the images in another frame.",
          words="optical frames of cameras"),
    Field("Camera.save", "flag for stored images", "The camera stores no images.", words="flags for stored images"),
    Field("Camera.save_path", "folder of stored images", "The camera stores no images there.", words="folders of stored images"),
    Field("Camera.visibility_mask", "visibility mask of a camera", "The camera sees objects that were hidden from it."),
    Field("Camera.width", "image width", "The images have another size."),
    Field("Camera.height", "image height", "The images have another size."),
    Field("Camera.projection", "depth projection", "The images are projected differently."),
    Field("Camera.segmentation_type", "segmentation type",
          "The images mark kinds of objects instead of single ones, or the other way round."),
    Field("Camera.box_type", "bounding box type", "The camera draws other boxes."),
    Field("Camera.trigger_topic", "trigger topic", "Programs cannot trigger the camera."),
    Field("Camera.info_topic", "camera info topic", "Programs that listen to the topic get no data."),
    Field("Range.lower", "nearest distance", "The sensor measures nearer objects, or fewer."),
    Field("Range.upper", "farthest distance", "The sensor measures farther objects, or fewer."),
    Field("Range.resolution", "distance resolution", "The sensor measures in finer or coarser steps.",
          "Let the program that reads the sensor round its values."),
    Field("Scan.samples", "ray count", SCAN),
    Field("Scan.resolution", "scan resolution", SCAN, "Let the program that reads the scanner interpolate values."),
    Field("Scan.lower", "first scan angle", "The scan covers another range."),
    Field("Scan.upper", "last scan angle", "The scan covers another range."),
    Field("Beam.shape", "beam shape", "The sensor sees another part of the scene."),
    Field("Beam.horizontal_angle", "horizontal beam angle", "The sensor sees a wider or narrower part of the scene."),
    Field("Beam.vertical_angle", "vertical beam angle", "The sensor sees a higher or lower part of the scene."),
    Field("Beam.radius", "sonar cone radius", "The sensor sees a wider or narrower part of the scene.", words="sonar cone radii"),
    Field("ForceTorque.frame", "frame of measured forces", "Forces refer to another frame.", words="frames of measured forces"),
    Field("ForceTorque.measure_direction", "direction of measured forces", "Forces have another sign.",
          words="directions of measured forces"),
)
# fmt: on
