"""How a laptop's authority and its server's certificate are signed; see `authority.py`.

No Django here: the process that serves uses it too.
"""

import ipaddress
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from scoring.web.own_addresses import LOCAL_NAMES

# Ten years; and a year for the server, where iPads take 825 days at most and other browsers less.
AUTHORITY_LIFE = timedelta(days=3652)
SERVER_LIFE = timedelta(days=397)
# A tablet's clock may be behind.
BACKDATED = timedelta(days=1)

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


@dataclass(frozen=True)
class Authority:
    """What signs, with the root that tablets know it by."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate
    root: x509.Certificate


def beginning_of(authority: Authority, now: datetime) -> datetime:
    """Now; or when the authority was made, where this machine's clock has fallen behind that.

    The tablets' clocks are right then, and would take no certificate of another year.
    """
    return max(now, authority.certificate.not_valid_before_utc + BACKDATED)


def make_authority(now: datetime) -> Authority:
    """Make a root and, under it, the authority that signs; the root's key is kept nowhere."""
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


def make_server(authority: Authority, names: list[x509.GeneralName], now: datetime) -> bytes:
    """A new key and a certificate for it, as the file of the server holds them."""
    key = ec.generate_private_key(ec.SECP256R1())
    start = beginning_of(authority, now)
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
    return pem_of(key, certificate, authority.certificate)


def _subject(name: str, made: datetime) -> x509.Name:
    """Return a name for a device's list, with the day, so that a new one can be distinguished."""
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


def pem_of(*parts: ec.EllipticCurvePrivateKey | x509.Certificate) -> bytes:
    """Return the parts as one file has them."""
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
