"""The tag of the wheel: it works with every Python, on the platform that its programs were built for.

scripts/package.sh says which that is in IDIOM_WHEEL_PLATFORM, by the symbols of glibc that the programs need.
"""

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Platform(BuildHookInterface):  # type: ignore[type-arg]
    """Sets the tag; without the variable there is no wheel, since nothing else knows what the programs
    need."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it packs."""
        del version
        platform = os.environ.get("IDIOM_WHEEL_PLATFORM")
        if not platform:
            raise ValueError("IDIOM_WHEEL_PLATFORM is not set: wheels are made by scripts/package.sh")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
