"""The page of a club that everybody may see, where the club has one."""
