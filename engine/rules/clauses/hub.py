"""Clauses of the Mexican Train Hub rules, in our words, each with its quote."""

TEXT = """\
HUB-01 |  | Layout & etiquette
    A double never turns a corner.
    > a double can never turn a corner
HUB-02 |  | Layout & etiquette
    Trains may snake as table space requires.
    > develops snake-line at random according to the whims of the players
HUB-03 |  | Hand sizes & dealing
    Tiles are shuffled face down.
    > the dominoes are shuffled face down in circles
HUB-04 |  | Hand sizes & dealing
    Hand size: up to 4 players 15; 5-6 players 12; (set size not stated).
    > Up to 4 players take 15 dominoes each, 5 or 6 take 12 each
HUB-05 |  | Hand sizes & dealing
    Hand size: 7-8 players 10.
    > 7 or 8 take 10 each
HUB-06 |  | Hand sizes & dealing
    Tiles normally stand on edge facing their owner (friendly games).
    > place their dominoes on edge in a row facing them
HUB-07 |  | Hand sizes & dealing
    Undealt tiles are the boneyard ('sleeping').
    > The remaining dominoes are termed
HUB-08 |  | First turn
    The hub sits in the middle; each player chooses the slot facing them as the start of their
    train.
    > each player selects a slot on the outer edge that is facing them
HUB-09 |  | Mexican Train
    At set-up one further slot is reserved for the Mexican Train and its marker is placed
    there.
    > the Mexican Train marker is placed in this slot to denote it
HUB-10 |  | Starting double & who starts
    The player holding the highest double places it in the hub (the engine comes out of a
    hand).
    > The player with the highest double places it in the centre
HUB-11 |  | Starting double & who starts
    The player to the LEFT of the one who placed the double takes the first turn; then
    clockwise.
    > The player to the left of the player who put down the highest double starts
HUB-12 |  | First turn
    A player's first turn works differently from later turns.
    > is different to subsequent turns and can require some thought
HUB-13 |  | First turn
    First turn: first tile goes in the player's own slot, inner end matching the hub double.
    > The end pointing towards the middle must match the central hub domino.
HUB-14 | amb | First turn
    First turn: the player keeps adding hand tiles to that train until no more can be put
    down.
    > adding more dominoes from their hand until they can't put down any more
HUB-15 |  | Turn order & obligation to play
    Later turns: only one tile, on any train available to the player.
    > a player can put down only one domino on any of the trains
HUB-16 |  | Turn order & obligation to play
    If the player can play, he plays and the turn ends.
    > If possible, the player plays a domino to one of the available trains
HUB-17 |  | Drawing
    Otherwise (only then) the player takes one tile from the boneyard.
    > Otherwise, the player takes a domino from the boneyard.
HUB-18 |  | Drawing
    If the drawn tile is playable it is played to an available train and the turn ends.
    > the new domino from the boneyard is played to one of the available trains
HUB-19 |  | Markers (public/private)
    Still unable: marker on the end of one's own train, opening it to all others.
    > places a marker on the domino at the end of their train
HUB-20 |  | Markers (public/private)
    Playing on one's own marked train removes the marker, automatically.
    > if their train has a marker on it, the marker is removed
HUB-21 | amb | Doubles: layout & extra turn
    Playing a double gives that player immediately another turn. No duty to cover the double
    is stated.
    > then that player immediately has another turn
HUB-22 |  | Available trains
    Available: the player's own train (no condition).
    > The player's own train.
HUB-23 |  | Mexican Train
    Available: the Mexican Train; if not started, the player may start it with a tile matching
    the central double.
    > the player can start the train with a domino matching the central Double
HUB-24 |  | Available trains
    Available: another player's train ONLY if it carries a marker.
    > Another player's train but only if it is has a marker on it.
HUB-25 |  | Round end & blocked round
    The round ('game') ends the moment someone empties their hand, even if the last tile is a
    double.
    > even if the last tile is a Double, the game ends
HUB-26 |  | Scoring
    The winner scores 0; everyone else scores the spots left in hand.
    > The winning player scores zero; the other players score the total
HUB-27 |  | Next round & end of game
    Usually a series is played; lowest total wins the match. Number of games not fixed.
    > whoever has the least points at the end of the series, wins the match
HUB-28 |  | Starting double & who starts
    If nobody holds any double, players take from the boneyard until someone picks a double,
    which is laid at once in the hub.
    > players take from the boneyard until someone does pick a Double
HUB-29 |  | Mexican Train
    With 8 players there is no hub slot left; the Mexican Train starts by itself beside the
    hub.
    > there won't be a slot available on the hub for the Mexican Train
HUB-30 | amb | First turn
    A player who cannot start on his first turn simply puts his marker by his slot (no draw
    mentioned).
    > they simply put their train marker next to their slot
HUB-31 |  | Round end & blocked round
    Aim: be the first to get rid of all one's tiles.
    > The aim is to be the first player to get rid of all
"""
