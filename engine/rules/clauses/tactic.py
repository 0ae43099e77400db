"""Clauses of the Finnish Tactic sheet 02588 B, in our words, each with its quote.

Only the beginning of the sheet could be read, without its table of hand sizes (TAC-05): what
stands behind TAC-13 is not here.
"""

TEXT = """\
TAC-01 |  | Sets & player counts
    In the box are 91 tiles, 8 train markers and a hub.
    > 91 dominolaattaa, 8 junamerkkiä ja 1 risteyslevy
TAC-02 |  | Round end & blocked round
    Aim: to get rid of all your tiles, or of as many as possible.
    > pelaa pois niin monta dominoa kuin mahdollista
TAC-03 |  | Scoring
    Who first gets rid of all tiles, or who has the lowest score when the game ends, wins.
    > se jolla on kaikkein matalin pistemäärä pelin päättyessä
TAC-04 |  | Hand sizes & dealing
    The tiles are spread out on the table and shuffled well.
    > Levitä dominolaatat pöydälle ja sekoita ne hyvin.
TAC-05 | trunc | Hand sizes & dealing
    Each player takes as many tiles as a table says; the table could not be read.
    > Jokainen pelaaja ottaa alla olevan taulukon mukaisen määrän dominoita
TAC-06 |  | Hand sizes & dealing
    The tiles left over are put aside: the boneyard.
    > loput dominot asetetaan sivuun ”luupinoiksi”
TAC-07 |  | Hand sizes & dealing
    Each player keeps the tiles where the others cannot see them.
    > siten, että vain sinä voit nähdä ne
TAC-08 | amb | Starting double & who starts
    To start the game, the double 12 is put in the hub in the middle of the table: the engine, from
    which the trains set out. That stands after the deal; whether a hand gives it is not said.
    > aseta tupla-12 –domino risteyslevyyn keskelle pöytää – se toimii veturina
TAC-09 |  | Next round & end of game
    In a full game, each following round starts with the double one lower: 11-11, 10-10 and so on.
    > seuraavat pelit alkavat tuplalla, joka on yhtä numeroa pienempi
TAC-10 |  | Next round & end of game
    The last round starts with the double blank, so a whole game has 13 rounds.
    > Viimeisessä pelissä veturina on täysin tyhjä domino
TAC-11 |  | Markers (public/private)
    Each player chooses a train marker.
    > Jokainen pelaaja valitsee junamerkin.
TAC-12 |  | First turn
    The youngest player begins with a tile beside the engine, one end of it the engine's number, and
    so starts the own train.
    > Nuorin pelaaja aloittaa pelin
TAC-13 | trunc | Turn order & obligation to play
    Play goes on clockwise. What the sheet says from here on could not be read.
    > Peli jatkuu myötäpäivään
"""
