"""The version of the engine, which stands in every verdict."""

VERSION = "0.1.0"
