"""How French writes dates: the first day of a month has an ending, no other has."""

DATE_FORMAT = "jS F Y"
DATETIME_FORMAT = "jS F Y H:i"
MONTH_DAY_FORMAT = "jS F"
