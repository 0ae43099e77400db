"""Places, why each of them, medals, certificates, and the television that shows who won."""
