"""What Hypothesis tries: the same few examples in every run, or with a profile many and others.

A suite that must pass may not fail by an example that comes up once in a thousand runs, so
nothing is left to chance in it. ``HYPOTHESIS_PROFILE=thorough`` looks for such examples; what it
finds is kept in ``.hypothesis`` and tried first the next time.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick",
    max_examples=60,
    derandomize=True,
    deadline=None,  # the first example may compile the kernels, and a machine may be busy
    suppress_health_check=list(HealthCheck),  # which examples are few or slow is luck as well
)
settings.register_profile(
    "thorough",
    max_examples=1000,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
