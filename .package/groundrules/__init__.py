"""groundrules: deterministic-first grounding checks. The public API is listed in engine/__init__.py."""

from typing import TYPE_CHECKING

from groundrules import engine

if TYPE_CHECKING:
    from groundrules.engine import *  # noqa: F403

__all__ = ["engine"]
__all__ += engine.__all__

if not TYPE_CHECKING:  # a checker would take any name at all for one that is there

    def __getattr__(name: str) -> object:
        if name not in engine.__all__:
            raise AttributeError(f"module `{__name__}` has no attribute `{name}`; the public names are in `__all__`")
        found = globals()[name] = getattr(engine, name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
