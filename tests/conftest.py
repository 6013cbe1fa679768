"""Shared set-up: the Hypothesis profiles. `HYPOTHESIS_PROFILE=quick` makes a short run, `thorough` a long one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

# Tests that read the benchmarks find them whether pytest was started as a module or as a script.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)
settings.register_profile("default", max_examples=60, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("quick", max_examples=15, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("thorough", max_examples=1000, deadline=None, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
