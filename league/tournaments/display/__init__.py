"""The bracket, on a page and on paper; the list of tables; what a television shows of them."""
