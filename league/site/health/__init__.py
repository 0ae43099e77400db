"""Whether the database can be used, and what to do where it cannot.

It is looked at when the site starts (`looking`), whole and in the background (`watching`): at once
after the last server was killed or its power was cut, else a while later and once a day. What is
wrong is noted in a file that all workers read (`trouble`); as long as it is there, each page says
what is wrong and how to restore the newest good copy (`page`), and nothing asks the database.
"""
