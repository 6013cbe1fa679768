"""One settings file for all surfaces of a product: a table of defaults, and what each surface says otherwise."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import cast

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from .errors import PolicyError
from .policy import Policy
from .setting_names import MIN_SIMILARITY

_TABLES = ("defaults", "surfaces")


@dataclass(frozen=True, slots=True)
class Surfaces:
    """The policies of a product by the name of the surface."""

    policies: Mapping[str, Policy]

    def policy(self, name: str) -> Policy:
        """The policy of a surface.

        Raises:
            PolicyError: no surface has this name; the nearest one is named.
        """
        found = self.policies.get(name)
        if found is None:
            raise PolicyError(f"surfaces.{name}", problem="no surface has this name", remedy=_hint(name, tuple(self.policies)))
        return found

    @classmethod
    def from_toml(cls, source: str | Path) -> Surfaces:
        """The surfaces of a TOML text, or of a file by its Path.

        `[surfaces.NAME]` holds the settings of a policy file (`Policy.from_toml`), among them `[surfaces.NAME.text]`; `[defaults]` holds settings that
        every surface starts from. A surface replaces a default setting whole, except that it only adds to what `[defaults.text]` forbids, demands or
        constrains, and replaces single keys of `answers`.

        Raises:
            PolicyError: not TOML, an unknown key, or a value of the wrong type or range; all faults of a surface are named at once.
            OSError: the file cannot be read.
        """
        try:
            loaded = tomllib.loads(source.read_text(encoding="utf-8") if isinstance(source, Path) else source)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise PolicyError("(file)", problem=f"not TOML: {error}", remedy="correct the line it names") from error
        return cls.from_mapping(loaded)

    @classmethod
    def from_mapping(cls, loaded: Mapping[str, object]) -> Surfaces:
        """The surfaces of parsed settings. Raises PolicyError like `from_toml`."""
        for key in loaded:
            if key not in _TABLES:
                raise PolicyError(key, problem="no such table", remedy=_hint(key, _TABLES))
        defaults, surfaces = _table(loaded, "defaults"), _table(loaded, "surfaces")
        if not surfaces:
            raise PolicyError("surfaces", problem="the file names no surface", remedy="add a table `[surfaces.NAME]`")
        return cls(MappingProxyType({name: _policy(name, defaults, _table(surfaces, name, of="surfaces.")) for name in surfaces}))


def _policy(name: str, defaults: Mapping[str, object], own: Mapping[str, object]) -> Policy:
    settings = dict(defaults)
    for key, value in own.items():
        settings[key] = _joined(settings.get(key), value) if key in ("text", "answers") else value
    try:
        return Policy.from_mapping(settings)
    except PolicyError as error:
        raise PolicyError(f"surfaces.{name}.{error.key}", problem=error.problem, remedy=error.remedy) from error


def _joined(base: object, own: object) -> object:
    """Two tables as one: lists of the text policy grow, so that no surface loses a prohibition by having one of its own."""
    if not (isinstance(base, dict) and isinstance(own, dict)):
        return own
    joined = dict(cast("dict[str, object]", base))
    for key, value in cast("dict[str, object]", own).items():
        known = joined.get(key)
        lists = isinstance(known, list) and isinstance(value, list)
        joined[key] = [*cast("list[object]", known), *cast("list[object]", value)] if lists else value
    return joined


def _table(loaded: Mapping[str, object], key: str, *, of: str = "") -> Mapping[str, object]:
    table = loaded.get(key, {})
    if not isinstance(table, Mapping):
        raise PolicyError(f"{of}{key}", problem=f"expected a table, got {type(table).__name__}", remedy=f"write `[{of}{key}]`")
    return cast("Mapping[str, object]", table)


def _hint(name: str, known: tuple[str, ...]) -> str:
    nearest = process.extractOne(name, known, scorer=Levenshtein.normalized_similarity, processor=None, score_cutoff=MIN_SIMILARITY)
    listed = f"the file has {', '.join(f'`{each}`' for each in known)}" if known else "add one"
    return listed if nearest is None else f"did you mean `{nearest[0]}`? {listed}"
