"""Clauses of the Isles of Capri game-day house rules, in our words, each with its quote."""

TEXT = """\
CAP-01 |  | Mexican Train
    The tile that starts the Mexican Train must carry the engine's number on one end.
    > must be a domino that has one end that is the same denomination
CAP-02 |  | Mexican Train
    The Mexican Train is laid out away from the central playing area.
    > is played in an area out-of-the-way from the center playing area
CAP-03 |  | Sets & player counts
    With more than 8 players, extra spokes may be squeezed in between the existing ones.
    > Spokes can be squeezed in between if more than 8 players are involved
CAP-04 | trunc | Sets & player counts
    Larger sets are contemplated (the set names are damaged: one number is lost before '18s').
    > as needed if doubles or 18s are used
CAP-05 | advice | Mexican Train
    Advice: start the Mexican Train early. No restriction on who or when is stated.
    > always wise to start the Mexican Train as soon as possible
CAP-06 |  | Doubles: layout & extra turn
    A double is laid sideways.
    > it is placed sideways
CAP-07 |  | Doubles: layout & extra turn
    After laying a double the same player must play a second tile, onto the double OR onto
    another eligible train.
    > must then play a second domino perpendicular onto the double or onto some other
CAP-08 |  | Drawing
    If the double-player has no playable follow-up he must draw.
    > has no playable follow-up domino to play, he must draw
CAP-09 |  | Drawing
    A playable tile drawn as follow-up can go on the double or on any eligible train.
    > he can play it on the double or on any eligible train
CAP-10 |  | Open-double restriction & who must close
    Once the double-player's turn is complete with the double uncovered, every train is
    unplayable until a following player plays onto that double.
    > all trains become unplayable until the next players can play onto that double
CAP-11 |  | Open-double restriction & who must close
    Players who cannot cover the open double must draw once and see whether they can then
    play.
    > they must draw once and determine if they can play
CAP-12 | amb | Two or more doubles
    Two doubles may be played in succession on two different trains only if a third tile from
    the hand (not drawn) can be played onto one of those two doubles.
    > play an additional third tile from his hand without drawing onto one of those
CAP-13 |  | Two or more doubles
    Consequence: three tiles is the stated size of such a turn.
    > This means that a player could play 3 tiles in one turn.
CAP-14 |  | Turn order & obligation to play
    A player must play whenever possible, even if it breaks up the train planned in hand.
    > All players must always play when possible even if they have to play
CAP-15 |  | Last-tile notice
    A player left with exactly one tile must notify the others by tapping that tile on the
    table.
    > must give notice to the other players by tapping his final tile
CAP-16 | advice | Last-tile notice
    Purpose of the notice: others may dump a high tile on their next turn.
    > allows other players a chance to lower their score
CAP-17 |  | Turn order & obligation to play
    General rule: play is compulsory if any held tile is eligible.
    > Players must always play if they have an eligible tile.
"""
