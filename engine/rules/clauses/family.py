"""Clauses of the Family rules, in our words, each with its quote."""

TEXT = """\
FAM-01 |  | Sets & player counts
    Players/sets: 2-4 double-9; 2-8 double-12; 9-12 double-15 or -18.
    > 2-4 Players/double-9 set, 2-8 Players/double-12 set, 9-12 Players/double-15 or -18 set.
FAM-02 |  | Sets & player counts
    Double-9 set has 55 tiles, suits 0-9, 10 tiles per suit.
    > double-9 set: 55 tiles, suits 0-9; 10 tiles per 10 suits
FAM-03 |  | Sets & player counts
    Double-12 set has 91 tiles, suits 0-12, 13 tiles per suit.
    > double-12 set: 91 tiles, suits 0-12; 13 tiles per 13 suits
FAM-04 | contra | Layout & etiquette
    Hub: says the centre slot is for starting the Mexican train (contradicts FAM-06 and
    FAM-13).
    > has a slot in the center for the starting the Mexican train
FAM-05 |  | Round end & blocked round
    Objective: empty the hand first, or shed as many high tiles as possible.
    > Be the first player to play/get rid of all your dominoes
FAM-06 |  | Starting double & who starts
    The set's highest double is put in the centre BEFORE the shuffle and draw.
    > Set the highest double tile in the center slot of the hub and shuffle
FAM-07 |  | Hand sizes & dealing
    Double-12 draw: 16,16,15,14,12,10,9 for 2..8 players.
    > Double-12 Draw: 16 16 15 14 12 10 9
FAM-08 |  | Hand sizes & dealing
    Double-9 draw: 15,13,10 for 2,3,4 players.
    > Double-9 Draw: 15 13 10
FAM-09 |  | Hand sizes & dealing
    Hands may be secret or laid face up.
    > may be kept secret or placed on the edge of the table face-up
FAM-10 |  | Starting double & who starts
    Pick any player to begin; play moves clockwise.
    > Pick a player to begin the game, play moves clockwise thereafter.
FAM-11 |  | First turn
    First player's options (1): start own train, matching end to the engine.
    > place the domino in the slot on the hub nearest them
FAM-12 |  | First turn
    First player unable to play: follow the general 'Playing the Game' rules (draw, marker).
    > If the first player is unable to make a play, follow directions below
FAM-13 |  | Mexican Train
    First player's options (2): start the Mexican Train in its designated slot.
    > End match the tile to the slot designated for the Mexican Train to start it.
FAM-14 |  | Mexican Train
    The Mexican Train is available to all and may be started by any player on their turn.
    > can be started by any player on their turn if they wish
FAM-15 |  | Mexican Train
    A marker may be placed beside the started Mexican Train.
    > a train marker may be placed it the left to indicate
FAM-16 |  | Turn order & obligation to play
    One tile per turn, doubles excepted.
    > a player is only able to place one playable domino on a train
FAM-17 |  | Available trains
    Available: own train, Mexican Train, others' trains with a marker.
    > personal train, Mexican train, other player's trains with a marker
FAM-18 |  | Turn order & obligation to play
    Must play if able; no strategic passing.
    > you may not opt out of playing a tile for strategic purposes
FAM-19 |  | Markers (public/private)
    Unable even after drawing a tile: marker beside own train; turn ends.
    > place your train marker beside the end of your personal train
FAM-20 |  | Available trains
    Next turn the player may play on any available train.
    > Your next turn you may play on any available train.
FAM-21 | amb | Markers (public/private)
    The owner CAN remove the marker after successfully playing on his own train.
    > You can remove the marker after you are able to successfully play a tile
FAM-22 |  | Drawing
    No bone pile and no playable tile: pass and place a marker.
    > pass and place a marker by your train
FAM-23 |  | Last-tile notice
    With a single tile left the player must notify others by tapping or by saying so.
    > either tapping it on the table or verbally announcing it
FAM-24 | contra | Round end & blocked round
    Round ends when someone plays all tiles, including when the last is a double.
    > including if that last is a double
FAM-25 |  | Round end & blocked round
    Round can also end if the bone pile is dry and nobody can play.
    > if the bone pile is dry and no one is able to make a play
FAM-26 |  | Next round & end of game
    Each following round's engine is one digit lower.
    > one digit below the engine of the previous round
FAM-27 |  | Next round & end of game
    The double-blank round is the final round.
    > The blank double is the final round.
FAM-28 |  | Doubles: layout & extra turn
    A double is laid sideways on the chosen train.
    > it is placed sideways on the train you choose to play it on
FAM-29 | contra | Doubles: layout & extra turn
    After a double the player must play another tile on the double or any available train.
    > must play another tile either on the double or any available train
FAM-30 |  | Round end & blocked round
    No other tile because the double was the last: round ends.
    > because the double was you last, the round ends
FAM-31 |  | Drawing
    No playable follow-up but tiles left: draw and play it if possible.
    > draw from the bone pile and play it if you can
FAM-32 |  | Markers (public/private)
    Still unable after that draw: marker beside own train.
    > If you are still unable to play, place your marker beside your train.
FAM-33 | contra | Open-double restriction & who must close
    While a double is open all OTHER trains are ineligible until it is closed.
    > all other trains are ineligible to be played upon until the double is closed
FAM-34 |  | Markers (public/private)
    Players who cannot close it even after drawing must place a marker.
    > Players who are unable to play on the double after drawing a tile must place
FAM-35 |  | Open-double restriction & who must close
    After closure, players with markers may again try to play on their own train.
    > players with markers by their trains can begin attempts to play on their own train
FAM-36 |  | Two or more doubles
    Two or more doubles may be played in one turn.
    > You may also play 2 or more doubles in a turn.
FAM-37 |  | Two or more doubles
    After the doubles an additional non-double may be played.
    > you may play your additional tile that is not a double
FAM-38 | contra | Two or more doubles
    Doubles close in the order played, so the additional tile can go only on the first double.
    > so the additional tile can only be played on the first double
FAM-39 | contra | Two or more doubles
    No tiles remaining after playing doubles: draw and try to play (contradicts
    FAM-24/FAM-30).
    > any remaining tiles after playing doubles, draw from the bone pile and try to play
FAM-40 |  | Two or more doubles
    A drawn playable double is played and another tile is drawn.
    > If you draw a playable double, play and draw again.
FAM-41 |  | Two or more doubles
    Any number of doubles in succession.
    > You may play as many doubles are available in succession.
FAM-42 |  | Two or more doubles
    The turn ends after the non-double is played or cannot be played.
    > The turn ends after the non-double tile is played or cannot be played.
FAM-43 |  | Markers (public/private)
    If no non-double can be played: marker on own train.
    > If one cannot be played, place a marker by the end of your personal train.
FAM-44 |  | Open-double restriction & who must close
    While a double stays open every player, the one who played it included, must try to close
    it.
    > including the player who played the double - must attempt to satisfy it
FAM-45 |  | Two or more doubles
    Several open doubles close in the order they were placed.
    > Multiple doubles must be closed in the same order they were placed.
FAM-46 |  | Impossible doubles
    A double that cannot be closed because every other tile of that number has been played no
    longer restricts.
    > it does not restrict other eligible trains any longer
FAM-47 |  | Scoring
    The player with the empty hand scores 0.
    > the player with an empty hand receives a score of 0
FAM-48 |  | Scoring
    Others sum the pips left.
    > Other players sum the number of pips (dots) on their remaining dominoes
FAM-49 |  | Scoring
    The double blank is worth 50.
    > For dominoes containing double blanks, these are worth 50 points.
FAM-50 |  | Next round & end of game
    Lowest sum of round totals at the end wins.
    > The player with the lowest total score (sum of all end of round totals)
FAM-51 |  | Two or more doubles
    VARIATION: several open doubles may be closed in reverse order.
    > Multiple doubles that are not satisfied can be closed in reverse.
FAM-52 |  | Available trains
    A marker signals that the train is open to the others.
    > signifies to other players your train is open for them to play on
FAM-53 | advice | Layout & etiquette
    Advice: arrange the hand as a chain descending from the engine; the rest are extras.
    > Organize dominoes in hand so that they digress in suit from the engine.
FAM-54 |  | Hand sizes & dealing
    Undealt tiles form train yards / bone piles for drawing.
    > The remaining tiles are moved aside in
"""
