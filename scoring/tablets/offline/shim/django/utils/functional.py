"""The type of a sentence that is translated when it is shown."""


class Promise:
    """No such sentence is made here: each is text at once."""
