"""What the log calls each page's deed, by the name of its address.

The table for this app's pages stands here; the others' are named in the setting LOG_WORDS.
"""

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Deed:
    """What the page of one address does, in words, such as “Finishing game %(code)s”.

    Names in the words are those of the address. `guess`: who sends the form in vain has guessed, as
    with passwords. `always`: it is a deed although it writes nothing. `quiet`: it is asked for
    while somebody types, so that not even its refusal is logged.
    """

    words: str | Promise
    guess: bool = False
    always: bool = False
    quiet: bool = False


@cache
def deeds() -> MappingProxyType[str, Deed]:
    """Every deed by the name of its address, from the tables that LOG_WORDS names."""
    by_name: dict[str, Deed] = {}
    for path in settings.LOG_WORDS:
        by_name |= import_string(path)
    return MappingProxyType(by_name)


def deed_of(name: str) -> Deed:
    """The deed of that address; one of no words where nobody has told them."""
    return deeds().get(name) or Deed(name)


DEEDS = {
    "scoring:setup": Deed(_("Setting up the club")),
    "scoring:sign-in": Deed(_("Signing in"), guess=True),
    "scoring:sign-out": Deed(_("Signing out"), always=True),
    "scoring:language": Deed(_("Choosing a language")),
    "scoring:club": Deed(_("Changing what the club is called and what it shows")),
    "scoring:members": Deed(_("Adding somebody who signs in")),
    "scoring:member-remove": Deed(_("Removing somebody who signs in")),
    "scoring:member-account": Deed(_("Giving somebody a new password")),
    "scoring:member-keys-remove": Deed(_("Taking off somebody's second step and passkeys")),
    "scoring:member-sign-out": Deed(_("Signing somebody out everywhere"), always=True),
    "scoring:invite": Deed(_("Inviting somebody into the club")),
    "scoring:invitation-take-back": Deed(_("Taking back an invitation into the club")),
    "scoring:join": Deed(_("Joining the club by an invitation")),
    "scoring:club-switch": Deed(_("Switching to this club")),
    "scoring:club-leave": Deed(_("Leaving the club")),
    "scoring:notices-put-away": Deed(_("Putting away what was told about one's account")),
    "scoring:pair": Deed(_("Pairing a tablet by its code"), guess=True),
    "scoring:tablets": Deed(_("Making a code for a tablet")),
    "scoring:tablet-edit": Deed(_("Changing a tablet")),
    "scoring:tablet-unpair": Deed(_("Unpairing a tablet")),
    "scoring:game-start": Deed(_("Starting a game")),
    "scoring:game-again": Deed(_("Starting the next game after %(code)s")),
    "scoring:watch-renew": Deed(_("Making a new link for those who watch game %(code)s")),
    "scoring:entry-undo": Deed(_("Undoing the last entry of game %(code)s")),
    "scoring:round-record": Deed(_("Recording round %(number)s of game %(code)s")),
    "scoring:round-check": Deed(_("Checking round %(number)s of game %(code)s"), quiet=True),
    "scoring:round-correct": Deed(_("Correcting round %(number)s of game %(code)s")),
    "scoring:round-choose": Deed(
        _("Choosing between two versions of round %(number)s of game %(code)s")
    ),
    "scoring:seat-join": Deed(_("Seating somebody who came late in game %(code)s")),
    "scoring:seat-rename": Deed(_("Correcting a name in game %(code)s")),
    "scoring:seat-leave": Deed(_("Letting somebody leave game %(code)s")),
    "scoring:seats-swap": Deed(_("Changing two seats of game %(code)s")),
    "scoring:hand-over": Deed(_("Recording in game %(code)s")),
    "scoring:set-aside": Deed(_("Leaving out what could not be written in game %(code)s")),
    "scoring:game-discard": Deed(_("Throwing away game %(code)s, begun by mistake")),
    "scoring:game-finish": Deed(_("Finishing game %(code)s")),
    "scoring:game-reopen": Deed(_("Reopening game %(code)s")),
    "scoring:dispute-ask": Deed(_("Asking for a ruling in game %(code)s")),
    "scoring:dispute-overrule": Deed(_("Overruling dispute %(number)s in game %(code)s")),
    "scoring:precedent-keep": Deed(
        _("Keeping dispute %(number)s of game %(code)s as a house rule")
    ),
    "scoring:game-rule": Deed(_("Changing a rule of game %(code)s")),
    "scoring:rule-sheets": Deed(_("Writing down rules of the club")),
    "scoring:rule-sheet": Deed(_("Changing rules of the club")),
    "scoring:rule-sheet-copy": Deed(_("Copying rules of the club")),
    "scoring:rule-sheet-delete": Deed(_("Deleting rules of the club")),
}
