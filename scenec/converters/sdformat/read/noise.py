"""Read noise and the quantities that have it."""

from __future__ import annotations

from scenec import ir
from scenec.converters.common.sdf_channels import CHANNELS, NOISE_FIELDS
from scenec.converters.sdformat.read.element import Element

CHANNEL = "imu/angular_velocity/x/noise"
"""The path of noise in the specification, which is the same for all channels."""


def read_channels(element: Element, kind: str) -> tuple[ir.Channel, ...]:
    """Return the channels with noise. element: that of the sensor type."""
    channels = []
    for name, path in CHANNELS[kind]:
        noise = element.at(f"{path}/noise")
        if noise is not None:
            channels.append(ir.Channel(name=name, noise=read_noise(noise), origin=noise.origin))
    return tuple(channels)


def read_noise(element: Element) -> ir.Noise:
    values = {field: element.take(CHANNEL, field) for field in NOISE_FIELDS if element.has(field)}
    return ir.Noise(type=element.required("type"), **values, origin=element.origin)


def read_plain_noise(holder: Element, base: str) -> ir.Noise | None:
    """Return the noise of cameras and scanners, whose type is an element, not an attribute."""
    element = holder.child("noise")
    if element is None:
        return None
    kind = element.take(f"{base}/noise", "type", default=True)
    mean, stddev = (element.take(f"{base}/noise", field) for field in ("mean", "stddev"))
    return ir.Noise(type=kind or "none", mean=mean, stddev=stddev, origin=element.origin)
