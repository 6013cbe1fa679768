"""Ed25519 keys from files or the environment, and what they sign: compact JWS (RFC 7515) with the algorithm EdDSA (RFC 8037).

Theory of operation: a token is opened only with a key that the caller trusts, picked by the `kid` in its header, and only with EdDSA; nothing else in the
header is believed. A private key is read by a file handle whose permissions are looked at, so that what is checked is what is read; no message, repr or
exception holds any of it. The key id is the JWK thumbprint (RFC 7638) of the public key.
"""

from __future__ import annotations

import base64
import hashlib
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from ..engine.errors import KeyFileError, MissingExtra

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

PRIVATE_KEY_VARIABLE = "GROUNDRULES_SIGNING_KEY"
"""Holds the private key as PEM; with `_FILE` at the end, the name of its file."""
ALGORITHM = "EdDSA"
MAX_KEY_BYTES = 16_384
MAX_TOKEN_CHARS = 100_000
_OPEN_TO_ALL = stat.S_IROTH | stat.S_IWOTH | stat.S_IXOTH
_TYPE = "groundrules-receipt+jws"


class SigningKey:
    """A private key that signs receipts. Its repr shows the key id only."""

    __slots__ = ("_key", "kid")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.kid = key_id(key.public_key())

    def __repr__(self) -> str:
        return f"SigningKey(kid={self.kid!r})"

    def __reduce__(self) -> str:
        raise TypeError("a private key is not copied or pickled")

    @classmethod
    def generate(cls) -> SigningKey:
        """A new key from the system's random numbers.

        Raises:
            MissingExtra: the extra `sign` is not installed.
        """
        _needed()
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_file(cls, path: str | Path) -> SigningKey:
        """The key in a PEM file (PKCS #8, not encrypted) that other users of the machine may not open.

        Raises:
            KeyFileError: the file cannot be read, is open to everybody, or holds no Ed25519 private key.
            MissingExtra: the extra `sign` is not installed.
        """
        _needed()
        return cls(_private(_read_private(Path(path)), str(path)))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> SigningKey | None:
        """The key in `GROUNDRULES_SIGNING_KEY` (PEM), or in the file that `GROUNDRULES_SIGNING_KEY_FILE` names; None where neither is set.

        Raises:
            KeyFileError: as for `from_file`.
            MissingExtra: the extra `sign` is not installed.
        """
        found = os.environ if environment is None else environment
        text = found.get(PRIVATE_KEY_VARIABLE)
        if text:
            _needed()
            return cls(_private(text.replace("\\n", "\n").encode("utf-8", "replace"), PRIVATE_KEY_VARIABLE))
        name = found.get(f"{PRIVATE_KEY_VARIABLE}_FILE")
        return cls.from_file(name) if name else None

    def sign(self, payload: str) -> str:
        """A compact JWS over the text in UTF-8, with the key id in its header."""
        import jwt

        return jwt.PyJWS().encode(payload.encode(), self._key, algorithm=ALGORITHM, headers={"kid": self.kid, "typ": _TYPE})

    def write_private(self, path: str | Path) -> None:
        """Write the key to a new file that only its owner may open.

        Raises:
            KeyFileError: the file exists or cannot be written.
        """
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        _write_new(Path(path), self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), mode=0o600)

    def write_public(self, path: str | Path) -> None:
        """Write the public key as PEM to a new file. Raises KeyFileError where it exists or cannot be written."""
        _write_new(Path(path), self.public_pem().encode(), mode=0o644)

    def public_pem(self) -> str:
        """The public key as PEM."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return self._key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()

    def trusted(self) -> TrustedKeys:
        """A verifier that trusts this key alone."""
        return TrustedKeys((self._key.public_key(),))


class TrustedKeys:
    """The public keys that receipts are verified with, by key id."""

    __slots__ = ("_keys",)

    def __init__(self, keys: Iterable[Ed25519PublicKey]) -> None:
        self._keys = MappingProxyType({key_id(key): key for key in keys})

    @property
    def kids(self) -> tuple[str, ...]:
        """The key ids."""
        return tuple(self._keys)

    @classmethod
    def from_pem(cls, texts: Iterable[str], *, place: str = "public key") -> TrustedKeys:
        """The keys in PEM texts.

        Raises:
            KeyFileError: a text holds no Ed25519 public key.
            MissingExtra: the extra `sign` is not installed.
        """
        _needed()
        return cls([_public(text.encode("utf-8", "replace"), place) for text in texts])

    @classmethod
    def from_files(cls, paths: Iterable[str | Path]) -> TrustedKeys:
        """The keys in PEM files. Raises like `from_pem`, and KeyFileError where a file cannot be read."""
        _needed()
        keys: list[Ed25519PublicKey] = []
        for path in paths:
            try:
                with open(path, "rb") as file:
                    content = file.read(MAX_KEY_BYTES)
            except OSError as error:
                raise _unreadable(str(path), error) from error
            keys.append(_public(content, str(path)))
        return cls(keys)

    def payload(self, token: str) -> str | None:
        """The text that a compact JWS covers; None unless one of these keys has signed it with EdDSA."""
        import jwt

        if len(token) > MAX_TOKEN_CHARS or not _is_strict(token):
            return None
        jws = jwt.PyJWS()
        try:
            header = jws.get_unverified_header(token)
            key = self._keys.get(str(header.get("kid")))
            if key is None or header.get("typ") != _TYPE:
                return None
            content = jws.decode_complete(token, key, algorithms=[ALGORITHM])["payload"]
        except (jwt.PyJWTError, ValueError, TypeError):
            return None
        try:
            return content.decode() if isinstance(content, bytes) else None
        except UnicodeDecodeError:
            return None


class _HasRawBytes(Protocol):
    def public_bytes_raw(self) -> bytes:
        """The 32 bytes of the key."""
        ...


def key_id(key: _HasRawBytes) -> str:
    """The JWK thumbprint (RFC 7638, SHA-256, base64url) of a public key."""
    x = _base64url(key.public_bytes_raw())
    return _base64url(hashlib.sha256(f'{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}'.encode()).digest())


def _base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _is_strict(token: str) -> bool:
    """True for three parts in the one spelling that base64url has for them: decoders also take others, whose last bits are not zero."""
    parts = token.split(".") if token.isascii() else []
    try:
        return len(parts) == 3 and all(_base64url(base64.b64decode(part + "=" * (-len(part) % 4), "-_", validate=True)) == part for part in parts)
    except ValueError:
        return False


def _needed() -> None:
    try:
        import cryptography
        import jwt
    except ImportError as error:
        raise MissingExtra("sign", purpose="signing of receipts") from error
    del cryptography, jwt


def _read_private(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if os.name == "posix" and stat.S_ISREG(mode) and mode & _OPEN_TO_ALL:
                raise KeyFileError(str(path), problem="the private key is open to every user of this machine", remedy="run `chmod 600` on it and make a new key")
            return file.read(MAX_KEY_BYTES)
    except OSError as error:
        raise _unreadable(str(path), error) from error


def _private(content: bytes, place: str) -> Ed25519PrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(content, None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        # The cause may quote the content, so it is not told.
        raise KeyFileError(place, problem="it holds no private key that can be read", remedy="make one with `groundrules keygen`") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(place, problem="it holds a key that is not Ed25519", remedy="make one with `groundrules keygen`")
    return key


def _public(content: bytes, place: str) -> Ed25519PublicKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(content)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise KeyFileError(place, problem="it holds no public key that can be read", remedy="give the file that `groundrules keygen` calls public") from None
    if not isinstance(key, Ed25519PublicKey):
        raise KeyFileError(place, problem="it holds a key that is not Ed25519", remedy="give the file that `groundrules keygen` calls public")
    return key


def _write_new(path: Path, content: bytes, *, mode: int) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError as error:
        raise KeyFileError(str(path), problem="the file exists", remedy="name a new file; a key is never written over") from error
    except OSError as error:
        raise KeyFileError(str(path), problem=f"it cannot be written ({error.strerror or error})", remedy="name a file in a folder that exists") from error
    with os.fdopen(handle, "wb") as file:
        file.write(content)


def _unreadable(place: str, error: OSError) -> KeyFileError:
    return KeyFileError(place, problem=f"it cannot be read ({error.strerror or error})", remedy="check path and permissions")
