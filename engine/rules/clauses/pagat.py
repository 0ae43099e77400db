"""Clauses of the German text at pagat.com, in our words, each with its quote.

Only the beginning of the text could be read: what stands behind PAG-13 is not here.
"""

TEXT = """\
PAG-01 | advice | Sets & player counts
    The game is probably best for four players or more.
    > Am besten eignet es sich wahrscheinlich für vier oder mehr Spieler.
PAG-02 |  | Sets & player counts
    A double-12 set is used: every pair of the numbers 0 to 12, 91 tiles.
    > alle möglichen Paare aus den Zahlen 0 bis 12, was insgesamt 91 Steine ergibt
PAG-03 |  | Markers (public/private)
    Each player has a marker: once a penny, with a nickel beside them; today often a locomotive.
    > ein Penny für jeden Spieler und ein Fünfcentstück
PAG-04 |  | Hand sizes & dealing
    The tiles are shuffled. Each player stands the tiles drawn on edge, so that the others cannot
    see them.
    > so dass sie von den anderen Spielern nicht eingesehen werden können
PAG-05 |  | Hand sizes & dealing
    Hand size: up to 4 players 15; 5 or 6 players 12.
    > Bei bis zu 4 Spielern nimmt jeder Spieler 15 Dominosteine, bei 5 oder 6 Spielern 12
PAG-06 |  | Hand sizes & dealing
    Hand size: 7 or 8 players 10; 9 or 10 players 8.
    > bei 7 oder 8 Spielern 10 Dominosteine und bei 9 oder 10 Spielern 8
PAG-07 |  | Hand sizes & dealing
    The tiles left over stay face down: the boneyard.
    > Die restlichen Dominosteine bleiben verdeckt im Stock.
PAG-08 |  | Starting double & who starts
    Whoever has the highest double (12-12) begins the first game by laying it in the middle of the
    table.
    > Der Spieler, der den höchsten Pasch hat (den Stein 12-12), beginnt das erste Spiel
PAG-09 |  | Next round & end of game
    The second game starts with 11-11, and so on down to the 13th game with 0-0.
    > Dies setzt sich nach unten bis zum 13. Spiel mit dem Stein 0-0 fort.
PAG-10 |  | Starting double & who starts
    Nobody has the double needed: clockwise, each player draws one tile from the boneyard, until
    somebody has it.
    > ziehen die Spieler im Uhrzeigersinn je einen Stein aus dem Stock, bis ein Spieler ihn hat
PAG-11 | advice | Starting double & who starts
    As that can take very long, the double may be laid face up on the table before the shuffle.
    > könnten Sie ihn auch bereits vor dem Mischen aufgedeckt auf den Tisch legen
PAG-12 | advice | Starting double & who starts
    In that case the players begin the games in turn, clockwise.
    > In diesem Fall beginnen die Spieler nacheinander im Uhrzeigersinn das Spiel.
PAG-13 | trunc | First turn
    The first turns begin with the player who laid the starting double. What the text says from
    here on could not be read.
    > Beginnend mit dem Spieler, der den Anfangspasch ausgel…
"""
