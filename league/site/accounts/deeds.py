"""What the log of who did what calls the deeds of one's own account."""

from django.utils.translation import gettext_lazy as _

from scoring.deeds import Deed

DEEDS = {
    "account_login": Deed(_("Signing in"), guess=True),
    "mfa_login_webauthn": Deed(_("Signing in with a passkey"), guess=True),
    "mfa_authenticate": Deed(_("Signing in with a code"), guess=True),
    "account_change_password": Deed(_("Changing one's own password")),
    "account_reauthenticate": Deed(_("Typing one's own password once more"), guess=True),
    "mfa_reauthenticate": Deed(_("Typing a code once more"), guess=True),
    "mfa_reauthenticate_webauthn": Deed(_("Using a passkey once more"), guess=True),
    "mfa_add_webauthn": Deed(_("Adding a passkey")),
    "mfa_edit_webauthn": Deed(_("Naming a passkey")),
    "mfa_remove_webauthn": Deed(_("Removing a passkey")),
    "mfa_activate_totp": Deed(_("Switching codes on")),
    "mfa_deactivate_totp": Deed(_("Switching codes off")),
    "mfa_generate_recovery_codes": Deed(_("Making new recovery codes")),
    "account-sessions-end": Deed(_("Ending all one's other sessions"), always=True),
    "account-session-end": Deed(_("Ending one of one's sessions"), always=True),
}
