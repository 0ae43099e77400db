"""The pages of allauth that are used, under its own names, for it looks for some of them.

Signing up, mail, and everything else that allauth could do have no address.
"""

from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp.views import DeactivateTOTPView
from allauth.mfa.webauthn.views import EditWebAuthnView, RemoveWebAuthnView
from django.urls import path

from scoring.accounts.views.accounts import sign_in

from . import views
from .views import own_page, page

urlpatterns = [
    # The same page as scoring:sign-in, under the name by which allauth sends people there.
    path("sign-in/", sign_in, name="account_login"),
    path("sign-in/passkey/", page(views.PasskeySignIn.as_view()), name="mfa_login_webauthn"),
    path("sign-in/code/", page(views.SecondStep.as_view()), name="mfa_authenticate"),
    path("account/", own_page(views.Account.as_view(), posts=False), name="mfa_index"),
    path("account/password/", own_page(views.Password.as_view()), name="account_change_password"),
    path(
        "account/confirm/",
        own_page(views.Confirm.as_view()),
        name="account_reauthenticate",
    ),
    path(
        "account/confirm/code/",
        own_page(views.ConfirmByCode.as_view()),
        name="mfa_reauthenticate",
    ),
    path(
        "account/confirm/passkey/",
        own_page(views.ConfirmByPasskey.as_view()),
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "account/passkeys/",
        own_page(views.Passkeys.as_view(), posts=False),
        name="mfa_list_webauthn",
    ),
    path("account/passkeys/add/", own_page(views.AddPasskey.as_view()), name="mfa_add_webauthn"),
    path(
        "account/passkeys/<int:pk>/name/",
        own_page(EditWebAuthnView.as_view(template_name="account/passkey_name.html")),
        name="mfa_edit_webauthn",
    ),
    path(
        "account/passkeys/<int:pk>/remove/",
        own_page(RemoveWebAuthnView.as_view(template_name="account/passkey_remove.html")),
        name="mfa_remove_webauthn",
    ),
    path("account/codes/on/", own_page(views.SwitchOnCodes.as_view()), name="mfa_activate_totp"),
    path(
        "account/codes/off/",
        own_page(DeactivateTOTPView.as_view(template_name="account/codes_off.html")),
        name="mfa_deactivate_totp",
    ),
    path(
        "account/recovery-codes/",
        own_page(
            recovery.ViewRecoveryCodesView.as_view(template_name="account/recovery_codes.html"),
            posts=False,
        ),
        name="mfa_view_recovery_codes",
    ),
    path(
        "account/recovery-codes/new/",
        own_page(
            recovery.GenerateRecoveryCodesView.as_view(
                template_name="account/recovery_codes_new.html"
            )
        ),
        name="mfa_generate_recovery_codes",
    ),
    path("account/sessions/", views.sessions, name="account-sessions"),
    path("account/sessions/end/", views.sessions_stop, name="account-sessions-end"),
    path("account/sessions/<int:pk>/end/", views.session_stop, name="account-session-end"),
]
