"""The certificates of a laptop that serves a hall: an authority of its own, and the server's.

Whoever trusts an authority trusts it for every site there is, so this one can speak for nobody
else's: what signs is limited to private addresses, ``localhost`` and names in ``.local`` (RFC 5280
section 4.2.1.10). That section binds browsers to limits of an authority between the root and the
server, and leaves those of the root itself to their taste. So the root, which tablets trust, signs
one limited authority, and its own key is forgotten before it was ever written down.

An example, for a laptop called olive:

    Roundhouse of olive                 the root, which tablets trust; nobody has its key any more
        Roundhouse of olive, limited    the authority; its key is in authority.pem
            192.168.1.20                the server's certificate, in server.pem, for 397 days

In the next hall the laptop is 192.168.7.4. The same authority signs another certificate for the
server, and no tablet is asked anything. Whoever steals authority.pem can sign bank.example with
it, but tablets refuse that, since it is outside the limits in the authority's own certificate.
With those limits in the root's certificate alone, some browsers would not look at them.

No Django here: the process that serves uses it too.
"""

import ipaddress
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import chain, count
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from league.site import machine
from scoring.web.own_addresses import LOCAL_NAMES

from .issuing import PRIVATE, Authority, beginning_of, make_authority, make_server, pem_of

# Each is one file, so that it is there whole or not at all.
AUTHORITY = "authority.pem"  # its key, its certificate, the root's
SERVER = "server.pem"  # the key, the certificate, the authority's
ROOT = "roundhouse-ca.crt"  # what tablets are asked to trust; the only one that is no secret
# Authorities that could not be used, the first of them and more with a number: the clock may have
# been what was wrong.
BEFORE, BEFORE_TOO = "authority-before.pem", "authority-before-{}.pem"

# The authority is renewed well before a server's certificate would have to end with it.
AUTHORITY_SPARE, SERVER_SPARE = timedelta(days=60), timedelta(days=30)
# No right clock shows an earlier day: this program was not written then.
EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)

# So much of a fingerprint is compared by eye: 80 bits, which nobody finds a second key for.
COMPARED, GROUP = 20, 4
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

    @property
    def short(self) -> str:
        """How the SHA-256 fingerprint begins, as it is read out and compared."""
        return beginning(self.sha256)

    @property
    def short_sha1(self) -> str:
        """The beginning of the SHA-1 fingerprint, which Windows shows."""
        return beginning(self.sha1)


def make_ready(folder: Path, hosts: Iterable[str], now: datetime) -> str:
    """Make sure of an authority and a server's certificate for these hosts.

    Makes only what is missing, damaged or near its end; the server's also when a host is new.
    Hosts are names and addresses as own_hosts() answers them; those that the authority may not
    speak for are left out. Returns a sentence for the server's keeper, mostly an empty one. Raises
    CertificateError where the files cannot be kept or read.
    """
    now = max(now, EARLIEST)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _one_at_a_time(folder):
            authority, notice = _choose_authority(folder, now)
            if _read(folder / ROOT) != pem_of(authority.root):
                _write(folder / ROOT, pem_of(authority.root), mode=0o644)
            names = _names(hosts)
            if not _serves(_read(folder / SERVER), authority, names, now):
                _write(folder / SERVER, make_server(authority, names, now))
    except OSError as error:
        raise CertificateError(
            f"The certificates in {folder} cannot be kept or read: {error.strerror}. Make the "
            "folder readable and writable for this user, free some space, or serve without them: "
            "--no-secure."
        ) from error
    return notice


def read_root(folder: Path) -> Root | None:
    """Return the root that tablets trust; None if none was made, or it cannot be read."""
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


def beginning(fingerprint: str) -> str:
    """Answer how a fingerprint begins, in groups of four: "4F3A 91C2 77D0 12AB 9E01"."""
    text = fingerprint.replace(":", "")[:COMPARED]
    return " ".join(text[at : at + GROUP] for at in range(0, COMPARED, GROUP))


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        machine.lock(descriptor, wait=True)
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


def _choose_authority(folder: Path, now: datetime) -> tuple[Authority, str]:
    """Return the authority to use, and a sentence if it is another one than before.

    A clock that is wrong must not cost the tablets' trust. An example: in 2026 it shows 2036, so
    the authority has ended and a new one is made. Once the clock is right, the new one is not valid
    yet. So the former one, which was kept, takes its place again, and the new one waits aside.
    """
    file = folder / AUTHORITY
    authority = _read_authority(file)
    if authority and _is_good(authority, now):
        return authority, ""
    for path in _aside(folder):
        former = _read_authority(path)
        if former and _is_good(former, now):
            _set_aside(folder)
            path.replace(file)
            return former, (
                "This computer's clock has jumped, or its certificates were damaged. The ones from "
                "before are used again."
            )
    if authority and _left(authority.certificate, now) >= AUTHORITY_SPARE:
        # The clock is behind, and there is no other to take.
        return authority, ""
    notice = ""
    if file.exists():
        _set_aside(folder)
        notice = (
            "The certificates were damaged or near their end, and new ones were made. Each tablet "
            "has to trust this computer once more. If this computer's clock is wrong, set it right "
            "instead: then the ones from before are used again."
        )
    authority = make_authority(now)
    _write(file, pem_of(authority.key, authority.certificate, authority.root))
    return authority, notice


def _is_good(authority: Authority, now: datetime) -> bool:
    return (
        authority.certificate.not_valid_before_utc <= now
        and _left(authority.certificate, now) >= AUTHORITY_SPARE
    )


def _aside(folder: Path) -> list[Path]:
    """The files of authorities from before."""
    return [folder / BEFORE, *sorted(folder.glob(BEFORE_TOO.format("*")))]


def _set_aside(folder: Path) -> None:
    """Move the authority's file away, over a damaged one, and never over one that is whole."""
    names = chain([BEFORE], (BEFORE_TOO.format(number) for number in count(2)))
    free = next(path for name in names if not _read_authority(path := folder / name))
    with suppress(FileNotFoundError):
        (folder / AUTHORITY).replace(free)


def _read_authority(file: Path) -> Authority | None:
    """The authority in a file, if that is whole and its parts belong together."""
    pem = _read(file)
    try:
        key = _read_key(pem)
        certificate, root = x509.load_pem_x509_certificates(pem)
        certificate.verify_directly_issued_by(root)
        root.verify_directly_issued_by(root)
    except DAMAGED:
        return None
    # Written again it is the same: some readers are less forgiving than ours.
    whole = pem == pem_of(key, certificate, root)
    return Authority(key, certificate, root) if whole and _belongs(key, certificate) else None


def _serves(pem: bytes, authority: Authority, names: list[x509.GeneralName], now: datetime) -> bool:
    """Whether the server's file is whole, signed by the authority, good now and for all names."""
    try:
        key = _read_key(pem)
        certificate, _above = x509.load_pem_x509_certificates(pem)
        certificate.verify_directly_issued_by(authority.certificate)
        alternatives = certificate.extensions.get_extension_for_class(
            x509.SubjectAlternativeName
        ).value
    except DAMAGED:
        return False
    return (
        _belongs(key, certificate)
        and pem == pem_of(key, certificate, authority.certificate)
        and set(names) <= set(alternatives)
        and certificate.not_valid_before_utc <= beginning_of(authority, now)
        and _left(certificate, now) >= SERVER_SPARE
    )


def _left(certificate: x509.Certificate, now: datetime) -> timedelta:
    return certificate.not_valid_after_utc - now


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


# What is written ---------------------------------------------------------------------------------


def _write(file: Path, content: bytes, mode: int = 0o600) -> None:
    """Write a file atomically: a reader sees the old or the new one, also after a power cut."""
    draft = file.with_name(f"{file.name}.draft")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(file)
