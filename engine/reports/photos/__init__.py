"""What photos of hands show, checked against each other and against the round.

A camera sees each tile with some doubt: 8-9 at 70 %, 8-8 at 30 %. Yet each tile exists once, the
starting double lies in the hub, the set has no other tiles, and some totals and numbers of tiles
are known. `audit` returns the most probable reading of all hands that agrees with all of that, what
it changed and why, and what stays doubtful.

An example: Ann's photo shows 8-9 at 70 % and 8-8 at 30 %, Bob's shows 8-9 at 99 %. Only one of them
has it. Bob with 8-9 and Ann with 8-8 is 0.99 * 0.3 probable, Ann with 8-9 and Bob with his next
alternative 0.7 * 0.01. So the proposal is 8-8 for Ann, and it says why: 8-9 is in Bob's hand.

How the search works stands in `search.py`. It is exact; where it reaches its limit `proved` is
False, and what could not be told apart is left unread.
"""

from engine.reports.photos.audit import Audit, Note, SightAudit, audit
from engine.reports.photos.contract import audit_or_error, audit_round
from engine.reports.photos.hands import Choice, Other, PhotoHand, Sight

__all__ = [
    "Audit",
    "Choice",
    "Note",
    "Other",
    "PhotoHand",
    "Sight",
    "SightAudit",
    "audit",
    "audit_or_error",
    "audit_round",
]
