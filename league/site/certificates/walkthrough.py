"""How each kind of device is walked through trusting this laptop: steps, each with its picture.

Settings are named as the devices name them; a picture shows where to tap, and no more.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

# What fits into a picture's width.
LONGEST_LINE = 32


@dataclass(frozen=True)
class PictureLine:
    """A line of a picture: what stands there, how it is drawn, and whether it is the one to tap."""

    text: str
    kind: Literal["words", "more", "switch", "button", "tick", "file"] = "more"
    marked: bool = False


@dataclass(frozen=True)
class Picture:
    """A drawn screen of a device. `description` is read aloud in its place."""

    title: str
    lines: tuple[PictureLine, ...]
    description: str


@dataclass(frozen=True)
class TrustStep:
    """One thing to do. `loads` steps carry the button that gets the certificate."""

    text: str
    picture: Picture
    loads: bool = False


@dataclass(frozen=True)
class Device:
    """A kind of device: its steps, where it shows the numbers to compare, and the way back."""

    key: str
    name: str
    steps: tuple[TrustStep, ...]
    compare: str
    undo: str
    # Windows shows the shorter of the two fingerprints.
    short: bool = False


def _picture(title: str, *lines: PictureLine) -> Picture:
    marked = [line.text for line in lines if line.marked]
    description = _("A drawing of the screen “%(title)s”, with “%(marked)s” marked.")
    return Picture(
        title, lines, description % {"title": title, "marked": _("” and “").join(marked)}
    )


def _tap(
    text: str, kind: Literal["more", "switch", "button", "tick", "file"] = "more"
) -> PictureLine:
    return PictureLine(text, kind, marked=True)


def _words(text: str) -> PictureLine:
    return PictureLine(text, "words")


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_LINE else f"{name[: LONGEST_LINE - 1]}…"


def _ipad_steps(name: str) -> tuple[TrustStep, ...]:
    return (
        TrustStep(
            _("Open this page in Safari. Tap the button, then Allow, then Close."),
            _picture(
                _("Safari"),
                _words(_("This website is trying to")),
                _words(_("download a configuration")),
                _words(_("profile. Allow this?")),
                PictureLine(_("Ignore"), "button"),
                _tap(_("Allow"), "button"),
            ),
            loads=True,
        ),
        TrustStep(
            _(
                "Open the Settings app. Tap “Profile Downloaded”, near the top. If it is not "
                "there: General, then VPN & Device Management."
            ),
            _picture(
                _("Settings"),
                _tap(_("Profile Downloaded")),
                PictureLine(_("Wi-Fi")),
                PictureLine(_("General")),
            ),
        ),
        TrustStep(
            _(
                "Tap Install at the top right. The device asks for its code, warns, and wants "
                "Install once or twice more; then tap Done."
            ),
            _picture(_("Install Profile"), _tap(_("Install"), "button"), _words(_short(name))),
        ),
        TrustStep(
            _(
                "Still in Settings: tap General, then About. Scroll to the very end, and tap "
                "Certificate Trust Settings."
            ),
            _picture(
                pgettext("a screen of a device", "About"),
                PictureLine(_("Name")),
                PictureLine(_("Model")),
                _tap(_("Certificate Trust Settings")),
            ),
        ),
        TrustStep(
            _("Switch on “%s”, and tap Continue.") % name,
            _picture(_("Certificate Trust Settings"), _tap(_short(name), "switch")),
        ),
    )


def _ipad(name: str) -> Device:
    return Device(
        key="ipad",
        name=_("iPad or iPhone"),
        steps=_ipad_steps(name),
        compare=_(
            "In step 3, tap More Details and then the name: the device shows the long number "
            "under Fingerprints, SHA-256."
        ),
        undo=_("Settings, General, VPN & Device Management: tap “%s”, then Remove Profile.") % name,
    )


def _android(name: str) -> Device:
    return Device(
        key="android",
        name=_("Android tablet or phone"),
        steps=(
            TrustStep(
                _("Open this page in Chrome and tap the button. The file is kept in Downloads."),
                _picture(_("Chrome"), _tap("roundhouse-ca.crt", "file"), _words(_("Downloaded"))),
                loads=True,
            ),
            TrustStep(
                _(
                    "Open the Settings app, tap the magnifying glass, type “CA certificate”, and "
                    "tap what is found. Without a search: Security, More security settings, "
                    "Encryption & credentials, Install a certificate, CA certificate."
                ),
                _picture(
                    _("Settings"),
                    _words(_("Search: CA certificate")),
                    _tap(_("CA certificate")),
                ),
            ),
            TrustStep(
                _(
                    "The device warns that your data won't be private. Below it says how much of "
                    "that is true. Tap “Install anyway”. The device asks for its unlock code."
                ),
                _picture(
                    _("Your data won't be private"),
                    PictureLine(_("Don't install"), "button"),
                    _tap(_("Install anyway"), "button"),
                ),
            ),
            TrustStep(
                _("Tap Downloads if it does not open by itself, and then the file."),
                _picture(_("Downloads"), _tap("roundhouse-ca.crt", "file")),
            ),
        ),
        compare=_(
            "Search the settings for “Trusted credentials”, tap User, then the name: the device "
            "shows the long number under SHA-256 fingerprint."
        ),
        undo=_("Search the settings for “Trusted credentials”, tap User, then “%s”, then Remove.")
        % name,
    )


def _download(sentence: str) -> TrustStep:
    """The first step at a computer: the file goes to the folder of downloads."""
    return TrustStep(
        sentence, _picture(_("Downloads"), _tap("roundhouse-ca.crt", "file")), loads=True
    )


def _import_in(sentence: str, window: str, button: str) -> TrustStep:
    """Choosing the file in a browser's own list of authorities."""
    return TrustStep(sentence, _picture(window, _tap(_("Authorities")), _tap(button, "button")))


def _chromebook(name: str) -> Device:
    return Device(
        key="chromebook",
        name=_("Chromebook"),
        steps=(
            _download(_("Click the button. The file is kept in Downloads.")),
            _import_in(
                _(
                    "In Chrome's address line type chrome://settings/certificates and press Enter. "
                    "Choose Authorities, then Import."
                ),
                _("Manage certificates"),
                _("Import"),
            ),
            TrustStep(
                _(
                    "Choose roundhouse-ca.crt. Tick “Trust this certificate for identifying "
                    "websites”, and click OK. A school's Chromebook may refuse."
                ),
                _picture(
                    _("Certificate authority"),
                    _words(_short(name)),
                    _tap(_("For identifying websites"), "tick"),
                    _tap(_("OK"), "button"),
                ),
            ),
        ),
        compare=_("Under Authorities, open the name: the number is under SHA-256 fingerprint."),
        undo=_("Under Authorities, open “%s” and choose Delete.") % name,
    )


def _windows_steps(name: str) -> tuple[TrustStep, ...]:
    return (
        TrustStep(
            _(
                "Click the button, and open the file that was downloaded. Click "
                "“Install Certificate…”."
            ),
            _picture(
                _("Certificate"),
                _words(_short(name)),
                _tap(_("Install Certificate…"), "button"),
            ),
            loads=True,
        ),
        TrustStep(
            _("Choose Current User, and click Next."),
            _picture(
                _("Certificate Import Wizard"),
                _tap(_("Current User"), "tick"),
                _tap(_("Next"), "button"),
            ),
        ),
        TrustStep(
            _(
                "Choose “Place all certificates in the following store”, click Browse, and "
                "choose “Trusted Root Certification Authorities”. Click OK, Next and Finish."
            ),
            _picture(
                _("Select Certificate Store"),
                PictureLine(_("Personal")),
                _tap(_("Trusted Root Certification …")),
                _tap(_("OK"), "button"),
            ),
        ),
        TrustStep(
            _("Windows warns, and shows a number. Compare it with the one below; click Yes."),
            _picture(
                _("Security Warning"),
                _words(_("Thumbprint (sha1): …")),
                _tap(_("Yes"), "button"),
            ),
        ),
    )


def _windows(name: str) -> Device:
    return Device(
        key="windows",
        name=_("Windows computer"),
        steps=_windows_steps(name),
        compare=_("The warning in step 4 shows the number, as Thumbprint (sha1)."),
        undo=_(
            "Press the Windows key, type certmgr.msc, Enter: under Trusted Root Certification "
            "Authorities, Certificates, delete “%s”."
        )
        % name,
        short=True,
    )


def _mac(name: str) -> Device:
    return Device(
        key="mac",
        name=_("Mac"),
        steps=(
            TrustStep(
                _(
                    "Click the button, and open the file that was downloaded. Keychain Access "
                    "asks where to keep it: choose “login”, and click Add."
                ),
                _picture(
                    _("Add Certificates"),
                    _tap("roundhouse-ca.crt", "file"),
                    _words(_("Keychain: login")),
                    _tap(pgettext("a button of a device", "Add"), "button"),
                ),
                loads=True,
            ),
            TrustStep(
                _(
                    "In Keychain Access choose “login” and Certificates, and double-click “%s”. If "
                    "the window is gone, press Command and the space bar and type Keychain Access."
                )
                % name,
                _picture(_("Keychain Access"), PictureLine(_("login")), _tap(_short(name))),
            ),
            TrustStep(
                _(
                    "Open Trust. Beside “When using this certificate” choose Always Trust. Close "
                    "the window, and type the computer's password."
                ),
                _picture(
                    _("Trust"),
                    _words(_("When using this certificate:")),
                    _tap(_("Always Trust")),
                ),
            ),
        ),
        compare=_("The window from step 2 shows the number at the end, under SHA-256."),
        undo=_("In Keychain Access, under Certificates, delete “%s”.") % name,
    )


def _firefox(name: str) -> Device:
    return Device(
        key="firefox",
        name=_("Firefox on a computer"),
        steps=(
            _download(_("Click the button. If Firefox asks right away, go on with step 3.")),
            _import_in(
                _(
                    "In Firefox's settings search for “certificates”. Click “View Certificates…”, "
                    "Authorities, and Import…, and choose roundhouse-ca.crt."
                ),
                _("Certificate Manager"),
                _("Import…"),
            ),
            TrustStep(
                _("Tick “Trust this CA to identify websites”, and click OK."),
                _picture(
                    _("Downloading Certificate"),
                    _tap(_("Trust … to identify websites"), "tick"),
                    _tap(_("OK"), "button"),
                ),
            ),
        ),
        compare=_("In step 3 click View: the number is under Fingerprints, SHA-256."),
        undo=_("Under Authorities choose “%s”, and click Delete or Distrust.") % name,
    )


MAKERS: dict[str, Callable[[str], Device]] = {
    "ipad": _ipad,
    "android": _android,
    "chromebook": _chromebook,
    "windows": _windows,
    "mac": _mac,
    "firefox": _firefox,
}


def devices(name: str) -> list[Device]:
    """Every kind of device, in words about an authority of this name."""
    return [make(name) for make in MAKERS.values()]
