"""Images as PNG files (ISO/IEC 15948), 8 bits per channel, without times or other chunks that change."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png(image: NDArray[Any]) -> bytes:
    """image: (height, width, 3) of uint8."""
    import numpy as np

    height, width, _ = image.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    above = np.zeros_like(image)
    above[1:] = image[:-1]
    rows = np.concatenate([np.full((height, 1), 2, dtype=np.uint8), (image - above).reshape(height, -1)], axis=1)  # filter 2: up
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
