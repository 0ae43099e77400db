"""Clauses of the German sheet at ludomax.de, in our words, each with its quote.

Only the beginning of the sheet could be read: what stands behind LUD-13 is not here.
"""

TEXT = """\
LUD-01 |  | Sets & player counts
    Needed are a station (the hub), eight small trains and a double-12 set.
    > eine Zugstation, acht kleine Züge und einen Satz Doppel-12 Dominosteine
LUD-02 |  | Hand sizes & dealing
    Tiles are shuffled face down.
    > alle Dominosteine verdeckt auf den Tisch gelegt und gemischt
LUD-03 |  | Hand sizes & dealing
    Hand size: 4 players 18; 5 players 14; 6 players 12; 7 players 10; 8 players 9.
    > 4 Spieler - jeder Spieler bekommt 18 Dominosteine
LUD-04 |  | Hand sizes & dealing
    Each player keeps the tiles where the others cannot see them.
    > dass den Gegenspielern der Einblick in die eigenen Dominosteine verwehrt bleibt
LUD-05 |  | Hand sizes & dealing
    The tiles left over stay face down: the boneyard.
    > Diese Dominosteine nennt man „Talon“.
LUD-06 |  | Hand sizes & dealing
    How many are left over depends on how many play and on the set.
    > deren Anzahl je nach Spielerzahl und Dominoset variiert
LUD-07 |  | Markers (public/private)
    Each player chooses one of the coloured trains.
    > Nun wählt jeder Spieler einen der farbigen Züge.
LUD-08 |  | Mexican Train
    One of the coloured trains, whichever, is chosen for the Mexican Train.
    > Als Mexican Train wird beliebig einer der farbigen Züge gewählt.
LUD-09 |  | Round end & blocked round
    Aim: to play all your tiles before the others do.
    > seine Dominosteine vor denen der Gegenspieler abzulegen
LUD-10 | trunc | Scoring
    Who has the fewest points at the end wins. The points come from the tiles left; how they
    count is told at the end of the sheet, which could not be read.
    > der am Ende des Spiels die wenigsten Punkte hat
LUD-11 |  | Starting double & who starts
    The player with the highest double begins: the double 12 of a double-12 set.
    > und zwar beginnt der Spieler mit dem höchsten Doppeldominostein
LUD-12 |  | Starting double & who starts
    That player lays it in the middle of the station, which lies in the middle of the table.
    > so legt er diesen in die Mitte des Bahnhofes
LUD-13 | trunc | Starting double & who starts
    Nobody has the highest double: the player with the next lower one begins. What the sheet says
    from here on could not be read.
    > so beginnt der Spieler mit dem nächstniedrigeren Doppeldominostein
"""
