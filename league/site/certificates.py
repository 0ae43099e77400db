"""The certificates of a laptop that serves a hall: an authority of its own, and the server's.

Whoever trusts an authority trusts it for every site there is, so this one can speak for nobody
else's: what signs is limited to private addresses, ``localhost`` and names in ``.local`` (RFC 5280
section 4.2.1.10). That section binds browsers to limits of an authority between the root and the
server, and leaves those of the root itself to their taste. So the root, which tablets trust, signs
one limited authority, and its own key is forgotten before it was ever written down.

No Django here: the process that serves uses it too.
"""

import fcntl
import ipaddress
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

# Each is one file, so that it is there whole or not at all.
AUTHORITY = "authority.pem"  # its key, its certificate, the root's
SERVER = "server.pem"  # the key, the certificate, the authority's
ROOT = "roundhouse-ca.crt"  # what tablets are asked to trust; the only one that is no secret
# An authority that could no longer be used, kept for whoever wants to know why.
BEFORE = "authority-before.pem"

# Ten years; and a year for the server, where iPads take 825 days at most and other browsers less.
AUTHORITY_LIFE = timedelta(days=3652)
SERVER_LIFE = timedelta(days=397)
# The authority is renewed well before a server's certificate would have to end with it.
AUTHORITY_SPARE, SERVER_SPARE = timedelta(days=60), timedelta(days=30)
# A tablet's clock may be behind.
BACKDATED = timedelta(days=1)

LOCAL_NAMES = ("localhost", "local")
# Of nobody on the internet: homes and halls, this machine itself, links without a router, and the
# ranges that are set aside for examples and trials.
PRIVATE = tuple(
    ipaddress.ip_network(text)
    for text in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
)
LONGEST_NAME = 64
# What reading a file of ours raises where somebody or a broken disk has changed it.
DAMAGED = (
    *(ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm),
    *(x509.ExtensionNotFound, x509.DuplicateExtension),
)


class CertificateError(Exception):
    """Why there can be no certificates, in a sentence that says what to do."""


@dataclass(frozen=True)
class Root:
    """What a tablet is asked to trust: its name, the file, and the numbers to compare it by.

    Fingerprints are in capitals with colons, as devices show them; Windows shows ``sha1``.
    """

    name: str
    der: bytes
    sha256: str
    sha1: str


@dataclass(frozen=True)
class Authority:
    """What signs, with the root that tablets know it by."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate
    root: x509.Certificate


def make_ready(folder: Path, hosts: Iterable[str], now: datetime) -> str:
    """See to an authority and to a server's certificate for these hosts, or raise CertificateError.

    Makes only what is missing, damaged or near its end; the server's also when a host is new.
    Hosts are names and addresses as own_hosts() answers them; those that the authority may not
    speak for are left out. Answers a sentence for whoever keeps the server, mostly an empty one.
    """
    told = ""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _one_at_a_time(folder):
            authority = _read_authority(folder)
            if authority is None or _left(authority.certificate, now) < AUTHORITY_SPARE:
                if (folder / AUTHORITY).exists():
                    (folder / AUTHORITY).replace(folder / BEFORE)
                    told = (
                        "The certificates were damaged or near their end, and new ones were made. "
                        "Each tablet has to trust this computer once more."
                    )
                authority = _make_authority(now)
                _write(
                    folder / AUTHORITY, _pem(authority.key, authority.certificate, authority.root)
                )
            if _read(folder / ROOT) != _pem(authority.root):
                _write(folder / ROOT, _pem(authority.root), mode=0o644)
            names = _names(hosts)
            if not _serves(_read(folder / SERVER), authority, names, now):
                _write(folder / SERVER, _make_server(authority, names, now))
    except OSError as error:
        raise CertificateError(
            f"The certificates in {folder} cannot be kept or read: {error.strerror}. Make the "
            "folder readable and writable for this user, free some space, or serve without them: "
            "--no-secure."
        ) from error
    return told


def read_root(folder: Path) -> Root | None:
    """Answer what tablets are asked to trust; None where none was made, or it cannot be read."""
    try:
        certificate = x509.load_pem_x509_certificate((folder / ROOT).read_bytes())
    except (OSError, ValueError):
        return None
    (name,) = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    return Root(
        name=str(name.value),
        der=certificate.public_bytes(serialization.Encoding.DER),
        sha256=certificate.fingerprint(hashes.SHA256()).hex(":").upper(),
        sha1=certificate.fingerprint(hashes.SHA1()).hex(":").upper(),  # noqa: S303 - to compare by
    )


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


# What is there ---------------------------------------------------------------------------------


def _read(file: Path) -> bytes:
    """The file's bytes; none where there is no such file."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def _read_key(pem: bytes) -> ec.EllipticCurvePrivateKey:
    """The key in a file of ours, or ValueError."""
    key = serialization.load_pem_private_key(pem, password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("not a key of ours")
    return key


def _belongs(key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> bool:
    return certificate.public_key() == key.public_key()


def _read_authority(folder: Path) -> Authority | None:
    """The authority, if its file is whole and its parts belong together."""
    pem = _read(folder / AUTHORITY)
    try:
        key = _read_key(pem)
        certificate, root = x509.load_pem_x509_certificates(pem)
        certificate.verify_directly_issued_by(root)
        root.verify_directly_issued_by(root)
    except DAMAGED:
        return None
    # Written again it is the same: some readers are less forgiving than ours.
    whole = pem == _pem(key, certificate, root)
    return Authority(key, certificate, root) if whole and _belongs(key, certificate) else None


def _serves(pem: bytes, authority: Authority, names: list[x509.GeneralName], now: datetime) -> bool:
    """Whether the server's file is whole, signed by the authority, good now and for all names."""
    try:
        key = _read_key(pem)
        certificate, _above = x509.load_pem_x509_certificates(pem)
        certificate.verify_directly_issued_by(authority.certificate)
        held = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except DAMAGED:
        return False
    return (
        _belongs(key, certificate)
        and pem == _pem(key, certificate, authority.certificate)
        and set(names) <= set(held)
        and certificate.not_valid_before_utc <= _beginning(authority, now)
        and _left(certificate, now) >= SERVER_SPARE
    )


def _left(certificate: x509.Certificate, now: datetime) -> timedelta:
    return certificate.not_valid_after_utc - now


def _beginning(authority: Authority, now: datetime) -> datetime:
    """Now; or when the authority was made, where this machine's clock has fallen behind that.

    The tablets' clocks are right then, and would take no certificate of another year.
    """
    return max(now, authority.certificate.not_valid_before_utc + BACKDATED)


def _names(hosts: Iterable[str]) -> list[x509.GeneralName]:
    """The hosts that the authority may speak for.

    A machine's name alone is not among them: a limit to "dev" would be one to all of ``.dev``.
    """
    names: list[x509.GeneralName] = []
    for host in hosts:
        try:
            address = ipaddress.ip_address(host.strip("[]"))
        except ValueError:
            if host.rpartition(".")[2] in LOCAL_NAMES:
                names.append(x509.DNSName(host))
        else:
            if any(address in network for network in PRIVATE):
                names.append(x509.IPAddress(address))
    return names


# What is made ----------------------------------------------------------------------------------


def _make_authority(now: datetime) -> Authority:
    machine = socket.gethostname().partition(".")[0]
    subject = _subject(f"Roundhouse of {machine}"[:LONGEST_NAME], now)
    root_key, key = (ec.generate_private_key(ec.SECP256R1()) for _each in range(2))
    start, end = now - BACKDATED, now + AUTHORITY_LIFE
    root = (
        _certificate(subject, subject, root_key.public_key(), start, end)
        .add_extension(x509.BasicConstraints(ca=True, path_length=1), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .sign(root_key, hashes.SHA256())
    )
    limits = x509.NameConstraints(
        permitted_subtrees=[
            *(x509.DNSName(name) for name in LOCAL_NAMES),
            *(x509.IPAddress(network) for network in PRIVATE),
        ],
        excluded_subtrees=None,
    )
    name = _subject(f"Roundhouse of {machine}"[: LONGEST_NAME - 9] + ", limited", now)
    certificate = (
        _certificate(name, subject, key.public_key(), start, end)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(limits, critical=True)
        .add_extension(_issuer_key(root_key.public_key()), critical=False)
        .sign(root_key, hashes.SHA256())
    )
    return Authority(key, certificate, root)


def _make_server(authority: Authority, names: list[x509.GeneralName], now: datetime) -> bytes:
    """A new key and a certificate for it, as the file of the server holds them."""
    key = ec.generate_private_key(ec.SECP256R1())
    start = _beginning(authority, now)
    end = min(start + SERVER_LIFE, authority.certificate.not_valid_after_utc)
    certificate = (
        _certificate(
            _subject("Roundhouse", start),
            authority.certificate.subject,
            key.public_key(),
            start - BACKDATED,
            end - BACKDATED,
        )
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(_issuer_key(authority.key.public_key()), critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    return _pem(key, certificate, authority.certificate)


def _subject(name: str, made: datetime) -> x509.Name:
    """A name that a device shows in its list, with the day, so that a new one can be told apart."""
    return x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, name),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, f"Roundhouse, made {made:%Y-%m-%d}"),
        ]
    )


def _certificate(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePublicKey,
    start: datetime,
    end: datetime,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _issuer_key(key: ec.EllipticCurvePublicKey) -> x509.AuthorityKeyIdentifier:
    return x509.AuthorityKeyIdentifier.from_issuer_public_key(key)


def _pem(*parts: ec.EllipticCurvePrivateKey | x509.Certificate) -> bytes:
    written = b""
    for part in parts:
        if isinstance(part, x509.Certificate):
            written += part.public_bytes(serialization.Encoding.PEM)
        else:
            written += part.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
    return written


def _write(file: Path, content: bytes, mode: int = 0o600) -> None:
    """Write a file whole: whoever looks sees the one before or this one, also after a power cut."""
    draft = file.with_name(f"{file.name}.draft")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(file)
