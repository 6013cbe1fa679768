"""groundrules: deterministic-first grounding checks. The public API is listed in engine/__init__.py."""

from groundrules import engine
from groundrules.engine import *  # noqa: F403

__all__ = ["engine"]
__all__ += engine.__all__
