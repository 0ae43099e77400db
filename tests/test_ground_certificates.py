"""The certificates of a laptop: what browsers ask of them, and what the authority may not do."""

import ipaddress
import socket
import ssl
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID
from hypothesis import given
from hypothesis import strategies as st

from league.site.certificates import authority as certificates
from league.site.certificates import issuing
from scoring.web.own_addresses import is_private

NOW = datetime.now(UTC).replace(microsecond=0)
HALL = ["localhost", "127.0.0.1", "[::1]", "laptop", "laptop.local", "192.168.1.20", "10.0.0.7"]
HOME = [*HALL, "192.168.178.4"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "certificates"
    assert certificates.make_ready(folder, HALL, NOW) == ""
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def server_of(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificates((folder / certificates.SERVER).read_bytes())[0]


def shake_hands(pair: Path, trusted: Path, name: str) -> None:
    """A client that trusts one root greets a server under a name; SSLError where it balks."""
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(pair)
    asking = ssl.create_default_context(cafile=trusted)
    asking.verify_flags |= ssl.VERIFY_X509_STRICT
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = asking.wrap_bio(to_client, to_server, server_hostname=name)
    server = serving.wrap_bio(to_server, to_client, server_side=True)
    waiting = True
    while waiting:
        waiting = False
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                waiting = True


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "::1", "laptop.local", "192.168.1.20"])
def test_who_trusts_the_root_reaches_each_name_and_address(folder: Path, name: str) -> None:
    shake_hands(folder / certificates.SERVER, folder / certificates.ROOT, name)


@pytest.mark.parametrize("name", ["192.168.1.21", "laptop", "other.local", "roundhouse"])
def test_no_other_name_is_reached_by_it(folder: Path, name: str) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match=r"mismatch|not valid for"):
        shake_hands(folder / certificates.SERVER, folder / certificates.ROOT, name)


def test_who_trusts_another_laptop_does_not_reach_it(folder: Path, tmp_path: Path) -> None:
    certificates.make_ready(tmp_path / "other", HALL, NOW)
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(
            folder / certificates.SERVER, tmp_path / "other" / certificates.ROOT, "localhost"
        )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (x509.DNSName("scores.example.org"), "scores.example.org"),
        (x509.DNSName("laptop"), "laptop"),
        (x509.DNSName("localhost.example.org"), "localhost.example.org"),
        (x509.IPAddress(ipaddress.ip_address("8.8.8.8")), "8.8.8.8"),
    ],
)
def test_the_authority_cannot_speak_for_a_site_of_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: x509.GeneralName, said: str
) -> None:
    """Whoever steals its key and signs away gets nowhere: browsers keep to its limits."""
    monkeypatch.setattr(certificates, "_names", lambda _hosts: [name])
    certificates.make_ready(folder, [], NOW)
    assert server_of(folder).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    ).value == x509.SubjectAlternativeName([name])
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shake_hands(folder / certificates.SERVER, folder / certificates.ROOT, said)


@given(address=st.ip_addresses(v=4))
def test_an_address_that_pages_are_served_under_is_one_it_may_speak_for(
    address: ipaddress.IPv4Address,
) -> None:
    names = certificates._names([str(address)])
    assert not names or not address.is_global
    if is_private(str(address)) and str(address).startswith(
        ("10.", "172.", "192.168.", "169.254.")
    ):
        assert names == [x509.IPAddress(address)]


def test_it_is_what_tablets_take(folder: Path) -> None:
    """Apple takes 825 days at most, a name beside the subject, and the use of a server."""
    server = server_of(folder)
    life = server.not_valid_after_utc - server.not_valid_before_utc
    assert timedelta(days=365) < life < timedelta(days=398)
    assert server.not_valid_before_utc <= NOW - timedelta(hours=1)
    held = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert held.get_values_for_type(x509.DNSName) == ["localhost", "laptop.local"]
    uses = server.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(uses) == [ExtendedKeyUsageOID.SERVER_AUTH]
    key = server.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert isinstance(key.curve, ec.SECP256R1)
    root = x509.load_pem_x509_certificate((folder / certificates.ROOT).read_bytes())
    assert root.not_valid_after_utc - NOW > timedelta(days=3650)
    assert root.extensions.get_extension_for_class(x509.BasicConstraints).critical
    # The root's own key signed once and was forgotten: no file holds it.
    held_keys = [content for content in files(folder).values() if b"PRIVATE KEY" in content]
    for content in held_keys:
        key = certificates._read_key(content).public_key()
        assert key != root.public_key()


def test_secrets_are_for_their_owner_alone(folder: Path) -> None:
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    assert modes == {
        certificates.AUTHORITY: 0o600,
        certificates.SERVER: 0o600,
        certificates.ROOT: 0o644,
        ".lock": 0o600,
    }
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert b"PRIVATE" not in (folder / certificates.ROOT).read_bytes()


def test_a_second_start_changes_nothing(folder: Path) -> None:
    before = files(folder)
    certificates.make_ready(folder, HALL, NOW + timedelta(days=300))
    # A network less needs no new certificate either.
    certificates.make_ready(folder, ["localhost"], NOW)
    assert files(folder) == before


@pytest.mark.parametrize(
    ("hosts", "later"), [(HOME, timedelta()), (HALL, timedelta(days=370))], ids=["address", "end"]
)
def test_the_server_is_renewed_and_the_authority_kept(
    folder: Path, hosts: list[str], later: timedelta
) -> None:
    before = files(folder)
    assert certificates.make_ready(folder, hosts, NOW + later) == ""
    after = files(folder)
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {certificates.SERVER}
    assert server_of(folder).not_valid_after_utc > NOW + later + timedelta(days=365)
    if not later:
        shake_hands(folder / certificates.SERVER, folder / certificates.ROOT, "192.168.178.4")


def test_an_authority_near_its_end_is_made_anew_and_that_is_said(folder: Path) -> None:
    before = files(folder)
    late = NOW + issuing.AUTHORITY_LIFE - timedelta(days=40)
    told = certificates.make_ready(folder, HALL, late)
    assert "Each tablet has to trust this computer once more." in told
    assert files(folder)[certificates.BEFORE] == before[certificates.AUTHORITY]
    assert files(folder)[certificates.ROOT] != before[certificates.ROOT]
    assert server_of(folder).not_valid_after_utc > late + timedelta(days=365)


@pytest.mark.parametrize("days", range(300, 3600, 150))
def test_no_server_outlives_its_authority(folder: Path, days: int) -> None:
    later = NOW + timedelta(days=days)
    certificates.make_ready(folder, HALL, later)
    _, authority = x509.load_pem_x509_certificates((folder / certificates.SERVER).read_bytes())
    assert server_of(folder).not_valid_after_utc <= authority.not_valid_after_utc
    assert server_of(folder).not_valid_after_utc - later >= timedelta(days=30)


def test_a_clock_that_fell_behind_makes_no_certificate_of_another_year(folder: Path) -> None:
    before = files(folder)
    certificates.make_ready(folder, HOME, datetime(1970, 1, 1, tzinfo=UTC))
    assert files(folder)[certificates.AUTHORITY] == before[certificates.AUTHORITY]
    assert server_of(folder).not_valid_before_utc < NOW < server_of(folder).not_valid_after_utc


def years(number: int) -> datetime:
    return NOW + timedelta(days=366 * number)


@pytest.mark.parametrize("shown", [[10], [10, 20], [10, 20, 10], [10, -20], [-20, 10, 30, -20]])
def test_a_clock_that_leaps_and_comes_back_costs_no_tablet_its_trust(
    folder: Path, shown: list[int]
) -> None:
    before = files(folder)
    for number in shown:
        certificates.make_ready(folder, HALL, years(number))
    certificates.make_ready(folder, HALL, NOW)
    for name in (certificates.AUTHORITY, certificates.ROOT):
        assert files(folder)[name] == before[name]
    shake_hands(folder / certificates.SERVER, folder / certificates.ROOT, "192.168.1.20")
    assert server_of(folder).not_valid_before_utc <= NOW


def test_the_authority_of_a_leap_waits_for_its_years(folder: Path) -> None:
    told = certificates.make_ready(folder, HALL, years(10))
    assert "If this computer's clock is wrong, set it right instead" in told
    later = files(folder)[certificates.ROOT]
    assert "from before are used again" in certificates.make_ready(folder, HALL, NOW)
    # And it does not pile up: the same two change places, however often the clock leaps.
    for _time in range(3):
        certificates.make_ready(folder, HALL, years(10))
        assert files(folder)[certificates.ROOT] == later
        certificates.make_ready(folder, HALL, NOW)
    assert len(list(folder.glob("*.[pc]*"))) == 4


def test_a_first_start_in_1970_makes_what_tablets_take(tmp_path: Path) -> None:
    certificates.make_ready(tmp_path, HALL, datetime(1970, 1, 1, tzinfo=UTC))
    authority = certificates._read_authority(tmp_path / certificates.AUTHORITY)
    assert authority
    before = files(tmp_path)[certificates.ROOT]
    assert authority.certificate.not_valid_before_utc.year >= 2025
    certificates.make_ready(tmp_path, HALL, NOW)
    assert files(tmp_path)[certificates.ROOT] == before


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def of_another(content: bytes) -> bytes:
    """The same certificates under a key that is not theirs."""
    key = issuing.pem_of(ec.generate_private_key(ec.SECP256R1()))
    return key + content[content.index(b"-----BEGIN CERT") :]


DAMAGES: list[Callable[[bytes], bytes]] = [
    cut,
    of_another,
    lambda _content: b"",
    lambda _content: b"\xff",
]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", [certificates.SERVER, certificates.ROOT])
def test_a_damaged_file_is_made_anew(
    folder: Path, name: str, damage: Callable[[bytes], bytes]
) -> None:
    before = files(folder)
    (folder / name).write_bytes(damage(before[name]))
    assert certificates.make_ready(folder, HALL, NOW) == ""
    assert files(folder)[certificates.AUTHORITY] == before[certificates.AUTHORITY]
    assert files(folder)[certificates.ROOT] == before[certificates.ROOT]
    shake_hands(folder / certificates.SERVER, folder / certificates.ROOT, "192.168.1.20")


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_authority_is_kept_aside_and_that_is_said(
    folder: Path, damage: Callable[[bytes], bytes]
) -> None:
    damaged = damage((folder / certificates.AUTHORITY).read_bytes())
    (folder / certificates.AUTHORITY).write_bytes(damaged)
    assert "Each tablet has to trust" in certificates.make_ready(folder, HALL, NOW)
    assert files(folder)[certificates.BEFORE] == damaged
    shake_hands(folder / certificates.SERVER, folder / certificates.ROOT, "192.168.1.20")


@given(
    name=st.sampled_from([certificates.AUTHORITY, certificates.SERVER, certificates.ROOT]),
    at=st.floats(0, 1, exclude_max=True),
    byte=st.integers(0, 255),
)
def test_one_wrong_byte_anywhere_is_mended(
    tmp_path_factory: pytest.TempPathFactory, name: str, at: float, byte: int
) -> None:
    folder = tmp_path_factory.getbasetemp() / "one-byte"
    certificates.make_ready(folder, ["localhost"], NOW)
    content = bytearray((folder / name).read_bytes())
    content[int(at * len(content))] = byte
    (folder / name).write_bytes(content)
    certificates.make_ready(folder, ["localhost"], NOW)
    assert certificates.read_root(folder) is not None
    shake_hands(folder / certificates.SERVER, folder / certificates.ROOT, "localhost")


def test_a_start_that_was_cut_off_leaves_no_half_a_file(folder: Path) -> None:
    before = files(folder)
    (folder / f"{certificates.SERVER}.draft").write_bytes(b"half")
    (folder / certificates.SERVER).unlink()
    certificates.make_ready(folder, HALL, NOW)
    assert set(files(folder)) == set(before)
    assert stat.S_IMODE((folder / certificates.SERVER).stat().st_mode) == 0o600


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(certificates.CertificateError, match="cannot be kept or read") as told:
        certificates.make_ready(tmp_path / "file", HALL, NOW)
    assert "--no-secure" in str(told.value)
    assert "\n" not in str(told.value)


def test_the_root_has_a_name_and_numbers_to_compare(folder: Path) -> None:
    root = certificates.read_root(folder)
    assert root is not None
    assert root.name == f"Roundhouse of {socket.gethostname().partition('.')[0]}"[:64]
    assert len(root.sha256.split(":")) == 32
    assert len(root.sha1.split(":")) == 20
    assert ssl.DER_cert_to_PEM_cert(root.der).encode() == (folder / certificates.ROOT).read_bytes()


def test_no_root_is_no_fault(folder: Path) -> None:
    assert certificates.read_root(folder / "none") is None
    (folder / certificates.ROOT).write_bytes(b"half")
    assert certificates.read_root(folder) is None


def test_the_longest_name_of_a_machine_fits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "l" * 255)
    certificates.make_ready(folder / "long", HALL, NOW)
    assert certificates.read_root(folder / "long") is not None
