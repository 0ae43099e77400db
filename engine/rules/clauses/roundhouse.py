"""Clauses of the Roundhouse rules, in our words, each with its quote."""

TEXT = """\
RND-01 |  | Starting double & who starts
    (a) Recommended: before the round everybody looks for the starting tile.
    > before the round starts, all players look for the starting tile
RND-02 |  | Starting double & who starts
    (a) Whoever finds the starting tile starts the game.
    > The player who finds the tile starts the game.
RND-03 |  | Starting double & who starts
    (a) The double goes in the hub and is the round's engine.
    > They place the double in the center of the hub.
RND-04 |  | Hand sizes & dealing
    (a) The other tiles are turned face down: the boneyard.
    > The remaining dominoes are turned face down.
RND-05 | trunc | Hand sizes & dealing
    (a) Each player takes 'the appropriate number'; the table is missing from the text.
    > each player takes the appropriate number of dominoes see below
RND-06 |  | Hand sizes & dealing
    (a) Tiles stand on edge so opponents cannot see them.
    > but their opponents cannot
RND-07 | amb | First turn
    (a) The start player begins to build a train, a row from the engine towards himself (how
    many tiles on turn one is not stated).
    > The start player now starts to build a train a single row of dominoes
RND-08 |  | First turn
    (a) The inner end must match the engine's number.
    > must match the engine's double number
RND-09 |  | Turn order & obligation to play
    (a) The others do the same, clockwise.
    > Taking turns in a clockwise direction, the other players do the same.
RND-10 | contra | Drawing
    (a) A player who cannot start on the first turn CAN draw from the boneyard.
    > they can draw from the boneyard pile
RND-11 |  | Drawing
    (a) If the drawn tile is the needed one it can be played at once.
    > they can immediately play it
RND-12 |  | Available trains
    (a) Marked areas are open to any player from the second turn on (not on the first).
    > On the second turn and all subsequent turns, any player can play dominoes in marked
RND-13 |  | Markers (public/private)
    (a) A player who cannot play must put a marker on the hub at his place.
    > they must put a train marker on the hub at their location
RND-14 |  | Turn order & obligation to play
    (b) Each turn a player places a tile (singular).
    > Each player, in turn, places a tile to make the trains longer
RND-15 | contra | Drawing
    (b) A player who cannot go MUST draw one tile unless the boneyard is empty.
    > you must draw one domino from the boneyard unless the boneyard is empty
RND-16 |  | Turn order & obligation to play
    (b) Play is compulsory if possible.
    > If you can play, you must place a tile.
RND-17 | trunc | Available trains
    (b) Option 1 is the end of your own train; the remaining options are missing.
    > Options for Play: 1 Play on the end of your own train.
RND-18 |  | Drawing
    (b) Cannot play from hand: can draw and can play that tile if it matches.
    > can draw from the boneyard and can play that tile if it matches
RND-19 |  | Markers (public/private)
    (b) Drawn tile does not match: marker on the end of one's own train, opening it.
    > you place your train marker on the end of your own train
RND-20 |  | Markers (public/private)
    (b) Playing on one's own train again: take the marker off; closed to others.
    > take the train marker off your train and no one else can play
RND-21 |  | Open-double restriction & who must close
    (c) Same as CAP-10: an uncovered double freezes all trains until covered.
    > all trains become unplayable until the next players can play onto that double
RND-22 |  | Open-double restriction & who must close
    (c) Same as CAP-11: cannot cover -> draw once.
    > they must draw once and determine if they can play
RND-23 | amb | Two or more doubles
    (c) Same as CAP-12: two doubles on two trains only with a third tile from hand onto one of
    them.
    > play an additional third tile from his hand without drawing onto one of those
RND-24 |  | Two or more doubles
    (c) Same as CAP-13: up to 3 tiles in that turn.
    > This means that a player could play 3 tiles in one turn.
RND-25 |  | Turn order & obligation to play
    (c) Same as CAP-14: must play even if it disrupts the planned train.
    > All players must always play when possible even if they have to play
RND-26 |  | Last-tile notice
    (c) Same as CAP-15: tap the last tile.
    > must give notice to the other players by tapping his final tile
RND-27 |  | Turn order & obligation to play
    (c) Same as CAP-17.
    > Players must always play if they have an eligible tile.
RND-28 |  | Drawing
    (c) Boneyard empty and nothing playable: pass and place a marker.
    > a player must pass if he does not hold a playable tile
RND-29 |  | Round end & blocked round
    (c) Round over when someone plays his final tile, or when blocked.
    > The game is over when one player has dominoed played his final tile
RND-30 |  | Round end & blocked round
    (c) Blocked = nobody holds a playable tile AND boneyard exhausted AND everyone passes.
    > all of the tiles in the bone yard have been drawn and everyone passes
RND-31 | contra | Round end & blocked round
    (c) Going out on a double, or on two doubles, without a follow-up is possible.
    > playing a double or two doubles as his last play and without a follow-up
RND-32 |  | Round end & blocked round
    (c) After the last tile nobody else may play, even if a follow-up is normally required.
    > the game is over and no other players can play
RND-33 |  | Scoring
    (c) All count pips left; 0 for the player who dominoed; report to the scorekeeper.
    > count the number of pips or numbers on the tiles left in their hands
RND-34 | trunc | Next round & end of game
    (c) The next round begins by pulling out the next starter double; every number is lost
    from the sentence.
    > the next game begins by pulling out the if playing with a double set
RND-35 |  | Hand sizes & dealing
    (c) Starter goes in the middle; the rest are shuffled before hands are drawn.
    > the rest of the deck is shuffled before drawing hands
RND-36 |  | Round end & blocked round
    (b) Objective: lengthen trains and empty the hand.
    > try and empty their hand
"""
