"""Clauses of the District Senior Games rules, in our words, each with its quote."""

TEXT = """\
SEN-01 |  | Starting double & who starts
    Shuffle; each player draws one tile.
    > Each player will then draw one domino.
SEN-02 | amb | Starting double & who starts
    Highest numbered tile wins the draw (tie and 'highest' undefined).
    > The player drawing the highest numbered domino wins the draw.
SEN-03 |  | Hand sizes & dealing
    Return, reshuffle, draw hands.
    > re-shuffle, then draw your dominoes
SEN-04 |  | Hand sizes & dealing
    Hand size: 4 players 15; 5 players 12. No other count; set size not stated.
    > For 4 players, draw 15 dominoes. For 5 players, draw 12 dominoes.
SEN-05 |  | Starting double & who starts
    The first engine is the double 5.
    > Play will begin with the "double 5" domino.
SEN-06 | amb | Starting double & who starts
    Nobody has it: players draw one tile each until it appears, beginning with the draw
    winner, then to the left.
    > will draw one domino until the "double 5" is drawn
SEN-07 |  | Starting double & who starts
    The holder plays it in the station; it is the engine.
    > having the "double 5" plays it in the center of the "station"
SEN-08 | amb | Doubles: layout & extra turn
    The rules for playing doubles apply (to the double just played as engine).
    > rules for playing doubles applies.
SEN-09 |  | Turn order & obligation to play
    Play then continues to the left.
    > Play then continues to the left.
SEN-10 |  | Markers (public/private)
    All trains begin private.
    > All trains begin the game as "private"
SEN-11 |  | Available trains
    Only the owner may play on a private train.
    > only the player who owns the train
SEN-12 |  | Markers (public/private)
    A player who draws and cannot play the drawn tile must mark his train public.
    > When a player draws a domino and is unable play it, they must
SEN-13 |  | Available trains
    A player may choose a marked train whether or not he can play on his own.
    > whether they can play on their own train or not
SEN-14 |  | Markers (public/private)
    When the owner adds to his public train it is private again, automatically.
    > a domino to it, it becomes "private" again
SEN-15 |  | Mexican Train
    The Mexican Train is an extra train anyone may play on during their turn.
    > is an additional train that anyone may play on during their turn
SEN-16 |  | Mexican Train
    Any player may start it with a tile matching the engine, or add to it.
    > They can start the Mexican Train (by playing a domino matching the engine)
SEN-17 |  | Mexican Train
    It may start from the station or off to the side.
    > or off to the side
SEN-18 |  | Mexican Train
    Only one Mexican Train.
    > Only one Mexican Train is allowed.
SEN-19 | contra | Open-double restriction & who must close
    A double must have another tile played on it (eventually; see SEN-22).
    > When a double is played, it must have another domino played on it.
SEN-20 |  | Doubles: layout & extra turn
    The player of the double must take another turn.
    > must take another turn
SEN-21 |  | Doubles: layout & extra turn
    That turn follows exactly the normal-turn rules.
    > turn follows exactly the same rules as any normal turn
SEN-22 | contra | Doubles: layout & extra turn
    He may play anywhere and need not finish the double on this turn.
    > do not have to "finish the double" on this turn
SEN-23 |  | Markers (public/private)
    Having made a legal play elsewhere he need not mark his train for not finishing.
    > do not have to mark their train
SEN-24 | amb | Drawing
    If he cannot play he must draw and mark his train (read with SEN-12: only if the drawn
    tile is unplayable).
    > if they cannot play they must
SEN-25 | contra | Markers (public/private)
    If the double remains unfinished, the train it is on becomes public.
    > the train becomes a "public" train
SEN-26 |  | Open-double restriction & who must close
    No other train may be added to by any player until someone finishes the double.
    > No other train can be
SEN-27 | amb | Open-double restriction & who must close
    Play passes to the next player who can legally play on this train.
    > next player who can legally play on this train
SEN-28 |  | Open-double restriction & who must close
    One who cannot finish must draw; if that tile does not fit the double, his own train
    becomes public.
    > if they cannot play it on the double, their own train becomes
SEN-29 |  | Open-double restriction & who must close
    This continues until someone finishes it.
    > Play continues like this until someone "finishes the double".
SEN-30 | amb | Two or more doubles
    A player may sometimes play two doubles: first on his private train, then on the Mexican
    Train or another public train.
    > on their "private" train, then on the Mexican Train or on another
SEN-31 | contra | Two or more doubles
    He does not have to finish either.
    > That player does not have to "finish" either double.
SEN-32 |  | Two or more doubles
    The next player must finish the FIRST double played first; then the second likewise.
    > follow the rules for doubles, "finishing" the FIRST double played.
SEN-33 |  | Round end & blocked round
    A double that is the player's last tile need not be finished; the round ends.
    > If the double played is that players LAST domino it does not have to be
SEN-34 |  | Next round & end of game
    If that round began with the double blank, the game ends.
    > If that round began with the
SEN-35 |  | Round end & blocked round
    Last tile played: play stops.
    > When a player plays his or her last domino, play stops.
SEN-36 |  | Scoring
    Others report the sum of their remaining tiles to the scorekeeper.
    > All other players report the
SEN-37 |  | Scoring
    Lowest score wins the game.
    > The player with the lowest score wins the game.
SEN-38 | advice | Doubles: layout & extra turn
    Terms: covering a double is 'finishing', 'satisfying' or 'covering' it.
    > is called "finishing", "satisfying the double"
"""
