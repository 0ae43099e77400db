"""Lists that people keep in spreadsheet programs, read and written as CSV and XLSX.

`reading` makes lines of text of a file that somebody sent, whatever it holds, in a process of its
own (`__main__`); `writing` makes a file in which nothing is a formula. What a column means is for
others to say.
"""
