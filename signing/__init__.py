"""Signing of receipts with Ed25519 keys, as compact JWS. Needs the extra `sign`; importing this alone loads no library."""

from .keys import PRIVATE_KEY_VARIABLE, SigningKey, TrustedKeys

__all__ = ["PRIVATE_KEY_VARIABLE", "SigningKey", "TrustedKeys"]
